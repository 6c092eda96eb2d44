//! The setup at the right: the open document's root, its rules and its limits, changed one valid
//! value at a time.

pub(crate) mod cost;
mod edit;
mod fields;
mod rating;
mod sections;

use std::sync::{Arc, Weak};

use eframe::egui;

use crate::app::base::theme::Theme;
use crate::app::document::model::Document;
use crate::app::intent::command::Command;
use crate::diagram::TreeView;
use crate::game::{Estimate, Rational};
use crate::games::Form;
use crate::rating::Options;
use crate::session;
use crate::tree::{Limits, Pictures, Vertex};
use edit::{Bounds, Field, edited, whole_number};
use fields::Entries;
use sections::Pass;

/// New seeds are below this, so that they can be read out.
const MOST_SEED: u64 = 1_000_000;

/// Where the keyboard's focus is led when the setup is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// To the tab, so that the next field is one Tab away.
    Tab,
    /// Into the position.
    Position,
}

/// What the setup's panel remembers.
#[derive(Default)]
pub struct SetupPanel {
    /// The graph that the facts are of.
    seen: Option<Weak<dyn Pictures>>,
    facts: Facts,
    entries: Entries,
    /// How many columns an array has that is typed as the position.
    columns: u64,
    /// The ply limit that was in force last.
    plies: Option<u32>,
    /// The seed of the last random board.
    seed: Option<u64>,
    /// The bytes that a build may take where no others are asked for.
    usual_bytes: Option<u64>,
    /// How high the box of the cost is.
    pub cost_height: f32,
    /// Where the focus is led in the next frame.
    pub lead: Option<Lead>,
}

/// What the fields show of the root, read once for each graph.
#[derive(Default, PartialEq)]
struct Facts {
    game: String,
    form: Option<Form>,
    estimates: Vec<Estimate>,
    position: String,
    limits: Limits,
    options: Options,
    players: usize,
    range: (Rational, Rational),
    is_cyclic: bool,
    refused: Option<&'static str>,
}

impl SetupPanel {
    /// The seed of the next random board: the one that was typed, else a new one.
    ///
    /// # Errors
    /// What was typed is no seed.
    pub fn next_seed(&mut self) -> Result<u64, String> {
        let entry = self.entries.entry(Field::Seed).or_default();
        match entry.typed.as_deref().map(str::trim) {
            None | Some("") => {
                // The standard library seeds its hash maps from the system's randomness.
                let word = std::hash::BuildHasher::hash_one(
                    &std::hash::RandomState::new(),
                    self.seed.unwrap_or(0),
                );
                Ok(word % MOST_SEED)
            }
            Some(typed) => whole_number(typed).map_err(|fault| {
                entry.fault = Some(fault.clone());
                format!("the seed: {}", fault.text)
            }),
        }
    }

    /// A random board was drawn with that seed, which is shown from now on.
    pub fn drawn(&mut self, seed: u64) {
        self.seed = Some(seed);
        self.entries.remove(&Field::Seed);
    }

    /// Another document was opened: what was typed was for the one before.
    pub fn forget(&mut self) {
        self.entries.clear();
        self.seen = None;
    }

    /// The setup's fields.
    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        document: &Document,
        view: &TreeView<'_>,
        usual_bytes: Option<u64>,
        commands: &mut Vec<Command>,
    ) {
        self.usual_bytes = usual_bytes;
        self.look(document);
        let mut pass = Pass {
            theme,
            document,
            view,
            after: Vec::new(),
            confirmed: None,
            commands,
            panel: self,
        };
        pass.ui(ui);
        for after in pass.after {
            commands.push(Command::EditRoot(Box::new(after)));
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            range: self.facts.range,
            columns: self.columns,
            usual_bytes: self.usual_bytes,
        }
    }

    /// Reads what the fields show, once for each graph.
    fn look(&mut self, document: &Document) {
        let graph = &document.session.rated().graph;
        let known = self.seen.as_ref().map(|seen| seen.as_ptr().cast::<()>());
        if known == Some(Arc::as_ptr(graph).cast()) {
            return;
        }
        self.seen = Some(Arc::downgrade(graph));
        let facts = Facts {
            game: document.setup.game.clone(),
            form: session::form(&document.setup),
            estimates: graph.estimates(),
            position: graph.position_text(Vertex::ROOT),
            limits: document.limits,
            options: document.options,
            players: graph.graph().players(),
            range: graph.graph().range(),
            is_cyclic: graph.graph().is_cyclic(),
            refused: document.session.rated().analysis.ratings.refused(),
        };
        if let Some(plies) = facts.limits.max_plies {
            self.plies = Some(plies);
        }
        if facts == self.facts {
            return;
        }
        self.facts = facts;
        // What was typed and couldn't be had stays, judged by the new root.
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
