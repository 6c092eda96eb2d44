#!/usr/bin/env python3
"""Measures whether limits of memory and time hold, and how soon Ctrl-C is heard.

Usage: limits.py PROGRAM [--only memory,time,interrupt,system] [--tries 12] [--seed 1] [--scale 1.0]

- memory: by how much the program grows beyond what it takes for a tiny board, as the system tells
  (ru_maxrss), beside --max-memory.
- time: how much longer a command takes than --max-time.
- interrupt: how long it takes from SIGINT, sent at a random moment, until the program has ended.
- system: limits of the system (files, address space, threads), which have to end in a sentence.

Files are made by the program itself, or here, in a folder that goes with the run. --scale makes them
smaller, for a machine that is slow. Needs Linux; the row about threads needs root and setpriv.
"""

import argparse
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

HUGE = "a3b2b3/a3b3a3/b2a2b3 a"
FOUR = "a2a2b2b3/b1a1b1a3/a3a2a3b3/b1b2a3a1 a"
CHECKED = "a3b2b3a1/a3b3a3b2/b2a2b3a1/a1b2a3b1 a"
CYCLIC = [HUGE, "--combat", "dice-roll", "--reinforcement", "largest-cluster"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
LITERAL = str(ROOT / "saved_trees/literal-ratings-2x2.jsonl")
MIB = 1 << 20
# What a limit allows beyond itself.
MORE_MEMORY = 1.15
MORE_TIME = 0.5
MORE_PATIENCE = 0.3


class Ran:
    """How a run of the program went."""

    def __init__(self, code, seconds, grown, words):
        self.code, self.seconds, self.grown, self.words = code, seconds, grown, words

    def told(self):
        lines = [line for line in self.words.splitlines() if line.strip()]
        return lines[-1][:110] if lines else "(nothing said)"


def run(words, until=120, before=None, interrupt=None):
    """Runs a command to its end, or ends it; its peak is what wait4 tells."""
    with tempfile.TemporaryFile() as errors:
        begun = time.monotonic()
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=errors,
                                 stdin=subprocess.DEVNULL, preexec_fn=before)
        if interrupt is not None:
            time.sleep(interrupt)
            begun = time.monotonic()
            # Not by Popen, which would take the exit code of a program that has ended already.
            os.kill(child.pid, signal.SIGINT)
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - begun > until:
                child.kill()
                pid, status, usage = os.wait4(child.pid, 0)
                break
            time.sleep(0.002)
        seconds = time.monotonic() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        words = errors.read().decode("utf-8", "replace")
        return Ran(child.returncode, seconds, usage.ru_maxrss * 1024, words)


class Files:
    """The files that commands read, each made once."""

    def __init__(self, program, folder, scale):
        self.program, self.folder, self.scale = program, pathlib.Path(folder), scale
        self.made = {}

    def get(self, name):
        if name not in self.made:
            path = self.folder / name
            getattr(self, name.split(".")[0])(path)
            self.made[name] = str(path)
        return self.made[name]

    def of_size(self, nodes):
        return max(1000, int(nodes * self.scale))

    def script(self, path):
        last = self.of_size(1_000_000)
        with path.open("w") as out:
            for node in range(last):
                out.write(f"n{node} {'ab'[node % 2]}: m -> n{node + 1}\n")
            out.write(f"n{last} end: 1 0\n")

    def export(self, path, form, nodes):
        words = [self.program, "export", HUGE, "--format", form, "--max-nodes", str(self.of_size(nodes)),
                 "-o", str(path), "--quiet"]
        subprocess.run(words, stderr=subprocess.DEVNULL, check=False)

    def efg(self, path):
        self.export(path, "efg", 400_000)

    def tree(self, path):
        self.export(path, "json", 600_000)

    def node_link(self, path):
        last = self.of_size(400_000)
        with path.open("w") as out:
            out.write('{"directed": true, "nodes": [\n')
            for node in range(last):
                out.write(f' {{"id": {node}, "player": "{"ab"[node % 2]}"}},\n')
            out.write(f' {{"id": {last}, "payoffs": [1, 0]}}],\n "links": [\n')
            out.write(",\n".join(f' {{"source": {node}, "target": {node + 1}}}' for node in range(last)))
            out.write("]}\n")

    def lisp(self, path):
        last = self.of_size(300_000)
        with path.open("w") as out:
            for node in range(last):
                out.write(f"({node % 2} #((0 1) (1 1)) ((NIL ")
            out.write("(0 #((0 1) (1 1)) NIL)")
            out.write(")))" * last)

    def lines(self, path):
        last = self.of_size(900_000)
        with path.open("w") as out:
            for node in range(last):
                out.write('{"position":"a1b3/b1a3 a","rating":{"a":"1/2","b":"1/2"},"moves":["3>2"]}\n')

    def positions(self, path):
        words = [self.program, "export", HUGE, "--format", "positions", "--max-nodes",
                 str(self.of_size(600_000)), "-o", str(path), "--quiet"]
        subprocess.run(words, stderr=subprocess.DEVNULL, check=False)

    def note(self, path):
        # A board with a note of 10 MB.
        note = "a *word* of `the` note, [and](https://example.org) more\\n\\n" * self.of_size(190_000)
        path.write_text('{"format":"doomtree-board","version":1,"game":"dice-of-doom","rules":"land-of-lisp",'
                        f'"position":"b2b2/a2b1 a","note":"{note}"}}\n')

    def deaf(self, path):
        path.write_text("import sys, time\nsys.stdin.readline()\ntime.sleep(1000)\n")

    def wrong(self, path):
        # Answers every question with no moves: nothing explains it, so all causes and pairs are tried.
        path.write_text("import sys, json\nfor line in sys.stdin:\n"
                        "    print(json.dumps({'position': json.loads(line)['position'], 'rating': '1/3'}),"
                        " flush=True)\n")


