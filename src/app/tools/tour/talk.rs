//! The presentation: a tour, or the tree alone, on the whole screen and in large type.

use crate::app::intent::{Middle, Named};
use crate::session::First;
use crate::tree::UnfoldingNode;

/// The commands of the window that are heard in a presentation, beside its own.
pub(crate) const IN_TALK: &[Named] = &[
    Named::Parent,
    Named::Child,
    Named::PreviousSibling,
    Named::NextSibling,
    Named::Root,
    Named::BestEnd,
    Named::ToggleFold,
    Named::UnfoldBestLine,
    Named::Fit,
    Named::ZoomIn,
    Named::ZoomOut,
    Named::HideRatings,
    Named::Viewpoint,
    Named::LargerText,
    Named::SmallerText,
    Named::NormalText,
    Named::StepForward,
    Named::StepBack,
    Named::PlayRecording,
    Named::NextCut,
    Named::PreviousCut,
    Named::FullScreen,
    Named::Quit,
];

/// Those of its own that are heard without a tour, too: the keys of the others walk the tree then.
pub(crate) const ALL_TALKS: &[Named] = &[Named::BlankScreen, Named::LeavePresentation];

/// A presentation that is on.
#[derive(Debug)]
pub(crate) struct Talk {
    /// At which step of the tour it stands; nowhere if there is no tour, and the tree is walked.
    pub step: Option<usize>,
    /// Whether the screen is blank, so that everybody looks at whoever speaks.
    pub blank: bool,
    /// How far the text is scrolled, and how far it can be.
    pub scroll: f32,
    pub most_scroll: f32,
    /// How much of the text is seen at once.
    pub page: f32,
    /// What comes back afterwards.
    pub(crate) before: Before,
    /// The nodes that were collapsed meanwhile, so that others have room.
    pub(crate) collapsed: Vec<UnfoldingNode>,
}

#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) middle: Middle,
    pub(crate) hidden: bool,
    /// Whether the window had the whole screen.
    pub(crate) full: bool,
    /// How far the tree was expanded that nobody had expanded yet.
    pub(crate) first: First,
}

impl Talk {
    /// Whether there is more of the text below, or above.
    pub fn can_scroll(&self, down: bool) -> bool {
        match down {
            true => self.scroll + 1.0 < self.most_scroll,
            false => self.scroll > 1.0,
        }
    }

    pub(crate) fn scroll_on(&mut self, down: bool) {
        // A line of what was seen stays in sight.
        let by = (self.page - 24.0).max(24.0);
        let to = self.scroll + if down { by } else { -by };
        self.scroll = to.clamp(0.0, self.most_scroll);
    }
}
