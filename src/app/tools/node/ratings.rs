//! The rating of the selected node for each player, and the effect of what-ifs on it.

use eframe::egui::{self, Align, Rect, Role, Sense, Vec2};

use crate::app::base::widgets::share_bar;
use crate::app::base::{
    Identified as _, MARK_RADIUS, fitting, font, ids, paint_mark, player_mark, size, width_of,
};
use crate::app::parts::{BODY, Cx, SMALL};
use crate::diagram::{player_letter, player_name, rating_text, shortened};
use crate::game::Player;
use crate::session::what_if::why_here;
use crate::tree::Vertex;
use crate::words::{OPEN, number_text};

/// Maximum characters of a player's name in the panel …
pub(super) const MAX_NAME: usize = 14;
/// … and of an exact rating.
const MAX_DIGITS: usize = 9;

/// A player's mark, and the name where the mark doesn't hold it.
fn mark_and_name(ui: &mut egui::Ui, cx: &Cx<'_>, player: Player) {
    player_mark(ui, cx.theme, cx.view, player);
    let name = player_name(cx.view.labels, player);
    if name != player_letter(cx.view.labels, player) {
        let text = cx.dim(&name);
        ui.add(egui::Label::new(text).truncate())
            .on_hover_text(&name);
    }
}

/// Two players' ratings face to face.
pub(crate) fn two_ratings_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    let width = ui.available_width();
    let half = Vec2::new((width - 8.0) / 2.0, 20.0);
    let for_ = || cx.dim("for");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let left = egui::Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(half, left, |ui| {
            ui.label(for_());
            mark_and_name(ui, cx, Player(0));
        });
        let right = egui::Layout::right_to_left(Align::Center);
        ui.with_layout(right, |ui| {
            // Placed from right to left, so that the text reads from left to right.
            let name = player_name(cx.view.labels, Player(1));
            if name != player_letter(cx.view.labels, Player(1)) {
                let max = ui.available_width() - 44.0;
                let phrase = cx.dim(&name);
                let natural = width_of(ui, &name, &font(size::BODY, false)) + 1.0;
                let label = egui::Label::new(phrase).truncate();
                ui.add_sized(Vec2::new(natural.min(max.max(0.0)), 18.0), label)
                    .on_hover_text(&name);
            }
            player_mark(ui, cx.theme, cx.view, Player(1));
            ui.label(for_());
        });
    });
    let (row, response) = ui.allocate_exact_size(Vec2::new(width, 32.0), Sense::hover());
    let ratings = [0, 1].map(|player| cx.view.rating_of(vertex, Player(player)));
    let label = [0, 1].map(|player| {
        let name = player_name(cx.view.labels, Player(player as u8));
        format!("rating {} for {name}", ratings[player])
    });
    response
        .called(Role::Label, label.join(", "))
        .identified(ids::RATINGS);
    let (left, right) = row.split_left_right_at_fraction(0.5);
    // Both in the same size, so that the larger text isn't taken for the larger rating.
    let sizes = ratings
        .each_ref()
        .map(|text| fitting(ui, text, &[size::BIG, 24.0, size::RATING, 16.0], half.x));
    let shown = sizes[0].min(sizes[1]);
    // Unproven ratings are gray, as their bars are.
    let open = !cx.view.hidden && !cx.view.is_proven(vertex, Player(0));
    let (line, print) = (
        cx.line_in(ui, row),
        BODY.size(shown).strong(true).dim_if(open),
    );
    line.print_left(left, print, &ratings[0]);
    line.right(right, print, &ratings[1]);
    if cx.view.analysis.ratings.has_constant_sum() && cx.view.labels.graph().has_winners() {
        share_bar(ui, cx.theme, cx.view, vertex);
    }
}

