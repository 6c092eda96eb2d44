#!/usr/bin/env bash
# Builds the guide as a site with a search, into target/guide. Needs Rust: mdBook is built once, into
# target/mdbook.
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.5.4
mdbook=target/mdbook/bin/mdbook
if [ "$($mdbook --version 2>/dev/null)" != "mdbook v$version" ]; then
    cargo install mdbook --version $version --locked --no-default-features --features search --root target/mdbook
fi
$mdbook build docs
printf 'built target/guide/index.html\n'
