#!/usr/bin/env python3
"""Reads .efg files with pygambit and OpenSpiel, and compares what they find with doomtree's own tree.

Usage: python3 tests/efg.py DOOMTREE FOLDER [--random N] [--gambit-nodes N] [--need READER]...

DOOMTREE is the program, FOLDER holds boards and trees. Each of them, and N random boards and scripts
under many rules, is exported as .efg and as JSON. Then
- pygambit, 16.7 or 17, whichever is there, reads the .efg and writes it again: the same nodes in the
  same order, the same players, moves, probabilities and payoffs, exactly;
- OpenSpiel reads it, and a walk over its own states finds as many nodes, the same payoffs, and as the
  game's value the root's rating that doomtree states.
Trees of more than a few hundred nodes are left to OpenSpiel, since pygambit's time grows with the
square. Either reader (pygambit, pyspiel) may be missing unless it is needed.
"""

import argparse
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction
from importlib.metadata import version

try:
    import pygambit
except ImportError:
    pygambit = None
try:
    import pyspiel
except ImportError:
    pyspiel = None

sys.setrecursionlimit(20_000)


class Tree:
    """doomtree's tree, as its JSON says: kinds, payoffs and moves of nodes in depth-first order."""

    def __init__(self, data):
        self.header = data["graph"]
        self.players = self.header["players"]
        self.nodes = data["nodes"]
        self.moves = [[] for _ in self.nodes]
        for edge in data["edges"]:
            self.moves[edge["source"]].append((edge["move"], edge.get("probability"), edge["target"]))

    def payoffs(self, index):
        node = self.nodes[index]
        worth = node.get("payoffs") or node["rating"]
        return [Fraction(worth[player]) for player in self.players]

    def is_terminal(self, index):
        return not self.moves[index]


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


TOKEN = re.compile(r'"([^"]*)"|([{}])|([^\s{},"]+)|,')


def parse(text):
    """Kinds, players, moves and payoffs of an .efg file, in its own words."""
    tokens = [m for m in TOKEN.finditer(text) if m.group(0) != ","]
    at = 0

    def take():
        nonlocal at
        at += 1
        return tokens[at - 1]

    def peek():
        return tokens[at].group(0) if at < len(tokens) else ""

    def braces():
        inside = []
        assert take().group(2) == "{"
        while peek() != "}":
            token = take()
            inside.append(token.group(1) if token.group(1) is not None else token.group(0))
        take()
        return inside

    assert [take().group(0) for _ in range(3)] == ["EFG", "2", "R"]
    title = take().group(1)
    players = braces()
    if peek().startswith('"'):
        take()
    nodes = []
    while at < len(tokens):
        kind = take().group(0)
        label = take().group(1)
        if kind == "t":
            take()
            if peek().startswith('"'):
                take()
            nodes.append((kind, label, [Fraction(number) for number in braces()]))
            continue
        numbers = [int(take().group(0)) for _ in range(2 if kind == "p" else 1)]
        take()
        moves = braces()
        assert take().group(0) == "0", f"payoffs at the inner node {label}"
        if kind == "c":
            moves = [(move, Fraction(number)) for move, number in zip(moves[::2], moves[1::2])]
        nodes.append((kind, label, (numbers, moves)))
    return title, players, nodes


