//! Converts the findings of a check to text and side-by-side data.

use rustc_hash::FxHashMap;

use super::node::{DisagreementSubject, plain_move};
use super::reference::{Reference, rating_words};
use super::report::{
    AnswerSide, Disagreement, DisagreementKind, KindFound, NodeFindings, RatedPlace, SideMove,
};
use super::walk::Walk;
use crate::game::{Picture, Player, quoted};
use crate::games::Setup;
use crate::save::{SaidRating, TheirForm, TheirMove, TheirNode};
use crate::tree::{Edge, Line, Vertex, VertexKind};

/// The lines to vertices, as they are needed.
#[derive(Default)]
pub(super) struct LineFinder(Option<Vec<Option<Edge>>>);

impl LineFinder {
    fn line(&mut self, reference: &Reference, vertex: Vertex) -> Line {
        let parents = self.0.get_or_insert_with(|| parents_of(reference));
        line_to_vertex(reference, parents, vertex)
    }

    /// A place in the board's graph, with words about it.
    pub fn rated_place(
        &mut self,
        walk: &Walk,
        node: u32,
        vertex: Vertex,
        text: String,
    ) -> RatedPlace {
        let reference = &walk.reference;
        let line = self.line(reference, vertex);
        RatedPlace {
            position: reference.rated.graph.position_text(vertex),
            ply: plies_of(reference, &line),
            line: reference.rated.graph.line_text(Vertex::ROOT, &line),
            text_line: walk.theirs.nodes[node as usize].line,
            text,
        }
    }
}

/// The plies of a line from the root.
fn plies_of(reference: &Reference, line: &Line) -> u32 {
    let graph = reference.rated.graph.graph();
    let mut vertex = Vertex::ROOT;
    line.iter().fold(0, |ply, edge| {
        let cost = graph.cost(vertex);
        vertex = graph.target(*edge);
        ply + cost
    })
}

/// All kinds that were found, the most important first.
pub(super) fn kinds(walk: &Walk, places: &mut LineFinder) -> Vec<KindFound> {
    let said = positions_said(walk);
    let mut kinds: Vec<(u8, bool, u32, KindFound)> = Vec::new();
    for of_kind in &walk.found.kinds {
        let (Some(first), Some(smallest)) = (&of_kind.first, &of_kind.smallest) else {
            continue;
        };
        let key = (first.kind.rank(), first.elsewhere, order(first));
        kinds.push((
            key.0,
            key.1,
            key.2,
            KindFound {
                kind: first.kind,
                count: of_kind.count,
                first: described(walk, &said, first, places),
                smallest: described(walk, &said, smallest, places),
            },
        ));
    }
    kinds.sort_by_key(|(rank, aside, order, found)| (*rank, *aside, *order, found.kind));
    kinds.into_iter().map(|(_, _, _, found)| found).collect()
}

/// How early a disagreement was reached.
fn order(record: &NodeFindings) -> u32 {
    record.pair.unwrap_or(record.vertex.0)
}

/// Which single position each text names, the first of each.
fn positions_said(walk: &Walk) -> FxHashMap<&str, u32> {
    let mut said = FxHashMap::default();
    let agrees = walk.found.kinds.iter().all(|kind| kind.count == 0);
    if walk.theirs.form == TheirForm::Lines && !agrees {
        for (index, node) in walk.theirs.nodes.iter().enumerate() {
            if let Some(position) = &node.position {
                said.entry(position.text()).or_insert(index as u32);
            }
        }
    }
    said
}

