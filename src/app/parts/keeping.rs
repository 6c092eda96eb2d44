//! The recovery data of the desk.

use super::desk::Desk;
use super::editing::type_signpost;
use crate::app::document::{Beside, Field, GameMark, KeptGame, Origin, Typed, Unsaved};
use crate::app::intent::Edit;
use crate::save::Layer;

/// Maximum number of moves of the stored line to the selected node.
const MAX_MOVES: usize = 1_000;

impl Desk {
    /// The present document, including text being typed that isn't an edit yet.
    pub fn unsaved(&self) -> Unsaved {
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
        Unsaved {
            snapshot,
            unbuilt,
            edits,
            beside: Beside::of(origin, selected, self.kept_game()),
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
                Field::Note(node) => {
                    layer.nodes.entry(node.0).or_default().note = said(&text);
                    (self.document.line_text(*node), self.document.note(*node))
                }
                Field::LineNote(line) => {
                    layer.elsewhere.entry(line.clone()).or_default().note = said(&text);
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
fn said(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}
