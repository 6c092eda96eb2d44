#!/usr/bin/env bash
# All that has to pass before a change lands, in the order in which it fails fastest.
# Needs Rust and a C compiler. With Xvfb installed it also opens the real window and makes the
# README's pictures anew; without it, it says loudly that it doesn't.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

steps=()
minutes() { printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); }

# Runs one step and remembers how long it takes.
step() {
    local name=$1 begun=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    "$@"
    steps+=("$(minutes $((SECONDS - begun)))  $name")
    printf '== %s: %s\n' "$name" "$(minutes $((SECONDS - begun)))"
}

# What the steps took, and all of them together.
told() {
    printf '\n== minutes a step\n'
    printf '%s\n' "${steps[@]}"
    printf '%s  in all\n' "$(minutes $SECONDS)"
}

# Runs a command as on a machine that has nothing but Rust, gcc, a shell and coreutils: a program
# that isn't there isn't called. Tests look for programs of others, which may be there or not, in
# the folders of DOOMTREE_TOOLS.
bare() {
    local folder=target/bare name path
    mkdir -p $folder
    for path in "$(rustc --print sysroot)"/bin/*; do
        ln -sf "$path" $folder/
    done
    for name in sh cc gcc ld as ar cat chmod cp cut date dd df dirname du echo env expr false head \
        id ln ls mkdir mkfifo mktemp mv nproc od printf pwd readlink rm rmdir seq sleep sort stat \
        tail tee test timeout touch tr true uname uniq wc yes; do
        if path=$(type -P "$name"); then ln -sf "$path" $folder/; fi
    done
    env PATH="$PWD/$folder" DOOMTREE_TOOLS="$PATH" "$@"
}

# Beside the tests' output the time of each, and at the end the slowest of them. The harness tells
# times only where it is asked as the compiler's own tests ask it.
slowest() {
    local host runner=target/timed log=target/tests.log
    host=$(rustc -vV | sed -n 's/^host: //p')
    mkdir -p target
    printf '#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec "$@" -Zunstable-options --report-time\n' >$runner
    chmod +x $runner
    host=${host^^}
    # For this step alone: what cargo runs later is no test.
    local -x "CARGO_TARGET_${host//-/_}_RUNNER=$PWD/$runner"
    "$@" 2>&1 | tee $log
    printf '\n== the 20 slowest tests, in seconds\n'
    sed -nE 's/^test (.*) \.\.\. .*<([0-9.]+)s>$/\2 \1/p' $log | sort -rn | sed -n 1,20p
}

# A command that starts the program, where there is no display: it prints the first board's tree. The
# README's first command would build everything a second time, so here it is the program that the
# tests have built.
runs() {
    local output
    output=$(bare env -u DISPLAY -u WAYLAND_DISPLAY "$@")
    printf '%s\n' "$output"
    grep -q '2>3' <<<"$output"
}

# Without any feature: no window, no command line, no pictures, and few crates below it. Its tests
# compile so, too.
engine_alone() {
    cargo clippy --no-default-features --lib -- -D warnings
    cargo clippy --no-default-features --lib --profile test -- -D warnings
    local crates
    crates=$(cargo tree -p doomtree --no-default-features --edges normal --prefix none | cut -d' ' -f1,2 | sort -u | wc -l)
    printf 'the engine alone needs %s crates\n' $((crates - 1))
    [ "$crates" -le 42 ]
}

lints() {
    export RUSTDOCFLAGS="-D warnings"
    step "format" cargo fmt --all --check
    step "words of comments" comment_words
    step "clippy" cargo clippy --workspace --all-targets -- -D warnings
    step "without the window" cargo clippy -p doomtree --no-default-features --features cli --lib --bins -- -D warnings
    step "the engine alone" engine_alone
    # With the examples, so that what was checked for clippy serves here too.
    # What is gone would still be listed.
    rm -rf target/doc/doomtree
    step "docs" cargo doc --no-deps --lib --examples
    step "public names" public_names
    step "licenses" licenses
    step "the package" package
}

# What semantic versioning is about changes only where somebody has changed the list too.
public_names() {
    docs/names.sh | diff docs/names.txt - && return
    printf 'the public names differ from docs/names.txt (<), which docs/names.sh writes\n'
    return 1
}

# What About lists; packages/licenses.py writes it.
licenses() { python3 packages/licenses.py | diff src/app/dialogs/licenses.txt -; }

# What a registry would get, at most 2.5 MB; tests/hard/package.sh runs its tests. It takes cargo's
# options.
package() {
    local folder=${CARGO_TARGET_DIR:-target}/package bytes
    rm -f "$folder"/doomtree-*.crate
    cargo package -p doomtree --no-verify --allow-dirty --quiet "$@"
    bytes=$(cat "$folder"/doomtree-*.crate | wc -c)
    printf 'packed: %s bytes\n' "$bytes"
    [ "$bytes" -le 2500000 ]
}

# Comments in src are in American spelling and use the field's terms, so that a search finds them:
# maximum, per, infinite, file extension. Text in backticks isn't checked.
comment_words() {
    local words=(
        'for ever' anew alike 'once more' 'or else' 'less one' 'heed(s|ed)?' 'reckon(s|ed|ing)?'
        'so many' 'so long' 'the house' 'tells all' 'unless told' 'what of (it|them|the)'
        whoever whomever somebody everybody anybody
        '(is|are|be) (told|had)' 'in (the place|spite) of' 'rests on' 'may rest on'
        'stands? (there|here|beside|above|below)' '(whose|file) endings?' 'play without end'
        'graph of positions' 'sets? of rules' 'branch(es)? of chance'
        '(one|bit|byte|entry|flag|line|row) a (hex|move|node|player|ply|position|vertex)'
        '(behavi|col|fav|hon|neighb)our[a-z]*' 'centre[ds]?' grey judgement licence
        'cancell(ed|ing)' '(memo|optim|recogn)is(e|ed|es|ing|ation)'
    )
    local listed start='(^|\s)//[/!]?\s+'
    listed=$(IFS='|' && printf '%s' "${words[*]}")
    # As the first words of a comment these stand for a maximum and a minimum.
    if grep -rniE --include='*.rs' -e "$start([^\`]|\`[^\`]*\`)*\b($listed)\b" \
        -e "$start(as many|the most|the least) [a-z]*[^u]s\b" src; then
        printf 'comments use words that comment_words in check.sh rejects\n'
        return 1
    fi
}

programs() {
    # The README's test command.
    step "tests" slowest bare cargo test
    if command -v Xvfb >/dev/null; then
        step "pictures" docs/pictures.sh
    else
        printf '\nSKIPPED: the pictures, since Xvfb is not installed (apt-get install xvfb)\n'
    fi
    step "the program without a display" runs target/debug/doomtree
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    lints
    programs
    told
fi
