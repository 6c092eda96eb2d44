#!/usr/bin/env bash
# Makes the zip for Windows of this commit, and its checksum. The same commit gives the same bytes.
#
#   packages/windows.sh [OUT]      the default is target/packages
#
# Needs Rust with the target x86_64-pc-windows-gnu, gcc-mingw-w64-x86-64-posix, zip, and python3. Where rustup
# can't get the target, web/compiler.sh unpacks Debian's compiler into a folder: name that as RUST_WEB.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
out=$(mkdir -p "${1:-target/packages}" && cd "${1:-target/packages}" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export LC_ALL=C TZ=UTC CARGO_INCREMENTAL=0
umask 022
target=x86_64-pc-windows-gnu
tools=x86_64-w64-mingw32
cargo_home=${CARGO_HOME:-$HOME/.cargo}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$tools-gcc-posix
export RUSTFLAGS="--remap-path-prefix=$root=doomtree --remap-path-prefix=$cargo_home=cargo"

# The compiler's own target, or Debian's compiler, which builds the standard library itself.
flags=(--release --locked --target "$target" --bin doomtree)
if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    compiler=${RUST_WEB:-}
    if ! [ -x "$compiler/usr/bin/rustc" ]; then
        echo "packages/windows.sh: this Rust has no target $target; run 'rustup target add $target', or web/compiler.sh FOLDER and set RUST_WEB" >&2
        exit 1
    fi
    export RUSTC=$compiler/usr/bin/rustc RUSTC_BOOTSTRAP=1
    export LD_LIBRARY_PATH=$compiler/usr/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    RUSTFLAGS+=" --remap-path-prefix=$(realpath "$compiler/usr")=rust"
    flags+=(-Z "build-std=std,panic_unwind")
fi

# The icon of the program: a picture is one of the forms of an .ico file.
made=$CARGO_TARGET_DIR/$target/icon
mkdir -p "$made"
python3 - src/app/icon.png "$made/icon.ico" <<'ICON'
import pathlib, struct, sys
picture = pathlib.Path(sys.argv[1]).read_bytes()
head = struct.pack("<3H4B2H2I", 0, 1, 1, 0, 0, 0, 0, 1, 32, len(picture), 22)
pathlib.Path(sys.argv[2]).write_bytes(head + picture)
ICON
(cd "$made" && echo '1 ICON "icon.ico"' | "$tools-windres" -O coff -o icon.o)
cargo rustc "${flags[@]}" -- -C link-arg="$made/icon.o" -C link-arg=-Wl,--no-insert-timestamp

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=doomtree-$version-windows-x86_64
mkdir -p "$work/$name/examples"
cp "$CARGO_TARGET_DIR/$target/release/doomtree.exe" "$work/$name/"
# For a double-click.
"$tools-gcc-posix" -Os -s -municode -mwindows -Wl,--no-insert-timestamp -Wall -Wextra -Wno-unused-parameter \
    -o "$work/$name/doomtree-window.exe" packages/window.c "$made/icon.o"
cp saved_trees/*.json saved_trees/*.jsonl "$work/$name/examples/"
for file in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE; do
    cp "$file" "$work/$name/${file%.md}.txt"
done
env -u RUSTC -u RUSTC_BOOTSTRAP -u LD_LIBRARY_PATH python3 packages/licenses.py --texts --target "$target" >"$work/$name/licenses.txt"
# What the compiler for C puts into the program.
cat /usr/share/doc/mingw-w64-common/copyright >>"$work/$name/licenses.txt"
find "$work/$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
rm -f "$out/$name.zip"
(cd "$work" && find "$name" -type f | sort | zip -9Xq "$out/$name.zip" -@)
(cd "$out" && sha256sum -- "$name.zip" | tee SHA256SUMS.windows)
