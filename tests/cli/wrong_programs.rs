//! Programs with faults, most of which aren't among the causes that `doomtree check` knows, one at a
//! time and two at once, in Python and in Common Lisp: each is found, on the smallest board that shows it, and
//! no cause is named that isn't the fault.

use super::check::{altered, asked_for, causes, json};

/// What is replaced in a program's text, and by what.
type Change = (&'static str, &'static str);

/// A fault, in both languages.
struct Wrong {
    name: &'static str,
    python: Change,
    lisp: Change,
}

const NO_EMPTY_PASS: Wrong = Wrong {
    name: "no pass where no die would come",
    python: (
        "    if captured is not None:",
        "    if captured is not None and captured > 1:",
    ),
    lisp: (
        "     (when captured\n",
        "     (when (and captured (> captured 1))\n",
    ),
};
const FIRST_HEX: Wrong = Wrong {
    name: "the first hex gets no die",
    python: (
        "    for owner, dice in hexes:\n        if owner == player and",
        "    for i, (owner, dice) in enumerate(hexes):\n        if i > 0 and owner == player and",
    ),
    lisp: (
        "(cond ((and (eql owner player) (< dice",
        "(cond ((and (not (eq hex (aref hexes 0))) (eql owner player) (< dice",
    ),
};
const SINGLE_DICE: Wrong = Wrong {
    name: "captured single dice don't count",
    python: (
        "(captured or 0) + lost",
        "(captured or 0) + (lost if lost > 1 else 0)",
    ),
    lisp: (
        "(+ (or captured 0) lost)",
        "(+ (or captured 0) (if (> lost 1) lost 0))",
    ),
};
const RIGHT_EDGE: Wrong = Wrong {
    name: "the right edge is none",
    python: (
        "    if hex % columns < columns - 1:\n        around",
        "    if True:\n        around",
    ),
    lisp: (
        "(unless (zerop (mod (1+ hex) columns)) (list (1+ hex) (1+ down)))",
        "(list (1+ hex) (1+ down))",
    ),
};
const TIES_FOR_B: Wrong = Wrong {
    name: "b wins ties",
    python: (
        "return [player for player in \"ab\" if count[player] == max(count.values())]",
        "return [\"a\"] if count[\"a\"] > count[\"b\"] else [\"b\"]",
    ),
    lisp: (
        "when (>= (hexes-of player) (hexes-of (other player))) collect player",
        "when (or (> (hexes-of player) (hexes-of (other player)))
                 (and (eql player #\\b) (= (hexes-of player) (hexes-of (other player)))))
            collect player",
    ),
};
const NO_MOVER: Wrong = Wrong {
    name: "what is kept forgets who moves",
    python: (
        "@functools.cache\ndef rating(position):",
        "KNOWN = {}


def rating(position):
    key = position[:2] + position[3:]
    if key not in KNOWN:
        KNOWN[key] = rate(position)
    return KNOWN[key]


def rate(position):",
    ),
    lisp: (
        "(let ((key (write-place place)))",
        "(let ((key (list (coerce (place-hexes place) 'list) (place-columns place)
                   (place-captured place))))",
    ),
};
const TWO_MOVES: Wrong = Wrong {
    name: "only two moves are looked at",
    python: (
        "for _, after in moves(*position)]",
        "for _, after in moves(*position)[:2]]",
    ),
    lisp: (
        "(rating (second move))) (moves place))",
        "(rating (second move)))
                                   (let ((all (moves place)))
                                     (subseq all 0 (min 2 (length all)))))",
    ),
};
const ANOTHER_DIE: Wrong = Wrong {
    name: "an attack with three dice loses one",
    python: (
        "(owner, 1), (owner, dice - 1)",
        "(owner, 1), (owner, max(1, dice - 1 - (dice > 2)))",
    ),
    lisp: (
        "(list owner (1- dice))))",
        "(list owner (if (> dice 2) (- dice 2) (1- dice)))))",
    ),
};
const SMALL_HEXES: Wrong = Wrong {
    name: "hexes with one die don't count at the end",
    python: (
        "sum(owner == player for owner, _ in hexes)",
        "sum(owner == player and dice > 1 for owner, dice in hexes)",
    ),
    lisp: (
        "(count player (place-hexes place) :key #'first)",
        "(count-if (lambda (hex) (and (eql (first hex) player) (> (second hex) 1)))
                         (place-hexes place))",
    ),
};
const SAFE_FROM_FIRST: Wrong = Wrong {
    name: "the first hex attacks no two dice",
    python: (
        "dice > lost:",
        "dice > lost and not (lost == 2 and source == 0):",
    ),
    lisp: (
        "(> dice lost))",
        "(> dice lost) (not (and (= lost 2) (= source 0))))",
    ),
};

