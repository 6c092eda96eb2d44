"""Rates boards of Dice of Doom, as the book's first version plays it: answers `doomtree check`.

    doomtree check 'b2b2/a2b1 a' --command 'python3 examples/check/rate.py'

Each line of input asks about a position: {"position":"b2b2/a2b1 a"}. Each line of output answers it
with the moves, where they lead, and what the position is worth to each player.
"""

import functools
import json
import sys
from fractions import Fraction

MOST_DICE = 3


def read(text):
    """'b2b2/a2b1 a +1' -> (hexes, columns, mover, captured); captured is None at the start of a turn."""
    board, mover, *more = text.split()
    rows = board.split("/")
    hexes = tuple((row[i], int(row[i + 1])) for row in rows for i in range(0, len(row), 2))
    return hexes, len(hexes) // len(rows), mover, int(more[0]) if more else None


def write(hexes, columns, mover, captured):
    rows = [hexes[i : i + columns] for i in range(0, len(hexes), columns)]
    board = "/".join("".join(f"{owner}{dice}" for owner, dice in row) for row in rows)
    return f"{board} {mover}" + ("" if captured is None else f" +{captured}")


def neighbors(hexes, columns, hex):
    """The six hexes around one, without those beyond the edges."""
    up, down = hex - columns, hex + columns
    around = [up, down]
    if hex % columns > 0:
        around += [up - 1, hex - 1]
    if hex % columns < columns - 1:
        around += [hex + 1, down + 1]
    return [other for other in around if 0 <= other < len(hexes)]


def attack(hexes, source, target):
    """One die stays behind, the others move to the conquered hex."""
    after = list(hexes)
    owner, dice = hexes[source]
    after[source], after[target] = (owner, 1), (owner, dice - 1)
    return tuple(after)


def reinforce(hexes, player, supply):
    """One die for each hex of the player that isn't full, until the supply is used up."""
    after = []
    for owner, dice in hexes:
        if owner == player and dice < MOST_DICE and supply > 0:
            dice, supply = dice + 1, supply - 1
        after.append((owner, dice))
    return tuple(after)


def moves(hexes, columns, mover, captured):
    """Every move with the position after it. A turn can be passed after its first attack."""
    found = []
    if captured is not None:
        other = "b" if mover == "a" else "a"
        found.append(("pass", (reinforce(hexes, mover, captured - 1), columns, other, None)))
    for source, (owner, dice) in enumerate(hexes):
        if owner != mover:
            continue
        for target in neighbors(hexes, columns, source):
            enemy, lost = hexes[target]
            if enemy != mover and dice > lost:
                after = attack(hexes, source, target)
                total = (captured or 0) + lost
                found.append((f"{source}>{target}", (after, columns, mover, total)))
    return found


def winners(hexes):
    """Who has the most hexes."""
    count = {player: sum(owner == player for owner, _ in hexes) for player in "ab"}
    return [player for player in "ab" if count[player] == max(count.values())]


@functools.cache
def rating(position):
    """What player a gets: 1 for a win, 1/2 for a tie. Player b gets the rest."""
    below = [rating(after) for _, after in moves(*position)]
    if not below:
        won = winners(position[0])
        return Fraction("a" in won, len(won))
    return max(below) if position[2] == "a" else min(below)


def answer(position):
    a = rating(position)
    found = moves(*position)
    line = {
        "position": write(*position),
        "rating": {"a": str(a), "b": str(1 - a)},
        "moves": [{"move": name, "position": write(*after)} for name, after in found],
    }
    if not found:
        line["winners"] = winners(position[0])
    return line


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(read(json.loads(line)["position"]))), flush=True)
