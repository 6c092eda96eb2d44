//! The editor of an own tree: drawn by clicks and keys, with its text beside it. Each change is an
//! undoable edit of the document. Ratings follow at once, and changed ratings are shown.

mod brush;
mod canvas;
mod drag;
mod fields;
mod keys;
mod laid;
mod panel;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::{self, Context};

use self::laid::OpenSets;
use crate::app::base::fault_text;
use crate::app::document::{AfterPrompt, DocumentNames, Ready, StartedDocument};
use crate::app::intent::{Command, CommandId, MainView, Queue, TreeEdit};
use crate::app::parts::{Canvas, Cx, Desk, Framed, PhoneSheet, Responder, Tool};
use crate::game::{Kind, Rational, line_of};
use crate::games::scripted::{self, Missing, NodeIndex, TreeChange, WrittenTree};
use crate::games::{Setup, Switches, takes_script};
use crate::session::{Action, ActionEffects, MAX_COPIED, copied};
use crate::tree::Vertex;
use drag::Drag;
use fields::{FieldOf, Leave, TypedNodeText};
use laid::EditorLayout;
use text::TextBeside;

/// The tree while it is drawn.
#[derive(Default)]
pub(crate) struct TreeEditor {
    /// The version of the tree and of the look for which all of this was made.
    made_of: (u64, u64),
    /// The tree that is drawn …
    tree: Option<WrittenTree>,
    /// … and the one requested in this frame, and whether nodes were added, removed or moved.
    changing: Option<(WrittenTree, bool)>,
    lacks: Vec<Option<Missing>>,
    laid: EditorLayout,
    /// The selected node: the indices of the moves to it.
    way: Vec<u32>,
    /// The text field on the canvas.
    typing: Option<TypedNodeText>,
    /// The first node of an information set, until the key for it is pressed at another one.
    joining: Option<NodeIndex>,
    /// The branch that is dragged.
    drag: Option<Drag>,
    /// Whether edits apply to the whole level.
    level: bool,
    /// The sum of the payoffs of every end, if the last player's follow from it.
    rest: Option<Rational>,
    changed: Changed,
    /// Why an edit is impossible.
    fault: Option<String>,
    text: TextBeside,
    /// The lines to the nodes that have a note.
    noted: BTreeSet<String>,
    canvas: Canvas,
    /// The sheet on a phone, which has the fields.
    sheet: PhoneSheet,
    /// The node whose fields were shown last.
    scrolled: Vec<u32>,
    sets: OpenSets,
    /// A tree that is opened for being drawn.
    awaited: Option<String>,
}

/// The changes by the last edit.
#[derive(Default)]
struct Changed {
    /// The ratings before it, by line.
    before: BTreeMap<String, String>,
    /// Names of nodes with the rating before and after.
    ratings: Vec<(String, [String; 2])>,
    /// The lines of those nodes.
    lines: Vec<String>,
    best: Option<[String; 2]>,
    /// Since when it flashes; `None` before it is seen.
    since: Option<f64>,
    flashes: bool,
}

impl Tool for TreeEditor {
    fn middle(&self) -> Option<MainView> {
        Some(MainView::Editor)
    }

    fn banner_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.sets.banner_ui(ui, cx);
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn sync(&mut self, desk: &mut Desk) {
        let script = desk.document.setup.switches.script.as_deref();
        if self.awaited.is_some() && self.awaited.as_deref() == script {
            self.awaited = None;
            self.begin(desk);
        }
        desk.has_draft = self.text.is_draft();
        self.sets.update(desk);
        // Requested edits are applied by now, or refused.
        self.changing = None;
        if desk.middle != MainView::Editor {
            return;
        }
        if !takes_script(&desk.document.setup.game) {
            desk.show_middle(MainView::Tree);
            return;
        }
        if self.made_of != (desk.tree, desk.look) {
            self.remake(desk);
        }
    }

