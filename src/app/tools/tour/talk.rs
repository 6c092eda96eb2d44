//! The presentation: a tour, or the tree alone, in full screen and with large text.

use eframe::egui::Pos2;

use crate::app::intent::{Middle, Named};
use crate::tree::UnfoldingNode;

/// The window's commands that work in a presentation, besides its own.
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

/// Its own commands that work without a tour; the shortcuts of the others walk the tree then.
pub(crate) const ALL_TALKS: &[Named] = &[Named::BlankScreen, Named::LeavePresentation];

/// A presentation that is on.
#[derive(Debug)]
pub(crate) struct Talk {
    /// The current step of the tour; `None` if there is no tour, and the tree is walked.
    pub step: Option<usize>,
    /// Whether the screen is blank, so that the audience looks at the speaker.
    pub blank: bool,
    /// The scroll offset of the text, and its maximum.
    pub scroll: f32,
    pub most_scroll: f32,
    /// The visible height of the text.
    pub page: f32,
    /// The state to restore afterwards.
    pub(crate) before: Before,
    /// Until when its bar is shown, in seconds.
    pub(crate) bar_until: f64,
    /// When something on the screen last answered a click, in seconds.
    pub(crate) answered: f64,
    /// Where and when a finger was put on the screen.
    pub(crate) pressed: Option<(Pos2, f64)>,
}

#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) middle: Middle,
    pub(crate) hidden: bool,
    /// Whether the window was in full screen.
    pub(crate) full: bool,
    /// The nodes that were expanded.
    pub(crate) open: Vec<UnfoldingNode>,
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
        // A line of the visible text stays in view.
        let by = (self.page - 24.0).max(24.0);
        let to = self.scroll + if down { by } else { -by };
        self.scroll = to.clamp(0.0, self.most_scroll);
    }
}
