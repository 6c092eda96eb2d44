//! Tests of edits of written trees, on small trees and at random.

use super::*;
use crate::game::{Game as _, half, whole};
use crate::games::SeededRandom;
use crate::games::scripted::{Missing, Scripted};

fn read(script: &str) -> WrittenTree {
    WrittenTree::read(script).expect("a good script")
}

fn done(tree: &WrittenTree, change: TreeChange) -> WrittenTree {
    change.apply(tree).expect("a change that can be made")
}

/// Any change of a tree, some of them such that can't be made.
fn any_change(draws: &mut SeededRandom, tree: &WrittenTree) -> TreeChange {
    let mut below = |max: usize| usize::from(draws.below(max.min(255) as u8));
    let node = NodeIndex(below(tree.nodes.len()) as u32);
    let places = tree.node(node).moves.len();
    let index = below(places.max(1)) as u32;
    let number = |draw: usize| (draw > 0).then(|| ratio(draw as i128 - 4, 2));
    match below(18) {
        0 | 1 => TreeChange::Below(vec![node], 1 + below(2)),
        2 if places > 0 => TreeChange::Beside(node, index),
        3 => TreeChange::Mover(vec![node], Kind::Decision(Player(below(2) as u8))),
        4 => TreeChange::Mover(vec![node], Kind::Chance(Player(below(2) as u8))),
        5 if below(4) == 0 => TreeChange::Mover(vec![node], Kind::End),
        6 if places > 0 => TreeChange::Name(node, index, format!("to \"{}", below(5))),
        7 if places > 0 && tree.node(node).is_chance() => {
            let probability = number(below(9)).map(|number| number.abs().min(one()));
            TreeChange::Probability(node, index, probability)
        }
        8 if tree.node(node).kind == Kind::End => {
            TreeChange::Payoffs(vec![(node, vec![number(below(9)), number(below(9))])])
        }
        9 if places > 0 && below(3) == 0 => TreeChange::Remove(node, index),
        10 if places > 0 => {
            let other = match below(2) {
                0 => node,
                _ => NodeIndex(below(tree.nodes.len()) as u32),
            };
            TreeChange::Move([(node, index), (other, below(places) as u32)])
        }
        11 if places > 0 => TreeChange::Splice(node, index),
        12 if places > 0 && tree.nodes.len() < 60 => {
            let other = NodeIndex(below(tree.nodes.len()) as u32);
            TreeChange::Copy([(node, index), (other, below(places) as u32)])
        }
        13 if places > 0 && tree.node(node).is_chance() => TreeChange::Rescale(node, index),
        15 => TreeChange::Join(node, NodeIndex(below(tree.nodes.len()) as u32)),
        16 => TreeChange::Split(node),
        17 => TreeChange::Known(below(2) == 0),
        14 => TreeChange::Rename(node, format!("n {}", below(9))),
        _ if tree.nodes.len() < 60 => {
            let other = NodeIndex(below(tree.nodes.len()) as u32);
            TreeChange::Paste(node, Box::new(tree.branch(other)))
        }
        _ => TreeChange::Below(vec![node], 1),
    }
}

trait Abs {
    fn abs(self) -> Self;
}

impl Abs for Rational {
    fn abs(self) -> Self {
        self.max(-self)
    }
}

