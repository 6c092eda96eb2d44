#!/usr/bin/env python3
"""Lets every system call of a save, of a read, of a recovery file and of the settings fail in turn.

Usage: injected_faults.py PROGRAM [--only saves|reads|recovery|settings] [--every 1]

Each call on the file's folder gets ENOSPC, EIO, EDQUOT and EINTR, each write and read is cut to a byte,
and the program is killed there. Afterwards the old file or the new one has to be there, whole; no
temporary file where the program lived on; one sentence where it failed. The recovery file and the
settings are those of the real window under Xvfb, where every later call of the same name fails too (unless it
was interrupted), since the window tries again. Needs Linux on x86-64; Xvfb for the window.
"""

import argparse
import errno
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from system_calls import Run, name_of

BOARD = "b2b2/a2b1 a"
ERRORS = [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EINTR]
ENDINGS = {
    "json": "tree.json", "positions": "positions.json", "board": "board.json", "text": "txt", "dot": "dot",
    "graphml": "graphml", "mermaid": "mmd", "tikz": "tex", "csv": "csv", "md": "md", "efg": "efg",
    "html": "html", "svg": "svg", "pdf": "pdf", "png": "png",
}


class Tally:
    """What was tried, and what was wrong."""

    def __init__(self):
        self.places, self.faults, self.by_fault = 0, [], {}

    def add(self, what, fault, wrong):
        self.places += 1
        self.by_fault[fault] = self.by_fault.get(fault, 0) + 1
        if wrong:
            self.faults.append(f"{what}: {wrong}")
            print(f"WRONG {what}: {wrong}", flush=True)

    def said(self, what):
        parts = ", ".join(f"{name} {number}" for name, number in sorted(self.by_fault.items()))
        print(f"{what}: {self.places} places ({parts}), {len(self.faults)} wrong", flush=True)


def said_wrong(code, errors):
    """What is wrong with what was said at an end."""
    lines = errors.splitlines()
    if ".doomtree-" in errors or ".tmp" in errors:
        return f"a temporary file is named: {errors!r}"
    if any(not line.startswith("doomtree: ") for line in lines):
        return f"no sentence: {errors!r}"
    if code == 0:
        return None
    if code not in (1, 2):
        return f"exit code {code}: {errors!r}"
    return None if len(lines) == 1 else f"{len(lines)} lines: {errors!r}"


def saves(program, every, tally):
    writers = [([program, "export", BOARD, "--quiet", "--format", form, "-o"], ending)
               for form, ending in ENDINGS.items()]
    writers += [([program, "exercise", "--seed", "7", "--quiet", "-o"], ending)
                for ending in ("exercise.json", "html", "pdf")]
    writers.append(([program, "search", BOARD, "--quiet", "--algorithm", "plain-alpha-beta", "--events"], "jsonl"))
    for words, ending in writers:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / f"mine.{ending}"
            command = [*words, str(file)]
            for old in (b"what was there\n" * 9000, None):
                def begin():
                    for path in pathlib.Path(folder).iterdir():
                        path.unlink()
                    if old is not None:
                        file.write_bytes(old)
                        file.chmod(0o640)
                        os.setxattr(file, "user.kept", b"yes")
                begin()
                clean = Run(command, folder)
                code, _, errors = clean.end()
                new = file.read_bytes()
                if code != 0 or errors:
                    sys.exit(f"{command}: {code} {errors}")
                for at, (name, _) in enumerate(clean.calls, 1):
                    faults = ERRORS + ["kill"] + (["short"] if name == "write" else [])
                    for fault in faults[:: every]:
                        begin()
                        run = Run(command, folder, fault=fault, at=at)
                        code, _, errors = run.end()
                        what = f"{ending} {'over' if old else 'new'} {at} {name} {name_of(fault)}"
                        tally.add(what, name_of(fault), save_wrong(run, code, errors, folder, file, old, new, fault))
        print(f"  {ending}: {tally.places} places by now", flush=True)


