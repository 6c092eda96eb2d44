#!/usr/bin/env bash
# Tries the zip for Windows under Wine, on a display of its own: the command line, whose files must be equal to
# those of the native program, and the window, which opens a tree, saves a note and exports a figure. Needs
# wine64, gcc-mingw-w64-x86-64-posix, Xvfb, openbox, xdotool, unzip, and ImageMagick for pictures.
#
# Usage: tests/hard/windows_package.sh PACKAGE.zip PROGRAM [PICTURES]      PROGRAM is the native doomtree
set -euo pipefail
package=$(realpath "$1")
native=$(realpath "$2")
pictures=${3:+$(mkdir -p "$3" && cd "$3" && pwd)}
number=$((90 + RANDOM % 900))
work=$(mktemp -d)
display=
leave() {
    wineserver -k 2>/dev/null || true
    [ -z "$display" ] || kill "$display" 2>/dev/null || true
    rm -rf "$work" 2>/dev/null || { sleep 2; rm -rf "$work"; }
}
trap leave EXIT
# Debian calls it so.
wineserver() { "$(type -P wineserver || echo /usr/lib/wine/wineserver64)" "$@"; }
wine64=$(type -P wine64 || echo /usr/lib/wine/wine64)
export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= DISPLAY=":$number" LIBGL_ALWAYS_SOFTWARE=1
Xvfb ":$number" -screen 0 1280x800x24 >/dev/null 2>&1 &
display=$!
"$wine64" wineboot --init >/dev/null 2>&1
wineserver -w

# A folder with a space and a letter beyond ASCII.
mkdir "$work/für mich" "$work/native"
cd "$work/für mich"
unzip -q "$package"
mv doomtree-*/* .
# Random numbers come from a library that Windows has since version 7, and Wine since 9.
if ! ls "$WINEPREFIX"/drive_c/windows/system32/bcryptprimitives.dll >/dev/null 2>&1; then
    printf '%s\n' 'unsigned char SystemFunction036(void *, unsigned long);' \
        '__declspec(dllexport) int ProcessPrng(void *to, unsigned long long size) { return SystemFunction036(to, size); }' |
        x86_64-w64-mingw32-gcc-posix -shared -x c -o bcryptprimitives.dll - -ladvapi32
fi
theirs() { "$wine64" doomtree.exe "$@"; }
[ "$(theirs --version | tr -d '\r')" = "$("$native" --version)" ]
# What is printed, and what is written, and the same once more over the old file.
for words in "rate --json" tree count "search --json"; do
    # shellcheck disable=SC2086
    cmp <(theirs $words 'b2b2/a2b1 a') <("$native" $words 'b2b2/a2b1 a')
done
cmp <(printf 'b2b2/a2b1 a\r\na2a1/b1b2 b\r\n' | theirs rate -) <(printf 'b2b2/a2b1 a\na2a1/b1b2 b\n' | "$native" rate -)
for format in json positions board text dot graphml mermaid tikz csv md efg html svg pdf png; do
    "$native" export --format $format --output "$work/native/$format" examples/tour-lesson.tree.json >/dev/null 2>&1
    for _ in 1 2; do theirs export --format $format --output "examples\\$format" 'examples\tour-lesson.tree.json' >/dev/null 2>&1; done
    cmp "examples/$format" "$work/native/$format"
done
code=0
theirs tree 'C:\missing.tree.json' >"$work/said" 2>&1 || code=$?
[ $code = 2 ]
grep -q 'no such file: .*C:\\missing.tree.json' "$work/said"
[ -z "$(find . -name '.doomtree-*')" ]
echo "the command line writes what the native one does"

# Waits for a window with a name.
window() {
    for _ in $(seq 300); do
        if xdotool search --onlyvisible --name "$1" >/dev/null 2>&1; then
            sleep 4
            return
        fi
        sleep 0.2
    done
    echo "no window named $1" >&2
    return 1
}
picture() { [ -z "$pictures" ] || import -window root "$pictures/$1.png"; }
# Waits until a file holds a text.
holds() {
    for _ in $(seq 100); do
        if grep -qs -- "$2" "$1"; then return; fi
        sleep 0.2
    done
    picture failed
    echo "$1 doesn't hold $2" >&2
    return 1
}
end() { wineserver -k || true; wineserver -w; }
"$wine64" doomtree-window.exe >/dev/null 2>&1 &
window doomtree
picture started
end
"$wine64" doomtree-window.exe open 'examples\tour-lesson.tree.json' --do "Edit note" >/dev/null 2>&1 &
window lesson
picture opened
xdotool type --delay 60 ' written here'
sleep 1
xdotool key ctrl+s
holds examples/tour-lesson.tree.json 'written here'
picture saved
"$native" verify examples/tour-lesson.tree.json >/dev/null
# The export, when its preview is there, and then its name.
xdotool key Escape ctrl+e
sleep 3
picture export
xdotool key Return
sleep 2
xdotool key Return
holds examples/tour-lesson.svg '</svg>'
end
echo "the window opens, saves and exports"