def commands(files):
    """Whole commands that work for long: name, words."""
    out = str(files.folder / "out")
    svg = ["export", FOUR, "--max-nodes", str(files.of_size(300_000)), "--format"]
    return {
        "check, a 4×4 board": ["check", CHECKED, LITERAL],
        "check, many lines": ["check", "b2b2/a2b1 a", files.get("lines.jsonl")],
        "check, a tree of ours": ["check", HUGE, files.get("tree.json")],
        "rate, a script": ["rate", "--game", "scripted", files.get("script.txt")],
        "rate, efg": ["rate", files.get("efg.efg")],
        "rate, a tree file": ["rate", files.get("tree.json")],
        "rate, a positions file": ["rate", files.get("positions.json")],
        "rate, node-link": ["rate", files.get("node_link.json")],
        "rate, Lisp": ["rate", files.get("lisp.lisp")],
        "export svg": svg + ["svg", "-o", out + ".svg"],
        "export json": svg + ["json", "-o", out + ".json"],
        "export html, a note of 10 MB": ["export", files.get("note.board.json"), "--format", "html",
                                         "-o", out + ".html"],
        "export positions": ["export", FOUR, "--format", "positions", "--max-nodes",
                             str(files.of_size(1_000_000)), "-o", out + ".positions.json"],
    }


def memory(options, files):
    print("\n| what | --max-memory | grown at most | of it | exit | said |\n| --- | ---: | ---: | ---: | ---: | --- |")
    base = run([options.program, "rate", "b2b2/a2b1 a"]).grown
    bad = 0
    for limit in (100, 200):
        for name, words in commands(files).items():
            ran = run([options.program, *words, "--max-memory", f"{limit}MB"])
            share = (ran.grown - base) / (limit * 1_000_000)
            bad += share > MORE_MEMORY
            print(f"| {name} | {limit} MB | {(ran.grown - base) / MIB:.0f} MiB | {share:.0%} | {ran.code} | "
                  f"{ran.told()} |", flush=True)
    return bad


def timed(options, files):
    print("\n| what | --max-time | took | over | exit | said |\n| --- | ---: | ---: | ---: | ---: | --- |")
    deaf = f"python3 {files.get('deaf.py')}"
    wrong = f"python3 {files.get('wrong.py')}"
    asked = {
        "check, a program that is deaf": ["check", "b2b2/a2b1 a", "--command", deaf],
        "check, a program that is wrong": ["check", "b2b2a1/a2b1a3 a", "--command", wrong],
    }
    bad = 0
    for limit in (0.5, 1, 2):
        for name, words in {**commands(files), **asked}.items():
            ran = run([options.program, *words, "--max-time", f"{limit}s"])
            over = ran.seconds - limit
            bad += over > MORE_TIME
            print(f"| {name} | {limit} s | {ran.seconds:.2f} s | {max(over, 0):.2f} s | {ran.code} | {ran.told()} |",
                  flush=True)
    return bad


