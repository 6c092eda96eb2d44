#!/usr/bin/env python3
"""Kills windows with unsaved notes, and counts what their recovery files lack.

Usage: killed_windows.py PROGRAM [--windows 100] [--seed 1]

Each window opens a copy of a tree file under Xvfb; words are typed into the note, one after the
other, and the program is killed (SIGKILL) at a random moment. A word that was typed more than a
second before that has to stand in the recovery file; the file that was opened has to be as it was.
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


def kill_one(program, environment, number, draws):
    """Types words and kills; how many of them had to be kept, and those that weren't."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        own = dict(environment, XDG_STATE_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
        file = folder / "mine.tree.json"
        shutil.copy(TREE, file)
        process = subprocess.Popen([program, "open", str(file), "--do", "Edit note"], env=own,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        window_of(own, process)
        time.sleep(1.5)
        typed = []
        end = time.monotonic() + draws.uniform(0.5, 6)
        while time.monotonic() < end:
            word = f"w{number}x{len(typed)}"
            xdotool(own, "type", "--delay", "8", f" {word}")
            typed.append((word, time.monotonic()))
            time.sleep(draws.uniform(0, 0.4))
        process.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        process.wait()
        kept = "".join(path.read_text() for path in folder.glob("doomtree/recovery/*.tree.json"))
        due = [word for word, when in typed if killed - when > 1]
        if file.read_bytes() != TREE.read_bytes():
            sys.exit(f"window {number}: the opened file was changed")
        return len(due), [word for word in due if word not in kept]


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
    due = lost = 0
    try:
        for number in range(options.windows):
            here, missing = kill_one(options.program, environment, number, draws)
            due += here
            lost += len(missing)
            if missing:
                print(f"window {number}: {len(missing)} of {here} words lost: {missing[:5]}", flush=True)
    finally:
        manager.terminate()
        server.terminate()
    print(f"{options.windows} windows killed (seed {options.seed}): of {due} words typed more than a "
          f"second before, {lost} were lost")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
