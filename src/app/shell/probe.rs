//! Read access to a window for tests, benchmarks and other programs.

use eframe::egui;

use super::explorer::Explorer;
use crate::app::document::{Document, Playing, Settings};
use crate::app::intent::{Command, Middle, Side, TourCommand};
use crate::app::parts::Framed;
use crate::app::tools::board::BoardPanel;
use crate::app::tools::check::CheckPanel;
use crate::app::tools::exercise::ExercisePanel;
use crate::app::tools::find::Find;
use crate::app::tools::tour::TourPanel;
use crate::app::tools::tree_editor::TreeEditor;
use crate::app::views::map::{MapPanel, MapSeen};
use crate::app::views::positions::PositionsPanel;
use crate::app::views::recording::RecordingPanel;
use crate::app::views::statistics::StatisticsPanel;
use crate::app::views::tree::panel::{Painted, TreePanel};
use crate::diagram::TreeView;
use crate::session::check::Report;

impl Explorer {
    /// The open document.
    pub fn document(&self) -> &Document {
        &self.desk.document
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.desk.settings
    }

    /// The view in the middle of the window.
    pub fn middle(&self) -> Middle {
        self.desk.middle
    }

    /// The game in progress.
    pub fn playing(&self) -> Option<&Playing> {
        self.desk.playing.as_ref()
    }

    /// The place of the board with the keyboard cursor, while it is used.
    pub fn board_cursor(&self) -> Option<usize> {
        self.tools.one::<BoardPanel>().cursor(&self.desk)
    }

    /// Points of the screen for one unit of the tree's scene.
    pub fn tree_scale(&self) -> f32 {
        self.tools.one::<TreePanel>().scale()
    }

    /// The screen position of the scene's origin, the center of the tree's root.
    pub fn tree_offset(&self) -> [f32; 2] {
        let offset = self.tools.one::<TreePanel>().transform().offset;
        [offset.x as f32, offset.y as f32]
    }

    /// The camera of the tree; `None` before the first layout.
    pub fn tree_framed(&self) -> Option<Framed> {
        let selected = self.desk.document.session.selected();
        let tree = self.tools.one::<TreePanel>();
        tree.framed(&self.desk.tree_view(), selected)
    }

    /// The room of a slide's tree or recording, and what is drawn of it, on the screen.
    pub fn slide(&self) -> Option<[egui::Rect; 2]> {
        self.desk.slide?;
        let recording = self.tools.one::<RecordingPanel>();
        let recorded = recording
            .slide()
            .filter(|_| self.desk.shows(Middle::Recording));
        recorded.or_else(|| self.tools.one::<TreePanel>().slide(&self.desk.tree_view()))
    }

    /// The camera of the tree editor; `None` before the first layout.
    pub fn editor_framed(&self) -> Option<Framed> {
        self.tools.one::<TreeEditor>().framed()
    }

    /// The parts of the tree painted in the last frame.
    pub fn tree_painted(&self) -> Painted {
        self.tools.one::<TreePanel>().painted
    }

    /// The parts of the map shown in the last frame.
    pub fn map_seen(&self) -> MapSeen {
        self.tools.one::<MapPanel>().seen()
    }

    /// The view of the position graph.
    pub fn positions(&self) -> &PositionsPanel {
        self.tools.one()
    }

    /// The statistics.
    pub fn statistics(&self) -> &StatisticsPanel {
        self.tools.one()
    }

    /// Recordings, as far as they are shown.
    pub fn recording(&self) -> &RecordingPanel {
        self.tools.one()
    }

    /// Exercises, as far as there are any.
    pub fn exercise(&self) -> &ExercisePanel {
        self.tools.one()
    }

    /// The tours.
    pub fn tours(&self) -> &TourPanel {
        self.tools.one()
    }

    /// The style of the tree in the middle.
    pub fn tree_view(&self) -> TreeView<'_> {
        self.desk.tree_view()
    }

    /// Shows the start card, unless the user has turned it off.
    pub fn greet(&mut self) {
        if self.desk.settings.start_here {
            self.desk.show_side(Side::Start);
        }
    }

    /// Shows a tour in the panel, from its first step.
    pub fn choose_tour(&mut self, ctx: &egui::Context, tour: usize) {
        self.run(ctx, Command::Tour(TourCommand::Choose(tour)));
        self.desk.show_side(Side::Tour);
    }

    /// Whether a presentation is on, and at which step of its tour, counted from 0.
    pub fn presents(&self) -> Option<Option<usize>> {
        let talk = self.tools.one::<TourPanel>().talk.as_ref();
        talk.map(|talk| talk.step)
    }

    /// The text of the find field.
    pub fn find_text(&self) -> &str {
        self.tools.one::<Find>().text()
    }

    /// The report on an external program.
    pub fn checking(&self) -> Option<&Report> {
        self.tools.one::<CheckPanel>().report()
    }
}