#[test]
fn whatever_is_changed_can_be_written_read_and_played_again() {
    for seed in 0..60 {
        let mut draws = SeededRandom::new(seed);
        let mut tree = match seed % 3 {
            0 => WrittenTree::begun(),
            1 => read(
                "# all of it\nplayers a b # two\n# first\ns a: x -> c, y -> e # beside\n\
                 c chance b: h 1/2 -> e, t 1/2 -> f; e end: 1 0\nf b: z -> s, w -> e\n\
                 lone end: ? 3\n# last",
            ),
            _ => read("a chance ?: h 1/3 -> b, t 1/3 -> c; b end: ?; c b: ?"),
        };
        for _ in 0..80 {
            let change = any_change(&mut draws, &tree);
            let before = tree.clone();
            if let Ok(after) = change.apply(&tree) {
                assert!(!change.description(&before, &after).is_empty());
                tree = after;
            }
            assert_eq!(change.apply(&before).ok(), change.apply(&before).ok());
            let text = tree.text();
            match WrittenTree::read(&text) {
                Ok(again) => assert_eq!(again, tree, "{change:?}\n{text}"),
                // An edit can make a cycle of chance nodes, which is refused with an error.
                Err(error) => {
                    assert!(error.to_string().contains("forever"), "{error}\n{text}");
                    tree = before;
                    continue;
                }
            }
            let game = Scripted::new(&text).expect("what was read");
            let mut moves = Vec::new();
            for (node, lack) in tree.nodes().zip(tree.lacks()) {
                let kind = game.moves(&node, &mut moves);
                if lack.is_some() {
                    assert!(moves.is_empty() && kind != Kind::End);
                    continue;
                }
                match (kind, tree.node(node).kind) {
                    // The player is that of the decision before, unless the text names one.
                    (Kind::Chance(_), Kind::Chance(Player(0))) => {}
                    (kind, written) => assert_eq!(kind, written),
                }
                for mv in &moves {
                    let after = game.play(&node, *mv);
                    assert_eq!(tree.lacks()[after.0 as usize], None);
                }
            }
        }
    }
}

#[test]
fn what_is_not_finished_is_left_out_and_says_what_it_lacks() {
    let tree = read(
        "s a: l -> x, r -> t, w -> n, m -> v\nx end: 3 7\nt chance ?: h 1/3 -> x, k 1/2 -> x\n\
         n end: ? 2\nv b: on -> n\nu chance: h ? -> x\nz a: ?\n\
         q chance: h 1/2 -> x, k 1/2 -> n",
    );
    let lacks = tree.lacks();
    assert_eq!(
        lacks,
        [
            None,
            None,
            Some(Missing::Sum(Some(ratio(5, 6)))),
            Some(Missing::Payoff),
            Some(Missing::Below),
            Some(Missing::Probability),
            Some(Missing::Moves),
            Some(Missing::Below),
        ]
    );
    let game = Scripted::new(&tree.text()).expect("a good script");
    let mut moves = Vec::new();
    assert_eq!(
        game.moves(&game.start(), &mut moves),
        Kind::Decision(Player(0))
    );
    assert_eq!(moves.len(), 1, "only x is finished");
    assert_eq!(game.payoff_range(), (whole(3), whole(7)));
}

#[test]
fn an_end_hands_its_payoff_down_and_cycles_back_to_it() {
    let tree = read("s a: l -> x, r -> y; x end: 4 6; y end: 1 9");
    let below = done(&tree, TreeChange::Below(vec![NodeIndex(1)], 1));
    assert_eq!(below.node(NodeIndex(1)).kind, Kind::Decision(Player(1)));
    let child = below.node(NodeIndex(1)).moves[0].target;
    assert_eq!(below.node(child).numbers, [Some(whole(4)), Some(whole(6))]);
    let chance = done(
        &tree,
        TreeChange::Mover(vec![NodeIndex(1)], Kind::Chance(Player(0))),
    );
    let again = done(&chance, TreeChange::Mover(vec![NodeIndex(1)], Kind::End));
    assert_eq!(again, tree);
}

#[test]
fn a_coin_stays_fair_while_it_gets_sides_and_an_unfair_one_gets_the_rest() {
    let mut tree = read("c chance: h 1/2 -> x, t 1/2 -> x; x end: 1 0");
    tree = done(&tree, TreeChange::Below(vec![NodeIndex(0)], 1));
    let shares = |tree: &WrittenTree| -> Vec<_> {
        let moves = tree.node(NodeIndex(0)).moves.iter();
        moves.map(|one| one.probability).collect()
    };
    assert_eq!(shares(&tree), [Some(ratio(1, 3)); 3]);
    tree = read("c chance ?: h 1/2 -> x, t 1/4 -> x; x end: 1 0");
    tree = done(&tree, TreeChange::Beside(NodeIndex(0), 0));
    assert_eq!(
        shares(&tree),
        [Some(half()), Some(ratio(1, 4)), Some(ratio(1, 4))]
    );
    tree = done(&tree, TreeChange::Below(vec![NodeIndex(0)], 1));
    assert_eq!(shares(&tree)[3], None);
}

