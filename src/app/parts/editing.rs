//! Undoable edits of the document (its root, notes, bookmarks and tours, what-ifs), and the desk's
//! data for a recovery file.

use eframe::egui;

use super::desk::Desk;
use crate::app::base::waker;
use crate::app::document::{
    DataBesideTree, GameMark, KeptGame, Origin, Playing, StartedDocument, Typed, TypedPlace,
    UnsavedData, files,
};
use crate::app::intent::{Edit, Root, TreeEdit};
use crate::diagram::RatingsFor;
use crate::game::{Estimate, Player, Refusal};
use crate::save::{Assumption, BookmarksAndTours, Layer, TourStep};
use crate::session::Action;
use crate::session::what_if::{InForce, summary};
use crate::tree::{UnfoldingNode, Vertex};

impl Desk {
    /// Changes the root, its rules or its limits. If the new one can't be built, nothing changes.
    pub fn edit_root(&mut self, ctx: &egui::Context, mut after: Root) {
        let before = self.document.root();
        if after.setup != before.setup && after.limits.max_nodes.is_none() {
            // A file's own tree is finite and fits; another may fill the memory.
            after.limits.max_nodes = files::window_limits().max_nodes;
        }
        if after.setup.game != before.setup.game {
            // Another game may not have the same estimates; the first is every game's.
            after.limits.estimate = Estimate::default();
        }
        if after == before || !self.build_root(ctx, &after) {
            return;
        }
        let by_game = self.playing.as_ref().is_some_and(Playing::builds);
        self.document.edits.push(Edit::Root {
            before: Box::new(before),
            after: Box::new(after),
            by_game,
        });
    }

    /// Changes the text of a written tree. If the new one can't be built, nothing changes.
    pub fn edit_tree(&mut self, ctx: &egui::Context, edit: TreeEdit) {
        let before = self.document.root();
        let mut after = before.clone();
        after.setup.switches.script = Some(edit.script);
        // The tree is drawn from its start on.
        after.setup.position.clear();
        if after == before || !self.build_root(ctx, &after) {
            return;
        }
        self.rename_line(edit.renamed.as_ref());
        self.document.edits.push(Edit::Tree {
            before: Box::new(before),
            after: Box::new(after),
            told: edit.message,
            renamed: edit.renamed,
        });
    }

    /// Moves data keyed by a line whose last move was renamed.
    fn rename_line(&mut self, renamed: Option<&[String; 2]>) {
        if let Some([from, to]) = renamed {
            self.document.layer.rename_line(from, to);
            self.document.settle_notes();
            self.document.supposed.ask();
            self.settle();
            self.noted();
        }
    }

    /// Builds the graph of a root and replaces the open one; `false`, with a notification, if it
    /// can't be built.
    fn build_root(&mut self, ctx: &egui::Context, root: &Root) -> bool {
        let begun = match StartedDocument::new(root.setup.clone(), root.wanted(), "") {
            Ok(begun) => begun,
            Err(error) => {
                self.tell(Err(error.into()));
                return false;
            }
        };
        let line = self.document.line_text(self.document.session.selected());
        let rebuilt = self.document.rebuilt(begun, waker(ctx));
        let before = std::mem::replace(&mut self.document, rebuilt);
        before.close();
        // A line that isn't known yet may be found while the graph is built.
        self.pending_line = self.document.is_building().then_some(line);
        let graph = self.document.session.rated().graph.graph();
        if !RatingsFor::choices(graph).contains(&self.ratings_for) {
            self.ratings_for = RatingsFor::Player(Player(0));
        }
        self.notice = None;
        self.opened_tree();
        self.settle();
        self.tell_refused();
        self.document.come_home();
        self.root_has_changed();
        true
    }

    /// The root of the document has changed. A game that changed it continues; any other stops.
    fn root_has_changed(&mut self) {
        let root = self.document.root();
        let Some(playing) = &mut self.playing else {
            return;
        };
        let same = playing
            .grounds
            .last()
            .is_some_and(|ground| ground.root == root);
        if playing.building || same {
            playing.node = None;
        } else {
            self.playing = None;
            self.tell(Ok("Game stopped because the board changed".to_owned()));
        }
    }

    /// Shows the original tree of a game that had left it; the game stops.
    pub fn return_home(&mut self, ctx: &egui::Context) {
        let Some(home) = self.document.home_root() else {
            return;
        };
        self.playing = None;
        let before = self.document.root();
        if self.build_root(ctx, &home) {
            self.document.edits.push(Edit::Root {
                before: Box::new(before),
                after: Box::new(home),
                by_game: true,
            });
        }
    }

    /// Shows a notification if the tree couldn't be rated as requested, or its game is wrong.
    pub fn tell_refused(&mut self) {
        let rated = self.document.session.rated();
        if let Some(fault) = rated.graph.graph().fault() {
            self.tell(Err(fault.clone()));
        } else if let Some(why) = rated.analysis.ratings.refused() {
            self.tell(Err(Refusal::new(why, "")));
        }
    }