def save_wrong(run, code, errors, folder, file, old, new, fault):
    if run.hit is None:
        return "the call didn't come"
    left = [path.name for path in pathlib.Path(folder).iterdir() if path != file]
    held = file.read_bytes() if file.exists() else None
    if held not in (old, new):
        return f"neither old nor new but {len(held or b'')} bytes"
    if fault == "kill":
        return None if code == -signal.SIGKILL else f"exit code {code}"
    if left:
        return f"left {left}"
    if code == 0 and held != new:
        return "exit code 0, and the file is the old one"
    if code != 0 and held != old:
        return f"exit code {code}, and the file is the new one: {errors!r}"
    if fault == "short" and code != 0:
        return f"a short write is an error: {errors!r}"
    if code == 0 and old is not None and not errors:
        beside = (file.stat().st_mode & 0o777, os.listxattr(file))
        if beside != (0o640, ["user.kept"]):
            return f"lost without a word: {beside}"
    return said_wrong(code, errors)


def reads(program, every, tally):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def made(name, form):
            path = folder / name
            subprocess.run([program, "export", BOARD, "--quiet", "--format", form, "-o", str(path)], check=True)
            return str(path)

        tree, positions = made("mine.tree.json", "json"), made("mine.positions.json", "positions")
        board, efg = made("mine.board.json", "board"), made("mine.efg", "efg")
        exercise, lines, script = (str(folder / name) for name in ("mine.exercise.json", "mine.jsonl", "mine.txt"))
        subprocess.run([program, "exercise", "--seed", "7", "--quiet", "-o", exercise], check=True)
        answer = subprocess.run([program, "rate", BOARD, "--json"], check=True, capture_output=True).stdout
        rating = json.loads(answer)["rating"]
        pathlib.Path(lines).write_text(json.dumps({"position": BOARD, "rating": rating}) + "\n")
        pathlib.Path(script).write_text("players x y\nroot x: left -> won, right -> lost\nwon end: 1 0\nlost end: 0 1\n")
        commands = [[program, "verify", path] for path in (tree, positions, board, exercise)]
        commands += [[program, "rate", path] for path in (tree, positions, board, efg, script)]
        commands += [[program, "check", BOARD, path] for path in (tree, positions, lines)]
        commands += [[program, "exercise", exercise], [program, "compare", board, "--rules", "land-of-lisp"],
                     [program, "export", tree, "--format", "text", "-o", "-"]]
        for command in commands:
            path = next(word for word in command if word.startswith(str(folder)))
            clean = Run(command, folder)
            right = clean.end()
            if right[0] not in (0, 1) or not clean.calls:
                print(f"  left out, since it ends with {right[0]}: {command[1:]} {right[2]}")
                continue
            for at, (name, _) in enumerate(clean.calls, 1):
                faults = [errno.EIO, errno.EINTR, errno.ESTALE] + (["short"] if name == "read" else [])
                for fault in faults[:: every]:
                    run = Run(command, folder, fault=fault, at=at)
                    ended = run.end()
                    wrong = None
                    if run.hit is None:
                        wrong = "the call didn't come"
                    elif ended != right:
                        wrong = said_wrong(ended[0], ended[2])
                        if ended[0] == 0 or fault == "short":
                            wrong = f"another answer: {ended[0]} {ended[2]!r}"
                        elif os.path.basename(path) not in ended[2]:
                            wrong = f"the file isn't named: {ended[2]!r}"
                    what = f"{command[1]} {os.path.basename(path)} {at} {name} {name_of(fault)}"
                    tally.add(what, name_of(fault), wrong)


