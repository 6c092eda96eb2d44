#!/usr/bin/env python3
"""Kills saves at random moments, and looks whether the old file or the new one is there, whole.

Usage: killed_saves.py PROGRAM [--kills 1100] [--seed 1]

`export -o` writes over a good file, in every format in turn, and is killed (SIGKILL): half of the times at
any moment of its run, half of the times soon after its temporary file has come. A save that was quicker
isn't counted. Trees and graphs of positions are verified, too. What the kills leave is counted; then it is
aged by two minutes, and one more save in the folder has to remove it.
"""

import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

BOARD = "a3b2a2/b2a3b3 a"
# As many nodes make a save of some tenths of a second.
FORMATS = {
    "json": ("tree.json", 12_000), "positions": ("positions.json", 5_000), "board": ("board.json", 1),
    "text": ("txt", 12_000), "dot": ("dot", 12_000), "graphml": ("graphml", 8_000), "mermaid": ("mmd", 8_000),
    "tikz": ("tex", 500), "csv": ("csv", 12_000), "md": ("md", 6_000), "efg": ("efg", 8_000),
    "html": ("html", 6_000), "svg": ("svg", 1_500), "pdf": ("pdf", 300), "png": ("png", 12),
}


class Save:
    """A format, its command and what it writes."""

    def __init__(self, program, folder, form, ending, nodes):
        self.form, self.folder = form, folder
        self.file = folder / f"mine.{ending}"
        self.words = [program, "export", BOARD, "--quiet", "--format", form, "--max-nodes", str(nodes), "-o",
                      str(self.file)]
        begun = time.monotonic()
        code = subprocess.run(self.words, stderr=subprocess.DEVNULL, check=False).returncode
        self.seconds = time.monotonic() - begun
        if code not in (0, 3):
            sys.exit(f"{form}: the save ends with {code}")
        self.new = self.file.read_bytes()
        # Another board's file is as good, and of another length.
        subprocess.run([program, "export", "b2b2/a2b1 a", "--quiet", "--format", form, "-o", str(self.file)],
                       check=True)
        self.old = self.file.read_bytes()
        if self.old == self.new:
            sys.exit(f"{form}: old and new are the same")

    def kill(self, draws):
        """Kills a save; `None` where it had ended, else what it left."""
        self.file.write_bytes(self.old)
        before = set(os.listdir(self.folder))
        process = subprocess.Popen(self.words, stderr=subprocess.DEVNULL)
        begun = time.monotonic()
        if draws.random() < 0.5:
            wait = draws.uniform(0, self.seconds)
        else:
            while process.poll() is None and set(os.listdir(self.folder)) <= before:
                time.sleep(0.0005)
            begun = time.monotonic()
            wait = draws.uniform(0, self.seconds / 3)
        time.sleep(max(0, begun + wait - time.monotonic()))
        process.send_signal(signal.SIGKILL)
        if process.wait() != -signal.SIGKILL:
            return None
        held = self.file.read_bytes()
        return {self.old: "old", self.new: "new"}.get(held, f"torn: {len(held)} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=1100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draws = random.Random(options.seed)
    program = os.path.abspath(options.program)
    came, torn, verified, quicker = {"old": 0, "new": 0}, [], 0, 0
    with tempfile.TemporaryDirectory() as root:
        saves = []
        for form, (ending, nodes) in FORMATS.items():
            folder = pathlib.Path(root) / form
            folder.mkdir()
            saves.append(Save(program, folder, form, ending, nodes))
            print(f"  {form}: {saves[-1].seconds:.2f} s, {len(saves[-1].new)} bytes", flush=True)
        while sum(came.values()) + len(torn) < options.kills:
            save = saves[(sum(came.values()) + len(torn) + quicker) % len(saves)]
            found = save.kill(draws)
            if found is None:
                quicker += 1
                continue
            if found not in came:
                torn.append(f"{save.form}: {found}")
                continue
            came[found] += 1
            if save.form in ("json", "positions"):
                code = subprocess.run([program, "verify", "--quiet", str(save.file)], capture_output=True,
                                      check=False).returncode
                verified += 1
                if code != 0:
                    torn.append(f"{save.form}: verify ends with {code}")
        left = [path for path in pathlib.Path(root).rglob(".doomtree-*.tmp")]
        size = sum(path.stat().st_size for path in left)
        then = time.time() - 120
        for path in left:
            os.utime(path, (then, then))
        for save in saves:
            subprocess.run(save.words, stderr=subprocess.DEVNULL, check=False)
        remain = [path for path in pathlib.Path(root).rglob("*") if path.is_file() and path.name.startswith(".")]
    kills = sum(came.values()) + len(torn)
    print(f"{kills} saves killed (seed {options.seed}; {quicker} more were quicker): {came['old']} old, "
          f"{came['new']} new, {len(torn)} torn, {verified} verified; {len(left)} leftovers of {size} bytes, "
          f"{len(remain)} after one more save")
    for line in torn[:20]:
        print(line)
    sys.exit(1 if torn or remain else 0)


if __name__ == "__main__":
    main()