fn described(
    walk: &Walk,
    said: &FxHashMap<&str, u32>,
    record: &NodeFindings,
    places: &mut LineFinder,
) -> Disagreement {
    let of_aside = record
        .aside
        .as_ref()
        .and_then(|rated| Reference::small(rated.clone(), &walk.rules));
    let reference = of_aside.as_ref().unwrap_or(&walk.reference);
    let teller = ReportBuilder {
        walk,
        reference,
        said,
    };
    let node = &walk.theirs.nodes[record.node as usize];
    let line = match record.pair {
        _ if record.elsewhere => None,
        Some(pair) => Some(walk.pairs.line(pair)),
        None => Some(places.line(reference, record.vertex)),
    };
    let ply = line.as_ref().map(|line| plies_of(reference, line));
    let known = line.is_some() || record.aside.is_some();
    let mv = match record.of {
        DisagreementSubject::Position => None,
        DisagreementSubject::Theirs(index) => node
            .moves
            .as_ref()
            .and_then(|moves| moves.get(index as usize))
            .map(move_name),
        DisagreementSubject::Ours(edge) => {
            Some(reference.rated.graph.move_text(record.vertex, edge))
        }
    };
    let mut theirs = teller.theirs(node, record.vertex);
    let mut ours = if known {
        teller.ours(record.vertex)
    } else {
        AnswerSide::default()
    };
    let mut position_differs = vec![record.kind];
    if known && record.kind != DisagreementKind::Position {
        position_differs = teller.differences(record, &mut theirs, &mut ours);
    }
    if let DisagreementSubject::Theirs(index) = record.of {
        teller.after(node, index as usize, record.vertex, &mut theirs, &mut ours);
    }
    Disagreement {
        kind: record.kind,
        ply,
        line: line.map(|line| reference.rated.graph.line_text(Vertex::ROOT, &line)),
        text: teller.words(record, node, mv.as_deref(), &theirs, &ours),
        position_differs,
        mv,
        text_line: node.line,
        tree_nodes: if known {
            reference.rated.analysis.nodes.of(record.vertex).to_string()
        } else {
            String::new()
        },
        theirs,
        ours,
    }
}

fn move_name(mv: &TheirMove) -> String {
    match (&mv.text, &mv.position) {
        (Some(text), _) => text.clone(),
        (None, Some(position)) => format!("to {position}"),
        (None, None) => String::from("without a name"),
    }
}

/// The edge by which the breadth-first search reaches each vertex first.
fn parents_of(reference: &Reference) -> Vec<Option<Edge>> {
    let graph = reference.rated.graph.graph();
    let mut parents = vec![None; graph.len()];
    let mut seen = vec![false; graph.len()];
    let mut queue = std::collections::VecDeque::from([Vertex::ROOT]);
    if let Some(root) = seen.first_mut() {
        *root = true;
    }
    while let Some(vertex) = queue.pop_front() {
        for edge in graph.edges(vertex) {
            let target = graph.target(edge).index();
            if !std::mem::replace(&mut seen[target], true) {
                parents[target] = Some(edge);
                queue.push_back(Vertex(target as u32));
            }
        }
    }
    parents
}

fn line_to_vertex(reference: &Reference, parents: &[Option<Edge>], vertex: Vertex) -> Line {
    let graph = reference.rated.graph.graph();
    let mut line = Line::new();
    let mut at = vertex;
    while let Some(edge) = parents.get(at.index()).copied().flatten() {
        line.push(edge);
        at = graph.source(edge);
    }
    line.reverse();
    line
}

struct ReportBuilder<'a> {
    walk: &'a Walk,
    reference: &'a Reference,
    said: &'a FxHashMap<&'a str, u32>,
}

