#!/usr/bin/env bash
# Builds the guide as a site with a search, into target/guide, and fails on a link that leads nowhere.
# Needs Rust and python3: mdBook is built once, into target/mdbook.
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.5.4
mdbook=target/mdbook/bin/mdbook
if [ "$($mdbook --version 2>/dev/null)" != "mdbook v$version" ]; then
    cargo install mdbook --version $version --locked --no-default-features --features search --root target/mdbook
fi
$mdbook build docs
site=target/guide
# Pages link to files beside docs, which come along.
cp -r examples saved_trees $site/
sed -i -e 's#"../../\(examples\|saved_trees\)/#"../\1/#g' -e 's#saved_trees/README.html#saved_trees/README.md#g' $site/guide/*.html
sed -i -e 's#"../\(examples\|saved_trees\)/#"\1/#g' -e 's#saved_trees/README.html#saved_trees/README.md#g' $site/*.html
# The first page is one of the folder below, to which its links are relative.
printf '<!DOCTYPE html><meta charset="utf-8"><title>doomtree</title><meta http-equiv="refresh" content="0; url=guide/index.html"><a href="guide/index.html">The guide to doomtree</a>\n' >$site/index.html
python3 - $site <<'PYTHON'
import pathlib, re, sys
site = pathlib.Path(sys.argv[1]).resolve()
pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
links, dead = 0, []
for path, text in pages.items():
    for link in re.findall(r'(?:href|src)="([^"#:]*)(?:#([^"]*))?"', text):
        target = (path.parent / link[0]).resolve() if link[0] else path
        known = f'id="{link[1]}"' in pages.get(target, f'id="{link[1]}"')
        links += 1
        if not target.exists() or (link[1] and not known):
            dead.append(f"{path.relative_to(site)}: {'#'.join(link)}")
print(f"{len(pages)} pages, {links} links")
sys.exit("\n".join(["dead links:", *dead]) if dead else 0)
PYTHON
printf 'built target/guide/index.html\n'
