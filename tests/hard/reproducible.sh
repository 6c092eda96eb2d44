#!/usr/bin/env bash
# Makes the packages of the last commit twice, from two clones in folders of different names, and compares
# their bytes. The packages of the first stay in OUT.
#
# Usage: tests/hard/reproducible.sh OUT [SCRIPT]      SCRIPT is packages/build.sh, or packages/windows.sh
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
script=${2:-packages/build.sh}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
commit=$(git rev-parse HEAD)
for clone in one another/deeper; do
    git clone --quiet . "$work/$clone/doomtree"
    git -C "$work/$clone/doomtree" checkout --quiet "$commit"
    env -u CARGO_TARGET_DIR "$work/$clone/doomtree/$script" "$work/$clone/packages"
    # The second is built without what the first has left.
    rm -rf "$work/$clone/doomtree"
done
diff -r "$work/one/packages" "$work/another/deeper/packages"
cp "$work"/one/packages/* "$out/"
echo "the same bytes twice"
