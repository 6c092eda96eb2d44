//! The line below a presentation's board: the player to move and the rating, or the winner.

use eframe::egui;

use crate::app::base::{Identified as _, ids, player_mark, strong};
use crate::app::parts::Cx;
use crate::diagram::player_name;
use crate::game::Player;
use crate::tree::VertexKind;
use crate::words::turn_text;

/// The font size around it.
pub(crate) const AROUND: f32 = 15.0;

/// The height of the line below a board.
pub(crate) const STATE: f32 = 26.0;

/// The player to move and the rating, or the winner. Of a recording's node: the player to move
/// alone, since the search doesn't know the rating yet.
pub(crate) fn state_ui(ui: &mut egui::Ui, cx: &Cx<'_>, recorded: Option<VertexKind>) {
    let vertex = cx.document.session.vertex();
    let graph = cx.view.labels.graph();
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(STATE);
        ui.spacing_mut().item_spacing.x = 5.0;
        let kind = recorded.unwrap_or_else(|| graph.kind(vertex));
        match kind {
            VertexKind::End if recorded.is_none() => {
                let words = cx.view.winners(vertex);
                ui.label(strong(words).size(AROUND).color(cx.theme.text));
            }
            kind => {
                if let Some(player) = kind.player() {
                    player_mark(ui, cx.theme, cx.view, player);
                }
                let words = turn_text(graph, kind);
                ui.label(egui::RichText::new(words).size(AROUND).color(cx.theme.text));
            }
        }
        if kind == VertexKind::End || recorded.is_some() {
            return;
        }
        let ratings: Vec<String> = Player::all(graph.players())
            .map(|player| {
                let name = player_name(cx.view.labels, player);
                // A number isn't parted from its sign.
                format!("{name} {}", cx.view.decimal_of(vertex, player)).replace(' ', "\u{a0}")
            })
            .collect();
        let words = match cx.view.hidden {
            true => "rating hidden (H)".to_owned(),
            false => format!("rating {}", ratings.join(" · ")),
        };
        ui.add_space(6.0);
        ui.label(egui::RichText::new(words).size(AROUND).color(cx.theme.dim))
            .identified(ids::TALK_RATING);
    });
}