#[test]
fn a_branch_goes_with_all_that_nothing_else_leads_to() {
    let tree = read(
        "s a: l -> x, r -> y; x b: on -> both, off -> own; y end: 1 0; both end: 0 1; own end: 2 0;\
         beside a: k -> own; never end: 3 0",
    );
    let tree = done(
        &tree,
        TreeChange::Move([(NodeIndex(0), 1), (NodeIndex(0), 0)]),
    );
    let rest = done(&tree, TreeChange::Remove(NodeIndex(0), 1));
    let names: Vec<_> = rest.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names, ["s", "y", "own", "beside", "never"]);
    let empty = done(&rest, TreeChange::Remove(NodeIndex(0), 0));
    assert_eq!(empty.lacks()[0], Some(Missing::Payoff));
}

/// The names of the moves of a node, in their order.
fn moves(tree: &WrittenTree, node: NodeIndex) -> Vec<&str> {
    let moves = tree.node(node).moves.iter();
    moves.map(|one| &*one.name).collect()
}

#[test]
fn a_branch_is_moved_whole_among_its_siblings_and_below_any_other_node() {
    let mut hung = 0;
    for seed in 0..200 {
        let mut draws = SeededRandom::new(seed);
        let mut tree = WrittenTree::begun();
        for _ in 0..12 {
            if let Ok(after) = any_change(&mut draws, &tree).apply(&tree) {
                tree = after;
            }
        }
        let mut below = |max: usize| usize::from(draws.below(max.min(255) as u8));
        let [parent, other] = [(); 2].map(|()| NodeIndex(below(tree.nodes.len()) as u32));
        let all = tree.node(parent).moves.len();
        if all == 0 {
            continue;
        }
        let (from, to) = (below(all) as u32, below(4) as u32);
        let moved = tree.node(parent).moves[from as usize].target;
        let change = TreeChange::Move([(parent, from), (other, to)]);
        let own_branch = tree.reached(moved)[other.0 as usize] && parent != other;
        let Ok(after) = change.apply(&tree) else {
            assert!(own_branch, "{change:?} of\n{}", tree.text());
            continue;
        };
        assert!(!own_branch);
        assert_eq!(after.nodes.len(), tree.nodes.len(), "no node comes or goes");
        let start = tree.start();
        assert_eq!(
            after.reached(start),
            tree.reached(start),
            "and none is lost"
        );
        assert_eq!(after.branch(moved), tree.branch(moved), "it is moved whole");
        let at = (to as usize).min(after.node(other).moves.len() - 1);
        assert_eq!(after.node(other).moves[at].target, moved);
        // All other moves are unchanged.
        let without = |tree: &WrittenTree, node: NodeIndex, index: usize| {
            let mut remaining = moves(tree, node)
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>();
            remaining.remove(index);
            remaining
        };
        let rest = without(&tree, parent, from as usize);
        if parent == other {
            assert_eq!(without(&after, parent, at), rest);
        } else {
            hung += 1;
            assert_eq!(moves(&after, parent), rest);
            assert_eq!(without(&after, other, at), moves(&tree, other));
        }
        assert_eq!(WrittenTree::read(&after.text()).as_ref(), Ok(&after));
    }
    assert!(hung > 30, "{hung}");
}

#[test]
fn an_end_that_gets_a_branch_remembers_its_payoffs_and_names_stay_apart() {
    let tree =
        read("s a: l -> x, r -> y; x b: l -> p, q -> p2; y end: 3 7; p end: 1 0; p2 end: 0 1");
    let hung = done(
        &tree,
        TreeChange::Move([(NodeIndex(1), 0), (NodeIndex(2), 0)]),
    );
    assert_eq!(hung.node(NodeIndex(2)).kind, Kind::Decision(Player(1)));
    let back = done(
        &hung,
        TreeChange::Move([(NodeIndex(2), 0), (NodeIndex(1), 0)]),
    );
    assert_eq!(back, tree, "its payoffs come back with the end");
    let beside = done(
        &tree,
        TreeChange::Move([(NodeIndex(1), 0), (NodeIndex(0), 1)]),
    );
    assert_eq!(moves(&beside, NodeIndex(0)), ["l", "l2", "r"]);
    let itself = TreeChange::Move([(NodeIndex(0), 0), (NodeIndex(3), 0)]);
    assert!(itself.apply(&tree).is_err());
    let describe = |change: &TreeChange| change.description(&tree, &done(&tree, change.clone()));
    assert_eq!(
        describe(&TreeChange::Move([(NodeIndex(0), 1), (NodeIndex(0), 0)])),
        "move r"
    );
    assert_eq!(
        describe(&TreeChange::Move([(NodeIndex(1), 0), (NodeIndex(2), 0)])),
        "move l below r"
    );
}

