#!/usr/bin/env python3
"""Kills windows with unsaved work, and counts what their recovery files lack.

Usage: killed_windows.py PROGRAM [--windows 100] [--seed 1]

Each window opens a copy of a tree file under Xvfb. The seed draws what is done there: words are typed
into a note, payoffs are given to the ends of a tree of one's own, or ratings are pinned, one after the
other. The program is killed (SIGKILL) at a random moment. What was done more than a second before that
has to stand in the recovery file; the file that was opened has to be as it was.
Needs Xvfb, openbox and xdotool.
"""

import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / "saved_trees/book-2x2.tree.json"


def xdotool(environment, *words):
    subprocess.run(["xdotool", *words], env=environment, check=True, stdout=subprocess.DEVNULL)


def window_of(environment, process):
    """Waits until a program shows its window."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        words = ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid), "--name", "doomtree"]
        found = subprocess.run(words, env=environment, capture_output=True, text=True).stdout.split()
        if found:
            return found[0]
        time.sleep(0.1)
    sys.exit("no window came")


def keys(environment, *names):
    xdotool(environment, "key", "--delay", "20", *names)


def words(environment, text):
    xdotool(environment, "type", "--delay", "8", text)


def note(environment, number, place):
    """A word more of the note."""
    word = f"w{number}x{place}"
    words(environment, f" {word}")
    return word


def payoff(environment, number, place):
    """A payoff of its own for the end that is selected; Enter goes to the next one."""
    amount = str(100_000 + 1_000 * number + place)
    # The first digit opens the field.
    words(environment, amount[0])
    time.sleep(0.3)
    words(environment, amount[1:])
    time.sleep(0.1)
    keys(environment, "Return")
    return f"end: {amount} "


def pin(environment, number, place):
    """The rating of the selected node is pinned to one that nobody else has."""
    if place > 0:
        keys(environment, "ctrl+k")
        # A slow machine opens it late.
        time.sleep(1)
        words(environment, "Pin rating")
        time.sleep(1)
        keys(environment, "Return")
        time.sleep(1)
    share = f"1/{1_000 * (number + 1) + place}"
    words(environment, share)
    keys(environment, "Return")
    return f'"{share}"'


# What is done at first, then again and again, and whether the later takes the place of the earlier.
KINDS = {"note": ("Edit note", note, False),
         "own tree": ("Own tree", payoff, True),
         "what-if": ("Pin rating…", pin, True)}


def lost_of(done, due, kept, replaces):
    """Which of what was done stands nowhere, though it should."""
    if not replaces:
        return [one for one in done[:due] if one not in kept]
    # The newest that is kept takes the place of those before it.
    newest = max((place for place, one in enumerate(done) if one in kept), default=-1)
    return done[newest + 1:due]


def kill_one(program, environment, number, draws):
    """Does things and kills; what they were, how many had to be kept, and those that weren't."""
    kind = draws.choice(list(KINDS))
    first, do, replaces = KINDS[kind]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        own = dict(environment, XDG_STATE_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
        file = folder / "mine.tree.json"
        shutil.copy(TREE, file)
        process = subprocess.Popen([program, "open", str(file), "--do", first], env=own,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        window_of(own, process)
        time.sleep(1.5)
        done, when = [], []
        end = time.monotonic() + draws.uniform(0.5, 8)
        while time.monotonic() < end:
            done.append(do(own, number, len(done)))
            when.append(time.monotonic())
            time.sleep(draws.uniform(0, 0.4))
        process.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        process.wait()
        kept = "".join(path.read_text() for path in folder.glob("doomtree/recovery/*.tree.json"))
        due = sum(killed - moment > 1 for moment in when)
        is_changed = file.read_bytes() != TREE.read_bytes()
        return kind, due, lost_of(done, due, kept, replaces), is_changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--windows", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draws = random.Random(options.seed)
    display = f":{200 + os.getpid() % 700}"
    environment = dict(os.environ, DISPLAY=display)
    environment.pop("WAYLAND_DISPLAY", None)
    server = subprocess.Popen(["Xvfb", display, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL)
    time.sleep(1)
    manager = subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    figures = {kind: [0, 0, 0] for kind in KINDS}
    changed = 0
    try:
        for number in range(options.windows):
            kind, due, missing, is_changed = kill_one(options.program, environment, number, draws)
            changed += is_changed
            for place, more in enumerate((1, due, len(missing))):
                figures[kind][place] += more
            if missing:
                print(f"window {number}: {len(missing)} of {due} lost ({kind}): {missing[:5]}", flush=True)
            if is_changed:
                print(f"window {number}: the opened file was changed ({kind})", flush=True)
    finally:
        manager.terminate()
        server.terminate()
    print(f"seed {options.seed}; what was done more than a second before the kill")
    for kind, (windows, due, lost) in figures.items():
        print(f"  {kind:<9} {windows:>4} windows {due:>5} done {lost:>4} lost")
    due, lost = (sum(figure[place] for figure in figures.values()) for place in (1, 2))
    print(f"  {'all':<9} {options.windows:>4} windows {due:>5} done {lost:>4} lost")
    print(f"  opened files that were changed: {changed}")
    sys.exit(1 if lost or changed else 0)


if __name__ == "__main__":
    main()
