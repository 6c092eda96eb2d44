//! A game whose tree is written as text (a script): for textbook figures, tests, and trees of other
//! programs.
//!
//! # The script
//! Statements are on separate lines, or separated by `;`. `#` starts a comment. The first statement
//! may name the players (`players a b c`; without it they are a and b). Every other one defines a
//! node. The game starts at the first node.
//!
//! ```text
//! players a b c
//! start a: left -> coin, right -> duel
//! coin chance a: heads 1/3 -> won, tails 2/3 -> start
//! duel b estimate 0 1 0: fight -> coin, flee -> lost, run -> lost
//! won end: 1 0 0
//! lost end: 0 1/2 1/2
//! ```
//!
//! A decision names its player, and its moves with the nodes they lead to. A chance node names its
//! outcomes with their probabilities (`1/3`, `0.25`), and perhaps the player whose move it decides.
//! An end has one payoff per player. `estimate` is the node's estimate, which replaces its rating
//! where a limit stops the tree. The default is an equal share of the sum of all payoffs, or of 1
//! if the sum isn't the same everywhere. Both are clamped to the range of payoffs, which an
//! estimate doesn't widen. Nodes may be reached by several moves, and moves may lead back:
//! transpositions and cycles.
//!
//! `set left right` says that `left` and `right` are one information set: their player can't tell
//! these nodes apart. They have the same player and the same moves, in the same order. Ratings of
//! such a tree are open where they depend on what a player knows. `sets known` rates it as if all
//! players knew where they are, which is another game.
//!
//! A word with white space or one of `, : ; # "` in it is written in double quotes, where `\"`,
//! `\\` and `\n` stand for the quote, the backslash and the line break. A player called `end`,
//! `chance` or `estimate` is quoted too, since the bare words are keywords.
//!
//! Unknown parts are written `?`: a payoff (`wait end: ?`), a probability (`toss chance: heads ? ->
//! h`), the moves (`left b: ?`). The probabilities of `toss chance ?: …` needn't sum to 1 yet. A
//! node that isn't finished, or that can't be rated because of one, is left out of the game: no
//! move leads to it. If the first node is left out, the tree is a single leaf at a limit.

mod edit;
mod parse;
mod write;
mod written;

pub use self::write::EfgNames;
pub use self::written::{Branch, NodeIndex};
pub use edit::TreeChange;
pub use write::ScriptWriter;
pub use written::{Missing, WrittenMove, WrittenNode, WrittenTree};

use std::sync::OnceLock;

use crate::game::{
    Estimate, Game, Kind, NotationError, OpenError, Player, Rational, RulesText, Shown, Switch,
    SwitchValue, Values, one, quoted, ratio,
};
use crate::games::{Setup, Switches, WithGame};
use num_traits::{CheckedAdd, CheckedMul};

/// The name of the game in files and on the command line.
pub const NAME: &str = "scripted";

/// A game defined node by node.
#[derive(Clone, Debug)]
pub struct Scripted {
    text: String,
    players: Vec<String>,
    names: Vec<Box<str>>,
    kinds: Vec<Kind>,
    /// The start of a node's payoffs or estimate in `numbers`; `None` if it has neither.
    given: Vec<Option<u32>>,
    numbers: Vec<Rational>,
    first_branch: Vec<u32>,
    labels: Vec<Box<str>>,
    targets: Vec<NodeIndex>,
    /// One a branch; empty in a script without chance.
    probabilities: Vec<Rational>,
    range: (Rational, Rational),
    /// The default estimate, the same for all players.
    share: Rational,
    /// The sum of all players' numbers, if it is the same at every node that has some.
    sum: Option<Rational>,
    by_name: rustc_hash::FxHashMap<Box<str>, NodeIndex>,
    recurs: OnceLock<bool>,
    /// What isn't finished, and left out.
    unfinished: Option<String>,
    /// For each node the number of its information set, counted from 1; 0 if it is alone. Empty if
    /// players know all nodes.
    sets: Vec<u32>,
}

