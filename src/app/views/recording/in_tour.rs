//! Recordings as steps of tours.

use eframe::egui;

use super::RecordingPanel;
use crate::app::parts::Cx;
use crate::save::TourRecording;
use crate::tree::{Line, Vertex, VertexKind};

impl RecordingPanel {
    /// The active recording as a step of a tour: the line to the recorded node, and the present
    /// step.
    pub(crate) fn as_step(&self) -> Option<(String, TourRecording)> {
        let player = self.active()?;
        let recorded = &player.recorded;
        let graph = &recorded.rated.graph;
        let options = recorded.options;
        let (at, _) = player.place();
        let recording = TourRecording {
            method: options.method,
            player: (options.player.index() > 0).then(|| graph.player_name(options.player)),
            plies: options.max_plies,
            step: at as u64 + 1,
        };
        Some((graph.line_text(Vertex::ROOT, &recorded.line), recording))
    }

    /// Whether the active recording has the chosen options, was made at the end of this line, and
    /// is the only one.
    pub(crate) fn shows(&self, line: &Line) -> bool {
        let Some(player) = self.active().filter(|_| self.players.len() == 1) else {
            return false;
        };
        let options = player.recorded.options;
        let choices = self.choices.fitting(&player.recorded.rated);
        player.recorded.line == *line
            && (options.method, options.player, options.max_plies)
                == (choices.method, choices.player, choices.max_plies())
    }

    /// The kind of the active recording's current node.
    pub(crate) fn kind_at_work(&self) -> Option<VertexKind> {
        let player = self.active()?;
        let recorded = &player.recorded;
        let vertex = recorded.recording.unfolding().vertex(player.top());
        Some(recorded.rated.graph.graph().kind(vertex))
    }

    /// The room of the active recording's slide, and the tree in it, on the screen.
    pub(crate) fn slide(&self) -> Option<[egui::Rect; 2]> {
        self.active()?.slide()
    }

    /// Draws the active recording into the rest of `ui`; `false` if there is none.
    pub(crate) fn talk_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        let inner = ui.available_rect_before_wrap().shrink(10.0);
        let Some(player) = self.active_mut() else {
            return false;
        };
        player.frame_slide(inner, ui.ctx().zoom_factor());
        player.exchange_slide();
        player.canvas_ui(ui, cx, inner, "Recording");
        player.exchange_slide();
        true
    }
}
