#!/usr/bin/env python3
"""Loads tree files with networkx and compares what it finds with their headers.

Usage: python3 tests/networkx.py FILE...   (needs networkx 3.6)
"""

import json
import os
import sys

# This file's own name must not hide the package.
sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != os.path.dirname(os.path.abspath(__file__))]
import networkx  # noqa: E402


def check(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    graph = networkx.node_link_graph(data, edges="edges")
    header = data["graph"]
    counts = header["counts"]
    found = {"nodes": graph.number_of_nodes(), "edges": graph.number_of_edges()}
    assert {key: counts[key] for key in found} == found, f"{path}: {counts} in the header, {found} in networkx"
    assert graph.is_directed(), f"{path}: not directed"
    assert graph.is_multigraph() == (header["kind"] == "positions"), f"{path}: wrong kind of graph"
    assert graph.graph["position"] == header["position"], f"{path}: the header was lost"
    assert graph.nodes[0]["position"] is not None
    if header["kind"] == "tree":
        assert networkx.is_arborescence(graph), f"{path}: not a tree"
    else:
        below = networkx.descendants(graph, header["root"]) | {header["root"]}
        assert len(below) == found["nodes"], f"{path}: some positions can't be reached"
    print(f"{path}: {found['nodes']} nodes, {found['edges']} edges")


def main():
    if not sys.argv[1:]:
        sys.exit("name the files to load")
    for path in sys.argv[1:]:
        check(path)


if __name__ == "__main__":
    main()