    /// Sets the note of a node.
    pub fn set_note(&mut self, node: UnfoldingNode, note: String) {
        let before = self.document.note(node).to_owned();
        if before == note {
            return;
        }
        self.document.set_note(node, &note);
        self.document.edits.push(Edit::Note {
            line: self.document.line_text(node),
            before,
            after: note,
        });
        self.noted();
    }

    /// Sets the note of a line that isn't known to the tree.
    pub fn set_line_note(&mut self, line: String, note: String) {
        let before = self.document.line_note(&line).to_owned();
        if before == note {
            return;
        }
        self.bring_note(&line, &note);
        self.document.edits.push(Edit::Note {
            line,
            before,
            after: note,
        });
        self.noted();
    }

    /// Turns typed text into edits, before anything else changes.
    pub fn keep_typed(&mut self) {
        let typed = self.typed.take();
        if typed.is_empty() {
            return;
        }
        let mut signposts = self.document.signposts().clone();
        for Typed { field, text } in typed {
            match field {
                TypedPlace::Note(node) => self.set_note(node, text),
                TypedPlace::LineNote(line) => self.set_line_note(line, text),
                field => type_signpost(&mut signposts, &field, text),
            }
        }
        self.set_signposts(signposts);
    }

    /// Changes bookmarks and tours.
    pub fn set_signposts(&mut self, after: BookmarksAndTours) {
        let before = self.document.signposts();
        if *before == after {
            return;
        }
        let before = Box::new(before.clone());
        self.document.set_signposts(after.clone());
        self.document.edits.push(Edit::Signposts {
            before,
            after: Box::new(after),
        });
        self.noted();
    }

    /// Sets the assumptions.
    pub fn set_assumptions(&mut self, after: Vec<Assumption>) {
        let before = self.document.layer.assumptions.clone();
        if before == after {
            return;
        }
        self.bring_assumptions(&after);
        self.document.edits.push(Edit::Assume { before, after });
    }

    /// Restores assumptions (undo or redo), and shows their effect.
    fn bring_assumptions(&mut self, assumptions: &[Assumption]) {
        self.document.layer.assumptions = assumptions.to_vec();
        self.document.supposed.ask();
        self.settle();
        let document = &self.document;
        let rated = document.session.rated();
        let refused = document.supposed.what_if.in_force.last();
        match refused {
            Some(InForce::No(why)) => self.tell(Err(why.clone().at("Not applied"))),
            _ if self.hidden => self.notice = None,
            _ => {
                let player = self.what_if_player();
                let (head, _) = summary(rated, &document.supposed.what_if, player);
                self.tell(Ok(head));
            }
        }
    }

    /// The player for whom the effect of what-ifs is shown.
    fn what_if_player(&self) -> Player {
        let graph = self.document.session.rated().graph.graph();
        let mover = graph.kind(Vertex::ROOT).player();
        self.ratings_for.player().or(mover).unwrap_or(Player(0))
    }

    /// Restores the note at the end of a line (undo or redo), and shows the node.
    fn bring_note(&mut self, line: &str, note: &str) {
        match self.document.session.read_line(line) {
            Ok(line) => {
                self.walk(Action::SelectLine(line));
                let node = self.document.session.selected();
                self.document.set_note(node, note);
            }
            // The tree doesn't have the line any more, or not yet: its note is kept aside.
            Err(_) => self.document.set_line_note(line, note),
        }
    }

    /// Undoes the last change.
    pub fn undo(&mut self, ctx: &egui::Context) {
        if let Some(edit) = self.document.edits.undoable().cloned()
            && self.bring(ctx, &edit, false)
        {
            self.document.edits.undone();
        }
    }

    /// Makes the change again that was taken back last.
    pub fn redo(&mut self, ctx: &egui::Context) {
        if let Some(edit) = self.document.edits.redoable().cloned()
            && self.bring(ctx, &edit, true)
        {
            self.document.edits.redone();
        }
    }

    /// Undoes or redoes an edit; returns whether that was possible.
    fn bring(&mut self, ctx: &egui::Context, edit: &Edit, forth: bool) -> bool {
        match edit {
            Edit::Root { before, after, .. } => {
                return self.build_root(ctx, if forth { after } else { before });
            }
            Edit::Tree {
                before,
                after,
                renamed,
                ..
            } => {
                if !self.build_root(ctx, if forth { after } else { before }) {
                    return false;
                }
                let back = renamed.clone().map(|[from, to]| match forth {
                    true => [from, to],
                    false => [to, from],
                });
                self.rename_line(back.as_ref());
                return true;
            }
            Edit::Note {
                line,
                before,
                after,
            } => self.bring_note(line, if forth { after } else { before }),
            Edit::Assume { before, after } => {
                self.bring_assumptions(if forth { after } else { before });
            }
            Edit::Signposts { before, after } => {
                let signposts = if forth { after } else { before };
                self.document.set_signposts((**signposts).clone());
                self.typed.take();
            }
        }
        self.noted();
        true
    }

