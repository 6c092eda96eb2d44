//! The setup panel at the right: the open document's root, its rules and its limits, changed one
//! valid value at a time.

mod edit;
mod fields;
mod rating;
mod sections;

use std::sync::{Arc, Weak};

use eframe::egui::{self, Context};

use self::rating::{box_ui, cost_ui};
use crate::app::base::new_seed;
use crate::app::document::Document;
use crate::app::intent::{Command, CommandId, Root, SidePanel};
use crate::app::parts::{Cx, Desk, Responder, Tool};
use crate::game::{Estimate, Rational, Refusal};
use crate::games::{Setup, SetupForm};
use crate::rating::{Multiplayer, RatingOptions};
use crate::session::{self, Action};
use crate::tree::{Limits, Pictures, Vertex};
use edit::{SetupField, TypedLimits, edited, whole_number};
use fields::Entries;
use sections::SectionPass;

/// New seeds are below this, so that they can be read out.
const MAX_SEED: u64 = 1_000_000;

/// The state of the setup panel.
#[derive(Default)]
pub struct SetupPanel {
    /// The graph that the facts are of.
    seen: Option<Weak<dyn Pictures>>,
    facts: Facts,
    entries: Entries,
    /// The number of columns of an array typed as the position.
    columns: u64,
    /// The ply limit that was in force last.
    plies: Option<u32>,
    /// The seed of the last random board.
    seed: Option<u64>,
    /// Default memory limit of a build in bytes.
    usual_bytes: Option<u64>,
    /// The height of the cost box, and whether it stays in view.
    cost_height: f32,
    is_pinned: bool,
    /// The target of the focus in the next frame.
    pub(crate) lead: bool,
    /// Whether the tab was shown, and the document that it was of.
    open: bool,
    opened: u64,
}

/// The values of the fields, read once per graph.
#[derive(Default, PartialEq)]
struct Facts {
    game: String,
    form: Option<SetupForm>,
    estimates: Vec<(Estimate, String)>,
    position: String,
    limits: Limits,
    options: RatingOptions,
    /// How the ratings were found, and whether another way would give others.
    multiplayer: Option<Multiplayer>,
    ways: bool,
    endless: Rational,
    range: (Rational, Rational),
    is_cyclic: bool,
    refused: Option<&'static str>,
}

/// Below this height the cost is below the fields, and scrolls with them.
const ROOM: f32 = 260.0;

impl Tool for SetupPanel {
    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::Setup)
    }

    fn offers_tab(&self, _desk: &Desk) -> bool {
        true
    }

    fn tab_command(&self) -> Option<Command> {
        Some(Command::Named(CommandId::Setup))
    }

    fn least_width(&self) -> f32 {
        // Six players fit in a row.
        286.0
    }

    fn foot_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> f32 {
        self.is_pinned = ui.available_height() - self.cost_height > ROOM;
        if !self.is_pinned {
            return 0.0;
        }
        cost_ui(ui, cx, &mut self.cost_height);
        self.cost_height + 4.0
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.fields_ui(ui, cx);
        if !self.is_pinned {
            box_ui(ui, cx);
        }
    }

    fn sync(&mut self, desk: &mut Desk) {
        let open = desk.side == SidePanel::Setup;
        let closed = std::mem::replace(&mut self.open, open) && !open;
        if closed || self.opened != desk.opened {
            // An invalid text is kept only as long as the panel, or the document.
            self.opened = desk.opened;
            self.forget();
        }
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::Setup).then(|| desk.edits_root())
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(CommandId::Setup) => {
                desk.toggle_side(SidePanel::Setup);
                let shown = desk.side == SidePanel::Setup;
                // When opened by a shortcut, the keyboard focus goes to the panel.
                let clicked = ctx.input(|input| input.pointer.any_click());
                self.lead = shown && !clicked;
                if shown {
                    // The board shows the root then, and everything beside it is about the same
                    // node.
                    desk.walk(Action::Root);
                }
            }
            Command::Named(CommandId::RandomBoard) => self.random_board(desk, ctx),
            _ => return None,
        }
        Some(Responder::Window)
    }
}

/// The rows and columns of the root's board, where it has such.
fn board_size(desk: &Desk) -> Option<(u64, u64)> {
    let picture = desk.document.session.rated().graph.picture(Vertex::ROOT);
    let first = picture.cells.first()?;
    let columns = picture
        .cells
        .iter()
        .filter(|cell| (cell.y - first.y).abs() < 0.1)
        .count();
    Some(((picture.cells.len() / columns) as u64, columns as u64))
}

