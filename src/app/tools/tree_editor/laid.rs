//! The layout of a written tree: unfolded from its start, each node expanded once, with its rating,
//! its payoffs or what it lacks. The information sets of the open tree are here too, with the
//! banner about ratings that depend on them.

use eframe::egui::{self, RichText, Role};
use rustc_hash::FxHashMap;

use crate::app::base::{Identified as _, ids, size};
use crate::app::intent::{Command, MainView, TreeEdit};
use crate::app::parts::{Cx, Desk};
use crate::diagram::{
    Drawing, Family, GrowthDirection, Point, Rect, SetNode, TreeView, draw_information_sets,
};
use crate::game::{Kind, Player, Rational};
use crate::games::scripted::{Missing, NodeIndex, TreeChange, WrittenTree, written_of};
use crate::layout::shape::text_width;
use crate::layout::{Layout, Spacing, TreeShape};
use crate::tree::Vertex;
use crate::words::{counted, with_minus};

/// The height of a node.
pub(super) const HEIGHT: f64 = 58.0;

/// The font size of payoffs and ratings …
pub(super) const NUMBERS: f64 = 23.0;

/// … and of the names of moves.
pub(super) const NAMES: f64 = 15.0;

/// The space for the icons around the selected node …
const TOOLS: f64 = 60.0;

/// … and for the texts beside any other.
const AROUND: f64 = 16.0;

/// A tree of more nodes is changed as text.
pub(super) const MAX_DRAWN: usize = 1_500;

const SPACING: Spacing = Spacing {
    sibling_gap: 30.0,
    subtree_gap: 44.0,
    level_height: 146.0,
    node_height: HEIGHT,
};

/// The content of a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Inside {
    /// An end's payoffs, one per player.
    Payoffs(Vec<String>),
    /// The player, and the rating if it is known.
    Rating(String),
    /// What it lacks, so that it is left out.
    Lack(Missing),
    /// It is drawn elsewhere already.
    Again(String),
}

/// A node as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawnNode {
    pub node: NodeIndex,
    pub kind: Kind,
    pub above: Option<u32>,
    /// The index of the move to it among its siblings.
    pub index: u32,
    /// The name of that move, with its probability.
    pub name: String,
    /// The nodes below it.
    pub below: Vec<u32>,
    pub ply: u32,
    pub inside: Inside,
    /// The winner, or the player with the largest payoff.
    pub winner: Option<Player>,
    /// Its vertex, if it is finished and the graph has it.
    pub vertex: Option<Vertex>,
    /// Whether the best line leads here.
    pub best: bool,
    pub width: f64,
    pub at: Point,
}

impl DrawnNode {
    /// Its box.
    pub fn rect(&self) -> Rect {
        Rect::around(self.at, self.width, HEIGHT)
    }
}

/// A written tree as it is laid out.
#[derive(Clone, Debug, Default)]
pub(super) struct EditorLayout {
    pub nodes: Vec<DrawnNode>,
    /// Whether it has more nodes than are drawn.
    pub is_cut: bool,
    /// The lines that join the nodes of each information set.
    pub sets: Drawing,
}

impl EditorLayout {
    /// The important parts: the selected node with its buttons, its children, and its parent.
    pub fn family(&self, selected: u32) -> Family {
        let rect = |node: u32| self.nodes[node as usize].rect().grown(AROUND);
        let drawn = &self.nodes[selected as usize];
        Family {
            whole: self.bounds(),
            selected: drawn.rect().grown(TOOLS),
            children: drawn.below.iter().copied().map(rect).reduce(Rect::and),
            parent: drawn.above.map(rect),
        }
    }
}

struct Widths<'a>(&'a [DrawnNode]);

impl TreeShape for Widths<'_> {
    fn root(&self) -> u32 {
        0
    }

    fn numbers(&self) -> usize {
        self.0.len()
    }

    fn degree(&self, node: u32) -> usize {
        self.0[node as usize].below.len()
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        self.0[node as usize].below[index]
    }

    fn width(&self, node: u32) -> f64 {
        let drawn = &self.0[node as usize];
        drawn.width.max(text_width(&drawn.name, NAMES) - 8.0)
    }
}

/// The text of a number in the tree.
pub(super) fn number(number: Option<Rational>) -> String {
    number.map_or_else(|| "?".to_owned(), |number| number.to_string())
}