impl ReportBuilder<'_> {
    fn theirs(&self, node: &TheirNode, vertex: Vertex) -> AnswerSide {
        let over = match (&node.moves, node.ends) {
            (Some(moves), _) if !moves.is_empty() => Some(false),
            (_, crate::save::Ends::Yes) => Some(true),
            (_, crate::save::Ends::No) => Some(false),
            (Some(_), crate::save::Ends::Unsaid) => Some(true),
            (_, _) => None,
        };
        let position = node
            .position
            .as_ref()
            .map(|position| self.in_rows(position.text()));
        AnswerSide {
            picture: position.as_deref().and_then(|text| self.picture(text)),
            mover: node.player.clone(),
            winners: node.winners.as_ref().map(|names| listed(names)),
            over,
            rating: node.rating.as_ref().map(SaidRating::description),
            payoffs: node.payoffs.as_ref().map(SaidRating::description),
            moves: node.moves.as_ref().map(|moves| {
                moves
                    .iter()
                    .map(|mv| SideMove {
                        mv: move_name(mv),
                        position: self.after_text(mv),
                        rating: self.after_rating(mv, vertex).map(SaidRating::description),
                        differs: self.is_rated_otherwise(mv, vertex),
                    })
                    .collect()
            }),
            position,
        }
    }

    fn after_text(&self, mv: &TheirMove) -> Option<String> {
        let text = match (&mv.position, mv.to) {
            (Some(text), _) => text.as_str(),
            (None, Some(to)) => {
                let node = self.walk.theirs.nodes.get(to as usize)?;
                node.position.as_ref()?.text()
            }
            (None, None) => return None,
        };
        Some(self.in_rows(text))
    }

    /// The program's rating of the position after a move, wherever it is given.
    fn after_rating<'m>(&'m self, mv: &'m TheirMove, vertex: Vertex) -> Option<&'m SaidRating> {
        if let Some(rating) = &mv.rating {
            return Some(rating);
        }
        let node = match (mv.to, &mv.position) {
            (Some(to), _) => to,
            (None, Some(position)) => *self.said.get(position.as_str())?,
            (None, None) => {
                let after = self.our_move(vertex, mv)?;
                let after = self.reference.rated.graph.position_text(after);
                *self.said.get(after.as_str())?
            }
        };
        let node = self.walk.theirs.nodes.get(node as usize)?;
        node.rating.as_ref()
    }

    /// The position after the move of the rules that a move is called by.
    fn our_move(&self, vertex: Vertex, mv: &TheirMove) -> Option<Vertex> {
        let labels = &self.reference.rated.graph;
        let name = plain_move(&move_name(mv));
        let mut edges = labels.graph().edges(vertex);
        let edge = edges.find(|edge| plain_move(&labels.move_text(vertex, *edge)) == name)?;
        Some(labels.graph().target(edge))
    }

    /// Whether the program's rating of the position after a move differs from ours.
    fn is_rated_otherwise(&self, mv: &TheirMove, vertex: Vertex) -> bool {
        let target = self.our_move(vertex, mv);
        let (Some(target), Some(said)) = (target, self.after_rating(mv, vertex)) else {
            return false;
        };
        // One number alone is that of who makes the move, or of who is to move after it.
        let mover = match &mv.rating {
            Some(_) => self.reference.mover(vertex),
            None => self.reference.mover(target),
        };
        !self
            .walk
            .beside(self.reference)
            .rated_so(said, target, mover)
    }

    /// Marks the moves that differ between the sides; returns the differences of the positions
    /// themselves.
    fn differences(
        &self,
        record: &NodeFindings,
        theirs: &mut AnswerSide,
        ours: &mut AnswerSide,
    ) -> Vec<DisagreementKind> {
        let ply = record.pair.map_or(0, |pair| self.walk.pairs.at(pair).ply);
        let sides = self.walk.beside(self.reference);
        let look = sides.compare(record.node, record.vertex, ply);
        let graph = self.reference.rated.graph.graph();
        let mut kinds = Vec::new();
        for found in look.found {
            let mv = match found.of {
                DisagreementSubject::Position => {
                    kinds.push(found.kind);
                    continue;
                }
                // In another order they are still the same moves.
                DisagreementSubject::Theirs(_) if found.kind == DisagreementKind::Order => continue,
                DisagreementSubject::Theirs(index) => {
                    let moves = theirs.moves.as_mut();
                    moves.and_then(|moves| moves.get_mut(index as usize))
                }
                DisagreementSubject::Ours(edge) => {
                    let key = graph.key(record.vertex, edge);
                    let moves = ours.moves.as_mut();
                    moves.and_then(|moves| moves.get_mut(key))
                }
            };
            if let Some(mv) = mv {
                mv.differs = true;
            }
        }
        kinds
    }

    fn ours(&self, vertex: Vertex) -> AnswerSide {
        let rated = &self.reference.rated;
        let graph = rated.graph.graph();
        let kind = graph.kind(vertex);
        let over = kind == VertexKind::End;
        AnswerSide {
            position: Some(rated.graph.position_text(vertex)),
            mover: kind.player().map(|player| self.reference.name(player)),
            winners: over.then(|| {
                let winners = self.reference.winners(vertex);
                let names: Vec<String> = winners
                    .iter()
                    .map(|player| self.reference.name(player))
                    .collect();
                listed(&names)
            }),
            over: (!self.reference.is_horizon(vertex)).then_some(over),
            rating: self.ratings(vertex),
            payoffs: over
                .then(|| {
                    self.by_player(|player| {
                        Some(self.reference.payoff(vertex, player)?.to_string())
                    })
                })
                .flatten(),
            moves: (!self.reference.is_horizon(vertex)).then(|| {
                graph
                    .edges(vertex)
                    .map(|edge| SideMove {
                        mv: rated.graph.move_text(vertex, edge),
                        position: Some(rated.graph.position_text(graph.target(edge))),
                        rating: self.ratings(graph.target(edge)),
                        differs: false,
                    })
                    .collect()
            }),
            picture: drawn(rated.graph.picture(vertex)),
        }
    }

    fn ratings(&self, vertex: Vertex) -> Option<String> {
        self.by_player(|player| Some(rating_words(&self.reference.rating(vertex, player)?)))
    }

    fn by_player(&self, number: impl Fn(Player) -> Option<String>) -> Option<String> {
        let players = Player::all(self.reference.players());
        let parts: Option<Vec<String>> = players
            .map(|player| {
                Some(format!(
                    "{} {}",
                    self.reference.name(player),
                    number(player)?
                ))
            })
            .collect();
        parts.map(|parts| parts.join(", "))
    }

    /// Draws the positions after the move that differs, if it is a move.
    fn after(
        &self,
        node: &TheirNode,
        index: usize,
        vertex: Vertex,
        theirs: &mut AnswerSide,
        ours: &mut AnswerSide,
    ) {
        let Some(mv) = node.moves.as_ref().and_then(|moves| moves.get(index)) else {
            return;
        };
        let target = self.our_move(vertex, mv);
        let (Some(target), Some(text)) = (target, self.after_text(mv)) else {
            return;
        };
        theirs.picture = self.picture(&text);
        ours.picture = drawn(self.reference.rated.graph.picture(target));
    }

    fn words(
        &self,
        record: &NodeFindings,
        node: &TheirNode,
        mv: Option<&str>,
        theirs: &AnswerSide,
        ours: &AnswerSide,
    ) -> String {
        let mv = quoted(mv.unwrap_or_default());
        let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "not given".to_owned());
        let both = |what: &str, a: &Option<String>, b: &Option<String>| {
            format!("{what}: yours {}, rules {}", said(a), said(b))
        };
        match record.kind {
            DisagreementKind::Position if ours.position.is_none() => {
                "the rules don't reach this position".to_owned()
            }
            DisagreementKind::Position => {
                both("different start position", &theirs.position, &ours.position)
            }
            DisagreementKind::Mover => both("who is to move", &theirs.mover, &ours.mover),
            DisagreementKind::End if ours.over == Some(true) => {
                "your game continues, but it is over".to_owned()
            }
            DisagreementKind::End => "your game is over, but it continues".to_owned(),
            DisagreementKind::IllegalMove => {
                let count = node.moves.as_ref().map_or(0, |moves| {
                    moves
                        .iter()
                        .filter(|other| quoted(&move_name(other)) == mv)
                        .count()
                });
                if count > 1 {
                    format!("the move {mv} is listed {count} times")
                } else {
                    format!("{mv} is not a legal move")
                }
            }
            DisagreementKind::MissingMove => {
                format!("legal move {mv} is missing")
            }
            DisagreementKind::Reinforcement | DisagreementKind::Successor => {
                let (a, b) = self.positions_after(record, node);
                both(&format!("the move {mv} leads to"), &a, &b)
            }
            DisagreementKind::Probability => format!("wrong probability for {mv}"),
            DisagreementKind::Winners => both("who has won", &theirs.winners, &ours.winners),
            DisagreementKind::Payoffs => both("payoffs", &theirs.payoffs, &ours.payoffs),
            DisagreementKind::Rating => match record.of {
                DisagreementSubject::Theirs(index) => {
                    let moves = node.moves.as_ref();
                    let said = moves.and_then(|moves| moves.get(index as usize));
                    let said = said.and_then(|mv| self.after_rating(mv, record.vertex));
                    let said = said.map(SaidRating::description);
                    let name = mv.trim_matches('\'');
                    let ours = ours.moves.as_ref();
                    let ours = ours.and_then(|moves| {
                        moves
                            .iter()
                            .find(|own| plain_move(&own.mv) == plain_move(name))
                    });
                    both(
                        &format!("the rating of {mv}"),
                        &said,
                        &ours.and_then(|side_move| side_move.rating.clone()),
                    )
                }
                _ => both("the rating", &theirs.rating, &ours.rating),
            },
            DisagreementKind::Order => {
                let names = |side: &AnswerSide| {
                    side.moves.as_ref().map(|moves| {
                        let names: Vec<String> = moves.iter().map(|mv| mv.mv.clone()).collect();
                        shortened(&names)
                    })
                };
                both("move order", &names(theirs), &names(ours))
            }
        }
    }

    fn positions_after(
        &self,
        record: &NodeFindings,
        node: &TheirNode,
    ) -> (Option<String>, Option<String>) {
        let DisagreementSubject::Theirs(index) = record.of else {
            return (None, None);
        };
        let moves = node.moves.as_ref();
        let Some(mv) = moves.and_then(|moves| moves.get(index as usize)) else {
            return (None, None);
        };
        let ours = self.our_move(record.vertex, mv);
        let ours = ours.map(|target| self.reference.rated.graph.position_text(target));
        (self.after_text(mv), ours)
    }

    fn picture(&self, text: &str) -> Option<Picture> {
        let setup = Setup {
            position: text.to_owned(),
            ..self.walk.rules.setup.at(text, None)
        };
        let seen = crate::session::open::setup_position(&setup).or_else(|_| {
            let mut more = setup;
            more.switches.max_dice = Some(9);
            crate::session::open::setup_position(&more)
        });
        drawn(seen.ok()?.picture)
    }

    /// A board that was written without marks between its rows, with them.
    fn in_rows(&self, text: &str) -> String {
        let ours = self.reference.rated.graph.position_text(Vertex::ROOT);
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut rows = ours.split(' ').next().unwrap_or_default().split('/');
        let width = rows.next().map_or(0, digits);
        if width == 0 || rows.next().is_none() || board.contains('/') || rest.len() != 1 {
            return text.to_owned();
        }
        let mut out = String::new();
        let mut hexes = 0;
        for sign in board.chars() {
            if sign.is_alphabetic() {
                if hexes > 0 && hexes % width == 0 {
                    out.push('/');
                }
                hexes += 1;
            }
            out.push(sign);
        }
        out + " " + rest
    }
}

fn drawn(picture: Picture) -> Option<Picture> {
    (!picture.cells.is_empty()).then_some(picture)
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        names => names.join(", "),
    }
}

/// A list of moves, cut where it is long.
fn shortened(names: &[String]) -> String {
    const MAX: usize = 12;
    let mut text = names[..names.len().min(MAX)].join(" ");
    if names.len() > MAX {
        text.push_str(" …");
    }
    text
}
