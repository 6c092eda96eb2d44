#!/usr/bin/env bash
# Makes the README's pictures from the running program. Needs Xvfb and an X11 client's libraries.
# page.png and phone.png are from tests/web.py, windows.png is from tests/hard/windows_package.sh,
# installed.png from tests/hard/debian_package.sh.
#   docs/pictures.sh [FOLDER]      the folder is docs/pictures unless another is given
set -euo pipefail
cd "$(dirname "$0")/.."
to=${1:-docs/pictures}
mkdir -p "$to"
# As the tests build it, so that nothing is built twice: their crates share more features.
cargo test --no-run --test architecture
doomtree=target/debug/doomtree

display=
for number in $(seq 90 140); do
    [ -e "/tmp/.X11-unix/X$number" ] || { display=:$number; break; }
done
Xvfb "$display" -screen 0 1600x1000x24 +extension GLX -noreset >/dev/null 2>&1 &
server=$!
trap 'kill $server' EXIT
for _ in $(seq 50); do
    [ -e "/tmp/.X11-unix/X${display#:}" ] && break
    sleep 0.1
done

picture() {
    DISPLAY=$display WAYLAND_DISPLAY='' timeout 120 "$doomtree" open "${@:2}" --screenshot "$to/$1"
    [ -s "$to/$1" ]
    printf 'made %s\n' "$to/$1"
}
picture book-light.png 'b2b2/a2b1 a' --theme light --size 1440x900 --select '2>3 pass'
picture book-dark.png 'b2b2/a2b1 a' --theme dark --size 1440x900 --select '2>3 pass'
picture large-board.png 'a2a2b2/a3b1a3/a3a3b3 a' --theme light --size 1440x900 --select '5>2'
picture large-5x5.png saved_trees/large-5x5.board.json --theme light --size 1440x900 --select '7>2'
picture setup.png 'b2a1a1/a2b2a3/b3b1b1 a' --theme light --size 1440x900 --do Setup
picture hidden.png 'b2b2/a2b1 a' --theme light --size 1440x900 --select '2>3 pass' --do 'Hide ratings'
picture dice.png 'a3b2c1/d2a1b3 a' --rules land-of-lisp-v4 --max-plies 4 --theme light --size 1440x900 --select '0>1'
picture play.png '.../.../... x' --theme dark --size 1440x900 --select 'x@4 o@0' --do 'Play from here' --do Players
picture map.png 'a2a2b2/a3b1a3/a3a3b3 a' --theme light --size 1440x900 --do Map
picture positions.png 'b2b2/a2b1 a' --theme dark --size 1440x900 --select '2>3 pass 0>2' --do Positions
picture compare.png saved_trees/compare-haskell-2x2.board.json --theme light --size 1440x900 --select '2>0 0>3 pass' --do 'Compare rules'
picture recording.png 'b2a1a1/a2b2a3/b3b1b1 a' --theme light --size 1440x900 --do 'Watch an algorithm' --do 'Next cut' --do 'Next cut'
picture exercise.png 'b2b2/a2b1 a' --theme light --size 1440x900 --do 'Exercise from this tree'
# Step 13 of the lesson.
lesson=()
for _ in $(seq 12); do lesson+=(--do 'Next step'); done
picture tour.png saved_trees/tour-lesson.tree.json --theme dark --size 1280x720 --tour 1 --present "${lesson[@]}"
picture export.png 'b2b2/a2b1 a' --theme light --size 1440x900 --select '2>3' --do 'Export…'

# What the site shows until its explorer is opened, in few colors, since everybody loads it.
if command -v convert >/dev/null; then
    for theme in light dark; do
        end=${theme#light}
        end=${end:+-$end}
        picture "poster$end.png" 'b1a3/b2b2 a' --theme $theme --size 1240x680
        picture "poster-slim$end.png" 'b1a3/b2b2 a' --theme $theme --size 390x640 --do Legend
        for poster in poster poster-slim; do
            convert "$to/$poster$end.png" +dither -colors 48 -strip PNG8:"web/page/$poster$end.png"
            rm "$to/$poster$end.png"
        done
    done
else
    printf 'SKIPPED: the posters of the site, since ImageMagick is not installed\n'
fi

# A line of play and a blunder beside it, as one animated picture.
walked=()
frame() {
    local file=walk-${#walked[@]}.png
    picture "$file" 'b1a3/b2b2 a' --theme light --size 1024x640 --select "$2"
    walked+=("$1:$to/$file")
}
frame 1.6 ''
frame 1.2 '1>3'
frame 2.2 '1>3 pass'
frame 1.2 '1>3 3>0'
frame 1.2 '1>3 3>0 pass'
frame 1.2 '1>3 3>0 pass 2>3'
frame 1.2 '1>3 3>0 pass 2>3 pass'
frame 1.2 '1>3 3>0 pass 2>3 pass 0>2'
frame 2.4 '1>3 3>0 pass 2>3 pass 0>2 pass'
if command -v python3 >/dev/null; then
    python3 docs/animate.py "$to/walk.png" "${walked[@]}"
    printf 'made %s\n' "$to/walk.png"
else
    printf 'SKIPPED: walk.png, since python3 is not installed\n'
fi
rm "${walked[@]#*:}"