    /// Selects the node at the end of a line, or shows that there is none.
    pub fn go_to_line(&mut self, line: &str) -> bool {
        match self.document.session.read_line(line) {
            Ok(line) => {
                self.walk(Action::SelectLine(line));
                true
            }
            Err(error) => {
                self.tell(Err(error.into()));
                false
            }
        }
    }
}

/// Another text of a tour or of a bookmark.
pub(super) fn type_signpost(signposts: &mut BookmarksAndTours, field: &TypedPlace, text: String) {
    match field {
        TypedPlace::Title(tour) => {
            if let Some(tour) = signposts.tours.get_mut(*tour) {
                tour.title = text;
            }
        }
        TypedPlace::Step(tour, step) => {
            if let Some(step) = step_of(signposts, *tour, *step) {
                step.text = text;
            }
        }
        TypedPlace::Bookmark(line) => {
            let mut bookmarks = signposts.bookmarks.iter_mut();
            if let Some(bookmark) = bookmarks.find(|bookmark| bookmark.line == *line) {
                bookmark.name = text;
            }
        }
        TypedPlace::Note(_) | TypedPlace::LineNote(_) => {}
    }
}

/// A step of a tour, by the indices of both.
pub(crate) fn step_of(
    signposts: &mut BookmarksAndTours,
    tour: usize,
    step: usize,
) -> Option<&mut TourStep> {
    signposts.tours.get_mut(tour)?.steps.get_mut(step)
}

/// Maximum number of moves of the stored line to the selected node.
const MAX_MOVES: usize = 1_000;

impl Desk {
    /// The present document, including text being typed that isn't an edit yet.
    pub fn unsaved(&self) -> UnsavedData {
        let document = &self.document;
        let mut snapshot = self.snapshot();
        let mut edits = document.edits.clone();
        for edit in self.typed_into(&mut snapshot.layer) {
            edits.push(edit);
        }
        let mut unbuilt = document.is_building().then(|| document.root());
        if unbuilt.is_some() || document.is_away() {
            let layer = std::mem::take(&mut snapshot.layer);
            let graph = &document.session.rated().graph;
            snapshot.layer = layer.by_line(&**graph, document.session.unfolding());
        }
        if let Some((root, layer)) = document.brought_home(snapshot.layer.clone()) {
            edits = edits.before_game(&root);
            snapshot.layer = layer;
            unbuilt = Some(root);
        }
        let words = document.own_words();
        let selected = document.session.line();
        let selected = (!document.is_away() && selected.len() <= MAX_MOVES)
            .then(|| document.line_text(document.session.selected()));
        let origin = Origin {
            name: words.name.clone(),
            path: words.path.clone(),
            holds: words.holds,
            stamp: words.stamp,
        };
        let selected = self.pending_line.clone().or(selected);
        UnsavedData {
            snapshot,
            unbuilt,
            edits,
            beside: DataBesideTree::of(origin, selected, self.kept_game()),
        }
    }

    /// The running game, relative to the document's own root.
    fn kept_game(&self) -> Option<KeptGame> {
        let Some(playing) = &self.playing else {
            return self.resumes.clone();
        };
        let ground = playing.grounds.first()?;
        if let Some(home) = self.document.home_root()
            && home != ground.root
        {
            // It started where an earlier game had gone.
            return None;
        }
        Some(playing.kept(ground.line.clone(), self.settings.play.clone()))
    }

    /// The state of the game, if any move was made.
    pub fn game_mark(&self) -> Option<GameMark> {
        match (&self.playing, &self.resumes) {
            (Some(playing), _) => playing.mark(&self.settings.play),
            (None, Some(kept)) => Some(GameMark {
                seed: kept.seed,
                changes: 0,
                choices: kept.choices.clone(),
            }),
            (None, None) => None,
        }
    }

    /// Adds the text being typed to a copy of the document's layer; returns the corresponding
    /// edits.
    fn typed_into(&self, layer: &mut Layer) -> Vec<Edit> {
        let mut edits = Vec::new();
        let before = layer.signposts.clone();
        for Typed { field, text } in self.typed.all() {
            let (line, before) = match &field {
                TypedPlace::Note(node) => {
                    layer.nodes.entry(node.0).or_default().note = announcement(&text);
                    (self.document.line_text(*node), self.document.note(*node))
                }
                TypedPlace::LineNote(line) => {
                    layer.elsewhere.entry(line.clone()).or_default().note = announcement(&text);
                    (line.clone(), self.document.line_note(line))
                }
                field => {
                    type_signpost(&mut layer.signposts, field, text);
                    continue;
                }
            };
            if before != text {
                edits.push(Edit::Note {
                    line,
                    before: before.to_owned(),
                    after: text,
                });
            }
        }
        if layer.signposts != before {
            edits.push(Edit::Signposts {
                before: Box::new(before),
                after: Box::new(layer.signposts.clone()),
            });
        }
        edits
    }
}

/// A note, if it says anything.
fn announcement(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}
