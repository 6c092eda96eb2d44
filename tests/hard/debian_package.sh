#!/usr/bin/env bash
# Installs the Debian package in a fresh minimal Debian 12, starts it from its menu entry and by a file's type
# on a display of its own, looks at man pages and completions, and removes it. Needs root, mmdebstrap, Xvfb and
# xdotool, and a mirror.
#
# Usage: tests/hard/debian_package.sh PACKAGE.deb [PICTURE.png]
set -euo pipefail
package=$(realpath "$1")
picture=${2:-}
number=$((90 + RANDOM % 900))
root=$(mktemp -d)
display=
leave() {
    [ -z "$display" ] || kill "$display" 2>/dev/null || true
    for folder in tmp/.X11-unix proc dev; do umount "$root/$folder" 2>/dev/null || true; done
    rm -rf --one-file-system "$root"
}
trap leave EXIT

mmdebstrap --quiet --variant=minbase --include=libglib2.0-bin,shared-mime-info,desktop-file-utils bookworm "$root"
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root DISPLAY=":$number" "$@"; }
cp "$package" "$root/tmp/"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
inside apt-get update -qq
inside DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "/tmp/$(basename "$package")" >/dev/null
inside doomtree rate 'b2b2/a2b1 a' | head -n 3
for file in bash-completion/completions/doomtree zsh/vendor-completions/_doomtree fish/vendor_completions.d/doomtree.fish; do
    inside test -s "/usr/share/$file"
done
# A minimal Debian leaves man pages of packages out.
dpkg-deb -c "$package" | grep man1/doomtree.1.gz

Xvfb ":$number" -screen 0 1280x800x24 >/dev/null 2>&1 &
display=$!
mkdir -p "$root/tmp/.X11-unix"
for _ in $(seq 50); do [ -S "/tmp/.X11-unix/X$number" ] && break; sleep 0.1; done
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
# Waits for a window with a name, and closes it.
window() {
    for _ in $(seq 150); do
        if DISPLAY=":$number" xdotool search --name "$1" >/dev/null 2>&1; then
            sleep 3
            [ -z "$picture" ] || DISPLAY=":$number" import -window root "$picture"
            echo "a window: $1"
            for process in $(pidof doomtree); do
                [ "$(readlink "/proc/$process/root")" != "$root" ] || kill "$process"
            done
            sleep 1
            return
        fi
        sleep 0.2
    done
    echo "no window named $1" >&2
    return 1
}
inside gio launch /usr/share/applications/doomtree.desktop >/dev/null 2>&1 &
window doomtree
inside cp /usr/share/doc/doomtree/examples/tour-lesson.tree.json /root/
inside doomtree export 'b2b2/a2b1 a' -o /root/own.board.json
inside doomtree export 'b2b2/a2b1 a' -o /root/own.positions.json
for kind in tree board positions; do
    inside sh -c "gio info -a standard::content-type /root/*.$kind.json" | grep "application/x-doomtree-$kind+json"
done
inside gio open /root/tour-lesson.tree.json >/dev/null 2>&1 &
window lesson

inside apt-get remove -y -qq doomtree >/dev/null
left=$(find "$root/etc" "$root/usr" -type f -path '*doomtree*')
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
echo "removed, nothing is left"
