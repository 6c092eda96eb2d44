//! Changes of the document, undo and redo, and what is copied.

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::wake::waker;
use crate::app::document::files;
use crate::app::document::model::Begun;
use crate::app::intent::edits::{Edit, Root};
use crate::app::intent::places::Side;
use crate::app::tools::play::Playing;
use crate::app::tools::setup::Lead;
use crate::app::views::tree::panel::TreePanel;
use crate::diagram::RatingsFor;
use crate::game::{Estimate, Player};
use crate::games::Setup;
use crate::session::{self, Action};
use crate::tree::{UnfoldingNode, Vertex};

impl Explorer {
    /// Another root, other rules or other limits. What can't be built leaves everything as it was.
    pub(crate) fn edit_root(&mut self, ctx: &egui::Context, mut after: Root) {
        let before = self.document.root();
        if after.setup != before.setup && after.limits.max_nodes.is_none() {
            // A file's own tree is known to end; another may fill the memory.
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

    /// Builds the graph of a root in place of the open one; `false`, with a word to the user, if
    /// it can't be.
    fn build_root(&mut self, ctx: &egui::Context, root: &Root) -> bool {
        let begun = match Begun::new(root.setup.clone(), root.wanted(), "") {
            Ok(begun) => begun,
            Err(error) => {
                self.tell(Err(error.to_string()));
                return false;
            }
        };
        let line = self.document.line_text(self.document.session.selected());
        let rebuilt = self.document.rebuilt(begun, waker(ctx));
        let before = std::mem::replace(&mut self.document, rebuilt);
        before.close();
        // A line that isn't known yet may be found while the graph is built.
        self.pending_line = self.document.is_building().then_some(line);
        let players = self.document.session.rated().graph.graph().players();
        if let RatingsFor::Player(player) = self.ratings_for
            && player.index() >= players
        {
            self.ratings_for = RatingsFor::Player(Player(0));
        }
        self.board.marked = None;
        self.notice = None;
        self.tree = TreePanel::default();
        self.refresh_tree();
        self.tell_refused();
        self.document.come_home();
        self.root_has_changed();
        true
    }

    /// Shows the tree again that a game has left for one of its own; the game stops.
    pub(crate) fn return_home(&mut self, ctx: &egui::Context) {
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

    /// Tells if the tree couldn't be rated as was asked.
    pub(crate) fn tell_refused(&mut self) {
        let rated = self.document.session.rated();
        if let Some(why) = rated.analysis.ratings.refused() {
            self.tell(Err(why.to_owned()));
        }
    }

    /// Another note for a node.
    pub(crate) fn set_note(&mut self, node: UnfoldingNode, note: String) {
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
    }

    /// Brings the note at the end of a line to what it was, or shall be, and shows the node.
    fn bring_note(&mut self, line: &str, note: &str) {
        let graph = &self.document.session.rated().graph;
        match graph.read_line(Vertex::ROOT, line) {
            Ok(line) => {
                self.act(crate::session::Action::SelectLine(line));
                let node = self.document.session.selected();
                self.document.set_note(node, note);
            }
            // The tree doesn't have the line any more, or not yet: its note is kept aside.
            Err(_) => {
                let elsewhere = &mut self.document.layer.elsewhere;
                let layer = elsewhere.entry(line.to_owned()).or_default();
                layer.note = (!note.is_empty()).then(|| note.to_owned());
            }
        }
    }

    pub(crate) fn undo(&mut self, ctx: &egui::Context) {
        let done = match self.document.edits.undoable().cloned() {
            None => false,
            Some(Edit::Root { before, .. }) => self.build_root(ctx, &before),
            Some(Edit::Note { line, before, .. }) => {
                self.bring_note(&line, &before);
                true
            }
            Some(Edit::Assume { before, .. }) => {
                self.bring_assumptions(&before);
                true
            }
            Some(Edit::Signposts { before, .. }) => {
                self.bring_signposts(&before);
                true
            }
        };
        if done {
            self.document.edits.undone();
        }
    }

    pub(crate) fn redo(&mut self, ctx: &egui::Context) {
        let done = match self.document.edits.redoable().cloned() {
            None => false,
            Some(Edit::Root { after, .. }) => self.build_root(ctx, &after),
            Some(Edit::Note { line, after, .. }) => {
                self.bring_note(&line, &after);
                true
            }
            Some(Edit::Assume { after, .. }) => {
                self.bring_assumptions(&after);
                true
            }
            Some(Edit::Signposts { after, .. }) => {
                self.bring_signposts(&after);
                true
            }
        };
        if done {
            self.document.edits.redone();
        }
    }

    /// Shows the setup, or the node again.
    pub(crate) fn show_setup(&mut self, ctx: &egui::Context, shown: bool) {
        self.side = if shown { Side::Setup } else { Side::Node };
        self.settings.node_panel |= shown;
        // Whoever comes by a key goes on with keys.
        let clicked = ctx.input(|input| input.pointer.any_click());
        self.setup.lead = (shown && !clicked).then_some(Lead::Tab);
        if shown {
            // The board shows the root then, and everything beside it is about the same node.
            self.act(Action::Root);
        } else {
            // What was typed and could not be stays no longer than the panel.
            self.setup.forget();
        }
    }

    /// Shows how games are played, or the node again.
    pub(crate) fn show_players(&mut self, shown: bool) {
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = if shown { Side::Players } else { Side::Node };
        self.settings.node_panel |= shown;
    }

    /// Builds the graph again that was cancelled.
    pub(crate) fn build_again(&mut self, ctx: &egui::Context) {
        let root = self.document.root();
        self.build_root(ctx, &root);
    }

    /// Another random board of the same game, rules and size, from the seed that was typed or from
    /// a new one.
    pub(crate) fn random_board(&mut self, ctx: &egui::Context) {
        let root = self.document.root();
        let drawn = self.board_size().ok_or_else(|| {
            "This board has no rows and columns, so none can be drawn at random".to_owned()
        });
        let drawn = drawn.and_then(|(rows, columns)| {
            let seed = self.setup.next_seed()?;
            let game = &root.setup.game;
            let position =
                session::random(game, &root.setup.switches, Some(rows), Some(columns), seed);
            let position = position.map_err(|error| error.to_string())?;
            self.setup.drawn(seed);
            Ok(position)
        });
        match drawn {
            Ok(position) => {
                let setup = Setup {
                    position,
                    ..root.setup
                };
                self.edit_root(ctx, Root { setup, ..root });
            }
            Err(why) => self.tell(Err(why)),
        }
    }

    /// The rows and columns of the root's board, where it has such.
    pub(crate) fn board_size(&self) -> Option<(u64, u64)> {
        let picture = self.document.session.rated().graph.picture(Vertex::ROOT);
        let first = picture.places.first()?;
        let columns = picture
            .places
            .iter()
            .filter(|place| (place.y - first.y).abs() < 0.1)
            .count();
        Some(((picture.places.len() / columns) as u64, columns as u64))
    }

    pub(crate) fn copy_position(&mut self, ctx: &egui::Context) {
        let session = &self.document.session;
        let text = session.rated().graph.position_text(session.vertex());
        self.tell(Ok(format!("Copied {text}")));
        ctx.copy_text(text);
    }

    pub(crate) fn copy_line(&mut self, ctx: &egui::Context) {
        let line = self.document.session.line();
        if line.is_empty() {
            self.tell(Ok("The start has no line: nothing was copied".to_owned()));
            return;
        }
        let text = self.document.line_text(self.document.session.selected());
        self.tell(Ok(format!("Copied a line of {} moves", line.len())));
        ctx.copy_text(text);
    }

    pub(crate) fn cancel_work(&mut self) {
        if self.document.session.is_unfolding() {
            self.act(Action::Stop);
        } else if self.opening.is_some() {
            self.opening = None;
            self.tell(Ok("Stopped opening: the open board stays".to_owned()));
        } else if self.cancel_export() {
            // What the file held stays.
        } else if self.cancel_waiting() {
            // The document's own file is written whole.
        } else if self.cancel_thinking() {
            // Whoever the computer played for is asked from now on.
        } else if self.cancel_comparison() {
            // Its panel says so.
        } else if self.cancel_check() {
            // Its page says so.
        } else if self.map.cancel() {
            // The map's place says so.
        } else if self.statistics.cancel() {
            self.tell(Ok("Stopped counting the tree".to_owned()));
        } else if self.exercise.cancel() {
            self.tell(Ok("Stopped looking for a board".to_owned()));
        } else if self.recording.cancel() {
            self.tell(Ok("Stopped recording".to_owned()));
        } else if self.positions.cancel() {
            self.tell(Ok("Stopped counting the lines to the positions".to_owned()));
        } else if self.cancel_what_if() || self.cancel_finding() {
            // It says so.
        } else if self.document.is_building() {
            self.document.cancel();
            let told = if self.document.is_building() {
                "Stopped: what was found so far is being rated"
            } else {
                "Stopped: what is shown rests on the positions found at first"
            };
            self.tell(Ok(told.to_owned()));
        } else {
            self.board.marked = None;
        }
    }
}