def check_profile(name, text, tree):
    """That the file keeps to what all readers take, and holds the tree."""
    assert text.isascii() and "\t" not in text and "\r" not in text, f"{name}: not plain ASCII"
    assert "\\" not in text and "  " not in text, f"{name}: backslashes or doubled spaces"
    assert text.startswith("EFG 2 R ") and text.endswith("}\n"), f"{name}: begins or ends wrongly"
    _, players, nodes = parse(text)
    assert len(players) == len(tree.players) == len(set(players)), f"{name}: players {players}"
    assert len(nodes) == len(tree.nodes), f"{name}: {len(nodes)} nodes, {len(tree.nodes)} in JSON"
    labels = [label for _, label, _ in nodes]
    assert len(labels) == len(set(labels)), f"{name}: labels aren't unique"
    sets = {}
    for index, (kind, label, what) in enumerate(nodes):
        if kind == "t":
            assert tree.is_terminal(index), f"{name}: {label} is terminal"
            assert close(what, tree.payoffs(index)), f"{name}: {label} pays {what}"
            continue
        (*owner, number), moves = what
        owner = owner[0] if owner else 0
        sets[owner] = sets.get(owner, 0) + 1
        assert number == sets[owner], f"{name}: {label} has the set {number}"
        mine = tree.moves[index]
        assert len(moves) == len(mine), f"{name}: {label} has {len(moves)} moves"
        if kind == "c":
            assert tree.nodes[index]["kind"] == "chance"
            assert sum(number for _, number in moves) == 1, f"{name}: {label} sums wrongly"
            assert close([p for _, p in moves], [Fraction(p) for _, p, _ in mine]), f"{name}: {label}"
        else:
            assert tree.nodes[index]["kind"] == "decision"
            assert tree.players[owner - 1] == tree.nodes[index]["player"], f"{name}: {label}"
            assert len(moves) == len(set(moves)), f"{name}: {label} has a move twice"
    return nodes


def close(these, those):
    """Whether numbers are the same, as far as doubles can tell where they are long."""
    return len(these) == len(those) and all(
        a == b or (max(b.denominator, abs(b.numerator)) >= 2**31 and abs(a - b) <= abs(b) * Fraction(1, 10**14))
        for a, b in zip(these, those)
    )


def check_gambit(name, text, nodes):
    game = pygambit.read_efg(io.BytesIO(text.encode()))
    title, players, again = parse(game.to_efg())
    first_title, first_players, _ = parse(text)
    assert title == first_title and players == first_players, f"{name}: {title}, {players}"
    assert [node[:1] for node in again] == [node[:1] for node in nodes], f"{name}: other nodes in Gambit"
    for (kind, label, theirs), (_, own, ours) in zip(again, nodes):
        assert label == own and theirs == ours, f"{name}: {label} ({kind}) is {theirs}, not {ours}"
    least, most = (
        (game.min_payoff, game.max_payoff)
        if hasattr(game, "min_payoff") and not callable(game.min_payoff)
        else (game.min_payoff(), game.max_payoff())
    )
    numbers = [number for kind, _, what in nodes if kind == "t" for number in what]
    assert close([Fraction(str(least)), Fraction(str(most))], [min(numbers), max(numbers)]), name


def check_spiel(name, text, tree, max_n):
    """Walks over OpenSpiel's states; gives what the root is worth to each player."""
    game = pyspiel.load_efg_game(text)
    players = len(tree.players)
    assert game.num_players() == players, f"{name}: {game.num_players()} players"
    count = 0

    def ends_of(state):
        nonlocal count
        count += 1
        if state.is_terminal():
            return ("t", [Fraction(x).limit_denominator(10**9) for x in state.returns()])
        if state.is_chance_node():
            # Branches come sorted by labels that other nodes had before; each with its probability.
            branches = state.chance_outcomes()
            return ("c", [(p, ends_of(state.child(action))) for action, p in branches])
        mover = state.current_player()
        return ("p", mover, [ends_of(state.child(action)) for action in state.legal_actions()])

    found = ends_of(game.new_initial_state())
    assert count == len(tree.nodes), f"{name}: {count} nodes in OpenSpiel, {len(tree.nodes)} in doomtree"

    def payoffs(node, into):
        if node[0] == "t":
            into.append([float(x) for x in node[1]])
        else:
            for child in node[-1]:
                payoffs(child[1] if node[0] == "c" else child, into)
        return into

    ours = [[float(x) for x in tree.payoffs(i)] for i in range(len(tree.nodes)) if tree.is_terminal(i)]
    theirs = payoffs(found, [])
    assert len(ours) == len(theirs) and all(
        abs(a - b) <= 1e-9 * max(1, abs(b)) for x, y in zip(ours, theirs) for a, b in zip(x, y)
    ), f"{name}: payoffs differ"

    def paranoid(node, player):
        if node[0] == "t":
            return float(node[1][player])
        if node[0] == "c":
            return sum(p * paranoid(child, player) for p, child in node[1])
        worth = [paranoid(child, player) for child in node[2]]
        return max(worth) if node[1] == player else min(worth)

    def best_of_each(node):
        if node[0] == "t":
            return [float(x) for x in node[1]]
        if node[0] == "c":
            worth = [(p, best_of_each(child)) for p, child in node[1]]
            return [sum(p * w[player] for p, w in worth) for player in range(players)]
        best = None
        for child in node[2]:
            worth = best_of_each(child)
            if best is None or worth[node[1]] > best[node[1]] + 1e-12:
                best = worth
        return best

    value = best_of_each(found) if max_n else [paranoid(found, player) for player in range(players)]
    rating = tree.nodes[0]["rating"]
    for player, worth in zip(tree.players, value):
        stated = float(Fraction(rating[player]))
        assert abs(worth - stated) <= 1e-9, f"{name}: {player} gets {worth} in OpenSpiel, {stated} in doomtree"