#[test]
fn a_move_is_renamed_with_the_node_that_was_called_after_it() {
    let tree = WrittenTree::begun();
    let tree = done(
        &tree,
        TreeChange::Name(NodeIndex(0), 0, " go  left ".to_owned()),
    );
    assert_eq!(tree.line(&[0]), ["go left"]);
    assert_eq!(&*tree.node(NodeIndex(1)).name, "go left");
    let twice = TreeChange::Name(NodeIndex(0), 1, "go left".to_owned());
    assert!(twice.apply(&tree).is_err());
    assert!(
        TreeChange::Name(NodeIndex(0), 1, " ".to_owned())
            .apply(&tree)
            .is_err()
    );
}

#[test]
fn a_branch_is_pasted_into_an_open_end_and_beside_what_is_there() {
    let tree = read("s a: l -> x, r -> y; x end: 1 0; y end: ?");
    let other = tree.branch(NodeIndex(1));
    assert_eq!(other.text(), "players a b\nx end: 1 0\n");
    let whole_tree = Box::new(tree.clone());
    let into = done(&tree, TreeChange::Paste(NodeIndex(2), whole_tree.clone()));
    assert_eq!(into.line(&[1, 0]), ["r", "l"]);
    let beside = done(&tree, TreeChange::Paste(NodeIndex(0), whole_tree.clone()));
    assert_eq!(beside.line(&[2, 1]), ["s", "r"]);
    let end = done(&tree, TreeChange::Paste(NodeIndex(1), whole_tree));
    assert_eq!(end.node(NodeIndex(1)).moves.len(), 2);
    let three = Box::new(read("players a b c; x end: 1 0 0"));
    assert!(TreeChange::Paste(NodeIndex(2), three).apply(&tree).is_err());
}

#[test]
fn a_branch_whose_moves_lead_back_to_the_start_leads_there_still_when_it_is_copied() {
    let tree = read("s a: on -> m; m b: back -> s, stop -> e; e end: 1 0");
    let branch = tree.branch(NodeIndex(1));
    assert_eq!(&*branch.node(branch.start()).name, "m");
    assert_eq!(branch.line(&[0, 0, 1]), ["back", "on", "stop"]);
}

#[test]
fn a_change_is_called_by_what_it_changes() {
    let tree = read("s a: heads -> heads, r -> y; heads end: 4 6; y end: ?");
    let describe = |change: TreeChange| {
        let after = done(&tree, change.clone());
        change.description(&tree, &after)
    };
    let payoffs = |a: i128, b: i128| vec![Some(whole(a)), Some(whole(b))];
    assert_eq!(
        describe(TreeChange::Payoffs(vec![(NodeIndex(1), payoffs(8, 2))])),
        "heads 4 → 8"
    );
    assert_eq!(
        describe(TreeChange::Payoffs(vec![(NodeIndex(1), payoffs(8, 3))])),
        "heads 4 · 6 → 8 · 3"
    );
    assert_eq!(
        describe(TreeChange::Payoffs(vec![(NodeIndex(2), payoffs(1, 9))])),
        "r ? → 1"
    );
    assert_eq!(describe(TreeChange::Beside(NodeIndex(0), 0)), "add left");
    assert_eq!(
        describe(TreeChange::Remove(NodeIndex(0), 0)),
        "remove heads"
    );
    assert_eq!(
        describe(TreeChange::Name(NodeIndex(0), 1, "q".into())),
        "r → q"
    );
    let mover = TreeChange::Mover(vec![NodeIndex(1)], Kind::Decision(Player(1)));
    assert_eq!(describe(mover), "heads: b moves");
}