/// What is planted at once, and what check says of it: the smallest board that shows it, the kind of
/// the disagreement to begin with, and the likely causes there and on the board that was asked about.
type Case = (
    &'static [Wrong],
    &'static str,
    &'static str,
    [&'static [&'static str]; 2],
);

const CASES: &[Case] = &[
    (&[NO_EMPTY_PASS], "b1a2 a", "end", [&[], &[]]),
    (&[FIRST_HEX], "a3b2 a", "reinforcement", [&[], &[]]),
    (&[SINGLE_DICE], "b1a2 a", "successor", [&[], &[]]),
    (
        &[RIGHT_EDGE],
        "a3/b2 a",
        "illegal-move",
        [&[], &["wrap-right"]],
    ),
    (
        &[TIES_FOR_B],
        "a1b1 a",
        "winners",
        [&["ties-for-last", "ties-nothing"], &[]],
    ),
    (
        &[NO_MOVER],
        "b1a1/b3a3 a",
        "rating",
        [&["table-without-mover", "table-without-turn-state"], &[]],
    ),
    (&[TWO_MOVES], "b2b2/b3a3 a", "rating", [&[], &[]]),
    (&[ANOTHER_DIE], "b1a3 a", "successor", [&[], &[]]),
    (&[SMALL_HEXES], "b1b1 a", "winners", [&[], &[]]),
    (&[SAFE_FROM_FIRST], "a3b2 a", "end", [&[], &[]]),
    (&[FIRST_HEX, SINGLE_DICE], "b1a2 a", "successor", [&[], &[]]),
    (&[TIES_FOR_B, TWO_MOVES], "a1b1 a", "winners", [&[], &[]]),
    (&[RIGHT_EDGE, NO_EMPTY_PASS], "b1a2 a", "end", [&[], &[]]),
];

/// The faults that look like one that is known, on the board that shows them.
const REFUTED: &[&[&str]] = &[
    &[ANOTHER_DIE.name],
    &[SAFE_FROM_FIRST.name],
    &[TIES_FOR_B.name, TWO_MOVES.name],
];

fn are_found(file: &str, interpreter: &str, first: &[&str], pick: fn(&Wrong) -> Change) {
    for (wrong, board, kind, named) in CASES {
        let changes: Vec<Change> = wrong.iter().map(pick).collect();
        let Some((_file, command)) = altered((file, interpreter, first), &changes) else {
            return;
        };
        let found = json(&asked_for("b2b2/a2b1 a", &command, &["--json"]), 1);
        let names: Vec<&str> = wrong.iter().map(|wrong| wrong.name).collect();
        // What the board itself shows, or the smallest of the others.
        let shown = match &found["smaller_board"] {
            serde_json::Value::Null => &found,
            smaller => smaller,
        };
        let told = (
            shown["position"].as_str().expect("a board"),
            shown["first"]["kind"].as_str().expect("a kind"),
        );
        assert_eq!(told, (*board, *kind), "{names:?}: {found}");
        assert_eq!(
            [causes(shown), causes(&found)],
            *named,
            "{names:?}: {found}"
        );
        // One that another board refutes is the closest, and says so.
        let closest = &shown["closest"];
        let refuted = closest["refuted_by"].is_string();
        let expected = REFUTED.contains(&names.as_slice());
        assert_eq!(refuted, expected, "{names:?}: {closest}");
    }
}

#[test]
fn ten_wrong_programs_in_python_are_found_with_one_fault_and_with_two() {
    are_found("rate.py", "python3", &[], |wrong| wrong.python);
}

#[test]
fn ten_wrong_programs_in_lisp_are_found_with_one_fault_and_with_two() {
    are_found("rate.lisp", "sbcl", &["--script"], |wrong| wrong.lisp);
}
