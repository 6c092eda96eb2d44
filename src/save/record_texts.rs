//! The texts of a tree file's records while it is read: each is kept once, and not too many.

use std::fmt;

use rustc_hash::FxHashSet;

use super::fields::{FieldError, FieldValues, JsonRecord, PlayerNames};
use super::file::{KeptText, KeptTexts};
use super::kinds::LineColumn;

/// Maximum bytes of notes and unknown members together.
const MAX_KEPT_BYTES: usize = 1 << 28;

/// The texts of the records that have been read.
pub(super) struct RecordTexts {
    pub players: PlayerNames,
    pub kept: KeptTexts,
    /// Texts that are values of all players as our writer writes them: most occur many times.
    known_values: FxHashSet<(FieldValues, KeptText)>,
    kept_bytes: usize,
}

impl RecordTexts {
    pub fn new(players: &[String]) -> Self {
        Self {
            players: PlayerNames::new(players),
            kept: KeptTexts::default(),
            known_values: FxHashSet::default(),
            kept_bytes: 0,
        }
    }

    /// Keeps a text of a record.
    pub fn keep(&mut self, text: &str, record: &JsonRecord<'_>) -> Result<KeptText, FieldError> {
        self.kept.keep(text).ok_or_else(|| {
            let max = KeptTexts::MAX_BYTES;
            let what = format!("the file has more than {max} bytes of texts");
            record.fault(what, "save a smaller part of the tree")
        })
    }

    /// The values of all players in a text: what is known, or what is to be kept.
    pub fn values(&self, values: FieldValues, raw: &str) -> Option<Result<KeptText, String>> {
        let known = |text: &KeptText| self.known_values.contains(&(values, *text));
        match self.kept.find(raw).filter(known) {
            Some(text) => Some(Ok(text)),
            None => self.players.values(values, raw).map(Err),
        }
    }

    /// Reads a member with values of all players, and keeps it.
    pub fn required(
        &mut self,
        record: &mut JsonRecord<'_>,
        name: &'static str,
        needs: impl fmt::Display,
        values: FieldValues,
    ) -> Result<KeptText, FieldError> {
        let read = record.required(name, needs, |raw| self.values(values, raw))?;
        self.keep_values(values, read, record)
    }

    /// Keeps the values of all players.
    pub fn keep_values(
        &mut self,
        values: FieldValues,
        read: Result<KeptText, String>,
        record: &JsonRecord<'_>,
    ) -> Result<KeptText, FieldError> {
        read.or_else(|text| {
            let text = self.keep(&text, record)?;
            if self.known_values.len() < FieldValues::MAX_KNOWN {
                self.known_values.insert((values, text));
            }
            Ok(text)
        })
    }

    /// Counts what is kept of notes and unknown members.
    pub fn keep_bytes(&mut self, bytes: usize, place: LineColumn) -> Result<(), FieldError> {
        self.kept_bytes += bytes;
        if self.kept_bytes <= MAX_KEPT_BYTES {
            return Ok(());
        }
        let what =
            format!("the file has more than {MAX_KEPT_BYTES} bytes of notes and unknown members");
        Err(FieldError::new(what, "shorten them", place))
    }
}