#[test]
fn players_come_and_go_unless_they_still_move() {
    let tree = WrittenTree::begun();
    let three = ["a", "b", "c"].map(str::to_owned).to_vec();
    let tree = done(&tree, TreeChange::Players(three));
    assert_eq!(tree.node(NodeIndex(1)).numbers.len(), 3);
    let tree = done(
        &tree,
        TreeChange::Mover(vec![NodeIndex(0)], Kind::Decision(Player(2))),
    );
    let two = ["a", "b"].map(str::to_owned).to_vec();
    assert!(TreeChange::Players(two).apply(&tree).is_err());
    assert!(TreeChange::Players(Vec::new()).apply(&tree).is_err());
}

#[test]
fn a_tree_of_many_plies_is_changed_without_running_out_of_stack() {
    let mut script = String::from("players a b\n");
    for index in 0..200_000 {
        script.push_str(&format!("n{index} a: m -> n{}\n", index + 1));
    }
    script.push_str("n200000 end: 1 0\n");
    let tree = read(&script);
    let cut = done(&tree, TreeChange::Remove(NodeIndex(100), 0));
    assert_eq!(cut.nodes.len(), 101);
    assert_eq!(cut.lacks().iter().flatten().count(), 101);
}

/// The same script with names that don't matter.
const CHAIN: &str = "players a b\ns a: x -> c, y -> e\nc b: z -> f\ne end: 1 0\nf end: 0 1";

#[test]
fn a_node_with_one_move_is_spliced_out_and_no_other() {
    let tree = read(CHAIN);
    let after = done(&tree, TreeChange::Splice(NodeIndex(0), 0));
    assert_eq!(
        after,
        read("players a b\ns a: x -> f, y -> e\ne end: 1 0\nf end: 0 1")
    );
    let message = TreeChange::Splice(NodeIndex(0), 0).description(&tree, &after);
    assert_eq!(message, "splice out x");
    let why = TreeChange::Splice(NodeIndex(0), 1).apply(&tree);
    let why = why.expect_err("an end has no move").to_string();
    assert_eq!(why, "Only a node with one move can be spliced out");
}

#[test]
fn a_copied_branch_has_nodes_of_its_own_and_stands_at_its_place() {
    let tree = read(CHAIN);
    let after = done(
        &tree,
        TreeChange::Copy([(NodeIndex(0), 0), (NodeIndex(0), 1)]),
    );
    let names = after.node(NodeIndex(0)).moves.iter().map(|one| &*one.name);
    assert_eq!(names.collect::<Vec<_>>(), ["x", "x2", "y"]);
    assert_eq!(after.nodes().count(), 6);
    // An end that gets it is a decision of the next player, with a move that keeps its payoffs.
    let after = done(
        &tree,
        TreeChange::Copy([(NodeIndex(0), 0), (NodeIndex(2), 0)]),
    );
    let end = after.node(NodeIndex(2));
    assert_eq!((end.kind, end.moves.len()), (Kind::Decision(Player(1)), 1));
}

#[test]
fn the_other_probabilities_are_rescaled_and_keep_their_ratio() {
    let tree =
        read("s chance ?: x 1/2 -> e, y 1/3 -> f, z 1/6 -> g\ne end: 1 0\nf end: 0 1\ng end: 0 1");
    let tree = done(
        &tree,
        TreeChange::Probability(NodeIndex(0), 0, Some(ratio(1, 4))),
    );
    let after = done(&tree, TreeChange::Rescale(NodeIndex(0), 0));
    let given = after
        .node(NodeIndex(0))
        .moves
        .iter()
        .map(|one| one.probability);
    let given: Vec<_> = given.collect();
    assert_eq!(given, [ratio(1, 4), half(), ratio(1, 4)].map(Some));
    // Without a ratio they are equal.
    let none = done(&tree, TreeChange::Probability(NodeIndex(0), 1, None));
    let after = done(&none, TreeChange::Rescale(NodeIndex(0), 0));
    assert_eq!(
        after.node(NodeIndex(0)).moves[2].probability,
        Some(ratio(3, 8))
    );
    let why = TreeChange::Rescale(NodeIndex(0), 1).apply(&none);
    let why = why.expect_err("it has none itself").to_string();
    assert_eq!(why, "This outcome has no probability yet");
}

