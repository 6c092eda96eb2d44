#!/usr/bin/env bash
# Makes the packages of this commit: a .deb and a .tar.gz, and their checksums. The same commit gives the
# same bytes. Needs Rust, a C compiler, dpkg-deb, and python3.
#
# Usage: packages/build.sh [OUT]      the default is target/packages
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
out=$(mkdir -p "${1:-target/packages}" && cd "${1:-target/packages}" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
machine=$(uname -m)
# Every file has the time of the commit, and no path of this machine is in the program.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export LC_ALL=C TZ=UTC CARGO_INCREMENTAL=0
umask 022
cargo_home=${CARGO_HOME:-$HOME/.cargo}
host=$(rustc -vV | sed -n 's/^host: //p')
# With a target the flags stay out of build scripts.
export RUSTFLAGS="--remap-path-prefix=$root=doomtree --remap-path-prefix=$cargo_home=cargo"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
cargo build --release --locked --target "$host"
program=$CARGO_TARGET_DIR/$host/release/doomtree

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# All that is installed, below a prefix.
stage() {
    local usr=$1 share=$1/share
    install -D -m 755 "$program" "$usr/bin/doomtree"
    install -D -m 644 packages/doomtree.desktop "$share/applications/doomtree.desktop"
    install -D -m 644 packages/doomtree.xml "$share/mime/packages/doomtree.xml"
    install -D -m 644 packages/doomtree.metainfo.xml "$share/metainfo/doomtree.metainfo.xml"
    install -D -m 644 packages/doomtree.svg "$share/icons/hicolor/scalable/apps/doomtree.svg"
    install -D -m 644 src/app/icon.png "$share/icons/hicolor/256x256/apps/doomtree.png"
    mkdir -p "$share/man/man1"
    "$program" man --dir "$share/man/man1"
    gzip -9n "$share"/man/man1/*.1
    install -d "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
    "$program" completions bash >"$share/bash-completion/completions/doomtree"
    "$program" completions zsh >"$share/zsh/vendor-completions/_doomtree"
    "$program" completions fish >"$share/fish/vendor_completions.d/doomtree.fish"
    install -d "$share/doc/doomtree/examples"
    install -m 644 README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$share/doc/doomtree/"
    install -m 644 saved_trees/*.json saved_trees/*.jsonl "$share/doc/doomtree/examples/"
    python3 packages/licenses.py --texts >"$share/doc/doomtree/licenses.txt"
    gzip -9n "$share/doc/doomtree/CHANGELOG.md" "$share/doc/doomtree/licenses.txt"
}

# Gives every file the time of the commit.
settle() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

deb() {
    local folder=$work/deb architecture size
    architecture=$(dpkg --print-architecture)
    stage "$folder/usr"
    cp packages/copyright "$folder/usr/share/doc/doomtree/copyright"
    size=$(du -sk "$folder/usr" | cut -f1)
    mkdir "$folder/DEBIAN"
    # Libraries of the desktop are loaded when the window opens: the linker doesn't know of them.
    cat >"$folder/DEBIAN/control" <<CONTROL
Package: doomtree
Version: $version
Section: education
Priority: optional
Architecture: $architecture
Installed-Size: $size
Depends: libc6 (>= 2.35), libgcc-s1, libegl1, libgl1, libx11-6, libx11-xcb1, libxcursor1, libxi6, libxkbcommon-x11-0
Recommends: xdg-desktop-portal
Maintainer: the developers of doomtree <doomtree@localhost>
Description: explorer for game trees, every position rated exactly
 doomtree shows the complete game tree of small boards beside the board, with an
 exact rating and node count on every node. Walk the tree, watch minimax and
 alpha-beta, find blunders, play, and export figures. Everything also works from
 the command line.
CONTROL
    (cd "$folder" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    settle "$folder"
    dpkg-deb --root-owner-group -Zxz --build "$folder" "$out/doomtree_${version}_$architecture.deb" >/dev/null
}

tarball() {
    local name=doomtree-$version-linux-$machine
    stage "$work/$name/usr"
    install -m 755 packages/install.sh "$work/$name/install.sh"
    settle "$work/$name"
    tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
        gzip -9n >"$out/$name.tar.gz"
}

deb
tarball
(cd "$out" && sha256sum -- *.deb *.tar.gz | tee SHA256SUMS)
