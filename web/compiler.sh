#!/usr/bin/env bash
# Unpacks Debian's Rust compiler for browsers into a folder, which web/build.sh takes as RUST_WEB. Nothing is
# installed. For where rustup can't get the target wasm32-unknown-unknown.
#
#   web/compiler.sh FOLDER
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
folder=$(mkdir -p "$1/packages" && cd "$1" && pwd)
[ -x "$folder/usr/bin/rustc" ] && exit
cd "$folder/packages"
needed() { apt-cache depends "$1" | sed -nE "s/.*Depends: ($2)\$/\1/p" | head -1; }
library=$(needed libstd-rust-web-dev 'libstd-rust-web-[0-9.]+')
llvm=$(needed "$library" 'libllvm[0-9]+')
apt-get download rustc-web rust-web-src libstd-rust-web-dev "$library" "$llvm"
for package in *.deb; do
    dpkg -x "$package" "$folder"
done