#[test]
fn a_node_is_renamed_with_spaces_and_in_any_script_but_not_like_another() {
    let tree = read(CHAIN);
    for name in ["next stop", "下一步", "הבא", "a \"quoted\" name 🎲"] {
        let after = done(&tree, TreeChange::Rename(NodeIndex(1), name.to_owned()));
        assert_eq!(&*after.node(NodeIndex(1)).name, name);
        assert_eq!(WrittenTree::read(&after.text()).as_ref(), Ok(&after));
    }
    let why = TreeChange::Rename(NodeIndex(1), " e ".to_owned()).apply(&tree);
    let why = why.expect_err("it is another's name").to_string();
    assert_eq!(why, "Another node is called 'e'");
}

/// Two decisions of b between the same moves, and a third of a.
const ALIKE: &str = "players a b\ns a: x -> c, y -> d, z -> t\nc b: l -> e, r -> f\n\
    d b: l -> f, r -> e\nt a: l -> e, r -> f\ne end: 1 0\nf end: 0 1";

#[test]
fn nodes_are_joined_to_a_set_written_read_and_split() {
    let tree = read(ALIKE);
    let after = done(&tree, TreeChange::Join(NodeIndex(1), NodeIndex(2)));
    assert_eq!(after.sets(), [vec![NodeIndex(1), NodeIndex(2)]]);
    assert!(after.text().ends_with("\nset c d\n"), "{}", after.text());
    assert_eq!(WrittenTree::read(&after.text()).as_ref(), Ok(&after));
    let known = done(&after, TreeChange::Known(true));
    assert!(known.text().ends_with("\nset c d\nsets known\n"));
    assert_eq!(WrittenTree::read(&known.text()).as_ref(), Ok(&known));
    assert_eq!(
        done(&after, TreeChange::Split(NodeIndex(1))).sets(),
        [] as [Vec<NodeIndex>; 0]
    );
    let why = TreeChange::Join(NodeIndex(1), NodeIndex(3)).apply(&tree);
    let why = why.expect_err("another player's").to_string();
    assert!(why.starts_with("Only decisions of one player"), "{why}");
}

#[test]
fn a_node_that_an_edit_makes_unlike_the_others_leaves_its_set() {
    let tree = done(&read(ALIKE), TreeChange::Join(NodeIndex(1), NodeIndex(2)));
    for change in [
        TreeChange::Name(NodeIndex(2), 0, "other".to_owned()),
        TreeChange::Mover(vec![NodeIndex(1)], Kind::Decision(Player(0))),
        TreeChange::Beside(NodeIndex(1), 0),
        TreeChange::Remove(NodeIndex(0), 1),
        TreeChange::Move([(NodeIndex(1), 0), (NodeIndex(1), 1)]),
    ] {
        assert!(done(&tree, change.clone()).sets().is_empty(), "{change:?}");
    }
    // A copy of both has a set of its own.
    let whole = done(
        &read(
            "players a b\nr a: go -> s\ns a: x -> c, y -> d\nc b: l -> e\n\
        d b: l -> e\ne end: 1 0\nset c d",
        ),
        TreeChange::Copy([(NodeIndex(0), 0), (NodeIndex(0), 1)]),
    );
    assert_eq!(whole.sets().len(), 2);
}

#[test]
fn what_can_not_be_an_information_set_is_refused_at_its_place() {
    for (line, column, text) in [
        ("set c", 1, "needs at least two nodes"),
        ("set c q", 7, "undefined node 'q'"),
        ("set c t", 7, "can't be in this information set"),
        ("set c d c", 9, "in an information set already"),
        ("set c e", 7, "can't be in this information set"),
    ] {
        let error = WrittenTree::read(&format!("{ALIKE}\n{line}")).expect_err(line);
        assert_eq!(
            (error.line, error.column),
            (Some(8), column),
            "{line}: {error}"
        );
        assert!(error.to_string().contains(text), "{line}: {error}");
    }
    // A node may have that name.
    let tree = read("players a b\nset a: sets -> sets\nsets end: 1 0");
    assert_eq!(WrittenTree::read(&tree.text()).as_ref(), Ok(&tree));
}