impl SetupPanel {
    /// Another random board of the same game, rules and size, from the seed that was typed or from
    /// a new one.
    fn random_board(&mut self, desk: &mut Desk, ctx: &Context) {
        let root = desk.document.root();
        let drawn = board_size(desk)
            .ok_or_else(|| Refusal::new("Random boards aren't available for this game", ""));
        let drawn = drawn.and_then(|(rows, columns)| {
            let (seed, typed) = self.next_seed()?;
            let (game, switches) = (&root.setup.game, &root.setup.switches);
            let (rows, columns) = (Some(rows), Some(columns));
            // A seed that was typed always gives the same board.
            let drawn = match typed {
                true => session::random(game, switches, rows, columns, seed)
                    .map(|position| (position, seed)),
                false => session::random_with_choice(game, switches, rows, columns, seed),
            };
            let (position, seed) = drawn?;
            self.drawn(seed);
            Ok(position)
        });
        match drawn {
            Ok(position) => {
                let setup = Setup {
                    position,
                    ..root.setup
                };
                desk.edit_root(ctx, Root { setup, ..root });
            }
            Err(why) => desk.tell(Err(why)),
        }
    }

    /// The seed of the next random board: the typed one, otherwise a new one; and whether it was
    /// typed.
    ///
    /// # Errors
    /// The typed text isn't a seed.
    fn next_seed(&mut self) -> Result<(u64, bool), Refusal> {
        let entry = self.entries.entry(SetupField::Seed).or_default();
        match entry.typed.as_deref().map(str::trim) {
            None | Some("") => Ok((new_seed() % MAX_SEED, false)),
            Some(typed) => whole_number(typed)
                .map(|seed| (seed, true))
                .map_err(|fault| {
                    entry.fault = Some(fault.clone());
                    Refusal::new(format!("the seed: {}", fault.text), "")
                }),
        }
    }

    /// A random board was drawn with that seed, which is shown from now on.
    fn drawn(&mut self, seed: u64) {
        self.seed = Some(seed);
        self.entries.remove(&SetupField::Seed);
    }

    /// Another document was opened: the typed texts belonged to the last one.
    fn forget(&mut self) {
        self.entries.clear();
        self.seen = None;
    }

    /// The setup's fields.
    fn fields_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.usual_bytes = cx.desk.usual_bytes;
        self.update(cx.document);
        let mut pass = SectionPass {
            cx: *cx,
            after: Vec::new(),
            confirmed: None,
            panel: self,
        };
        pass.ui(ui);
        for after in pass.after {
            cx.push(Command::EditRoot(Box::new(after)));
        }
    }

    fn bounds(&self) -> TypedLimits {
        TypedLimits {
            range: self.facts.range,
            columns: self.columns,
            usual_bytes: self.usual_bytes,
        }
    }

    /// Reads the values of the fields, once per graph.
    fn update(&mut self, document: &Document) {
        let graph = &document.session.rated().graph;
        let known = self.seen.as_ref().map(|seen| seen.as_ptr().cast::<()>());
        if known == Some(Arc::as_ptr(graph).cast()) {
            return;
        }
        self.seen = Some(Arc::downgrade(graph));
        let ratings = &document.session.rated().analysis.ratings;
        let facts = Facts {
            game: document.setup.game.clone(),
            form: session::form(&document.setup),
            estimates: graph
                .estimates()
                .iter()
                .map(|estimate| (*estimate, graph.estimate_label(*estimate)))
                .collect(),
            position: graph.position_text(Vertex::ROOT),
            limits: document.limits,
            options: document.options,
            multiplayer: Some(ratings.multiplayer()),
            ways: ratings.has_choice_of_rating(),
            endless: ratings.endless_play(),
            range: graph.graph().range(),
            is_cyclic: graph.graph().is_cyclic(),
            refused: ratings.refused(),
        };
        if let Some(plies) = facts.limits.max_plies {
            self.plies = Some(plies);
        }
        if facts == self.facts {
            return;
        }
        self.facts = facts;
        // An invalid text is kept, and validated against the new root.
        let (root, bounds) = (document.root(), self.bounds());
        self.entries.retain(|&field, entry| {
            let Some(typed) = &entry.typed else {
                return false;
            };
            let judged = edited(&root, bounds, field, typed);
            entry.fault = judged.err();
            true
        });
    }
}