impl Scripted {
    /// Reads a script.
    ///
    /// # Errors
    /// The first fault, with its line and column.
    pub fn new(script: &str) -> Result<Self, NotationError> {
        Ok(build(script.to_owned(), WrittenTree::read(script)?))
    }

    /// The first node, where the game starts.
    pub fn start(&self) -> NodeIndex {
        NodeIndex(0)
    }

    /// The node of that name.
    pub fn node(&self, name: &str) -> Option<NodeIndex> {
        self.by_name.get(name).copied()
    }

    fn name(&self, node: NodeIndex) -> &str {
        &self.names[node.0 as usize]
    }

    /// The payoffs of each end, one number per player.
    fn paid(&self) -> impl Iterator<Item = &[Rational]> {
        let ends = self.kinds.iter().zip(&self.given);
        let ends = ends.filter(|(kind, _)| **kind == Kind::End);
        ends.filter_map(|(_, first)| {
            let first = (*first)? as usize;
            self.numbers.get(first..first + self.players.len())
        })
    }

    fn branches(&self, node: NodeIndex) -> std::ops::Range<u32> {
        let index = node.0 as usize;
        self.first_branch[index]..self.first_branch[index + 1]
    }

    fn number(&self, node: NodeIndex, player: Player) -> Option<Rational> {
        let first = self.given[node.0 as usize]? as usize;
        self.numbers.get(first + player.index()).copied()
    }
}

impl Game for Scripted {
    type Position = NodeIndex;
    type Move = Branch;

    fn name(&self) -> &str {
        NAME
    }

    fn rules(&self) -> RulesText {
        RulesText::Switches(vec![("script", SwitchValue::Text(self.text.clone()))])
    }

    fn players(&self) -> usize {
        self.players.len()
    }

    fn may_recur(&self) -> bool {
        *self.recurs.get_or_init(|| {
            let next = |node: usize| {
                let range = self.branches(NodeIndex(node as u32));
                let targets = &self.targets[range.start as usize..range.end as usize];
                targets.iter().map(|target| target.0 as usize)
            };
            parse::past_a_cycle(self.kinds.len(), next).is_some()
        })
    }

    fn has_chance(&self) -> bool {
        !self.probabilities.is_empty()
    }

    fn player_name(&self, player: Player) -> String {
        self.players[player.index()].clone()
    }

    fn moves(&self, position: &NodeIndex, out: &mut Vec<Branch>) -> Kind {
        out.clear();
        out.extend(self.branches(*position).map(Branch));
        self.kinds[position.0 as usize]
    }

    fn play(&self, _position: &NodeIndex, mv: Branch) -> NodeIndex {
        self.targets[mv.0 as usize]
    }

    fn unfinished(&self) -> Option<&str> {
        self.unfinished.as_deref()
    }

    fn hides_positions(&self) -> bool {
        !self.sets.is_empty()
    }

    fn information_set(&self, position: &NodeIndex) -> Option<u32> {
        let number = self.sets.get(position.0 as usize);
        number.copied().filter(|number| *number > 0)
    }

    fn probability(&self, _position: &NodeIndex, branch: Branch) -> Rational {
        self.probabilities[branch.0 as usize]
    }

    fn payoff(&self, position: &NodeIndex, player: Player) -> Rational {
        self.number(*position, player)
            .expect("the script was refused unless every end gives a payoff a player")
    }

    fn payoff_range(&self) -> (Rational, Rational) {
        self.range
    }

    fn payoff_sum(&self) -> Option<Rational> {
        self.sum
    }

    fn estimate(&self, position: &NodeIndex, _estimate: Estimate, player: Player) -> Rational {
        self.number(*position, player).unwrap_or(self.share)
    }