def interrupted(options, files):
    print(f"\n| what | tries | median | longest | exits |\n| --- | ---: | ---: | ---: | --- |")
    draws = random.Random(options.seed)
    wrong = f"python3 {files.get('wrong.py')}"
    nodes = str(files.of_size(200_000))
    out = str(files.folder / "cut.svg")
    rows = {
        "rate": ["rate", HUGE],
        "count": ["count", HUGE],
        "cycles with chance": ["rate", *CYCLIC],
        "tree": ["tree", HUGE],
        "rate, efg": ["rate", files.get("efg.efg")],
        "verify": ["verify", files.get("tree.json")],
        "check": ["check", CHECKED, LITERAL],
        "check, a program": ["check", "b2b2a1/a2b1a3 a", "--command", wrong],
        "compare": ["compare", HUGE, "--rules", "haskell"],
        "search": ["search", HUGE],
        "export svg": ["export", FOUR, "--max-nodes", nodes, "--max-memory", "100MB", "--format", "svg", "-o", out],
        "export json": ["export", FOUR, "--max-nodes", nodes, "--max-memory", "100MB", "--format", "json", "-o", out],
        "export html": ["export", FOUR, "--max-nodes", nodes, "--max-memory", "100MB", "--format", "html", "-o", out],
    }
    bad = 0
    for name, words in rows.items():
        whole = min(run([options.program, *words], until=20).seconds, 12)
        took, codes = [], {}
        for _ in range(options.tries):
            ran = run([options.program, *words], interrupt=draws.uniform(0.05, 0.95 * whole))
            took.append(ran.seconds)
            codes[ran.code] = codes.get(ran.code, 0) + 1
        took.sort()
        bad += took[-1] > MORE_PATIENCE
        print(f"| {name} | {options.tries} | {took[len(took) // 2] * 1000:.0f} ms | {took[-1] * 1000:.0f} ms | "
              f"{', '.join(f'{code}: {count}' for code, count in sorted(codes.items()))} |", flush=True)
        left = list(files.folder.glob(".doomtree-*.tmp"))
        if left:
            bad += 1
            print(f"| {name} left {len(left)} temporary files | | | | |", flush=True)
    return bad


def of_system(options, files):
    print("\n| what | exit | said |\n| --- | ---: | --- |")
    folder = files.folder / "system"
    folder.mkdir()
    target = folder / "old.json"
    target.write_text("old")
    bad = 0

    def limited(kind, amount):
        return lambda: resource.setrlimit(kind, (amount, amount))

    board = "a2a2b2/a3b1a3/a3a3b3 a"
    rows = [("a file larger than ulimit -f allows", ["export", board, "--format", "json", "-o", str(target)],
             limited(resource.RLIMIT_FSIZE, 10 * 1024), {2}, [])]
    for amount in (100_000, 200_000, 400_000, 1_000_000):
        rows.append((f"ulimit -v {amount}", ["rate", board], limited(resource.RLIMIT_AS, amount * 1024), {0, 2, 3}, []))
        rows.append((f"ulimit -d {amount}", ["rate", board], limited(resource.RLIMIT_DATA, amount * 1024), {0, 2, 3}, []))
    if os.getuid() == 0:
        away = ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups"]
        rows.append(("no thread to be had (ulimit -u 1)", ["rate", "b2b2/a2b1 a"],
                     limited(resource.RLIMIT_NPROC, 1), {0, 2}, away))
        rows.append(("no thread to be had, a larger board", ["rate", "a2a2b2/a3b1a3/a3a3b3 a", "--max-nodes", "200000"],
                     limited(resource.RLIMIT_NPROC, 1), {0, 2, 3}, away))
    for name, words, before, codes, wrapper in rows:
        ran = run([*wrapper, options.program, *words], before=before)
        bad += ran.code not in codes or "panicked" in ran.words
        print(f"| {name} | {ran.code} | {ran.told()} |", flush=True)
    left = [path.name for path in folder.iterdir() if path.name != "old.json"]
    if left or target.read_text() != "old":
        bad += 1
        print(f"| left in the folder: {left}, the old file is {'as it was' if target.read_text() == 'old' else 'gone'} | | |")
    return bad


PARTS = {"memory": memory, "time": timed, "interrupt": interrupted, "system": of_system}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--tries", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    print(f"seed {options.seed}, scale {options.scale}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        files = Files(options.program, folder, options.scale)
        for part in options.only.split(","):
            bad += PARTS[part](options, files)
    print(f"\n{bad} beyond what is promised")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