/// The text before the interval of an unproven rating.
pub(super) fn so_far(cx: &Cx<'_>) -> &'static str {
    match cx.document.is_building() {
        true => "Certain so far",
        false => "Certain",
    }
}

/// An unproven rating shared by two players: a question mark, and beside it the proven interval.
/// The ratings at the ends of its bar are below it.
pub(crate) fn open_rating_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    const LEFT: f32 = 64.0;
    let player = cx.view.chooser(vertex);
    let name = player_name(cx.view.labels, player);
    let so_far = so_far(cx);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.set_min_height(20.0);
        ui.label(cx.dim("for"));
        mark_and_name(ui, cx, player);
        let right = egui::Layout::right_to_left(Align::Center);
        ui.with_layout(right, |ui| ui.label(cx.dim(so_far)));
    });
    let between = cx.view.interval_in_words(vertex, player);
    let width = ui.available_width();
    let (row, response) = ui.allocate_exact_size(Vec2::new(width, 32.0), Sense::hover());
    let (left, right) = row.split_left_right_at_x(row.left() + LEFT);
    let open = ui
        .interact(left, response.id.with("open"), Sense::hover())
        .called(Role::Label, format!("rating ? for {name}"));
    open.identified(ids::RATINGS);
    let certain = format!("{so_far}: {between} for {name}");
    let told = ui
        .interact(right, response.id.with("certain"), Sense::hover())
        .called(Role::Label, &certain);
    told.identified(ids::PROVEN).on_hover_text(&certain);
    let line = cx.line_in(ui, row);
    // The unproven part is gray, as its bar is; the proven interval isn't.
    line.print_left(left, BODY.size(size::BIG).strong(true).dim_if(true), OPEN);
    let sizes = [size::RATING, 17.0, 15.0, size::BODY];
    let fits = fitting(ui, &between, &sizes, right.width());
    line.right(right, BODY.size(fits).strong(true), &between);
    share_bar(ui, cx.theme, cx.view, vertex);
    ends_ui(ui, cx, player);
}

/// The ratings at both ends of the bar, and the winner there if that is their meaning.
fn ends_ui(ui: &mut egui::Ui, cx: &Cx<'_>, player: Player) {
    let graph = cx.view.labels.graph();
    let (min, max) = graph.range();
    let (row, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 16.0), Sense::hover());
    let (left, right) = row.split_left_right_at_fraction(0.5);
    let line = cx.line_in(ui, row);
    let text = |winner: u8| {
        let rating = number_text(if player.0 == winner { max } else { min }, MAX_DIGITS);
        match graph.has_winners() {
            true => {
                let name = player_name(cx.view.labels, Player(winner));
                format!("{rating}: {} wins", shortened(&name, MAX_NAME))
            }
            false => rating,
        }
    };
    line.print_left(left, SMALL, &text(1));
    line.right(right, SMALL, &text(0));
}

/// Any other number of players in a grid.
pub(crate) fn many_ratings_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    const CELL: f32 = 84.0;
    let players = cx.view.labels.graph().players();
    let width = ui.available_width();
    let across = ((width / CELL).floor() as usize).clamp(1, players.max(1));
    // The same number in every row: four are two and two.
    let across = players.div_ceil(players.div_ceil(across).max(1)).max(1);
    let wide = width / across as f32;
    let mut ratings: Vec<RatingCell> = Player::all(players)
        .map(|player| RatingCell::new(cx, vertex, player))
        .collect();
    for rating in ratings.iter_mut().filter(|it| it.interval.is_some()) {
        // The interval is below, in full.
        if width_of(ui, &rating.text, &font(size::BODY, true)) > wide - 31.0 {
            rating.text = OPEN.to_owned();
        }
    }
    let below = |is_there: bool| if is_there { 16.0 } else { 0.0 };
    let named = ratings.iter().any(|rating| rating.is_named);
    let doubtful = ratings.iter().any(|rating| rating.interval.is_some());
    let high = 30.0 + below(named) + below(doubtful);
    let sizes = ratings.iter().map(|rating| {
        let sizes = [size::RATING, 17.0, 15.0, size::BODY];
        fitting(ui, &rating.text, &sizes, wide - 31.0)
    });
    let shown = sizes.fold(size::RATING, f32::min);
    let rows = players.div_ceil(across);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, high * rows as f32), Sense::hover());
    for rating in &ratings {
        let player = rating.player.index();
        let (column, row) = (player % across, player / across);
        let corner = rect.min + Vec2::new(wide * column as f32, high * row as f32);
        let place = Rect::from_min_size(corner, Vec2::new(wide - 6.0, high));
        rating.ui(ui, cx, place, (shown, named));
    }
}

