//! The tab for setting up a game: who plays each player, the computer's search depth, and how
//! chance decides. After a game it has the review: the number of blunders per player, and each of
//! them with the best move; a click goes to its node.

use std::sync::{Arc, Weak};

use eframe::egui::{self, Role, Sense, Stroke, Vec2, WidgetInfo};

use crate::app::base::{
    Identified as _, blunders_text, font, heading, ids, new_seed, paint_mark, player_mark, size,
    text_field, width_of,
};
use crate::app::document::{Document, Playing};
use crate::app::intent::{Command, CommandId, MAX_PLIES};
use crate::app::parts::{BODY, Cx, SMALL};
use crate::diagram::player_name;
use crate::game::{Player, Refusal};
use crate::rating::{Analysis, Loss};
use crate::session::Action;
use crate::session::play::{LossyMove, Review, Seat};
use crate::tree::{UnfoldingNode, Vertex, VertexKind};
use crate::words::{counted, plural};

/// New seeds are below this, so that they can be read out.
const MAX_SEED: u64 = 1_000_000;
/// The initial value of a ply limit.
const FIRST_PLIES: u32 = 4;
/// The height of a button, in points.
const HEIGHT: f32 = 26.0;

/// The state of the tab.
#[derive(Debug, Default)]
pub struct PlayPanel {
    /// The seed that was typed; empty for a new one each time.
    seed: String,
    /// The review of the last game.
    pub(super) reviewed: Reviewed,
}

impl PlayPanel {
    /// The seed of the next game: the typed one, otherwise a new one.
    ///
    /// # Errors
    /// The typed text isn't a seed.
    pub fn next_seed(&self) -> Result<u64, Refusal> {
        let typed = self.seed.trim();
        if typed.is_empty() {
            return Ok(new_seed() % MAX_SEED);
        }
        typed.parse().map_err(|_| {
            let what = "The seed must be a whole number up to 18446744073709551615, or empty";
            Refusal::new(what, "")
        })
    }

    /// The tab.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let choices = &cx.desk.settings.play;
        let playing = cx.desk.playing.as_ref();
        let graph = cx.view.labels.graph();
        let mut chosen = choices.clone();
        ui.spacing_mut().item_spacing.y = 5.0;
        heading(ui, "Players");
        let seats = choices.seats();
        for player in Player::all(graph.players()) {
            if let Some(seat) = seats_ui(ui, cx, player, seats.of(player)) {
                chosen = chosen.with_seat(player, seat);
            }
        }
        heading(ui, "The computer looks ahead");
        plies_ui(ui, cx, &mut chosen.plies);
        let chance = graph.is_chance_game();
        if chance {
            heading(ui, "Dice and chance");
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let words = "Roll the dice, and pick outcomes at random by their probabilities";
                if option_ui(ui, cx, !choices.by_hand, "Rolled", words).clicked() {
                    chosen.by_hand = false;
                }
                let words = "Choose each outcome yourself, as if it were a move";
                if option_ui(ui, cx, choices.by_hand, "Manual", words).clicked() {
                    chosen.by_hand = true;
                }
            });
        }
        if chance || seats.any(graph.players(), Seat::Random) {
            self.seed_ui(ui, cx, playing);
        }
        if chosen != *choices {
            cx.push(Command::ChoosePlay(Box::new(chosen)));
        }
        ui.add_space(8.0);
        let over = graph.kind(cx.document.session.vertex()) == VertexKind::End;
        ui.horizontal(|ui| {
            let text = if playing.is_some() {
                "New game from here"
            } else {
                CommandId::PlayHere.text()
            };
            command_ui(ui, cx, CommandId::PlayHere, text, !over);
            if playing.is_some() {
                command_ui(ui, cx, CommandId::StopGame, "Stop", true);
            }
        });
        ui.add_space(4.0);
        let phrase = if over && playing.is_none() {
            "The game is over here. Select a node with moves."
        } else {
            "Play on the board, in the moves table, or with keys 1–9. The tree follows. Press H \
             to hide the ratings."
        };
        cx.small_ui(ui, phrase);
    }

    fn seed_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, playing: Option<&Playing>) {
        ui.horizontal(|ui| {
            ui.set_min_height(HEIGHT);
            let name = ui.label("Seed");
            ui.add_space(8.0);
            let edit = text_field(&mut self.seed)
                .hint_text("random")
                .char_limit(20)
                .desired_width(100.0)
                .margin(egui::Margin::symmetric(5, 4));
            ui.scope(|ui| {
                let line = Stroke::new(1.0, cx.theme.line);
                ui.visuals_mut().widgets.inactive.bg_stroke = line;
                ui.visuals_mut().widgets.hovered.bg_stroke = line;
                ui.add(edit).labelled_by(name.id).identified(ids::PLAY_SEED)
            });
        });
        if let Some(playing) = playing {
            let text = format!("This game's seed is {}.", playing.seed());
            cx.small_ui(ui, &text).identified(ids::PLAY_SEED_NOW);
        }
    }
}

/// The choice of who plays a player; returns the chosen one.
fn seats_ui(ui: &mut egui::Ui, cx: &Cx<'_>, player: Player, now: Seat) -> Option<Seat> {
    let name = player_name(cx.view.labels, player);
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.set_min_height(HEIGHT);
        ui.spacing_mut().item_spacing.x = 4.0;
        player_mark(ui, cx.theme, cx.view, player);
        ui.add_space(2.0);
        for seat in Seat::ALL {
            let text = format!("{name}: {}", seat.name());
            let option = option_ui(ui, cx, now == seat, capital(seat), &text);
            let option = option.identified(&ids::seat(player.index(), seat));
            if option.clicked() {
                chosen = Some(seat);
            }
        }
    });
    chosen
}

