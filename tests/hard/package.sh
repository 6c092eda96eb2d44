#!/usr/bin/env bash
# Packs the crate as a registry would get it, and runs in an empty folder the tests of what is packed:
# unit tests, examples in docs, front_door. It fails where the package is larger than check.sh allows.
#
# Usage: tests/hard/package.sh [cargo's options, such as --offline]
set -euo pipefail
cd "$(dirname "$0")/../.."
source ./check.sh
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
package "$@"
# The same folder each time: tests that are built already look for their files where they were built.
own=$CARGO_TARGET_DIR/unpacked
rm -rf "$own"
mkdir -p "$own"
tar -xzf "$CARGO_TARGET_DIR"/package/doomtree-*.crate -C "$own"
cd "$own"/doomtree-*
# Dependencies that were built for the tests serve here too.
cargo test "$@"
