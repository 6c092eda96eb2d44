//! A game whose tree is written as text: for textbook figures, tests, and other people's trees.
//!
//! # The script
//! Statements stand on lines of their own, or are separated by `;`. `#` starts a comment. The
//! first statement may name the players (`players a b c`; without it they are a and b). Every
//! other one defines a node; the first is where the game starts.
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
//! A decision names who moves, and its moves with the nodes they lead to; a chance node its
//! branches with their probabilities (`1/3`, `0.25`), and perhaps whose move it decides; an end
//! its payoffs, one a player. `estimate` gives what stands in for the rating where a limit stops
//! the tree; without it every player gets an equal share of 1, drawn into the range of payoffs.
//! Nodes may be reached by several moves, and moves may lead back: transpositions and cycles.
//!
//! A word with white space or one of `, : ; # "` in it is written in double quotes, where `\"`,
//! `\\` and `\n` stand for the quote, the backslash and the line break. Moves can't hold white
//! space at all, since lines of play are separated by it. A player called `end`, `chance` or
//! `estimate` is written in quotes too: bare, these words say what a node is.

mod parse;
mod write;

pub use write::ScriptWriter;

use crate::game::{
    Estimate, Game, Kind, NotationError, OpenError, Player, Rational, RulesText, Shown, Switch,
    SwitchValue, Values, quoted, ratio,
};
use crate::games::{Setup, Switches, WithGame};
use num_traits::{CheckedAdd, CheckedMul};
use parse::Statement;

/// The name of the game in files and on the command line.
pub const NAME: &str = "scripted";

/// A node of the script, in the order of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u32);

/// A move of the script, in the order of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u32);

/// A game that is written down node by node.
#[derive(Clone, Debug)]
pub struct Scripted {
    text: String,
    players: Vec<String>,
    names: Vec<Box<str>>,
    kinds: Vec<Kind>,
    /// Where the payoffs or the estimate of a node begin in `numbers`; none where none are given.
    given: Vec<Option<u32>>,
    numbers: Vec<Rational>,
    first_branch: Vec<u32>,
    labels: Vec<Box<str>>,
    targets: Vec<Node>,
    /// One a branch; empty in a script without chance.
    probabilities: Vec<Rational>,
    range: (Rational, Rational),
    by_name: rustc_hash::FxHashMap<Box<str>, Node>,
}

impl Scripted {
    /// Reads a script.
    ///
    /// # Errors
    /// The first fault, with its line and column.
    pub fn new(script: &str) -> Result<Self, NotationError> {
        parse::read(script)
    }

    /// Where the game starts: the first node.
    pub fn start(&self) -> Node {
        Node(0)
    }

    /// The node of that name.
    pub fn node(&self, name: &str) -> Option<Node> {
        self.by_name.get(name).copied()
    }

    fn name(&self, node: Node) -> &str {
        &self.names[node.0 as usize]
    }

    fn branches(&self, node: Node) -> std::ops::Range<u32> {
        let index = node.0 as usize;
        self.first_branch[index]..self.first_branch[index + 1]
    }

    fn number(&self, node: Node, player: Player) -> Option<Rational> {
        let first = self.given[node.0 as usize]? as usize;
        self.numbers.get(first + player.index()).copied()
    }
}

impl Game for Scripted {
    type Position = Node;
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

    fn has_chance(&self) -> bool {
        !self.probabilities.is_empty()
    }

    fn player_name(&self, player: Player) -> String {
        self.players[player.index()].clone()
    }

    fn moves(&self, position: &Node, out: &mut Vec<Branch>) -> Kind {
        out.clear();
        out.extend(self.branches(*position).map(Branch));
        self.kinds[position.0 as usize]
    }

    fn play(&self, _position: &Node, mv: Branch) -> Node {
        self.targets[mv.0 as usize]
    }

    fn probability(&self, _position: &Node, branch: Branch) -> Rational {
        self.probabilities[branch.0 as usize]
    }

    fn payoff(&self, position: &Node, player: Player) -> Rational {
        self.number(*position, player)
            .expect("the script was refused unless every end gives a payoff a player")
    }

    fn payoff_range(&self) -> (Rational, Rational) {
        self.range
    }

    fn payoff_sum(&self) -> Option<Rational> {
        // What stands in where no estimate is given is the same for everybody.
        let share = ratio(1, self.players.len() as i128).clamp(self.range.0, self.range.1);
        let sum = share.checked_mul(&Rational::from_integer(self.players.len() as i128))?;
        let mut all = self.numbers.chunks_exact(self.players.len());
        let same = |numbers: &[Rational]| {
            let total = numbers
                .iter()
                .try_fold(Rational::default(), |total, number| {
                    total.checked_add(number)
                });
            total == Some(sum)
        };
        all.all(same).then_some(sum)
    }

    fn estimate(&self, position: &Node, _estimate: Estimate, player: Player) -> Rational {
        self.number(*position, player).unwrap_or_else(|| {
            ratio(1, self.players.len() as i128).clamp(self.range.0, self.range.1)
        })
    }

    fn write_position(&self, position: &Node, out: &mut String) {
        out.push_str(self.name(*position));
    }