def compare(arguments, name, words, gambit_nodes, tally):
    """Exports what the words name, and lets the readers at it."""
    limit = ["--max-nodes", "3000", "--quiet"]
    code, text, error = run(arguments.doomtree, "export", *words, "--format", "efg", *limit)
    assert code in (0, 3), f"{name}: {error}"
    code, data, error = run(arguments.doomtree, "export", *words, "--format", "json", *limit)
    assert code in (0, 3), f"{name}: {error}"
    tree = Tree(json.loads(data))
    nodes = check_profile(name, text, tree)
    tally["files"] += 1
    tally["nodes"] += len(nodes)
    if pygambit is not None and len(nodes) <= gambit_nodes:
        check_gambit(name, text, nodes)
        tally["gambit"] += 1
    if pyspiel is not None:
        # A tree that was cut by the number of nodes is rated as the whole one is.
        max_n = "max-n" in words or tree.header.get("multiplayer") == "max-n"
        check_spiel(name, text, tree, max_n)
        tally["spiel"] += 1


RULES = [
    ["--rules", "land-of-lisp"],
    ["--rules", "haskell"],
    ["--rules", "realm-of-racket"],
    ["--rules", "land-of-lisp-v4", "--players", "2", "--max-dice", "3", "--max-plies", "2"],
    ["--rules", "land-of-lisp-v4", "--players", "3", "--max-dice", "3", "--max-plies", "2"],
    ["--rules", "land-of-lisp-v4", "--players", "4", "--max-dice", "4", "--max-plies", "1"],
    ["--rules", "land-of-lisp-v4", "--players", "4", "--max-dice", "9", "--odds", "exact", "--max-plies", "1"],
    ["--rules", "land-of-lisp", "--players", "3"],
    ["--rules", "land-of-lisp", "--players", "4", "--multiplayer", "max-n"],
    ["--rules", "land-of-lisp", "--players", "3", "--estimate", "territory", "--max-plies", "3"],
]


# Information sets of nodes with names of their own; how many decisions know where they are.
SETS = [
    ("players a b; r a: up -> u, down -> d; u b: left -> 1, right -> 2; d b: left -> 3, right -> 4; "
     "1 end: 2 1; 2 end: 0 0; 3 end: 0 0; 4 end: 1 2; set u d", 2),
    ("players E I; r E: out -> o, enter -> m; m chance: boom 3/10 -> b, bust 7/10 -> c; b I: fight -> 1, yield -> 2; "
     "c I: fight -> 3, yield -> 4; o end: 0 5; 1 end: -1 1; 2 end: 3 2; 3 end: -2 1; 4 end: 1 1; set b c", 2),
]


def compare_sets(arguments, tally):
    """Players who can't tell nodes apart can't in Gambit either."""
    for text, sets in SETS:
        code, written, error = run(arguments.doomtree, "export", "--game", "scripted", text, "--format", "efg", "--quiet")
        assert code == 0, error
        game = pygambit.read_efg(io.BytesIO(written.encode()))
        # pygambit 17 lists the sets of one player, 16.7 those of all.
        found = (
            sum(len(game.get_infosets(player)) for player in game.players)
            if hasattr(game, "get_infosets")
            else len(game.infosets)
        )
        assert found == sets, written
        tally["files"] += 1
        tally["gambit"] += 1


