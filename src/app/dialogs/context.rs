//! What dialogs look at of the window.

use std::path::PathBuf;

use crate::app::base::disk;
use crate::app::document::model::Document;
use crate::app::document::settings::Settings;
use crate::app::document::snapshot::Snapshot;
use crate::app::intent::payload::CheckSource;
use crate::diagram::RatingsFor;

/// What a dialog looks at of the window.
pub struct DialogContext<'a> {
    pub settings: &'a Settings,
    pub document: &'a Document,
    /// Whose ratings are shown.
    pub ratings_for: RatingsFor,
    /// Whether ratings are hidden.
    pub hidden: bool,
    /// What was checked last.
    pub checked: Option<&'a CheckSource>,
}

impl DialogContext<'_> {
    /// The document as it is shown now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of(self.document, self.settings, self.ratings_for, self.hidden)
    }

    /// The folder that is listed first: that of the document, or of the file opened last.
    pub fn first_folder(&self) -> PathBuf {
        let recent = self.settings.recent.first();
        let path = self.document.words.path.as_ref().or(recent);
        disk::first_folder(path.map(PathBuf::as_path))
    }
}
