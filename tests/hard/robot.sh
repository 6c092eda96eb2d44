#!/bin/sh
# Lets a robot drive the window by seeded commands, clicks, keys, the wheel and other sizes, over all
# boards and trees that come along, and prints what it counted: what was done, frames that took longer
# than 100 ms and why, memory by minute, threads. It fails on a panic, on memory whose median rises after the
# first ten minutes, and on a thread that is left over.
#
# Usage: tests/hard/robot.sh [--minutes 10] [--seed 1] [cargo's options, such as --release]
set -eu
minutes=10
seed=1
while [ $# -gt 0 ]; do
    case $1 in
        --minutes) minutes=$2; shift 2 ;;
        --seed) seed=$2; shift 2 ;;
        *) break ;;
    esac
done
cd "$(dirname "$0")/../.."
# It may save, export, and open what it finds: nothing of that shall be somebody's.
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
cargo test "$@" --test window --no-run
# Large blocks go back to the system at once, so that memory tells what is held and not what was.
MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_ARENA_MAX=2 \
    CARGO_HOME=${CARGO_HOME:-$HOME/.cargo} RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup} HOME=$own \
    XDG_CONFIG_HOME=$own XDG_STATE_HOME=$own XDG_DATA_HOME=$own DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere \
    ROBOT_MINUTES=$minutes ROBOT_SEED=$seed \
    cargo test "$@" --test window a_robot_finds -- --ignored --nocapture --exact \
    robot::a_robot_finds_no_panic_no_leak_and_no_thread_left_over
