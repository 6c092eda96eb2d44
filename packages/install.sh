#!/bin/sh
# Installs doomtree for the user who runs this, or for all users with a prefix such as /usr/local.
#
# Usage: ./install.sh [PREFIX]        installs; the default is ~/.local
#        ./install.sh --remove [PREFIX]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
remove=
if [ "${1:-}" = --remove ]; then
    remove=yes
    shift
fi
prefix=${1:-$HOME/.local}

# Menus and file types are kept in caches; where the tools are missing the next login makes them.
refresh() {
    for tool in "update-desktop-database $prefix/share/applications" "update-mime-database $prefix/share/mime" \
        "gtk-update-icon-cache -q -t $prefix/share/icons/hicolor"; do
        if command -v "${tool%% *}" >/dev/null 2>&1; then $tool >/dev/null 2>&1 || true; fi
    done
}

cd "$here/usr"
if [ -n "$remove" ]; then
    find . -type f | while read -r file; do rm -f "$prefix/$file"; done
    # Folders that hold nothing else.
    find . -depth -type d | while read -r folder; do rmdir "$prefix/$folder" 2>/dev/null || true; done
    refresh
    echo "removed doomtree from $prefix"
    exit 0
fi
find . -type f | while read -r file; do
    mkdir -p "$prefix/$(dirname "$file")"
    cp -f "$file" "$prefix/$file"
done
refresh
echo "installed $prefix/bin/doomtree"
case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "add $prefix/bin to PATH to call it by its name" ;;
esac
