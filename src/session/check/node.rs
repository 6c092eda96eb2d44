//! Compares one position of the program with one of ours: the differences, what was claimed of its
//! rating, and the next nodes.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::coverage::{ComparedData, Coverage};
use super::kept::AskedPositions;
use super::ratings::Simulation;
use super::reference::{CheckRules, Reference, bare};
use super::report::{DisagreementKind, NodeFindings};
use super::suspects::{NODES, RIGHT};
use super::walk::Walk;
use crate::game::{Player, Rational, Winners};
use crate::rating::Rating;
use crate::save::{Ends, ProgramOutput, SaidRating, TheirMove, TheirNode, TheirPosition};
use crate::session::rated::Rated;
use crate::tree::{Edge, Vertex, VertexKind};

/// Which move a disagreement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DisagreementSubject {
    /// None: it is about the position.
    Position,
    /// The program's move with this index.
    Theirs(u32),
    /// A move of ours.
    Ours(Edge),
}

/// A disagreement at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeDisagreement {
    pub kind: DisagreementKind,
    pub of: DisagreementSubject,
}

/// The result of comparing a node.
#[derive(Default)]
pub(super) struct NodeComparison {
    pub found: Vec<NodeDisagreement>,
    /// Nodes to which the same move leads in both.
    pub below: Vec<(u32, Edge)>,
    /// Whether a limit of either side hides what follows.
    pub beyond: bool,
    /// Whether captured dice weren't given where the rules have some.
    pub is_bare: bool,
    /// What was compared.
    pub coverage: Coverage,
}

impl NodeComparison {
    fn tell(&mut self, kind: DisagreementKind, of: DisagreementSubject) {
        self.found.push(NodeDisagreement { kind, of });
    }
}

/// Both sides.
pub(super) struct ComparedPair<'a> {
    pub rules: &'a CheckRules,
    pub reference: &'a Reference,
    pub theirs: &'a ProgramOutput,
    /// The ply at which unfinished leaves are at a limit, for trees that don't mark limits.
    pub deepest: Option<u32>,
}