def script(draw):
    """A random tree as a script: chance, one to four players, any payoffs, odd names."""
    players = [f"p{n}" for n in range(draw.randint(1, 4))]
    if draw.random() < 0.3:
        players[0] = "Müller & \\ \"Co\"  Ltd"
    lines = []
    constant = draw.random() < 0.5 and len(players) == 2

    def quoted(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    def node(name, depth):
        place = len(lines)
        lines.append("")
        if depth == 0 or draw.random() < 0.2:
            numbers = [Fraction(draw.randint(-60, 60), draw.choice([1, 1, 2, 3, 7])) for _ in players]
            if constant:
                numbers[1] = 5 - numbers[0]
            lines[place] = f"{quoted(name)} end: " + " ".join(map(str, numbers))
            return
        width = draw.randint(1, 4)
        names = [f"{name} {'é  ' if draw.random() < 0.1 else ''}{n}" for n in range(width)]
        labels = [draw.choice(["m", "pass", "2>3", "\"", "é", "}", "\\"]) + str(n) for n in range(width)]
        if draw.random() < 0.3:
            parts = [draw.randint(0, 9) for _ in range(width)]
            parts[0] += 1
            chances = [f" {Fraction(part, sum(parts))}" for part in parts]
            head = f"chance {quoted(draw.choice(players))}"
        else:
            chances = [""] * width
            head = quoted(draw.choice(players))
        moves = [f"{quoted(label)}{p} -> {quoted(n)}" for label, p, n in zip(labels, chances, names)]
        lines[place] = f"{quoted(name)} {head}: " + ", ".join(moves)
        for child in names:
            node(child, depth - 1)

    node("n", draw.randint(0, 4))
    head = "players " + " ".join(map(quoted, players))
    return "\n".join([head, *lines]), constant


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("doomtree")
    parser.add_argument("folder")
    parser.add_argument("--random", type=int, default=100)
    parser.add_argument("--gambit-nodes", type=int, default=250)
    parser.add_argument("--need", action="append", choices=["pygambit", "pyspiel"], default=[])
    arguments = parser.parse_args()
    found = {"pygambit": pygambit, "pyspiel": pyspiel}
    missing = [name for name in arguments.need or found if found[name] is None]
    if missing if arguments.need else len(missing) == len(found):
        sys.exit(f"{' and '.join(missing)} can't be imported: pip install pygambit open_spiel")
    tally = {"files": 0, "nodes": 0, "gambit": 0, "spiel": 0}
    if pygambit is not None:
        compare_sets(arguments, tally)
    for file in sorted(os.listdir(arguments.folder)):
        if file.endswith(".json"):
            path = os.path.join(arguments.folder, file)
            # Endless trees, and those too large to write, are cut; so are those too large to build.
            words = [path] if file.endswith(".tree.json") else [path, "--max-plies", "6"]
            compare(arguments, file, words, arguments.gambit_nodes, tally)
    draw = random.Random(7)
    with tempfile.TemporaryDirectory() as work:
        for seed in range(arguments.random):
            if seed % 2:
                rules = RULES[seed // 2 % len(RULES)]
                rows, columns = draw.choice([(1, 3), (2, 2), (1, 4), (2, 3)])
                size = ["--rows", str(rows), "--columns", str(columns), "--seed", str(seed), "--any", "--quiet"]
                own = [word for flag, word in zip(rules[::2], rules[1::2]) for word in (flag, word)
                       if flag not in ("--max-plies", "--multiplayer", "--estimate")]
                code, board, error = run(arguments.doomtree, "random", *size, *own)
                assert code == 0, error
                words = [board.strip(), *rules]
                if "--max-plies" not in rules:
                    words += ["--max-plies", "5"]
                name = " ".join(words)
            else:
                text, constant = script(draw)
                path = os.path.join(work, f"{seed}.txt")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(text)
                words = [path, "--game", "scripted"]
                if not constant:
                    words += ["--multiplayer", "max-n"]
                name = f"script {seed}"
            compare(arguments, name, words, arguments.gambit_nodes, tally)
    readers = [
        f"pygambit {version('pygambit')} {tally['gambit']}" if pygambit else "no pygambit",
        f"OpenSpiel {version('open_spiel')} {tally['spiel']}" if pyspiel else "no OpenSpiel",
    ]
    print(f"{tally['files']} trees, {tally['nodes']} nodes: {', '.join(readers)}")


if __name__ == "__main__":
    main()
