//! The original root, while a game runs on its own tree beyond a limit: its file, notes and
//! additions are set aside.

use super::model::{Document, Words};
use crate::app::intent::Root;
use crate::save::{self, Layer};

/// The data of a root that a game has left. The file and the notes belong to its tree, not to the
/// tree built for the game.
pub struct Home {
    root: Root,
    words: Words,
    layer: Layer,
    /// The line from it to the game's root.
    way: String,
}

impl Home {
    /// Stores the notes of the tree at the end of the line.
    fn keep(&mut self, away: Layer) {
        let mut layer = std::mem::take(&mut self.layer);
        self.bring(&mut layer, away);
        self.layer = layer;
    }

    /// The same for other notes of its root.
    fn bring(&self, layer: &mut Layer, away: Layer) {
        if self.way.is_empty() {
            *layer = away;
            return;
        }
        let mut away = away;
        let signposts = std::mem::take(&mut away.signposts);
        layer.signposts.take_from(&self.way, signposts);
        for (line, noted) in away.elsewhere {
            let line = format!("{} {line}", self.way);
            let line = line.trim().to_owned();
            layer.elsewhere.entry(line).or_insert(noted);
        }
        for mut own in away.assumptions {
            own.line = format!("{} {}", self.way, own.line).trim().to_owned();
            let there =
                |other: &save::Assumption| other.line == own.line && other.what.is_like(&own.what);
            if !layer.assumptions.iter().any(there) {
                layer.assumptions.push(own);
            }
        }
    }
}

impl Document {
    /// Sets aside the data of this root, before a game moves on to the node at the end of `way`, a
    /// line from its start.
    pub fn leave_home(&mut self, way: &str) {
        let layer = self.layer_by_line();
        let root = self.root();
        let home = self.home.get_or_insert_with(|| {
            Box::new(Home {
                root,
                words: std::mem::take(&mut self.words),
                layer: Layer::default(),
                way: String::new(),
            })
        });
        home.keep(layer);
        home.way = way.to_owned();
    }

    /// Restores the data that was set aside, if this is the original root.
    pub fn come_home(&mut self) {
        let here = self.root();
        let is_home = |home: &Home| {
            home.root.setup == here.setup
                && home.root.options == here.options
                && home.root.limits.max_plies == here.limits.max_plies
        };
        if !self.home.as_deref().is_some_and(is_home) {
            return;
        }
        let away = self.layer_by_line();
        let Some(mut home) = self.home.take() else {
            return;
        };
        home.keep(away);
        self.words = home.words;
        self.layer = home.layer;
    }

    /// The original root, while a game runs on its own tree.
    pub fn home_root(&self) -> Option<Root> {
        self.home.as_ref().map(|home| home.root.clone())
    }

    /// Whether a game runs on its own tree, which belongs to no file.
    pub fn is_away(&self) -> bool {
        self.home.is_some()
    }

    fn layer_by_line(&mut self) -> Layer {
        let layer = std::mem::take(&mut self.layer);
        layer.by_line(&*self.session.rated().graph, self.session.unfolding())
    }

    /// The words of the document that owns the file, the name and the notes.
    pub(crate) fn own_words(&self) -> &Words {
        self.home.as_ref().map_or(&self.words, |home| &home.words)
    }

    /// The root that a game has left, with all that belongs to it once `away`, kept by line, is
    /// brought there.
    pub(crate) fn brought_home(&self, away: Layer) -> Option<(Root, Layer)> {
        let home = self.home.as_deref()?;
        let mut layer = home.layer.clone();
        home.bring(&mut layer, away);
        Some((home.root.clone(), layer))
    }
}
