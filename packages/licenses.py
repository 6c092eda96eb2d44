#!/usr/bin/env python3
"""Lists the libraries that are built into the program, with their versions and licenses.

Usage: packages/licenses.py            a line each: name, version, license
       packages/licenses.py --texts    then the texts of the licenses, each once, those of fonts too
       packages/licenses.py --target x86_64-pc-windows-gnu    those of the program for another system

What it lists is what `cargo tree` tells for this machine, or for the target, and all features. Texts are those that the
libraries come with. It ends with an error if a library names no license.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The folders of the fonts beside them, which About names.
FONTS = (("Inter", "4.0", ROOT / "src/export/fonts"), ("Material Symbols", "2026", ROOT / "src/app/base"))
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "OFL", "UFL")


def run(*words):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def libraries():
    """Name, version, license and folder of each."""
    words = sys.argv[1:]
    if "--target" in words:
        target = words[words.index("--target") + 1]
    else:
        target = next(line.split()[1] for line in run("rustc", "-vV").splitlines() if line.startswith("host:"))
    lines = run("cargo", "tree", "-p", "doomtree", "--locked", "--edges", "normal", "--target", target, "--prefix", "none",
                "--format", "{p}").splitlines()
    used = {tuple(line.split()[:2]) for line in lines if line.strip()}
    packages = json.loads(run("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    for package in sorted(packages, key=lambda package: (package["name"], package["version"])):
        name, version = package["name"], package["version"]
        if name != "doomtree" and (name, f"v{version}") in used:
            yield name, version, package["license"], pathlib.Path(package["manifest_path"]).parent


def main():
    texts = {}
    had = []
    for name, version, license, folder in libraries():
        if not license:
            sys.exit(f"licenses: {name} {version} names no license: look at {folder}")
        print(name, version, license)
        had.append((name, version, folder))
    for name, version, folder in (*had, *FONTS):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.name.upper().startswith(NAMES) and path.suffix not in (".rs", ".html"):
                text = path.read_text(encoding="utf-8", errors="replace").strip()
                texts.setdefault(text, []).append(f"{name} {version}")
    if "--texts" in sys.argv[1:]:
        for text, names in texts.items():
            print(f"\n{'=' * 80}\n{', '.join(names)}\n{'=' * 80}\n{text}")


if __name__ == "__main__":
    main()
