#!/usr/bin/env bash
# Builds the site: a landing page with the live explorer, and the guide. Any static server can serve it.
#
#   [SITE_ADDRESS=https://…] web/build.sh OUT [--without-guide]
#
# Needs Rust with the target wasm32-unknown-unknown. Where rustup can't get the target, web/compiler.sh
# unpacks Debian's compiler into a folder: name that as RUST_WEB, and install lld-19.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
out=$(mkdir -p "$1" && cd "$1" && pwd)
guide=${2:-}
cd "$(dirname "$0")"
target=${CARGO_TARGET_DIR:-$(pwd)/target}
export CARGO_TARGET_DIR=$target

# The compiler's own target, or Debian's compiler, which builds the standard library itself.
flags=(--release --locked --target wasm32-unknown-unknown)
if ! [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ]; then
    root=${RUST_WEB:-}
    if ! [ -x "$root/usr/bin/rustc" ]; then
        echo "web/build.sh: this Rust has no target wasm32-unknown-unknown; run 'rustup target add wasm32-unknown-unknown', or web/compiler.sh FOLDER and set RUST_WEB" >&2
        exit 1
    fi
    export RUSTC=$root/usr/bin/rustc RUSTC_BOOTSTRAP=1
    export LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19
    flags+=(-Z "build-std=std,panic_abort")
fi
cargo build "${flags[@]}"

# By the compiler of this machine.
env -u RUSTC -u RUSTC_BOOTSTRAP -u LD_LIBRARY_PATH cargo build --locked --package bindgen --target-dir "$target/tools"
mkdir -p "$out/explorer"
"$target/tools/debug/bindgen" "$target/wasm32-unknown-unknown/release/doomtree_web.wasm" "$out/explorer"
program=$out/explorer/doomtree_web_bg.wasm
bytes=$(stat -c %s "$program")
# The page unpacks it, so that a server that compresses nothing sends little, too. With zopfli it is 4 % less, with
# brotli 22 % where the browser can unpack that.
packer=(gzip -9 -n -c)
if command -v zopfli >/dev/null; then packer=(zopfli --i40 -c); fi
"${packer[@]}" "$program" >"$out/explorer/doomtree.gzip"
formats=gzip
if command -v brotli >/dev/null; then
    brotli --best --lgwin=24 -c "$program" >"$out/explorer/doomtree.brotli"
    formats="brotli gzip"
fi
rm "$program"

cp page/site.css page/landing.js page/site.webmanifest page/*.png "$out/"
cp ../src/app/icon.png "$out/icon.png"
cp page/start.js "$out/explorer/"
hash=$(cat page/* "$out"/explorer/doomtree* | sha256sum | cut -c1-16)
for file in index.html offline.js explorer.html; do
    sed "s/VERSION_OF_SITE/$hash/; s/FORMATS_OF_SITE/$formats/" "page/$file" >"$out/$file"
done
mv "$out/explorer.html" "$out/explorer/index.html"
# Chats show a picture only by its whole address.
sed -i "s|ADDRESS_OF_SITE|${SITE_ADDRESS:+${SITE_ADDRESS%/}/}|" "$out/index.html" "$out/explorer/index.html"
if [ "$guide" != --without-guide ]; then
    env -u CARGO_TARGET_DIR ../docs/site.sh
    rm -rf "$out/guide"
    cp -r ../target/guide "$out/guide"
fi
printf 'built %s: the program has %s bytes; packed:\n' "$out" "$bytes"
(cd "$out/explorer" && stat -c '%s %n' doomtree.*)
