//! What must hold of every game, whatever it is: the promises that the contract makes.

pub mod graph;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use doomtree::game::{Game, Kind, Player, Rational, Shown, one, play_line, zero};
use doomtree::games::WithGame;
use doomtree::tree::{Labels, Limits, PositionGraph, Vertex, VertexKind};

/// The most illegal words that are tried at one position.
const MAX_WORDS: usize = 24;

/// Checks one game from one position on.
pub struct Laws {
    /// How much of the tree is looked at.
    pub limits: Limits,
    /// The position as it must be written.
    pub position: String,
    /// How many places its picture has.
    pub places: usize,
    /// Whether payoffs and estimates of all players sum to one.
    pub constant_sum: bool,
    /// Whether no move leads back to where it is made at once.
    pub moves_change: bool,
    /// The most dice on a hex, where there are hexes.
    pub most_dice: Option<u64>,
}

impl WithGame for Laws {
    type Output = ();

    fn with<G: Shown>(self, game: G, position: G::Position) {
        assert_eq!(game.position_text(&position), self.position);
        assert!((1..=26).contains(&game.players()));
        let names: BTreeSet<_> = Player::all(game.players())
            .map(|player| game.player_name(player))
            .collect();
        assert_eq!(names.len(), game.players());
        assert!(game.estimates().contains(&self.limits.estimate));
        let labels = PositionGraph::new(Arc::new(game), position, self.limits);
        assert!(labels.game().may_recur() || !labels.graph().is_cyclic());
        equality_is_that_of_the_notation(&labels);
        let words = all_words(&labels);
        for vertex in Labels::graph(&labels).vertices() {
            self.position(&labels, vertex, &words);
        }
        graph::hold(&labels, self.constant_sum);
    }
}

/// Every word that is a move somewhere, and some that are none anywhere.
fn all_words<G: Shown>(labels: &PositionGraph<G>) -> BTreeSet<String> {
    let graph = Labels::graph(labels);
    let mut words: BTreeSet<String> = ["nonsense", "0>0", "99>0", "-1>0", "PASS", "win", "?", ">"]
        .map(str::to_owned)
        .into();
    for vertex in graph.vertices().take(100) {
        words.extend(
            graph
                .edges(vertex)
                .map(|edge| labels.move_text(vertex, edge)),
        );
    }
    words
}

/// Two positions are equal exactly when they are written alike, their order and their hashes agree
/// with that, and a position that is read answers as the one that was written.
fn equality_is_that_of_the_notation<G: Shown>(labels: &PositionGraph<G>) {
    let game = &**labels.game();
    let root = labels.position(Vertex::ROOT);
    assert_eq!(doomtree::try_contract(game, root, 100, 7), Ok(100));
    let mut by_text: BTreeMap<String, G::Position> = BTreeMap::new();
    let mut ordered: BTreeSet<G::Position> = BTreeSet::new();
    let mut hashed: HashSet<G::Position> = HashSet::new();
    for vertex in Labels::graph(labels).vertices() {
        let position = *labels.position(vertex);
        let text = game.position_text(&position);
        let read = game.read_position(&text);
        assert_eq!(read.as_ref(), Ok(&position), "{text}");
        let new = !by_text.contains_key(&text);
        let known = *by_text.entry(text).or_insert(position);
        assert!(known == position && known.cmp(&position).is_eq());
        assert_eq!(ordered.insert(position), new);
        assert_eq!(hashed.insert(position), new);
    }
    let ordered: Vec<_> = ordered.into_iter().collect();
    for pair in ordered.windows(2) {
        assert!(pair[0].cmp(&pair[1]).is_lt() && pair[1].cmp(&pair[0]).is_gt());
        assert_ne!(pair[0], pair[1]);
    }
}

impl Laws {
    fn position<G: Shown>(
        &self,
        labels: &PositionGraph<G>,
        vertex: Vertex,
        all_words: &BTreeSet<String>,
    ) {
        let (game, graph) = (&**labels.game(), Labels::graph(labels));
        let position = labels.position(vertex);
        let text = game.position_text(position);
        let mut moves = vec![];
        let kind = game.moves(position, &mut moves);
        assert_eq!(kind, game.kind(position), "{text}");
        assert_eq!(moves.is_empty(), kind == Kind::End, "{text}");
        let words: Vec<_> = moves
            .iter()
            .map(|mv| game.move_text(position, *mv))
            .collect();
        self.what_is_listed_can_be_played_and_nothing_else(game, position, &words, all_words);
        if let Some(most) = self.most_dice {
            let board = text.split(' ').next().expect("a board");
            let mut dice = board.chars().filter_map(|c| c.to_digit(10));
            assert!(
                dice.all(|dice| (1..=most).contains(&u64::from(dice))),
                "{text}"
            );
        }
        match kind {
            Kind::Chance(_) => probabilities_sum_to_one(game, position),
            Kind::Decision(_) => self.estimates(game, position),
            Kind::End => self.numbers(game, |player| game.payoff(position, player)),
        }
        let class = game.canonical(position);
        assert_eq!(game.canonical(&class), class);
        assert_eq!(game.kind(&class), kind);
        self.picture(game, position, &moves);
        // On a large board not every place of every position: some of each.
        let every = self.places / 8 + 1;
        for place in (vertex.index() % every..self.places).step_by(every) {
            edits_change_their_place_alone(game, position, place);
        }
        match graph.kind(vertex) {
            VertexKind::Horizon(player) => {
                assert_eq!(kind.player(), Some(player));
                assert!(graph.is_leaf(vertex));
            }
            VertexKind::End => assert_eq!(kind, Kind::End),
            VertexKind::Decision(player) => assert_eq!(kind, Kind::Decision(player)),
            VertexKind::Chance(player) => assert_eq!(kind, Kind::Chance(player)),
        }
        if graph.is_leaf(vertex) {
            return;
        }
        let edges: Vec<_> = graph.edges(vertex).collect();
        assert_eq!(edges.len(), moves.len());
        let cost = u32::from(!matches!(kind, Kind::Chance(_)));
        for ((edge, mv), word) in edges.into_iter().zip(&moves).zip(&words) {
            assert_eq!(labels.mv(edge), *mv);
            assert_eq!(labels.move_text(vertex, edge), *word);
            let after = labels.position(graph.target(edge));
            assert_eq!(*after, game.play(position, *mv));
            let left = graph.plies_left(vertex).map(|left| left - cost);
            assert_eq!(graph.plies_left(graph.target(edge)), left);
            if let Kind::Chance(_) = kind {
                assert!(game.has_chance());
                assert_eq!(graph.probability(edge), game.probability(position, *mv));
            }
        }
    }