    fn write_position(&self, position: &NodeIndex, out: &mut String) {
        out.push_str(self.name(*position));
    }

    fn read_position(&self, text: &str) -> Result<NodeIndex, NotationError> {
        let name = text.trim();
        // A name may start or end with white space, or be empty. So the text is looked up unchanged
        // first.
        if let Some(node) = self.node(text).or_else(|| self.node(name)) {
            return Ok(node);
        }
        if name.is_empty() {
            return Ok(self.start());
        }
        Err(NotationError::new(
            text,
            0,
            format!("the script has no node {}", quoted(name)),
            "use the name of one of its nodes",
        ))
    }

    fn write_move(&self, _position: &NodeIndex, mv: Branch, out: &mut String) {
        out.push_str(&self.labels[mv.0 as usize]);
    }
}

impl Shown for Scripted {}

/// The settings of a scripted game.
pub(super) const SWITCHES: &[Switch] = &[Switch::new("script", "The script", Values::Text)];

/// The tree of a setup, as it is written; `None` for another game, or if its script is at fault.
pub fn written_of(setup: &Setup) -> Option<WrittenTree> {
    WrittenTree::read(setup.switches.script.as_deref()?).ok()
}

/// Sets up the script and the node that `setup` names.
pub(super) fn open<H: WithGame>(setup: &Setup, then: H) -> Result<H::Output, OpenError> {
    let Switches { script, .. } = &setup.switches;
    let others = Switches {
        script: None,
        ..setup.switches.clone()
    };
    if others != Switches::default() {
        return Err(OpenError::rules(
            "a scripted game has no settings",
            "leave all but the script out",
        ));
    }
    let Some(script) = script else {
        return Err(OpenError::rules(
            "a scripted game needs its script",
            "give the script's text or its file",
        ));
    };
    let game = Scripted::new(script)?;
    let position = game.read_position(&setup.position)?;
    Ok(then.with(game, position))
}

/// For each node the player of the first decision that leads there, through chance alone; the first
/// player where none does.
fn movers_before(nodes: &[WrittenNode]) -> Vec<Player> {
    let mut movers = vec![None; nodes.len()];
    let decides = |index: &usize| matches!(nodes[*index].kind, Kind::Decision(_));
    let mut open: Vec<usize> = (0..nodes.len()).filter(decides).collect();
    open.reverse();
    while let Some(index) = open.pop() {
        let mover = match nodes[index].kind {
            Kind::Decision(player) => Some(player),
            _ => movers[index],
        };
        for mv in &nodes[index].moves {
            let target = mv.target.0 as usize;
            if movers[target].is_none() && nodes[target].is_chance() {
                movers[target] = mover;
                open.push(target);
            }
        }
    }
    movers
        .into_iter()
        .map(|it| it.unwrap_or(Player(0)))
        .collect()
}