/// The computer's ply limit, or as deep as possible.
fn plies_ui(ui: &mut egui::Ui, cx: &Cx<'_>, chosen: &mut Option<u32>) {
    let now = *chosen;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let text = "To the end, or up to 300,000 positions";
        if option_ui(ui, cx, now.is_none(), "Maximum", text).clicked() {
            *chosen = None;
        }
        let mut plies = now.unwrap_or(FIRST_PLIES);
        let option = option_ui(ui, cx, now.is_some(), "Plies", "Ply limit");
        if option.identified(ids::PLAY_PLIES).clicked() {
            *chosen = Some(plies);
        }
        if now.is_some() {
            let drag = egui::DragValue::new(&mut plies)
                .range(1..=MAX_PLIES)
                .speed(0.1);
            let drag = ui.scope(|ui| {
                let frame = Stroke::new(1.0, cx.theme.line);
                ui.visuals_mut().widgets.inactive.bg_stroke = frame;
                ui.add_sized(Vec2::new(38.0, HEIGHT), drag)
            });
            let response = drag
                .inner
                .on_hover_text("Drag, or click and type")
                .called(Role::SpinButton, "Plies that the computer looks ahead");
            if response.changed() {
                *chosen = Some(plies);
            }
        }
    });
}

fn capital(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "Human",
        Seat::Computer => "Computer",
        Seat::Random => "Random",
    }
}

/// One of several choices.
fn option_ui(ui: &mut egui::Ui, cx: &Cx<'_>, on: bool, text: &str, phrase: &str) -> egui::Response {
    let color = cx.text_or_dim(on);
    let edge = cx.text_or_line(on);
    let button = egui::Button::new(egui::RichText::new(text).color(color))
        .min_size(Vec2::new(0.0, HEIGHT))
        .fill(if on { cx.theme.soft } else { cx.theme.panel })
        .stroke(Stroke::new(1.0, edge));
    let response = ui.add(button).chosen(Role::RadioButton, on, phrase);
    response.on_hover_text(phrase)
}

fn command_ui(ui: &mut egui::Ui, cx: &Cx<'_>, named: CommandId, text: &str, enabled: bool) {
    let button = cx.worded_button(named, text, HEIGHT + 2.0);
    let response = ui.add_enabled(enabled, button).called(Role::Button, text);
    cx.run_on_click(response, named);
}

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
    fn update(&mut self, document: &Document, playing: &Playing) {
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
    fn node_of(&self, slip: &LossyMove) -> Option<UnfoldingNode> {
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
    reviewed.update(cx.document, playing);
    let review = &reviewed.review;
    for (player, moves) in Player::all(review.moves.len()).zip(&review.moves) {
        ui.horizontal(|ui| {
            player_mark(ui, cx.theme, cx.view, player);
            let count = |loss| review.count(player, loss);
            let mut phrase = blunders_text(cx.view.labels.graph(), count(Loss::Blunder));
            for (loss, one, many) in [
                (Loss::Inaccuracy, "inaccuracy", "inaccuracies"),
                (Loss::Slight, "slightly worse move", "slightly worse moves"),
            ] {
                let number = count(loss);
                if number > 0 {
                    let noun = plural(number, one, many);
                    phrase.push_str(&format!(", {number} {noun}"));
                }
            }
            let of = plural(moves, "move", "moves");
            ui.label(format!("{phrase} in {moves} {of}"))
                .identified(&ids::review_of(usize::from(player.0)));
        });
    }
    if review.unsure > 0 {
        let text = match review.unsure {
            _ if cx.view.labels.graph().grows() => {
                let moves = counted(review.unsure, "move");
                format!("{moves} not judged: ratings not proven yet.")
            }
            1 => "1 move can't be judged: a limit hides whether another was better.".to_owned(),
            many => format!("{many} moves not judged: limit reached."),
        };
        cx.small_ui(ui, &text).identified(ids::REVIEW_UNSURE);
    }
    if !review.slips.is_empty() {
        ui.horizontal(|ui| {
            cx.back_and_forth(ui, [CommandId::PreviousSlip, CommandId::NextSlip]);
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
    slip: &LossyMove,
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
    let phrase = format!("Move {}: {}", slip.made + 1, worse.sentence(&name));
    let selected = node == Some(cx.document.session.selected());
    response.widget_info(|| WidgetInfo::selected(role, true, selected, &phrase));
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
    row.print_left(
        place,
        strong,
        &format!("{} {}", worse.mv, worse.loss.sign()),
    );
    let better = match worse.loss {
        Loss::Blunder => format!("best was {}", worse.better),
        loss => format!("{}; best was {}", loss.text(), worse.better),
    };
    row.print_left(room(lower, right), SMALL, &better);
    if response.clicked()
        && let Some(node) = node
    {
        response.surrender_focus();
        cx.push(Command::Act(Action::Select(node)));
    }
    let text = match node {
        Some(_) => phrase,
        None => format!("{phrase} (beyond the tree's limits)"),
    };
    response.on_hover_text(text)
}