    fn read_position(&self, text: &str) -> Result<Node, NotationError> {
        let name = text.trim();
        // A name may begin or end with white space, or be empty: as it stands it comes first.
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

    fn write_move(&self, _position: &Node, mv: Branch, out: &mut String) {
        out.push_str(&self.labels[mv.0 as usize]);
    }
}

impl Shown for Scripted {}

/// What such a game is made of.
pub(super) const SWITCHES: &[Switch] = &[Switch::new("script", "The script", Values::Text)];

/// Sets up the script and the node that `setup` names.
pub(super) fn open<H: WithGame>(setup: &Setup, then: H) -> Result<H::Output, OpenError> {
    let Switches { script, .. } = &setup.switches;
    let others = Switches {
        script: None,
        ..setup.switches.clone()
    };
    if others != Switches::default() {
        return Err(OpenError::rules(
            "a scripted game has no switches",
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

/// Puts checked statements into columns.
fn build(text: String, players: Vec<String>, statements: Vec<Statement>) -> Scripted {
    let mut by_name = rustc_hash::FxHashMap::default();
    by_name.reserve(statements.len());
    for (index, statement) in statements.iter().enumerate() {
        by_name.insert(statement.name.clone(), Node(index as u32));
    }
    let mut game = Scripted {
        text,
        players,
        names: Vec::with_capacity(statements.len()),
        kinds: Vec::with_capacity(statements.len()),
        given: Vec::with_capacity(statements.len()),
        numbers: Vec::new(),
        first_branch: vec![0],
        labels: Vec::new(),
        targets: Vec::new(),
        probabilities: Vec::new(),
        range: (ratio(0, 1), ratio(1, 1)),
        by_name,
    };
    let chance = statements
        .iter()
        .any(|statement| matches!(statement.kind, Kind::Chance(_)));
    for statement in statements {
        game.names.push(statement.name);
        game.kinds.push(statement.kind);
        game.given
            .push((!statement.numbers.is_empty()).then_some(game.numbers.len() as u32));
        game.numbers.extend(statement.numbers);
        for branch in statement.branches {
            let target = game.by_name[branch.target.as_str()];
            game.labels.push(branch.label);
            game.targets.push(target);
            if chance {
                game.probabilities
                    .push(branch.probability.unwrap_or_else(|| ratio(1, 1)));
            }
        }
        game.first_branch.push(game.targets.len() as u32);
    }
    if let (Some(low), Some(high)) = (game.numbers.iter().min(), game.numbers.iter().max()) {
        game.range = (*low, *high);
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one};

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
    fn an_estimate_is_what_the_script_says_and_else_an_equal_share() {
        let game = Scripted::new(SCRIPT).expect("a good script");
        let duel = game.node("duel").expect("a node");
        assert_eq!(game.estimate(&duel, Estimate::Winners, Player(1)), one());
        assert_eq!(
            game.estimate(&game.start(), Estimate::Winners, Player(1)),
            ratio(1, 3)
        );
    }

    #[test]
    fn words_in_quotes_hold_anything() {
        let game = Scripted::new(r##""a b2/a1 ü" a: "x:y" -> "q\"\\\n"; "q\"\\\n" end: 1 0"##)
            .expect("a good script");
        assert_eq!(game.position_text(&Node(0)), "a b2/a1 ü");
        assert_eq!(game.position_text(&Node(1)), "q\"\\\n");
        assert_eq!(game.move_text(&Node(0), Branch(0)), "x:y");
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
            let node = Node(index);
            assert_eq!(game.read_position(&game.position_text(&node)), Ok(node));
        }
        assert_eq!(game.read_position("  x"), Ok(Node(3)));
        let game = Scripted::new("start a: m -> x; x end: 1 0").expect("a good script");
        assert_eq!(game.read_position(" "), Ok(game.start()));
    }

    #[test]
    fn every_fault_names_its_line_and_column() {
        for (script, line, column, words) in [
            ("", 1, 1, "no node"),
            ("# nothing\n", 2, 1, "no node"),
            ("players\nx end: 1", 1, 8, "at least one player"),
            ("players a a\nx end: 1 1", 1, 11, "'a' twice"),
            ("x end: 1", 1, 9, "2 payoffs"),
            ("x end: 1 0 0", 1, 12, "2 payoffs"),
            ("x end: 1 y", 1, 10, "not a number: 'y'"),
            ("x a: m -> y", 1, 11, "no node called 'y'"),
            ("x a: m -> x, m -> x", 1, 14, "'m' twice"),
            ("x a:", 1, 5, "a move"),
            ("x a\n", 1, 4, "':'"),
            ("x d: m -> x", 1, 3, "'d'"),
            ("x end: 1 0\nx end: 1 0", 2, 1, "'x' twice"),
            ("x chance: h 1/2 -> y, t 1/3 -> y\ny end: 1 0", 1, 1, "5/6"),
            ("x chance: h -> y\ny end: 1 0", 1, 13, "not a number: '->'"),
            (
                "x chance: h 2 -> y, t -1 -> y\ny end: 1 0",
                1,
                13,
                "between 0 and 1",
            ),
            ("x chance: h 1 -> x", 1, 1, "chance alone for ever"),
            ("x a: \"m n\" -> x", 1, 6, "white space"),
            ("x a: m -> \"x", 1, 11, "isn't closed"),
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
            assert!(error.to_string().contains(words), "{script:?}: {error}");
            assert!(!error.to_string().contains('\n'), "{script:?}: {error}");
        }
    }

    #[test]
    fn a_script_comes_back_from_its_writer() {
        let game = Scripted::new(SCRIPT).expect("a good script");
        let mut writer = ScriptWriter::new(&game.players);
        let mut moves = Vec::new();
        for index in 0..game.names.len() {
            let node = Node(index as u32);
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