/// Stores the finished part of a written tree as columns.
fn build(text: String, written: WrittenTree) -> Scripted {
    let lacks = written.lacks();
    let is_whole = |node: NodeIndex| lacks[node.0 as usize].is_none();
    let mut by_name = rustc_hash::FxHashMap::default();
    by_name.reserve(lacks.len());
    for node in written.nodes() {
        by_name.insert(written.node(node).name.clone(), node);
    }
    let mut game = Scripted {
        text,
        names: Vec::with_capacity(lacks.len()),
        kinds: Vec::with_capacity(lacks.len()),
        given: Vec::with_capacity(lacks.len()),
        numbers: Vec::new(),
        first_branch: vec![0],
        labels: Vec::new(),
        targets: Vec::new(),
        probabilities: Vec::new(),
        range: (ratio(0, 1), ratio(1, 1)),
        share: ratio(0, 1),
        sum: None,
        by_name,
        recurs: OnceLock::new(),
        unfinished: written.unfinished(),
        sets: match written.is_known || written.sets.is_empty() {
            true => Vec::new(),
            false => vec![0; lacks.len()],
        },
        players: written.players,
    };
    if !game.sets.is_empty() {
        for (number, set) in (1..).zip(&written.sets) {
            set.iter()
                .for_each(|node| game.sets[node.0 as usize] = number);
        }
    }
    let chance = written.nodes.iter().any(WrittenNode::is_chance);
    let movers = movers_before(&written.nodes);
    for (node, lack) in written.nodes.into_iter().zip(&lacks) {
        let numbers = node.whole_numbers();
        game.kinds.push(match (node.kind, lack) {
            // Without a move the tree stops here; the player is the one who would move.
            (kind, Some(_)) => Kind::Decision(kind.player().unwrap_or(Player(0))),
            (Kind::Chance(Player(0)), None) => Kind::Chance(movers[game.kinds.len()]),
            (kind, None) => kind,
        });
        game.names.push(node.name);
        game.given
            .push((!numbers.is_empty()).then_some(game.numbers.len() as u32));
        game.numbers.extend(numbers);
        let moves = node.moves.into_iter().filter(|_| lack.is_none());
        for branch in moves.filter(|branch| is_whole(branch.target)) {
            game.labels.push(branch.name);
            game.targets.push(branch.target);
            if chance {
                game.probabilities
                    .push(branch.probability.unwrap_or_else(|| ratio(1, 1)));
            }
        }
        game.first_branch.push(game.targets.len() as u32);
    }
    game.set_range_and_share(lacks.first().is_some_and(Option::is_some));
    game
}

impl Scripted {
    /// Takes the range of payoffs, the share of endless play and the constant sum from what ends pay.
    fn set_range_and_share(&mut self, is_start_open: bool) {
        let mut paid: Vec<Rational> = self.paid().flatten().copied().collect();
        // If no end is known, or the start isn't finished, there are only estimates.
        if paid.is_empty() || is_start_open {
            paid.clone_from(&self.numbers);
        }
        if let (Some(low), Some(high)) = (paid.iter().min(), paid.iter().max()) {
            self.range = (*low, *high);
        }
        let (low, high) = self.range;
        for number in &mut self.numbers {
            *number = (*number).clamp(low, high);
        }
        let players = self.players.len();
        let count = Rational::from_integer(players as i128);
        let mut sums = paid.chunks_exact(players).map(total);
        let first = sums.next().flatten();
        // Equal parts of the sum of payoffs if it is the same at all ends, otherwise of 1.
        let sum = first
            .filter(|_| sums.all(|sum| sum == first))
            .unwrap_or_else(one);
        self.share = (sum / count).clamp(low, high);
        let sum = self.share.checked_mul(&count);
        let mut all = self.numbers.chunks_exact(players).map(total);
        self.sum = sum.filter(|_| all.all(|total| total == sum));
    }
}