/// The texts for one of many players.
struct RatingCell {
    player: Player,
    text: String,
    name: String,
    /// Whether the mark doesn't hold the name.
    is_named: bool,
    /// The interval, if it isn't proven.
    interval: Option<String>,
}

impl RatingCell {
    fn new(cx: &Cx<'_>, vertex: Vertex, player: Player) -> Self {
        let name = player_name(cx.view.labels, player);
        let doubtful = !cx.view.hidden && !cx.view.is_proven(vertex, player);
        Self {
            player,
            text: cx.view.rating_of(vertex, player),
            is_named: name != player_letter(cx.view.labels, player),
            name,
            interval: doubtful.then(|| {
                let (low, high) = cx.view.proven(vertex, player);
                format!("{} to {}", rating_text(&low), rating_text(&high))
            }),
        }
    }

    /// Draws it in a size, with the name if any player has one.
    fn ui(&self, ui: &egui::Ui, cx: &Cx<'_>, rect: Rect, (size, named): (f32, bool)) {
        let player = self.player.index();
        let id = egui::Id::unique("rating").with(player);
        let response = ui.interact(rect, id, Sense::hover());
        let Self { text, name, .. } = self;
        let proven = self.interval.as_ref();
        let proven = proven.map_or_else(String::new, |it| format!(", between {it}"));
        let label = format!("rating {text} for {name}{proven}");
        let response = response
            .called(Role::Label, &label)
            .identified(&ids::rating(player));
        let part = |top: f32, height: f32, left: f32| {
            Rect::from_min_max(
                rect.min + Vec2::new(left, top),
                egui::pos2(rect.right(), rect.top() + top + height),
            )
        };
        let line = cx.line_in(ui, rect);
        let mark = rect.min + Vec2::new(9.0, 15.0);
        paint_mark(
            &line.painter,
            cx.theme,
            cx.view,
            self.player,
            mark,
            MARK_RADIUS,
        );
        line.print_left(part(0.0, 30.0, 24.0), BODY.size(size).strong(true), text);
        let mut top = 30.0;
        for phrase in [named.then_some(name), self.interval.as_ref()]
            .into_iter()
            .flatten()
        {
            line.print_left(part(top, 14.0, 0.0), SMALL, phrase);
            top += 16.0;
        }
        response.on_hover_text(label);
    }
}

/// The effect of what-ifs on the selected node, in a box; nothing if it isn't affected.
pub(crate) fn here_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    let supposed = &cx.document.supposed;
    let number = supposed.number(cx.document.session.selected());
    let (Some(number), false) = (number.filter(|_| cx.view.what_if.is_some()), cx.view.hidden)
    else {
        return false;
    };
    let vertex = cx.document.session.vertex();
    let sentences = why_here(
        cx.document.session.rated(),
        &supposed.what_if,
        &cx.document.layer.assumptions,
        number,
        cx.view.chooser(vertex),
    );
    if sentences.is_empty() {
        return false;
    }
    ui.add_space(6.0);
    let frame = egui::Frame::new()
        .fill(cx.theme.soft)
        .stroke(egui::Stroke::new(1.0, cx.theme.dim))
        .corner_radius(5)
        .inner_margin(egui::Margin::symmetric(8, 6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        for sentence in &sentences {
            ui.add(egui::Label::new(sentence).wrap());
        }
    });
    let message = "Why, below, explains the true rating, without assumptions.";
    ui.label(cx.small(message));
    true
}