class Display:
    """An X server of our own."""

    def __enter__(self):
        name = f":{200 + os.getpid() % 700}"
        self.server = subprocess.Popen(["Xvfb", name, "-screen", "0", "900x600x24"], stderr=subprocess.DEVNULL)
        time.sleep(1)
        environment = dict(os.environ, DISPLAY=name)
        environment.pop("WAYLAND_DISPLAY", None)
        return environment

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def windows(program, every, tally, kind, environment):
    """The recovery file, or the settings, of a window in which a bookmark is made."""
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        config, state = root / "config", root / "state"
        own = dict(environment, XDG_CONFIG_HOME=str(config), XDG_STATE_HOME=str(state), XDG_DATA_HOME=str(root / "data"))
        file = root / "mine.tree.json"
        subprocess.run([program, "export", BOARD, "--quiet", "--format", "json", "-o", str(file)], check=True)
        written = file.read_bytes()
        settings = config / "doomtree/settings.json"
        folder = state / "doomtree/recovery" if kind == "recovery" else config / "doomtree"
        command = [program, "open", str(file), "--size", "800x500", "--do", "Bookmark"]
        if kind == "settings":
            command += ["--do", "Legend"]

        def begin():
            for path in (config, state):
                shutil.rmtree(path, ignore_errors=True)
            folder.mkdir(parents=True)
            if kind == "settings":
                settings.write_text(SETTINGS)

        def run(fault=None, at=0):
            begin()
            # An interrupted call is made again at once: for ever, if it were interrupted again.
            run = Run(command, folder, own, fault, at, lasting=fault != errno.EINTR)
            until = time.monotonic() + 30
            while run.step(0.3) and time.monotonic() < until:
                if run.hit or (at == 0 and len(run.calls) > 8):
                    break
            # Tried again, it would be done by now.
            run.step(1.5)
            if run.status is None:
                os.kill(run.pid, signal.SIGTERM)
            return run, run.end(30)

        clean, (code, _, errors) = run()
        if code not in (0, 130, 143) or "kept" not in errors:
            sys.exit(f"the window: {code} {errors}")
        first = len(clean.calls)
        print(f"  {kind}: {first} calls in a window without faults", flush=True)
        at = 0
        seen = {}
        for at, (name, _) in enumerate(clean.calls, 1):
            # The same call of the second write shows nothing new.
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 4:
                continue
            for fault in (ERRORS + ["kill"])[:: every]:
                begun, (code, _, errors) = run(fault, at)
                wrong = window_wrong(program, begun, code, errors, fault, folder, kind, settings)
                if file.read_bytes() != written:
                    wrong = "the opened file was changed"
                tally.add(f"{kind} {at} {name} {name_of(fault)}", name_of(fault), wrong)


SETTINGS = '{"format":"doomtree-settings","version":1,"theme":"dark","legend":true}\n'


def window_wrong(program, run, code, errors, fault, folder, kind, settings):
    left = [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]
    trees = list(folder.glob("*.tree.json"))
    for tree in trees:
        if subprocess.run([program, "verify", str(tree)], capture_output=True).returncode != 0:
            return f"{tree.name} isn't whole"
    if kind == "settings":
        # What can't be looked at is set aside, whole.
        aside = settings.with_name("settings.json.broken")
        text = next((path.read_text() for path in (settings, aside) if path.exists()), "")
        try:
            if text != SETTINGS and not text.endswith("}\n"):
                return f"neither old nor new settings: {text!r}"
            json.loads(text)
        except ValueError:
            return f"neither old nor new settings: {text!r}"
    for tree in trees if kind == "recovery" else []:
        text = tree.read_text()
        if not json.loads(text)["unsaved"]["origin"]["path"]:
            return f"a tree is kept, and nobody knows whose: {text!r}"
    if fault == "kill":
        return None if run.hit is None or code == -signal.SIGKILL else f"exit code {code}"
    if left and (run.hit or [""])[0] not in ("unlink", "unlinkat"):
        return f"left {left}"
    if kind == "recovery" and len(list(folder.glob("*.recovery.json"))) > 1:
        return "a file of this window has no tree"
    lines = [line for line in errors.splitlines() if line]
    if len(lines) != 1 or not ("are kept" in lines[0] or "are lost" in lines[0]):
        return f"exit code {code}: {errors!r}"
    if ".tmp" in errors:
        return f"a temporary file is named: {errors!r}"
    if kind == "recovery" and "are kept" in errors and not any("bookmarks" in tree.read_text() for tree in trees):
        return f"nothing is kept: {errors!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", choices=["saves", "reads", "recovery", "settings"])
    parser.add_argument("--every", type=int, default=1, help="try every so manieth fault of a call")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    all_faults = 0
    for part in ("saves", "reads", "recovery", "settings"):
        if options.only not in (None, part):
            continue
        tally = Tally()
        if part == "saves":
            saves(program, options.every, tally)
        elif part == "reads":
            reads(program, options.every, tally)
        else:
            with Display() as environment:
                windows(program, options.every, tally, part, environment)
        tally.said(part)
        all_faults += len(tally.faults)
    sys.exit(1 if all_faults else 0)


if __name__ == "__main__":
    main()