/// The sum over all players; `None` if it exceeds 128 bits.
fn total(numbers: &[Rational]) -> Option<Rational> {
    let mut numbers = numbers.iter();
    numbers.try_fold(Rational::default(), |total, number| {
        total.checked_add(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::half;

    /// Chance, three players, a transposition, parallel edges and a cycle.
    pub const SCRIPT: &str = "
        players a b c
        start a: left -> coin, right -> duel   # two ways to the coin
        coin chance a: heads 1/3 -> won, tails 2/3 -> start
        duel b estimate 0 1 0: fight -> coin, flee -> lost, run -> lost
        won end: 1 0 0; lost end: 0 1/2 0.5";

    #[test]
    fn a_script_tells_kinds_moves_payoffs_and_probabilities() {
        let game = Scripted::new(SCRIPT).expect("a good script");
        assert_eq!(game.players(), 3);
        let mut moves = Vec::new();
        assert_eq!(
            game.moves(&game.start(), &mut moves),
            Kind::Decision(Player(0))
        );
        let texts: Vec<_> = moves
            .iter()
            .map(|mv| game.move_text(&game.start(), *mv))
            .collect();
        assert_eq!(texts, ["left", "right"]);
        let coin = game.node("coin").expect("a node");
        assert_eq!(game.moves(&coin, &mut moves), Kind::Chance(Player(0)));
        assert_eq!(game.probability(&coin, moves[1]), ratio(2, 3));
        assert_eq!(game.play(&coin, moves[1]), game.start());
        let lost = game.node("lost").expect("a node");
        assert_eq!(game.kind(&lost), Kind::End);
        assert_eq!(game.payoff(&lost, Player(1)), half());
    }

    #[test]
    fn an_estimate_is_kept_within_the_range_of_the_payoffs() {
        let game = Scripted::new(
            "players a b; s a estimate 5 5: l -> s, r -> e; e end: -2 -3; z a estimate -9 0: x -> e",
        );
        let game = game.expect("a good script");
        assert_eq!(game.payoff_range(), (ratio(-3, 1), ratio(-2, 1)));
        let guess = |name: &str, player: u8| {
            let node = game.node(name).expect("a node");
            game.estimate(&node, Estimate::WINNERS, Player(player))
        };
        assert_eq!(guess("s", 0), ratio(-2, 1));
        assert_eq!(guess("z", 0), ratio(-3, 1));
        assert_eq!(guess("z", 1), ratio(-2, 1));
        assert_eq!(
            game.payoff(&game.node("e").expect("a node"), Player(1)),
            ratio(-3, 1)
        );
        // Without an end that is known, guesses are all there is.
        let guessed = Scripted::new("players a b; s a estimate 5 -5: l -> t; t b: r -> s");
        let guessed = guessed.expect("a good script");
        assert_eq!(guessed.payoff_range(), (ratio(-5, 1), ratio(5, 1)));
    }

    #[test]
    fn an_estimate_is_what_the_script_says_and_else_an_equal_share() {
        let game = Scripted::new(SCRIPT).expect("a good script");
        let duel = game.node("duel").expect("a node");
        assert_eq!(game.estimate(&duel, Estimate::WINNERS, Player(1)), one());
        assert_eq!(
            game.estimate(&game.start(), Estimate::WINNERS, Player(1)),
            ratio(1, 3)
        );
    }

    #[test]
    fn words_in_quotes_hold_anything() {
        let game = Scripted::new(r##""a b2/a1 ü" a: "x:y" -> "q\"\\\n"; "q\"\\\n" end: 1 0"##)
            .expect("a good script");
        assert_eq!(game.position_text(&NodeIndex(0)), "a b2/a1 ü");
        assert_eq!(game.position_text(&NodeIndex(1)), "q\"\\\n");
        assert_eq!(game.move_text(&NodeIndex(0), Branch(0)), "x:y");
    }

    #[test]
    fn players_may_be_called_as_kinds_of_nodes_are() {
        let players = ["end", "chance", "estimate"].map(str::to_owned);
        let mut writer = ScriptWriter::new(&players);
        let kinds = [
            Kind::Decision(Player(0)),
            Kind::Decision(Player(1)),
            Kind::Decision(Player(2)),
            Kind::Chance(Player(2)),
            Kind::End,
        ];
        for (index, kind) in kinds.into_iter().enumerate() {
            let numbers = [ratio(1, 1), ratio(0, 1), ratio(0, 1)];
            writer.node(&format!("n{index}"), kind, &numbers);
            if kind != Kind::End {
                let probability = matches!(kind, Kind::Chance(_)).then(one);
                writer.branch("m", probability, &format!("n{}", index + 1));
            }
        }
        let game = Scripted::new(&writer.finish()).expect("what was written");
        assert_eq!(game.kinds, kinds);
    }

    #[test]
    fn a_node_is_found_by_its_name_even_if_that_is_blank() {
        let game = Scripted::new(
            "start a: m -> \"\", n -> \" x \", o -> x; \"\" end: 1 0; \" x \" end: 1 0; x end: 1 0",
        )
        .expect("a good script");
        for index in 0..4 {
            let node = NodeIndex(index);
            assert_eq!(game.read_position(&game.position_text(&node)), Ok(node));
        }
        assert_eq!(game.read_position("  x"), Ok(NodeIndex(3)));
        let game = Scripted::new("start a: m -> x; x end: 1 0").expect("a good script");
        assert_eq!(game.read_position(" "), Ok(game.start()));
    }

    #[test]
    fn every_fault_names_its_line_and_column() {
        for (script, line, column, text) in [
            ("", 1, 1, "no node"),
            ("# nothing\n", 2, 1, "no node"),
            ("players\nx end: 1", 1, 8, "at least one player"),
            ("players a a\nx end: 1 1", 1, 11, "'a' twice"),
            ("x end: 1", 1, 9, "2 payoffs"),
            ("x end: 1 0 0", 1, 12, "2 payoffs"),
            ("x end: 1 y", 1, 10, "not a number: 'y'"),
            ("x a: m -> y", 1, 11, "undefined node 'y'"),
            ("x a: m -> x, m -> x", 1, 14, "'m' twice"),
            ("x a:", 1, 5, "a move"),
            ("x a\n", 1, 4, "':'"),
            ("x d: m -> x", 1, 3, "'d'"),
            ("x end: 1 0\nx end: 1 0", 2, 1, "duplicate node 'x'"),
            ("x chance: h 1/2 -> y, t 1/3 -> y\ny end: 1 0", 1, 1, "5/6"),
            ("x chance: h -> y\ny end: 1 0", 1, 13, "not a number: '->'"),
            (
                "x chance: h 2 -> y, t -1 -> y\ny end: 1 0",
                1,
                13,
                "between 0 and 1",
            ),
            ("x chance: h 1 -> x", 1, 1, "chance alone forever"),
            ("x a: \"\" -> x", 1, 6, "empty name"),
            ("x a: m -> \"x", 1, 11, "missing closing quote"),
            ("x a: m -> \"\\q\"", 1, 11, "backslash"),
            ("x a: m => x", 1, 8, "'->'"),
            ("x a: m -> x y", 1, 13, "','"),
            ("players a \"\n\"\nx d: m -> x", 3, 3, "'d'"),
        ] {
            let error = Scripted::new(script).expect_err(script);
            assert_eq!(
                (error.line, error.column),
                (Some(line), column),
                "{script:?}: {error}"
            );
            assert!(error.to_string().contains(text), "{script:?}: {error}");
            assert!(!error.to_string().contains('\n'), "{script:?}: {error}");
        }
    }

    #[test]
    fn a_script_comes_back_from_its_writer() {
        let game = Scripted::new(SCRIPT).expect("a good script");
        let mut writer = ScriptWriter::new(&game.players);
        let mut moves = Vec::new();
        for index in 0..game.names.len() {
            let node = NodeIndex(index as u32);
            let kind = game.moves(&node, &mut moves);
            let numbers: Vec<_> = Player::all(3)
                .filter_map(|player| game.number(node, player))
                .collect();
            writer.node(game.name(node), kind, &numbers);
            for mv in &moves {
                let probability =
                    matches!(kind, Kind::Chance(_)).then(|| game.probability(&node, *mv));
                writer.branch(
                    &game.move_text(&node, *mv),
                    probability,
                    game.name(game.play(&node, *mv)),
                );
            }
        }
        let again = Scripted::new(&writer.finish()).expect("what was written");
        assert_eq!(again.names, game.names);
        assert_eq!(again.kinds, game.kinds);
        assert_eq!(again.numbers, game.numbers);
        assert_eq!(again.labels, game.labels);
        assert_eq!(again.targets, game.targets);
        assert_eq!(again.probabilities, game.probabilities);
    }
}