impl ComparedPair<'_> {
    /// Compares a node of the program with a vertex of ours. Their positions are known to be the
    /// same.
    pub fn compare(&self, node: u32, vertex: Vertex, ply: u32) -> NodeComparison {
        let mut look = NodeComparison::default();
        let their = &self.theirs.nodes[node as usize];
        if their.position.is_some() {
            look.coverage.tell(ComparedData::Positions, 1);
        }
        self.mover(their, vertex, &mut look);
        let left_out = is_left_out(their, ply, self.deepest);
        let moves = their.moves.as_deref().filter(|_| !left_out);
        let kind = self.reference.rated.graph.graph().kind(vertex);
        match (kind, moves) {
            (VertexKind::Horizon(_), moves) => {
                look.beyond |= moves.is_some_and(|moves| !moves.is_empty());
                look.beyond |= self.reference.is_cut();
            }
            (VertexKind::End, Some(moves)) if !moves.is_empty() => {
                look.tell(DisagreementKind::End, DisagreementSubject::Position);
            }
            (VertexKind::End, moves) => {
                if moves.is_some() || their.ends == Ends::Yes {
                    look.coverage.tell(ComparedData::Ends, 1);
                }
                if their.ends == Ends::No {
                    look.tell(DisagreementKind::End, DisagreementSubject::Position);
                } else {
                    self.outcome(their, vertex, &mut look);
                }
            }
            (_, Some([])) => look.tell(DisagreementKind::End, DisagreementSubject::Position),
            (_, None) if their.ends == Ends::Yes => {
                look.tell(DisagreementKind::End, DisagreementSubject::Position);
            }
            (_, Some(moves)) => self.moves(moves, vertex, &mut look),
            (_, None) => {}
        }
        if let Some(rating) = &their.rating {
            let right = self.rated_so(rating, vertex, self.reference.mover(vertex));
            self.rating(right, vertex, DisagreementSubject::Position, &mut look);
        }
        look.found.sort_by_key(|found| found.kind);
        look
    }

    /// Records whether a rating is right, and that it was compared if ours is known.
    fn rating(
        &self,
        right: bool,
        vertex: Vertex,
        of: DisagreementSubject,
        look: &mut NodeComparison,
    ) {
        let known = self.reference.rating(vertex, Player(0)).is_some();
        look.coverage
            .tell(ComparedData::Ratings, usize::from(known));
        if !right {
            look.tell(DisagreementKind::Rating, of);
        }
    }

    fn mover(&self, their: &TheirNode, vertex: Vertex, look: &mut NodeComparison) {
        let ours = self.reference.rated.graph.graph().kind(vertex).player();
        let (Some(name), Some(ours)) = (&their.player, ours) else {
            return;
        };
        if self.reference.player(name) != Some(ours) {
            look.tell(DisagreementKind::Mover, DisagreementSubject::Position);
        }
    }

    fn outcome(&self, their: &TheirNode, end: Vertex, look: &mut NodeComparison) {
        if let Some(names) = &their.winners {
            look.coverage.tell(ComparedData::Winners, 1);
            let is = |ours| self.are(names, ours);
            // Who tells the winners rightly may still rate an end wrongly.
            if !is(self.reference.winners(end)) && !is(self.reference.right_winners(end)) {
                look.tell(DisagreementKind::Winners, DisagreementSubject::Position);
            }
        }
        let Some(payoffs) = &their.payoffs else {
            return;
        };
        look.coverage.tell(ComparedData::Payoffs, 1);
        let mover = self.reference.mover(end);
        let outcome = |player| self.reference.rated.graph.graph().outcome(end, player);
        let payoff = |player| self.reference.payoff(end, player);
        let is = |payoff: &dyn Fn(Player) -> Option<Rational>| {
            self.all_right(payoffs, mover, |player| payoff(player).map(Rating::Exact))
        };
        if !is(&payoff) && !is(&outcome) {
            look.tell(DisagreementKind::Payoffs, DisagreementSubject::Position);
        }
    }

    /// Whether these are the names of the winners, in any order.
    fn are(&self, names: &[String], ours: Winners) -> bool {
        let players = names.iter().map(|name| self.reference.player(name));
        let players: Option<BTreeSet<Player>> = players.collect();
        players.is_some_and(|players| players.into_iter().eq(ours.iter()))
    }

    /// Whether a program with a fault has the winners of an end that it names.
    pub fn has_won(&self, record: &NodeFindings, simulation: &mut Simulation) -> bool {
        let names = self.theirs.nodes[record.node as usize].winners.as_deref();
        let payoff = |player| simulation.predict(record.vertex, player)?.exact();
        let won = self.reference.won(payoff);
        names.is_none_or(|names| self.are(names, won))
    }

    /// Whether a given rating is that of a vertex, as far as it is known.
    pub fn rated_so(&self, said: &SaidRating, vertex: Vertex, mover: Option<Player>) -> bool {
        self.all_right(said, mover, |player| self.reference.rating(vertex, player))
    }

    /// Whether every number that is given is ours, as far as ours is known.
    pub fn all_right(
        &self,
        said: &SaidRating,
        mover: Option<Player>,
        mut ours: impl FnMut(Player) -> Option<Rating>,
    ) -> bool {
        let players = self.reference.players();
        if said
            .names()
            .any(|name| self.reference.player(name).is_none())
            || matches!(said, SaidRating::InOrder(numbers) if numbers.len() != players)
        {
            return false;
        }
        Player::all(players).all(|player| {
            let named = |name: &str| self.reference.player(name);
            match (said.of(player, named, mover), ours(player)) {
                (Some(number), Some(rating)) => number.is(&rating),
                _ => true,
            }
        })
    }

    fn moves(&self, moves: &[TheirMove], vertex: Vertex, look: &mut NodeComparison) {
        let graph = self.reference.rated.graph.graph();
        let labels = &self.reference.rated.graph;
        let ours = self.reference.moves(vertex);
        let mover = graph.kind(vertex).player();
        let after = |mv: &&TheirMove| self.position_after(mv).is_some();
        look.coverage.tell(ComparedData::Moves, moves.len());
        let successors = moves.iter().filter(after).count();
        look.coverage.tell(ComparedData::Successors, successors);
        let mut taken = vec![false; ours.len()];
        let mut places = Vec::with_capacity(moves.len());
        for (index, mv) in moves.iter().enumerate() {
            let of = DisagreementSubject::Theirs(index as u32);
            let place = self.place_of(mv, index, &ours);
            // A fault may list a move twice.
            let again = |place: usize| {
                let mut all = 0..ours.len();
                all.find(|other| !taken[*other] && ours[*other].1 == ours[place].1)
            };
            let Some(place) = place.and_then(again) else {
                look.tell(DisagreementKind::IllegalMove, of);
                continue;
            };
            taken[place] = true;
            places.push(place);
            let (edge, text) = &ours[place];
            let target = graph.target(*edge);
            if let (Some(PositionText::Notation(_)), true) =
                (self.position_after(mv), self.theirs.is_bare)
            {
                look.is_bare |= labels.position_text(target).contains(" +");
            }
            if !self.leads_to(mv, target) {
                let kind = if text == "pass" && self.only_passers_dice(mv, vertex, target) {
                    DisagreementKind::Reinforcement
                } else {
                    DisagreementKind::Successor
                };
                look.tell(kind, of);
                continue;
            }
            if let Some(said) = &mv.probability
                && matches!(graph.kind(vertex), VertexKind::Chance(_))
            {
                look.coverage.tell(ComparedData::Probabilities, 1);
                if !said.is(&Rating::Exact(graph.probability(*edge))) {
                    look.tell(DisagreementKind::Probability, of);
                }
            }
            if let Some(rating) = &mv.rating {
                let right = self.rated_so(rating, target, mover);
                self.rating(right, target, of, look);
            }
            if let Some(to) = mv.to {
                look.below.push((to, *edge));
            }
        }
        for (slot, (edge, _)) in ours.iter().enumerate() {
            if !taken[slot] {
                look.tell(
                    DisagreementKind::MissingMove,
                    DisagreementSubject::Ours(*edge),
                );
            }
        }
        let same_set = places.len() == moves.len() && places.len() == ours.len();
        if same_set && moves.len() > 1 {
            look.coverage.tell(ComparedData::Orders, 1);
            if let Some(at) = places.windows(2).position(|pair| pair[0] > pair[1]) {
                look.tell(
                    DisagreementKind::Order,
                    DisagreementSubject::Theirs(at as u32 + 1),
                );
            }
        }
        // The next nodes are compared in the rules' order.
        look.below.sort_by_key(|(_, edge)| *edge);
    }

    /// Which of our moves one of theirs is.
    pub fn place_of(&self, mv: &TheirMove, index: usize, ours: &[(Edge, String)]) -> Option<usize> {
        let Some(text) = &mv.text else {
            // Without a name it is the move that leads to the same position.
            let graph = self.reference.rated.graph.graph();
            let mut all = 0..ours.len();
            return all.find(|slot| self.leads_to(mv, graph.target(ours[*slot].0)));
        };
        if ours.get(index).is_some_and(|(_, own)| own == text) {
            return Some(index);
        }
        let exact = ours.iter().position(|(_, own)| own == text);
        exact.or_else(|| {
            let plain = plain_move(text);
            ours.iter().position(|(_, own)| plain_move(own) == plain)
        })
    }

    /// The position to which they say that a move leads.
    pub fn position_after<'m>(&'m self, mv: &'m TheirMove) -> Option<PositionText<'m>> {
        if let Some(text) = &mv.position {
            return Some(PositionText::Notation(text));
        }
        let node = &self.theirs.nodes[mv.to? as usize];
        node.position.as_ref().map(PositionText::of)
    }

    /// Whether a move leads to a vertex, as far as they say where it leads.
    pub fn leads_to(&self, mv: &TheirMove, target: Vertex) -> bool {
        self.position_after(mv)
            .is_none_or(|position| self.is_at(position, target))
    }

    /// Whether a position of theirs is that of a vertex.
    pub fn is_at(&self, position: PositionText<'_>, vertex: Vertex) -> bool {
        let ours = self.reference.rated.graph.position_text(vertex);
        match position {
            PositionText::Notation(text) => {
                let is = |text: &str| text == ours || self.theirs.is_bare && text == bare(&ours);
                is(text) || self.rules.normal(text).is_some_and(|text| is(&text))
            }
            PositionText::Board(text) => text == board_of(&ours),
        }
    }

    /// Whether a position after a pass differs from ours only in dice of the passer.
    fn only_passers_dice(&self, mv: &TheirMove, source: Vertex, target: Vertex) -> bool {
        let Some(passer) = self.reference.rated.graph.graph().kind(source).player() else {
            return false;
        };
        let Some(theirs) = self.position_after(mv) else {
            return false;
        };
        let ours = self.reference.rated.graph.position_text(target);
        let normal = match theirs {
            PositionText::Notation(text) => {
                let normal = self.rules.normal(text).unwrap_or_else(|| text.to_owned());
                (normal, ours)
            }
            PositionText::Board(text) => (text.to_owned(), board_of(&ours)),
        };
        let name = self.reference.name(passer);
        without_dice(&normal.0, &name) == without_dice(&normal.1, &name)
    }
}

