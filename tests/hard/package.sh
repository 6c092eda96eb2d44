#!/bin/sh
# Packs the crate as a registry would get it, and runs in an empty folder the tests of what is packed:
# unit tests, examples in docs, own_game. It fails where the package is larger than 2.5 MB.
#
# Usage: tests/hard/package.sh [cargo's options, such as --offline]
set -eu
cd "$(dirname "$0")/../.."
max_bytes=2500000
target=${CARGO_TARGET_DIR:-$PWD/target}
rm -f "$target"/package/doomtree-*.crate
cargo package --no-verify --allow-dirty --quiet "$@"
bytes=$(wc -c <"$(ls "$target"/package/doomtree-*.crate)")
echo "packed: $bytes bytes"
[ "$bytes" -le $max_bytes ]
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
tar -xzf "$target"/package/doomtree-*.crate -C "$own"
cd "$own"/doomtree-*
# Dependencies that were built for the tests serve here too.
CARGO_TARGET_DIR=$target cargo test "$@"