impl EditorLayout {
    /// A written tree with its ratings.
    pub fn new(tree: &WrittenTree, lacks: &[Option<Missing>], view: &TreeView<'_>) -> Self {
        let mut laid = Self::default();
        let mut drawn = vec![false; lacks.len()];
        let root = view.labels.position_text(Vertex::ROOT);
        let root = (*root == *tree.node(tree.start()).name).then_some(Vertex::ROOT);
        // From left to right, so that repeated nodes come later.
        let mut open = vec![(tree.start(), None, 0, root.filter(|_| lacks[0].is_none()))];
        while let Some((node, above, place, vertex)) = open.pop() {
            let index = laid.nodes.len() as u32;
            if laid.nodes.len() == MAX_DRAWN {
                laid.is_cut = true;
                break;
            }
            let written = tree.node(node);
            let again = std::mem::replace(&mut drawn[node.0 as usize], true);
            let again = again && !written.moves.is_empty();
            let lack = lacks[node.0 as usize].clone();
            let mut one = DrawnNode {
                node,
                kind: written.kind,
                above,
                index: place,
                name: name_of(
                    tree,
                    above.map(|above| laid.nodes[above as usize].node),
                    place,
                ),
                below: Vec::new(),
                ply: above.map_or(0, |above| laid.nodes[above as usize].ply + 1),
                inside: inside(tree, node, (lack, again), vertex, view),
                winner: None,
                vertex,
                best: false,
                width: 0.0,
                at: Point::new(0.0, 0.0),
            };
            one.winner = winner(&written.numbers).filter(|_| written.kind == Kind::End);
            one.width = width(&one.inside);
            laid.nodes.push(one);
            if let Some(above) = above {
                laid.nodes[above as usize].below.push(index);
            }
            if again {
                continue;
            }
            let whole = |place: usize| lacks[written.moves[place].target.0 as usize].is_none();
            for slot in (0..written.moves.len()).rev() {
                let edge = (0..slot).filter(|place| whole(*place)).count();
                let vertex = vertex.filter(|_| whole(slot));
                let targets = vertex.map(|vertex| view.labels.graph().targets(vertex));
                let vertex = targets.and_then(|targets| targets.get(edge).copied());
                open.push((written.moves[slot].target, Some(index), slot as u32, vertex));
            }
        }
        laid.place();
        laid.join(tree.sets());
        laid
    }

    /// Joins the nodes of each information set.
    fn join(&mut self, sets: &[Vec<NodeIndex>]) {
        let mut of_node: FxHashMap<NodeIndex, u32> = FxHashMap::default();
        for (number, set) in (0..).zip(sets) {
            of_node.extend(set.iter().map(|node| (*node, number)));
        }
        let nodes = self.nodes.iter().map(|drawn| SetNode {
            at: drawn.at,
            half: HEIGHT / 2.0,
            set: of_node.get(&drawn.node).copied(),
        });
        if !sets.is_empty() {
            draw_information_sets(&mut self.sets, nodes.collect(), GrowthDirection::Down);
        }
    }

    fn place(&mut self) {
        let layout = Layout::new(&Widths(&self.nodes), SPACING);
        let mut places = vec![Point::new(0.0, 0.0); self.nodes.len()];
        for (index, drawn) in self.nodes.iter().enumerate() {
            let along = f64::from(drawn.ply) * SPACING.level_height;
            let across = match drawn.above {
                Some(above) => places[above as usize].x + layout.offset(index as u32),
                None => 0.0,
            };
            places[index] = Point::new(across, along);
        }
        for (drawn, at) in self.nodes.iter_mut().zip(places) {
            drawn.at = at;
        }
    }

    /// Marks the best line, given by the indices of its moves among the finished ones.
    pub fn mark_best(&mut self, best: &[Vertex]) {
        let mut index = 0_usize;
        for vertex in best {
            let below = self.nodes[index].below.iter().copied();
            let mut next =
                below.filter(|below| self.nodes[*below as usize].vertex == Some(*vertex));
            let Some(next) = next.next() else {
                return;
            };
            index = next as usize;
            self.nodes[index].best = true;
        }
    }

    /// The drawn node at the end of a way, or the last one on it.
    pub fn find(&self, way: &[u32]) -> u32 {
        let mut index = 0;
        for slot in way {
            let below = &self.nodes[index as usize].below;
            let mut there = below.iter().copied();
            let next = there.find(|below| self.nodes[*below as usize].index == *slot);
            let Some(next) = next else { break };
            index = next;
        }
        index
    }

    /// The path to a drawn node.
    pub fn branch_path(&self, index: u32) -> Vec<u32> {
        let mut way = Vec::new();
        let mut index = index;
        while let Some(drawn) = self.nodes.get(index as usize)
            && let Some(above) = drawn.above
        {
            way.push(drawn.index);
            index = above;
        }
        way.reverse();
        way
    }

    /// The drawn nodes of a ply, from left to right.
    pub fn level(&self, ply: u32) -> Vec<u32> {
        let all = 0..self.nodes.len() as u32;
        let mut level: Vec<u32> = all
            .filter(|index| self.nodes[*index as usize].ply == ply)
            .collect();
        let across = |index: &u32| self.nodes[*index as usize].at.x;
        level.sort_by(|a, b| across(a).total_cmp(&across(b)));
        level
    }

    /// The bounding rectangle.
    pub fn bounds(&self) -> Rect {
        let mut bounds = self.nodes[0].rect();
        for drawn in &self.nodes {
            let rect = drawn.rect();
            bounds.min.x = bounds.min.x.min(rect.min.x);
            bounds.max.x = bounds.max.x.max(rect.max.x);
            bounds.max.y = bounds.max.y.max(rect.max.y);
        }
        // The text below an unfinished node needs space, too.
        bounds.max.y += 52.0;
        bounds.grown(24.0)
    }
}