/// A way of writing positions.
#[derive(Clone, Copy)]
pub(super) enum PositionText<'a> {
    Notation(&'a str),
    Board(&'a str),
}

impl<'a> PositionText<'a> {
    pub fn of(position: &'a TheirPosition) -> Self {
        match position {
            TheirPosition::Notation(text) => Self::Notation(text),
            TheirPosition::Board(text) => Self::Board(text),
        }
    }
}

/// Whether a node's moves were left out rather than denied.
pub(super) fn is_left_out(node: &TheirNode, ply: u32, deepest: Option<u32>) -> bool {
    let empty = node.moves.as_ref().is_none_or(Vec::is_empty);
    match node.ends {
        Ends::LeftOut => empty,
        Ends::Unsaid => node.moves.is_none() || (empty && deepest == Some(ply)),
        Ends::Yes | Ends::No => false,
    }
}

/// A position's hexes and mover alone.
fn board_of(text: &str) -> String {
    let mut words = text.split_whitespace();
    let hexes = words.next().unwrap_or_default().replace('/', "");
    match words.next() {
        Some(mover) => format!("{hexes} {mover}"),
        None => hexes,
    }
}

/// A position without the dice on one player's hexes, and without the marks between rows.
fn without_dice(text: &str, player: &str) -> String {
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut out = String::new();
    let mut skip = false;
    for sign in board.chars() {
        if sign.is_ascii_digit() && skip {
            continue;
        }
        skip = player.chars().eq([sign]);
        if sign != '/' {
            out.push(sign);
        }
    }
    // The rest of a pool follows from the dice placed so far.
    let rest = rest.split(' ').filter(|word| !word.starts_with("pool="));
    out + " " + &rest.collect::<Vec<_>>().join(" ")
}

/// Normalizes a move that another program may have written differently.
pub(super) fn plain_move(text: &str) -> String {
    let mut plain: String = text.to_lowercase().replace("->", ">");
    plain.retain(|sign| !sign.is_whitespace());
    plain
}

/// A rating of a position, or of a position after a move.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    /// The position that it is about.
    pub vertex: Vertex,
    /// Whose number one number alone is.
    pub mover: Option<Player>,
    pub node: u32,
    /// The move, if it is given there.
    mv: Option<u32>,
    pub right: bool,
}

