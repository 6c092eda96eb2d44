#!/usr/bin/env bash
# All that has to pass before a change lands, in the order in which it fails fastest.
# Needs Rust and a C compiler. With Xvfb installed it also opens the real window and makes the
# README's pictures anew; without it, it says loudly that it doesn't.
set -euo pipefail
cd "$(dirname "$0")"

step() {
    local name=$1 begun=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    "$@"
    printf '== %s: %d min %02d s\n' "$name" $(((SECONDS - begun) / 60)) $(((SECONDS - begun) % 60))
}

export RUSTDOCFLAGS="-D warnings"

step "format" cargo fmt --check
step "clippy" cargo clippy --all-targets -- -D warnings
step "without the window" cargo clippy --no-default-features --lib --bins -- -D warnings
step "docs" cargo doc --no-deps
step "release build" cargo build --release
if command -v Xvfb >/dev/null; then
    step "pictures" docs/pictures.sh
else
    printf '\nSKIPPED: the pictures, since Xvfb is not installed (apt-get install xvfb)\n'
fi
step "tests without the window" cargo test --no-default-features --lib --test architecture
# The README's test command.
step "tests" cargo test