    fn what_is_listed_can_be_played_and_nothing_else<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        words: &[String],
        all_words: &BTreeSet<String>,
    ) {
        let text = game.position_text(position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for (mv, word) in moves.iter().zip(words) {
            assert!(
                !word.is_empty() && !word.contains(char::is_whitespace),
                "{word:?}"
            );
            let after = game.play(position, *mv);
            assert!(!self.moves_change || after != *position, "{text}: {word}");
            assert_eq!(play_line(game, position, word), Ok(after), "{text}: {word}");
            assert_eq!(game.read_position(&game.position_text(&after)), Ok(after));
        }
        let listed: BTreeSet<&String> = words.iter().collect();
        assert_eq!(listed.len(), words.len(), "{text} lists a move twice");
        for word in all_words
            .iter()
            .filter(|word| !listed.contains(word))
            .take(MAX_WORDS)
        {
            assert!(play_line(game, position, word).is_err(), "{text}: {word}");
        }
    }

    fn estimates<G: Game>(&self, game: &G, position: &G::Position) {
        assert!(!game.estimates().is_empty());
        for estimate in game.estimates() {
            self.numbers(game, |player| game.estimate(position, *estimate, player));
        }
    }

    fn numbers<G: Game>(&self, game: &G, number: impl Fn(Player) -> Rational) {
        let (low, high) = game.payoff_range();
        let numbers: Vec<Rational> = Player::all(game.players()).map(number).collect();
        assert!(numbers.iter().all(|number| (low..=high).contains(number)));
        let sum = numbers.into_iter().sum::<Rational>();
        if self.constant_sum {
            assert_eq!(sum, one());
        }
        if let Some(told) = game.payoff_sum() {
            assert_eq!(sum, told);
        }
    }

    fn picture<G: Shown>(&self, game: &G, position: &G::Position, moves: &[G::Move]) {
        let picture = game.picture(position);
        assert_eq!(picture.text, game.position_text(position));
        assert_eq!(picture.cells.len(), self.places);
        let numbers: BTreeSet<_> = picture.cells.iter().map(|place| &place.number).collect();
        assert_eq!(numbers.len(), self.places, "two places have one number");
        for mv in moves {
            let touched = game.touched(position, *mv);
            for place in [touched.from, touched.to].into_iter().flatten() {
                assert!(place < self.places);
            }
        }
        assert!(game.edits(position, self.places).is_empty());
    }
}

fn edits_change_their_place_alone<G: Shown>(game: &G, position: &G::Position, place: usize) {
    let before = game.picture(position);
    let edits = game.edits(position, place);
    let now = edits.iter().filter(|edit| edit.position == *position);
    assert!(edits.is_empty() || now.count() == 1, "{}", before.text);
    for edit in edits {
        let text = game.position_text(&edit.position);
        assert_eq!(game.read_position(&text), Ok(edit.position), "{text}");
        let edited = game.picture(&edit.position).cells;
        assert_eq!(edited[place].owner, edit.owner, "{text}");
        assert_eq!(edited[place].piece, edit.piece, "{text}");
        for (other, (is, was)) in edited.iter().zip(&before.cells).enumerate() {
            assert!(other == place || is == was, "{text}");
        }
    }
}

fn probabilities_sum_to_one<G: Game>(game: &G, position: &G::Position) {
    let mut moves = Vec::new();
    let mut open = vec![(*position, 0)];
    // No line runs through chance alone forever.
    while let Some((position, throws)) = open.pop() {
        if !matches!(game.moves(&position, &mut moves), Kind::Chance(_)) {
            continue;
        }
        assert!(throws < 1_000, "{}", game.position_text(&position));
        let probabilities: Vec<Rational> = moves
            .iter()
            .map(|branch| game.probability(&position, *branch))
            .collect();
        assert!(
            probabilities
                .iter()
                .all(|probability| *probability >= zero())
        );
        assert_eq!(probabilities.into_iter().sum::<Rational>(), one());
        open.extend(
            moves
                .iter()
                .map(|branch| (game.play(&position, *branch), throws + 1)),
        );
    }
}