impl Claim {
    pub fn rating_of<'a>(&self, theirs: &'a ProgramOutput) -> &'a SaidRating {
        let node = &theirs.nodes[self.node as usize];
        let said_rating = match self.mv {
            None => node.rating.as_ref(),
            Some(index) => {
                let moves = node.moves.as_deref().unwrap_or_default();
                moves.get(index as usize).and_then(|mv| mv.rating.as_ref())
            }
        };
        said_rating.expect("a claim is made where a rating is given")
    }

    /// Whether a program with a fault says the same.
    pub fn is_said_by(&self, sides: &ComparedPair<'_>, simulation: &mut Simulation) -> bool {
        let said = self.rating_of(sides.theirs);
        let own = |player| simulation.predict(self.vertex, player);
        sides.all_right(said, self.mover, own)
    }
}

/// All that a walk has met: wrong ratings first, those of the smallest trees before others.
pub(super) fn claims(walk: &Walk) -> Vec<Claim> {
    let reference = &walk.reference;
    let sides = walk.beside(reference);
    let graph = reference.rated.graph.graph();
    let mut claims = Vec::new();
    for (node, vertex) in &walk.found.visited {
        let their = &walk.theirs.nodes[*node as usize];
        let mover = reference.mover(*vertex);
        let mut claim = |vertex, mv: Option<u32>, said: &SaidRating| {
            let right = sides.rated_so(said, vertex, mover);
            claims.push(Claim {
                vertex,
                mover,
                node: *node,
                mv,
                right,
            });
        };
        if let Some(said) = &their.rating {
            claim(*vertex, None, said);
        }
        let moves = their.moves.as_deref().unwrap_or_default();
        if moves.iter().all(|mv| mv.rating.is_none()) {
            continue;
        }
        let ours = reference.moves(*vertex);
        for (index, mv) in moves.iter().enumerate() {
            let place = sides.place_of(mv, index, &ours);
            if let (Some(said), Some(slot)) = (&mv.rating, place) {
                let target = graph.target(ours[slot].0);
                if sides.leads_to(mv, target) {
                    claim(target, Some(index as u32), said);
                }
            }
        }
    }
    let size = |vertex| reference.rated.analysis.nodes.of(vertex);
    claims.sort_by(|a, b| {
        let by_size = || match a.right {
            true => std::cmp::Ordering::Equal,
            false => size(a.vertex).compare(size(b.vertex)),
        };
        a.right.cmp(&b.right).then_with(by_size)
    });
    // A few right ones of small trees cost little, and most faults fall there.
    let small = claims.iter().filter(|claim| claim.right).filter(|claim| {
        let nodes = size(claim.vertex).to_u64();
        nodes.is_some_and(|nodes| NODES.contains(&nodes))
    });
    let small: Vec<Claim> = small.copied().collect();
    let step = small.len().div_ceil(RIGHT).max(1);
    let first = small.into_iter().step_by(step);
    first.chain(claims).collect()
}

