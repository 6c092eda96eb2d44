#!/usr/bin/env bash
# Every reader under a coverage-guided fuzzer (libFuzzer, on stable Rust), and what came of it as a table.
# Needs g++. A fault's file is left in fuzz/artifacts; the corpus grows in fuzz/target/corpus.
#
#   tests/hard/fuzz.sh [SECONDS a target] [SEED] [TARGET ...]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60} seed=${2:-1}
shift $(($# < 2 ? $# : 2))
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=($(ls fuzz/dictionaries | sed 's/\.dict$//'))
host=$(rustc -vV | sed -n 's/^host: //p')

# The counters that libFuzzer reads, as LLVM plants them. With --target they stay out of build scripts.
export RUSTFLAGS="--cfg fuzzing -Ccodegen-units=16 -Cpasses=sancov-module \
-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
(cd fuzz && cargo build --release --target "$host")
program=fuzz/target/$host/release/doomtree-fuzz

printf '| target | executions | a second | places reached | of them new | files kept | faults |\n'
printf '| --- | ---: | ---: | ---: | ---: | ---: | --- |\n'
failed=0
for target in "${targets[@]}"; do
    grown=fuzz/target/corpus/$target log=fuzz/target/$target.log
    mkdir -p "$grown" "fuzz/artifacts/$target"
    touch "$log"
    cp -p "$log" "$log.begun"
    seeds=("$grown" "fuzz/corpus/$target")
    saved=$(sed -nE "s/.*target\(\"$target\", \"([^\"]+)\".*/\1/p" fuzz/src/targets.rs)
    if [ -n "$saved" ]; then
        mkdir -p "fuzz/target/saved/$target"
        cp saved_trees/*"$saved" "fuzz/target/saved/$target"
        seeds+=("fuzz/target/saved/$target")
    fi
    DOOMTREE_FUZZ=$target "$program" "${seeds[@]}" -dict="fuzz/dictionaries/$target.dict" \
        -max_total_time="$seconds" -seed="$seed" -max_len=8192 -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="fuzz/artifacts/$target/" -print_final_stats=1 >"$log" 2>&1 || failed=1
    begun=$(sed -nE 's/.*INITED +cov: ([0-9]+).*/\1/p' "$log" | head -1)
    reached=$(sed -nE 's/.* cov: ([0-9]+).*/\1/p' "$log" | tail -1)
    stat() { sed -nE "s/^stat::$1: +([0-9]+).*/\1/p" "$log"; }
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$target" "$(stat number_of_executed_units)" \
        "$(stat average_exec_per_sec)" "$reached" "$((reached - begun))" "$(stat new_units_added)" \
        "$(find "fuzz/artifacts/$target" -type f -newer "$log.begun" | wc -l)"
done
exit $failed
