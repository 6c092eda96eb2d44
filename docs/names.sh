#!/usr/bin/env bash
# Prints the public names of the library, one on a line, as its built documentation shows them: what
# semantic versioning is about. docs/names.txt holds them. After a change that is meant:
#
#   rm -rf target/doc/doomtree && cargo doc --no-deps --lib && docs/names.sh > docs/names.txt
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../target/doc/doomtree"
for page in *.*.html; do
    kind=${page%%.*} name=${page#*.}
    name=${name%.html}
    printf '%s %s\n' "$kind" "$name"
    # What stands before the implementations of traits is the item's own.
    tr '\n' ' ' <"$page" | sed -E 's/id="(trait|synthetic|blanket)-implementations".*//; s/id="(foreign-impls|implementors)".*//' |
        { grep -oE 'id="(structfield|variant|method|tymethod|associatedtype|associatedconstant)\.[A-Za-z0-9_]+(\.field\.[a-z_0-9]+)?"' || true; } |
        sed -E 's/^id="([a-z]+)\.(.*)"$/\1 \2/; s/\.field\./ /; s/^tymethod/method/; s/^structfield/field/' |
        sort -u | while read -r part own; do printf '%s %s %s\n' "$name" "$part" "$own"; done
done