/// The positions in the order of the questions, with their moves in the program's order.
pub(super) fn questions(walk: &Walk, before: &[Rated]) -> Arc<AskedPositions> {
    let mut visited = walk.found.visited.clone();
    visited.sort_unstable_by_key(|(node, _)| *node);
    let mut questions = AskedPositions {
        vertices: visited.iter().map(|(_, vertex)| *vertex).collect(),
        before: before.to_vec(),
        ..AskedPositions::default()
    };
    let reordered = walk.found.kinds[DisagreementKind::Order as usize].count > 0;
    let reference = &walk.reference;
    let sides = walk.beside(reference);
    let graph = reference.rated.graph.graph();
    for (node, vertex) in visited.iter().filter(|_| reordered) {
        let look = sides.compare(*node, *vertex, 0);
        if !look.found.iter().any(|found| {
            found.kind == DisagreementKind::Order
                && matches!(found.of, DisagreementSubject::Theirs(_))
        }) {
            continue;
        }
        let ours = reference.moves(*vertex);
        let moves = walk.theirs.nodes[*node as usize].moves.as_deref();
        let moves = moves.unwrap_or_default().iter().enumerate();
        let places = moves.filter_map(|(index, mv)| sides.place_of(mv, index, &ours));
        let targets = places.map(|slot| graph.target(ours[slot].0)).collect();
        questions.moves.insert(*vertex, targets);
    }
    Arc::new(questions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_loses_the_dice_of_one_player_alone() {
        let plain = |text| without_dice(text, "a");
        assert_eq!(plain("a1b2/a3b1 b"), "ab2ab1 b");
        assert_eq!(plain("a1b2/a3b1 b"), plain("a2b2/a12b1 b"));
        assert_ne!(plain("a1b2/a3b1 b"), plain("a1b3/a3b1 b"));
        assert_ne!(plain("a1b2/a3b1 b"), plain("a1b2/b3b1 b"));
        assert_eq!(
            plain("a1b2 b pool=3 reversed"),
            plain("a2b2 b pool=2 reversed")
        );
    }

    #[test]
    fn boards_are_compared_by_hexes_and_mover_without_captured_dice_and_pool() {
        assert_eq!(board_of("b2b2/a2b1 a +1 pool=3"), "b2b2a2b1 a");
    }

    #[test]
    fn moves_are_known_however_they_are_spaced() {
        for text in ["2 > 3", "2->3", " 2>3"] {
            assert_eq!(plain_move(text), "2>3");
        }
        assert_eq!(plain_move("PASS"), "pass");
    }
}
