//! The review of a game: the number of blunders per player, and each of them with the best move. A
//! click goes to its node.

use std::sync::{Arc, Weak};

use eframe::egui::{self, Role, Sense, WidgetInfo};

use crate::app::base::blunders_text;
use crate::app::base::{
    Identified as _, font, heading, ids, paint_mark, player_mark, size, width_of,
};
use crate::app::document::{Document, Playing};
use crate::app::intent::{Command, Named};
use crate::app::parts::{BODY, Cx, SMALL};
use crate::diagram::player_name;
use crate::game::Player;
use crate::rating::{Analysis, Loss};
use crate::session::Action;
use crate::session::play::{Review, Slip};
use crate::tree::{UnfoldingNode, Vertex};
use crate::words::{counted, plural};

/// Maximum number of listed blunders.
const MAX_LISTED: usize = 200;
/// The height of a blunder's row.
const ROW: f32 = 38.0;

/// The review of a game, and its key.
#[derive(Debug, Default)]
pub(crate) struct Reviewed {
    analysis: Weak<Analysis>,
    made: usize,
    node: Option<UnfoldingNode>,
    building: bool,
    review: Review,
    /// The nodes of the open tree that the last moves led to.
    nodes: Vec<UnfoldingNode>,
}

impl Reviewed {
    /// Updates the review if anything is new.
    fn look(&mut self, document: &Document, playing: &Playing) {
        let analysis = &document.session.rated().analysis;
        let made = playing.play().made().len();
        let node = playing.node();
        let building = document.is_building();
        let same = std::ptr::eq(self.analysis.as_ptr(), Arc::as_ptr(analysis))
            && (self.made, self.node, self.building) == (made, node, building);
        if same || node.is_none() {
            return;
        }
        let unfolding = document.session.unfolding();
        let way = std::iter::successors(node, |node| unfolding.parent(*node));
        let steps = made - playing.ground_made().min(made);
        let mut nodes: Vec<UnfoldingNode> = way.take(steps + 1).collect();
        nodes.reverse();
        // The last one is the game's current node.
        let sources = nodes.iter().take(nodes.len().saturating_sub(1));
        let known: Vec<Vertex> = sources.map(|node| unfolding.vertex(*node)).collect();
        *self = Self {
            analysis: Arc::downgrade(analysis),
            made,
            node,
            building,
            review: playing.play().review(document.session.rated(), &known),
            nodes: nodes.into_iter().skip(1).collect(),
        };
    }

    /// The node that a blunder led to, if it is one of the open tree.
    fn node_of(&self, slip: &Slip) -> Option<UnfoldingNode> {
        let before = self.made.checked_sub(self.nodes.len())?;
        self.nodes.get(slip.made.checked_sub(before)?).copied()
    }
}

/// The review, below the game's settings.
pub(crate) fn review_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    reviewed: &mut Reviewed,
    playing: &Playing,
) {
    heading(ui, "Review");
    if cx.view.hidden {
        cx.small_ui(ui, "Ratings are hidden. Press H to show them.");
        return;
    }
    reviewed.look(cx.document, playing);
    let review = &reviewed.review;
    for (player, moves) in Player::all(review.moves.len()).zip(&review.moves) {
        ui.horizontal(|ui| {
            player_mark(ui, cx.theme, cx.view, player);
            let count = |loss| review.count(player, loss);
            let mut words = blunders_text(cx.view.labels.graph(), count(Loss::Blunder));
            for (loss, one, many) in [
                (Loss::Inaccuracy, "inaccuracy", "inaccuracies"),
                (Loss::Slight, "slightly worse move", "slightly worse moves"),
            ] {
                let number = count(loss);
                if number > 0 {
                    let noun = plural(number, one, many);
                    words.push_str(&format!(", {number} {noun}"));
                }
            }
            let of = plural(moves, "move", "moves");
            ui.label(format!("{words} in {moves} {of}"))
                .identified(&ids::review_of(usize::from(player.0)));
        });
    }
    if review.unsure > 0 {
        let words = match review.unsure {
            _ if cx.view.labels.graph().grows() => {
                let moves = counted(review.unsure, "move");
                format!("{moves} not judged: ratings not proven yet.")
            }
            1 => "1 move can't be judged: a limit hides whether another was better.".to_owned(),
            many => format!("{many} moves not judged: limit reached."),
        };
        cx.small_ui(ui, &words).identified(ids::REVIEW_UNSURE);
    }
    if !review.slips.is_empty() {
        ui.horizontal(|ui| {
            cx.back_and_forth(ui, [Named::PreviousSlip, Named::NextSlip]);
        });
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    for (index, slip) in review.slips.iter().take(MAX_LISTED).enumerate() {
        ui.push_id(("slip", index), |ui| {
            let node = reviewed.node_of(slip);
            let response = slip_ui(ui, cx, slip, node);
            response.identified(&ids::slip(index));
        });
    }
    let more = review.slips.len().saturating_sub(MAX_LISTED);
    if more > 0 {
        cx.small_ui(ui, format!("… and {more} more"));
    }
}

/// A slip: its player and cost, and below that the best move.
fn slip_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    slip: &Slip,
    node: Option<UnfoldingNode>,
) -> egui::Response {
    let worse = &slip.worse;
    let (sense, role) = match node {
        Some(_) => (Sense::click(), Role::Button),
        None => (Sense::hover(), Role::Label),
    };
    let (mut row, response) = cx.line(ui, ROW, sense);
    let rect = row.rect;
    let name = player_name(cx.view.labels, worse.player);
    let words = format!("Move {}: {}", slip.made + 1, worse.sentence(&name));
    let selected = node == Some(cx.document.session.selected());
    response.widget_info(|| WidgetInfo::selected(role, true, selected, &words));
    row.painter.shrink_clip_rect(rect);
    row.ground(selected || response.hovered(), 4.0);
    row.ring(&response, 4.0);
    let mark = egui::pos2(rect.left() + 12.0, rect.center().y);
    paint_mark(&row.painter, cx.theme, cx.view, worse.player, mark, 8.5);
    let strong = BODY.strong(true).dim_if(node.is_none());
    let left = rect.left() + 28.0;
    let (upper, lower) = (rect.top() + 11.0, rect.bottom() - 10.0);
    let cost = format!("{} → {}", worse.from, worse.to);
    let wide = width_of(ui, &cost, &font(size::BODY, true));
    let right = rect.right() - 6.0;
    let room = |y: f32, right: f32| {
        egui::Rect::from_min_max(egui::pos2(left, y - 9.0), egui::pos2(right, y + 9.0))
    };
    row.right(room(upper, right), strong, &cost);
    let place = room(upper, right - wide - 8.0);
    row.left(
        place,
        strong,
        &format!("{} {}", worse.mv, worse.loss.sign()),
    );
    let better = match worse.loss {
        Loss::Blunder => format!("best was {}", worse.better),
        loss => format!("{}; best was {}", loss.text(), worse.better),
    };
    row.left(room(lower, right), SMALL, &better);
    if response.clicked()
        && let Some(node) = node
    {
        response.surrender_focus();
        cx.push(Command::Act(Action::Select(node)));
    }
    let words = match node {
        Some(_) => words,
        None => format!("{words} (beyond the tree's limits)"),
    };
    response.on_hover_text(words)
}