fn name_of(tree: &WrittenTree, above: Option<NodeIndex>, index: u32) -> String {
    let Some(above) = above else {
        return String::new();
    };
    let above = tree.node(above);
    let Some(one) = above.moves.get(index as usize) else {
        return String::new();
    };
    match above.is_chance() {
        true => format!("{} {}", one.name, number(one.probability)),
        false => one.name.to_string(),
    }
}

fn inside(
    tree: &WrittenTree,
    node: NodeIndex,
    (lack, again): (Option<Missing>, bool),
    vertex: Option<Vertex>,
    view: &TreeView<'_>,
) -> Inside {
    let written = tree.node(node);
    if again {
        return Inside::Again(written.name.to_string());
    }
    match (lack, written.kind) {
        (Some(Missing::Payoff), _) if written.numbers.iter().any(Option::is_some) => {
            payoffs(&written.numbers)
        }
        (Some(lack), _) => Inside::Lack(lack),
        (None, Kind::End) => payoffs(&written.numbers),
        (None, _) => {
            let text = vertex.map(|vertex| view.node_text(vertex));
            Inside::Rating(text.unwrap_or_else(|| "?".to_owned()))
        }
    }
}

fn payoffs(numbers: &[Option<Rational>]) -> Inside {
    let texts = numbers.iter().copied().map(number);
    Inside::Payoffs(texts.map(with_minus).collect())
}

/// The player with the largest payoff, if there is one alone.
fn winner(numbers: &[Option<Rational>]) -> Option<Player> {
    let max = numbers.iter().flatten().max()?;
    let mut best = numbers
        .iter()
        .enumerate()
        .filter(|(_, one)| one.as_ref() == Some(max));
    let (first, _) = best.next()?;
    best.next().is_none().then_some(Player(first as u8))
}

fn width(inside: &Inside) -> f64 {
    match inside {
        Inside::Payoffs(payoffs) => {
            let text = payoffs.join(" · ");
            (text_width(&text, NUMBERS) + 30.0).max(70.0)
        }
        Inside::Rating(text) => (text_width(text, NUMBERS) + 62.0).max(98.0),
        Inside::Lack(_) => 112.0,
        Inside::Again(name) => (text_width(name, NAMES) + 52.0).max(84.0),
    }
}

/// The information sets of the open tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenSets {
    /// The tree for which they were counted.
    tree: u64,
    count: usize,
    /// Whether it is rated as if players could tell their nodes apart.
    is_known: bool,
}

impl OpenSets {
    /// Counts them, once per tree.
    pub fn update(&mut self, desk: &Desk) {
        if self.tree == desk.tree {
            return;
        }
        let setup = &desk.document.setup;
        let script = setup.switches.script.as_deref();
        let may_have = script.is_some_and(|script| script.contains("set"));
        let tree = may_have.then(|| written_of(setup)).flatten();
        *self = Self {
            tree: desk.tree,
            count: tree.as_ref().map_or(0, |tree| tree.sets().len()),
            is_known: tree.is_some_and(|tree| tree.is_known),
        };
    }

    /// Says that ratings are open, or that another game is rated, with the way to the other.
    pub fn banner_ui(self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Self {
            count, is_known, ..
        } = self;
        if count == 0 || cx.view.hidden || cx.desk.compares || cx.desk.middle == MainView::Editor {
            return;
        }
        let (phrase, button) = match is_known {
            true => (
                "Rated as if players knew where they are. This is another game.".to_owned(),
                "Rate what players know",
            ),
            false => (
                format!(
                    "Players can't tell some nodes apart ({}). Ratings that depend on this are open.",
                    counted(count, "information set")
                ),
                "Rate as if players knew",
            ),
        };
        let frame = egui::Frame::new()
            .fill(cx.theme.text)
            .inner_margin(egui::Margin::symmetric(14, 4));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                let text = RichText::new(&phrase)
                    .size(size::SMALL)
                    .color(cx.theme.panel);
                ui.add(egui::Label::new(text).wrap())
                    .identified(ids::SETS_BANNER);
                let text = RichText::new(button).size(size::SMALL).underline();
                let response = ui
                    .add(egui::Button::new(text.color(cx.theme.panel)).frame(false))
                    .called(Role::Button, button)
                    .identified(ids::SETS_KNOWN);
                if response.clicked() {
                    rate_as(cx, !is_known);
                }
            });
        });
    }
}

/// Rates the open tree as if players knew where they are, or by what they know.
fn rate_as(cx: &Cx<'_>, is_known: bool) {
    let change = TreeChange::Known(is_known);
    if let Some(tree) = written_of(&cx.document.setup)
        && let Ok(after) = change.apply(&tree)
    {
        cx.push(Command::EditTree(Box::new(TreeEdit {
            script: after.text(),
            message: change.description(&tree, &after),
            renamed: None,
        })));
    }
}