    fn follow(&mut self, desk: &Desk, change: &ActionEffects) {
        if !change.selection || desk.middle != MainView::Editor {
            return;
        }
        // A walk by a menu or a link selects the node here too.
        let line = desk.document.line_text(desk.document.session.selected());
        if line != self.line(self.selected())
            && let Some(tree) = &self.tree
        {
            self.way = tree.move_indices(&line);
            self.show_selected();
        }
    }

    fn keys(&mut self, desk: &mut Desk, ctx: &Context) -> bool {
        desk.middle == MainView::Editor && self.hear(desk, ctx)
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        match named {
            CommandId::EditTree if takes_script(&desk.document.setup.game) => {
                let script = desk.document.setup.switches.script.as_deref();
                Some(script.is_some_and(|script| script.len() <= text::MAX_SHOWN))
            }
            CommandId::EditTree => Some(!desk.document.is_building()),
            CommandId::NewTree => Some(true),
            // Matches would be shown in the tree view.
            CommandId::Find
            | CommandId::NextHit
            | CommandId::PreviousHit
            | CommandId::NextBlunder
            | CommandId::NextFork
            | CommandId::NextEnd
                if desk.middle == MainView::Editor =>
            {
                Some(false)
            }
            _ => None,
        }
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::EditTree).then_some(desk.middle == MainView::Editor)
    }

    fn run(&mut self, desk: &mut Desk, _ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(CommandId::NewTree) => {
                self.open(desk, WrittenTree::begun().text(), "Own tree", None);
            }
            Command::Named(CommandId::EditTree) if desk.middle == MainView::Editor => {
                desk.show_middle(MainView::Tree);
                if let Some(open) = self.tree.as_ref().and_then(WrittenTree::unfinished) {
                    desk.tell(Ok(format!("{open}. Left out here, kept in the editor")));
                }
            }
            Command::Named(CommandId::EditTree) if takes_script(&desk.document.setup.game) => {
                self.begin(desk);
            }
            Command::Named(CommandId::EditTree) => self.copy_tree(desk),
            Command::Named(CommandId::Fit) if desk.middle == MainView::Editor => self.canvas.fit(),
            Command::Named(named) if desk.middle == MainView::Editor => {
                return self.canvas.run(*named).then_some(Responder::Window);
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}

impl TreeEditor {
    /// Shows the open tree to be drawn; the first end without a payoff is selected.
    fn begin(&mut self, desk: &mut Desk) {
        desk.show_middle(MainView::Editor);
        self.changed = Changed::default();
        self.fault = None;
        self.typing = None;
        self.drag = None;
        self.made_of = (0, 0);
        self.remake(desk);
        self.rest = None;
        let open = |index: &u32| self.lack(*index) == Some(&Missing::Payoff);
        let all = 0..self.laid.nodes.len() as u32;
        let first = all.into_iter().find(open);
        self.way = self.laid.branch_path(first.unwrap_or(0));
        self.canvas.fit_readable();
    }

    /// Opens a script in the editor, replacing the open document.
    fn open(&mut self, desk: &mut Desk, script: String, name: &str, message: Option<String>) {
        let switches = Switches::default();
        let setup = Setup::of_board(scripted::NAME, switches, &script, None);
        let words = DocumentNames {
            name: name.to_owned(),
            ..DocumentNames::default()
        };
        match StartedDocument::new(setup, desk.usual_limits(), "") {
            Ok(begun) => {
                let ready = Ready::Begun(Box::new((begun, words)), message);
                desk.next = Some(AfterPrompt::Show(Box::new(ready)));
                self.awaited = Some(script);
            }
            Err(error) => desk.tell(Err(error.into())),
        }
    }

    /// Copies the part of a game's tree below the selected node to an own tree.
    fn copy_tree(&mut self, desk: &mut Desk) {
        let session = &desk.document.session;
        match copied(session.rated(), session.unfolding(), session.selected()) {
            Ok(copy) => {
                let nodes = crate::words::counted(copy.nodes, "node");
                let message = match copy.is_whole {
                    true => format!("A copy of {nodes}: the board is not changed"),
                    false => format!(
                        "A copy of the {nodes} that are expanded: a copy has up to {MAX_COPIED} nodes. \
                         Where it ends, the rating is the payoff."
                    ),
                };
                self.open(desk, copy.script, "Own tree", Some(message));
            }
            Err(why) => desk.tell(Err(why)),
        }
    }

    /// Reads the tree again, rates it, and determines the changes.
    fn remake(&mut self, desk: &mut Desk) {
        let same_look = self.made_of.0 == desk.tree;
        if !same_look {
            // Its number may be another node's now.
            self.joining = None;
        }
        self.made_of = (desk.tree, desk.look);
        let Some(tree) = scripted::written_of(&desk.document.setup) else {
            return;
        };
        self.lacks = tree.lacks();
        let view = desk.tree_view();
        self.laid = EditorLayout::new(&tree, &self.lacks, &view);
        if !desk.hidden && self.lacks[0].is_none() {
            let best = desk.document.session.best_line();
            let graph = desk.document.session.rated().graph.graph();
            let targets: Vec<Vertex> = best.iter().map(|edge| graph.target(*edge)).collect();
            self.laid.mark_best(&targets);
        }
        self.way = self.laid.branch_path(self.laid.find(&self.way));
        self.tree = Some(tree);
        if !same_look {
            self.compare();
        }
        // The document's own selection follows, if it has the node.
        let line = self.line(self.selected());
        let graph = &desk.document.session.rated().graph;
        if line != desk.document.line_text(desk.document.session.selected())
            && let Ok(line) = graph.read_line(Vertex::ROOT, &line)
        {
            desk.change(Action::SelectLine(line));
        }
    }

    /// The line to a drawn node, as text.
    fn line(&self, index: u32) -> String {
        let way = self.laid.branch_path(index);
        let tree = self.tree.as_ref();
        tree.map_or_else(String::new, |tree| line_of(tree.line(&way)))
    }

    /// Finds out which ratings are others than before.
    fn compare(&mut self) {
        let mut now = BTreeMap::new();
        let mut ratings = Vec::new();
        let mut lines = Vec::new();
        for (index, drawn) in self.laid.nodes.iter().enumerate() {
            let text = match &drawn.inside {
                laid::Inside::Rating(text) => text.clone(),
                laid::Inside::Payoffs(payoffs) => payoffs.join(" · "),
                laid::Inside::Lack(_) => "?".to_owned(),
                laid::Inside::Again(_) => continue,
            };
            let is_end = drawn.kind == Kind::End;
            let line = self.line(index as u32);
            if let Some(before) = self.changed.before.get(&line)
                && *before != text
                && !is_end
            {
                let way = self.laid.branch_path(index as u32);
                let last = self.tree.as_ref().and_then(|tree| tree.line(&way).pop());
                let name = last.unwrap_or("root").to_owned();
                ratings.push((name, [before.clone(), text.clone()]));
                lines.push(line.clone());
            }
            now.insert(line, text);
        }
        let best = |laid: &EditorLayout| -> String {
            let below = laid.nodes.first().map_or(&[][..], |root| &root.below);
            let mut best = below
                .iter()
                .filter(|below| laid.nodes[**below as usize].best);
            best.next().map_or_else(String::new, |below| {
                laid.nodes[*below as usize].name.clone()
            })
        };
        let best_now = best(&self.laid);
        let best_before = self.changed.before.get(BEST).cloned();
        let is_new = best_before.filter(|before| *before != best_now && !before.is_empty());
        now.insert(BEST.to_owned(), best_now.clone());
        self.changed = Changed {
            before: now,
            flashes: !lines.is_empty(),
            ratings,
            lines,
            best: is_new.map(|before| [before, best_now]),
            since: None,
        };
    }

    /// The selected node as it is drawn.
    fn selected(&self) -> u32 {
        self.laid.find(&self.way)
    }

    /// The camera.
    pub(crate) fn framed(&self) -> Option<Framed> {
        let selected = (!self.laid.nodes.is_empty()).then(|| self.selected())?;
        Some(self.canvas.framed(self.laid.family(selected)))
    }

    fn drawn(&self, index: u32) -> Option<&laid::DrawnNode> {
        self.laid.nodes.get(index as usize)
    }

    fn lack(&self, index: u32) -> Option<&Missing> {
        let node = self.drawn(index)?.node;
        self.lacks.get(node.0 as usize)?.as_ref()
    }

    /// Selects a drawn node, and the tree's own node if it has one.
    fn select(&mut self, desk: &Desk, queue: &Queue, index: u32) {
        let ply = |index: u32| self.drawn(index).map(|drawn| drawn.ply);
        if ply(index) != ply(self.selected()) {
            self.level = false;
        }
        self.way = self.laid.branch_path(index);
        self.typing = None;
        self.show_selected();
        let graph = &desk.document.session.rated().graph;
        if let Ok(line) = graph.read_line(Vertex::ROOT, &self.line(index)) {
            queue.push(Command::Act(Action::SelectLine(line)));
        }
    }

    /// Brings the selected node into sight, unless all of the tree is.
    fn show_selected(&mut self) {
        if !self.canvas.is_fitted() {
            self.canvas.reveal();
        }
    }

    /// The nodes that a change is about: the selected one, or its whole level.
    fn meant(&self) -> Vec<NodeIndex> {
        let selected = self.selected();
        let Some(drawn) = self.drawn(selected) else {
            return Vec::new();
        };
        if !self.level {
            return vec![drawn.node];
        }
        let mut nodes: Vec<NodeIndex> = Vec::new();
        for index in self.laid.level(drawn.ply) {
            let node = self.laid.nodes[index as usize].node;
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
        nodes
    }

    /// Requests an edit of the tree, after which the same node is selected.
    fn change_here(&mut self, queue: &Queue, change: &TreeChange) {
        self.change(queue, change, self.way.clone());
    }

    /// Requests an edit of the tree; `way` is selected after it.
    fn change(&mut self, queue: &Queue, change: &TreeChange, way: Vec<u32>) {
        self.fault = None;
        self.joining = None;
        // Text being typed is applied first.
        self.keep_typed(queue, Leave::Stay);
        if self.text.is_draft() {
            self.fault = Some("Apply or discard the text first".to_owned());
            return;
        }
        let before = match (&self.changing, &self.tree) {
            // The selected node isn't where it is drawn any more.
            (Some((_, true)), _) | (None, None) => return,
            (Some((tree, false)), _) | (None, Some(tree)) => tree,
        };
        let after = match change.apply(before) {
            Ok(after) => after,
            Err(why) => {
                self.fault = Some(why.to_string());
                return;
            }
        };
        if after.players.len() != before.players.len() {
            self.rest = None;
        }
        let script = after.text();
        if let Err(error) = WrittenTree::read(&script) {
            self.fault = Some(fault_text(&error));
            return;
        }
        let renamed = matches!(change, TreeChange::Name(..) | TreeChange::Move(..));
        let lines =
            [(before, &self.way), (&after, &way)].map(|(tree, way)| line_of(tree.line(way)));
        let renamed = Some(lines).filter(|[from, to]| renamed && from != to);
        let edit = TreeEdit {
            script,
            message: change.description(before, &after),
            renamed,
        };
        let moves_nodes = !matches!(
            change,
            TreeChange::Name(..)
                | TreeChange::Probability(..)
                | TreeChange::Rescale(..)
                | TreeChange::Payoffs(..)
                | TreeChange::Rename(..)
                | TreeChange::Players(..)
                | TreeChange::Join(..)
                | TreeChange::Split(..)
        );
        self.changing = Some((after, moves_nodes));
        self.way = way;
        self.show_selected();
        queue.push(Command::EditTree(Box::new(edit)));
    }

    /// One more move below the selected node, or below each of its level; ends get two, since one is
    /// no choice.
    fn add_below(&mut self, queue: &Queue) {
        let selected = self.selected();
        let Some(drawn) = self.drawn(selected) else {
            return;
        };
        if matches!(drawn.inside, laid::Inside::Again(_)) {
            self.fault = Some("This node is drawn elsewhere: add the move there".to_owned());
            return;
        }
        let (node_index, nodes) = (drawn.node, self.meant());
        let below = self
            .tree
            .as_ref()
            .map_or(0, |tree| tree.node(node_index).moves.len());
        let ends = |node: &NodeIndex| {
            self.tree
                .as_ref()
                .is_some_and(|tree| tree.node(*node).moves.is_empty())
        };
        let count = match nodes.iter().all(ends) {
            true => 2,
            false => 1,
        };
        let mut way = self.way.clone();
        way.push(below as u32);
        self.level = false;
        self.change(queue, &TreeChange::Below(nodes, count), way);
    }

    /// One more move beside the selected one.
    fn add_beside(&mut self, queue: &Queue) {
        let Some((parent, index)) = self.leading() else {
            self.add_below(queue);
            return;
        };
        let mut way = self.way.clone();
        if let Some(last) = way.last_mut() {
            *last += 1;
        }
        self.change(queue, &TreeChange::Beside(parent, index), way);
    }

    /// The move to the selected node: its source, and its index there.
    fn leading(&self) -> Option<(NodeIndex, u32)> {
        let drawn = self.drawn(self.selected())?;
        let above = self.drawn(drawn.above?)?;
        Some((above.node, drawn.index))
    }

    fn set_kind(&mut self, queue: &Queue, kind: Kind) {
        let nodes = self.meant();
        self.level = false;
        self.change_here(queue, &TreeChange::Mover(nodes, kind));
    }

    fn remove(&mut self, queue: &Queue) {
        let Some((parent, index)) = self.leading() else {
            self.fault = Some("The root can't be removed".to_owned());
            return;
        };
        let mut way = self.way.clone();
        let siblings = self
            .tree
            .as_ref()
            .map_or(0, |tree| tree.node(parent).moves.len());
        match way.last_mut() {
            Some(last) if siblings > 1 => *last = (*last).min(siblings as u32 - 2),
            _ => {
                way.pop();
            }
        }
        self.change(queue, &TreeChange::Remove(parent, index), way);
    }

    /// Moves the selected move to the left or to the right among its siblings.
    fn reorder(&mut self, queue: &Queue, right: bool) {
        let Some((parent, index)) = self.leading() else {
            return;
        };
        let siblings = self
            .tree
            .as_ref()
            .map_or(0, |tree| tree.node(parent).moves.len());
        let to = match right {
            true if (index as usize) + 1 < siblings => index + 1,
            false if index > 0 => index - 1,
            _ => return,
        };
        let mut way = self.way.clone();
        if let Some(last) = way.last_mut() {
            *last = to;
        }
        let change = TreeChange::Move([(parent, index), (parent, to)]);
        self.change(queue, &change, way);
    }

    /// Starts typing a text of the selected node on the canvas.
    fn type_in(&mut self, of: FieldOf, text: String) {
        self.fault = None;
        self.typing = Some(TypedNodeText::new(of, text));
    }

    /// The text of the selected branch as a script.
    fn branch_text(&self) -> Option<String> {
        let node = self.drawn(self.selected())?.node;
        Some(self.tree.as_ref()?.branch(node).text())
    }

    /// Removes what is below the selected node, or below its level: it is an end.
    fn prune(&mut self, queue: &Queue) {
        self.set_kind(queue, Kind::End);
    }

    /// Removes the selected node, which has one move, and keeps what is below it.
    fn splice(&mut self, queue: &Queue) {
        match self.leading() {
            Some((parent, index)) => self.change_here(queue, &TreeChange::Splice(parent, index)),
            None => self.fault = Some("The root can't be spliced out".to_owned()),
        }
    }
}

/// The key of the best first move among the previous ratings; no line has this name.
const BEST: &str = "\n";
