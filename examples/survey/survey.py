#!/usr/bin/env python3
"""Rates random boards of Dice of Doom over several processes, with Dask, and makes a table of them.

    python survey.py --boards 1000 --workers 4 --table boards.csv

Boards are numbered; board N is the same for ever, whoever draws it. Each worker draws its share of
the boards, sends it through `doomtree rate -`, and gives back a row for each.
"""

import argparse
import csv
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
from fractions import Fraction

import dask.bag
from distributed import Client, LocalCluster

COLUMNS = ["board", "position", "positions", "moves", "tree_nodes", "longest_line", "rating_a", "certain", "fault"]


def draw(number, rows, columns, max_dice):
    """The board of that number, in notation: owners and dice uniform, a to move."""
    dice = random.Random(number)
    line = lambda: "".join(f"{dice.choice('ab')}{dice.randint(1, max_dice)}" for _ in range(columns))
    return "/".join(line() for _ in range(rows)) + " a"


def rated(lines, doomtree, flags):
    """One answer a line, as `doomtree rate -` gives them."""
    ended = subprocess.run(
        [doomtree, "rate", "-", *flags],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    # 1: some lines failed, each with its error in its answer.
    if ended.returncode not in (0, 1):
        raise RuntimeError(f"doomtree ended with {ended.returncode}: {ended.stderr.strip()}")
    return [json.loads(answer) for answer in ended.stdout.splitlines()]


def rows(numbers, shape, doomtree, flags):
    """The rows of the table for the boards of these numbers."""
    numbers = list(numbers)
    boards = [draw(number, *shape) for number in numbers]
    answers = rated(boards, doomtree, flags)
    return [row(*each) for each in zip(numbers, boards, answers, strict=True)]


def row(number, board, answer):
    if "error" in answer:
        return {"board": number, "position": board, "fault": answer["error"]}
    low, high = answer["proven"]["a"]
    # Nobody knows the size of a graph that doesn't fit: its rating was found by a search.
    sizes = {} if "searched" in answer else {
        "positions": answer["positions"],
        "moves": answer["position_moves"],
        "tree_nodes": answer["tree_nodes"],
        "longest_line": answer["longest_line"],
    }
    return {
        "board": number,
        "position": board,
        **sizes,
        "rating_a": answer["rating"]["a"],
        "certain": low == high,
        "fault": answer.get("stopped", ""),
    }


def summary(table):
    """What the table comes to, a line for each fact."""
    done = [row for row in table if "certain" in row]
    certain = [row for row in done if row["certain"]]
    yield f"boards            {len(table):>12,}"
    yield f"faults            {len(table) - len(done):>12,}"
    yield f"stopped by limits {sum(1 for row in done if row['fault']):>12,}"
    sizes = sorted(row["positions"] for row in done if "positions" in row)
    yield f"rated by search   {len(done) - len(sizes):>12,}"
    if sizes:
        for name, share in [("smallest", 0), ("median", 0.5), ("9 of 10", 0.9), ("99 of 100", 0.99), ("largest", 1)]:
            yield f"positions, {name:<10} {sizes[round(share * (len(sizes) - 1))]:>8,}"
        yield f"positions, mean       {round(statistics.mean(sizes)):>8,}"
    # A rating is text such as "1/2", or a decimal where no fraction is known.
    ratings = [Fraction(row["rating_a"]) for row in certain]
    for name, holds in [("wins", lambda r: r > Fraction(1, 2)), ("ties", lambda r: r == Fraction(1, 2)), ("loses", lambda r: r < Fraction(1, 2))]:
        count = sum(map(holds, ratings))
        yield f"a {name:<5}           {count:>12,}  {count / max(1, len(ratings)):7.1%} of those that are certain"


def main():
    parser = argparse.ArgumentParser(description="Rates random boards over several processes.")
    parser.add_argument("--boards", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--first", type=int, default=1, help="the number of the first (1)")
    parser.add_argument("--rows", type=int, default=3, help="rows of a board (3)")
    parser.add_argument("--columns", type=int, default=3, help="columns of a board (3)")
    parser.add_argument("--max-dice", type=int, default=3, help="the most dice on a hex (3)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes of Dask on this machine (as many as cores)")
    parser.add_argument("--scheduler", help="use the cluster of this address instead, such as tcp://host:8786")
    parser.add_argument("--share", type=int, default=100, help="boards of one task (100)")
    parser.add_argument("--doomtree", default="doomtree", help="the program, on every machine (found in PATH)")
    parser.add_argument("--table", default="boards.csv", help="where the table goes (boards.csv)")
    parser.add_argument("flags", nargs="*", help="flags for 'doomtree rate', after --")
    args = parser.parse_args()

    if not args.scheduler:
        found = shutil.which(args.doomtree)
        if not found:
            sys.exit(f"survey.py: there is no program {args.doomtree}: name it with --doomtree, or put it into PATH")
        args.doomtree = os.path.abspath(found)
    shape = (args.rows, args.columns, args.max_dice)
    # A worker is one core: what is side by side are the workers.
    flags = ["--threads", "1", "--max-dice", str(args.max_dice), *args.flags]
    numbers = range(args.first, args.first + args.boards)
    cluster = None
    if not args.scheduler:
        cluster = LocalCluster(n_workers=args.workers, threads_per_worker=1, dashboard_address=None)
    with Client(args.scheduler or cluster) as client:
        bag = dask.bag.from_sequence(numbers, partition_size=args.share)
        table = bag.map_partitions(rows, shape, args.doomtree, flags).compute(scheduler=client)
    if cluster:
        cluster.close()

    with open(args.table, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(table)
    print("\n".join(summary(table)))


if __name__ == "__main__":
    main()
