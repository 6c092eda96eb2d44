#!/usr/bin/env python3
"""Writes the font of the window's icons: those of the library egui_material_icons that src names, and no others.

Usage: packages/icons.py            writes src/app/base/icons.ttf

Needs fonttools (Debian: python3-fonttools). Metrics stay the library's, so an icon looks the same.
"""

import json
import pathlib
import re
import subprocess
import sys

from fontTools import subset

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    words = ("cargo", "metadata", "--locked", "--format-version", "1")
    packages = json.loads(subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout)["packages"]
    library = next(package for package in packages if package["name"] == "egui_material_icons")
    library = pathlib.Path(library["manifest_path"]).parent
    points = dict(re.findall(r'const (ICON_\w+): .*"\\u\{(\w+)\}"', (library / "src/icons.rs").read_text()))
    used = {name for path in (ROOT / "src").rglob("*.rs") for name in re.findall(r"\bICON_\w+", path.read_text())}
    if unknown := sorted(used - points.keys()):
        sys.exit(f"icons: the library has no {', '.join(unknown)}")
    options = subset.Options(layout_features=[], name_IDs=["*"], notdef_outline=True)
    font = subset.load_font(library / "MaterialSymbolsRounded-Regular.ttf", options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[int(points[name], 16) for name in used])
    subsetter.subset(font)
    subset.save_font(font, ROOT / "src/app/base/icons.ttf", options)


if __name__ == "__main__":
    main()
