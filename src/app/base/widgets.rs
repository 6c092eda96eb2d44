//! Small widgets and texts that several panels share, such as numbers and the rating split as a
//! bar. In combo boxes the list opens at the chosen entry, Enter chooses and closes it, and the
//! keyboard focus returns.

use std::path::{Path, PathBuf};

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    self, Align, Align2, Color32, ComboBox, CornerRadius, FontFamily, FontId, Id, Painter, Rect,
    Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, WidgetText,
};

use super::identified::Identified as _;
use super::ids;
use super::paint::{STRONG, Theme, Transform, paint, strong};
use crate::diagram::{Drawing, Point, TreeView, move_words, player_letter, player_name, shares};
use crate::export::system_fonts::words_in_order;
use crate::game::{Player, Refusal, visible};
use crate::save::starts_as_path;
use crate::tree::{Edge, Graph, Vertex};
use crate::words::capitalised;

/// The heading of a part of a panel.
pub(crate) fn heading(ui: &mut egui::Ui, text: &str) -> egui::Response {
    let theme = Theme::of(ui.ctx());
    ui.add_space(8.0);
    ui.label(
        strong(text)
            .size(super::paint::size::HEADING)
            .color(theme.dim),
    )
}

/// The icon of a banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BannerIcon {
    Agree,
    Differ,
    Fault,
}

/// A sentence in a box, with an id.
pub(crate) fn banner(ui: &mut egui::Ui, theme: &Theme, sign: BannerIcon, phrase: &str, id: &str) {
    use egui_material_icons::icons::{ICON_CHECK, ICON_COMPARE_ARROWS, ICON_ERROR};
    let (icon, color) = match sign {
        BannerIcon::Agree => (ICON_CHECK, theme.text),
        BannerIcon::Differ => (ICON_COMPARE_ARROWS, theme.text),
        BannerIcon::Fault => (ICON_ERROR, theme.error),
    };
    egui::Frame::new()
        .fill(theme.panel)
        .stroke(egui::Stroke::new(1.0, theme.line))
        .corner_radius(6.0)
        .inner_margin(egui::Margin::symmetric(10, 7))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                let icon = egui::RichText::new(icon.codepoint).size(16.0).color(color);
                ui.label(icon);
                let text = egui::RichText::new(phrase)
                    .size(super::paint::size::BODY)
                    .color(color);
                ui.add(egui::Label::new(text).wrap()).identified(id);
            });
        });
}

/// The current work, with a button that cancels it.
pub(crate) fn work_in_progress_ui(ui: &mut egui::Ui, theme: &Theme, text: String) {
    ui.horizontal(|ui| {
        ui.add(egui::Spinner::new().size(14.0));
        ui.label(egui::RichText::new(text).color(theme.dim))
            .identified(ids::WORKING);
    });
}

/// The radius of a player's mark in text, in points.
pub(crate) const MARK_RADIUS: f64 = 8.5;

/// The mark of a player as a small widget.
pub(crate) fn player_mark(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, player: Player) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    let at = rect.center();
    paint_mark(ui.painter(), theme, view, player, at, MARK_RADIUS);
}

/// Paints the mark of a player, centered at a point.
pub(crate) fn paint_mark(
    painter: &Painter,
    theme: &Theme,
    view: &TreeView<'_>,
    player: Player,
    at: egui::Pos2,
    radius: f64,
) {
    let letter = player_letter(view.labels, player);
    letter_mark(painter, theme, (player, &letter), at, radius);
}

/// The same with the letter of a player of any tree.
pub(crate) fn letter_mark(
    painter: &Painter,
    theme: &Theme,
    (player, letter): (Player, &str),
    at: egui::Pos2,
    radius: f64,
) {
    let mut drawing = Drawing::default();
    let centre = Point::new(f64::from(at.x), f64::from(at.y));
    drawing.player_mark(centre, radius, player, letter);
    paint(painter, &Transform::IDENTITY, theme, &drawing);
}

/// A button with the mark of a player, in a group with one chosen: at most `side` wide, labeled
/// `text`.
pub(crate) fn player_button(
    ui: &mut egui::Ui,
    theme: &Theme,
    view: &TreeView<'_>,
    player: Player,
    side: f32,
    chosen: bool,
    text: &str,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(side.min(26.0), 26.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, text));
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, 5.0, theme.soft);
    }
    if chosen || response.has_focus() {
        let stroke = Stroke::new(if response.has_focus() { 2.0 } else { 1.0 }, theme.text);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, 5.0, stroke, inside);
    }
    let at = rect.center();
    paint_mark(ui.painter(), theme, view, player, at, MARK_RADIUS);
    response.on_hover_text(text)
}

/// A move of `source` as text.
pub(crate) fn move_text(view: &TreeView<'_>, source: Vertex, edge: Edge) -> String {
    move_words(&view.labels.move_text(source, edge))
}

/// One of the two weights of the font.
pub(crate) fn font(size: f32, strong: bool) -> FontId {
    let family = if strong {
        FontFamily::Name(STRONG.into())
    } else {
        FontFamily::Proportional
    };
    FontId::new(size, family)
}

/// The width of a line of text, in points, ignoring kerning.
pub(crate) fn width_of(ui: &egui::Ui, text: &str, font: &FontId) -> f32 {
    ui.fonts_mut(|fonts| text.chars().map(|c| fonts.glyph_width(font, c)).sum())
}

/// Paints one line of text in the middle of `rect`, or at its left or right end, shortened to fit;
/// returns its rectangle.
pub(crate) fn cell(
    painter: &Painter,
    rect: Rect,
    align: Align,
    text: &str,
    font: FontId,
    color: Color32,
) -> Rect {
    let mut job = LayoutJob::simple_singleline(words_in_order(text).into_owned(), font, color);
    // Kerning may make a text that was measured without it a little wider.
    job.wrap = TextWrapping::truncate_at_width(rect.width().max(0.0) + 1.5);
    let galley = painter.layout_job(job);
    let used = Align2([align, Align::Center]).align_size_within_rect(galley.size(), rect);
    painter.galley(used.min, galley, color);
    used
}

/// The first of some sizes, the largest first, in which a text in bold is no wider than that; the
/// last one if it is in none.
pub(crate) fn fitting(ui: &egui::Ui, text: &str, sizes: &[f32], width: f32) -> f32 {
    let fits = |size: &&f32| width_of(ui, text, &font(**size, true)) <= width;
    let size = sizes.iter().find(fits).or(sizes.last());
    size.copied().unwrap_or(super::paint::size::BODY)
}

/// A field for a line of text, which is in the middle of it, however high it is.
pub(crate) fn text_field(text: &mut dyn egui::TextBuffer) -> egui::TextEdit<'_> {
    egui::TextEdit::singleline(text).align(egui::Align2::LEFT_CENTER)
}

/// A name at the left, its value at the right; the value.
pub(crate) fn row(
    ui: &mut egui::Ui,
    name: impl Into<egui::WidgetText>,
    value: String,
) -> egui::Response {
    ui.horizontal(|ui| {
        ui.label(name);
        let layout = egui::Layout::right_to_left(Align::Center);
        let value = egui::Label::new(value).truncate();
        ui.with_layout(layout, |ui| ui.add(value)).inner
    })
    .inner
}

/// Draws a frame around an editable area.
pub(crate) fn framed(ui: &mut egui::Ui) {
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    let widgets = &mut ui.visuals_mut().widgets;
    widgets.inactive.bg_stroke = line;
    widgets.hovered.bg_stroke = line;
}

/// The height of the bar.
const HEIGHT: f32 = 12.0;

/// The ratings of a node as shares of one bar, each with its player's letter where there is room
/// for it. Where ratings are hidden the bar is empty.
pub(crate) fn share_bar(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, vertex: Vertex) {
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let (bar, response) = ui.allocate_exact_size(size, Sense::hover());
    let shares = if view.hidden {
        Vec::new()
    } else {
        shares(view, vertex)
    };
    let texts: Vec<String> = shares
        .iter()
        .filter(|(player, share)| player.is_some() || *share > 0.0)
        .map(|(player, share)| {
            let name = player.map_or("open".to_owned(), |player| player_name(view.labels, player));
            format!("{name} {:.0} %", share * 100.0)
        })
        .collect();
    let label = match (view.hidden, texts.is_empty()) {
        (true, _) => "Ratings hidden".to_owned(),
        (false, true) => "No ratings".to_owned(),
        (false, false) => format!("Rating split: {}", texts.join(", ")),
    };
    let response = response.called(Role::Label, &label).identified(ids::SHARES);
    let painter = ui.painter();
    let line = Stroke::new(1.0, theme.line);
    if shares.is_empty() {
        painter.rect(bar, 4.0, theme.soft, line, egui::StrokeKind::Inside);
    }
    let letters = font(10.0, true);
    let mut left = bar.left();
    for (player, share) in shares {
        let right = left + bar.width() * share as f32;
        let part = Rect::from_x_y_ranges(left..=right.min(bar.right()), bar.y_range());
        let round = |at_end: bool| if at_end { 4 } else { 0 };
        let (first, last) = (left <= bar.left() + 0.5, right >= bar.right() - 0.5);
        let corners = CornerRadius {
            nw: round(first),
            sw: round(first),
            ne: round(last),
            se: round(last),
        };
        let Some(player) = player else {
            hatch(&ui.painter_at(part), theme, part);
            left = right;
            continue;
        };
        if part.width() > 0.0 {
            painter.rect_filled(part, corners, theme.player(player));
            if !first {
                // A line separates parts with similar colors.
                painter.vline(part.left(), part.y_range(), Stroke::new(1.5, theme.panel));
            }
        }
        let letter = player_letter(view.labels, player);
        if part.width() > width_of(ui, &letter, &letters) + 6.0 {
            let ink = theme.color(crate::diagram::Ink::OnPlayer);
            let (at, middle) = (part.center(), Align2::CENTER_CENTER);
            painter.text(at, middle, letter, letters.clone(), ink);
        }
        left = right;
    }
    response.on_hover_text(label);
}

/// Hatches the unproven part.
fn hatch(painter: &egui::Painter, theme: &Theme, part: Rect) {
    painter.rect_filled(part, 0.0, theme.line);
    let mut left = part.left() - part.height();
    while left < part.right() {
        let ends = [
            egui::pos2(left, part.bottom()),
            egui::pos2(left + part.height(), part.top()),
        ];
        painter.line_segment(ends, Stroke::new(3.0, theme.dim));
        left += 8.0;
    }
}

/// The last part of a path, for a title.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    visible(&name.to_string_lossy()).into_owned()
}

/// The path that the user typed; `~` is the home folder.
pub fn path_of(text: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// Whether the typed text is a file rather than a position.
pub fn is_path(text: &str) -> bool {
    let path = Path::new(text);
    if text.len() > 4_096 || text.contains('\n') {
        return false;
    }
    starts_as_path(text)
        || text.starts_with('~')
        || [".json", ".efg", ".lisp", ".sexp"]
            .iter()
            .any(|ending| text.ends_with(ending))
        || (!text.contains(' ') && path.exists())
}

/// A number of bytes, rounded.
pub fn memory(bytes: usize) -> String {
    let bytes = bytes as f64;
    if bytes < 1e6 {
        format!("{:.0} kB", (bytes / 1e3).max(1.0))
    } else if bytes < 1e9 {
        format!("{:.0} MB", (bytes / 1e6).min(999.0))
    } else {
        format!("{:.1} GB", bytes / 1e9)
    }
}

/// A time, rounded.
pub fn duration(seconds: f64) -> String {
    if seconds < 0.001 {
        "less than 1 ms".to_owned()
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}

/// The label of a best move.
pub const BEST: &str = "best";

/// Text after a rating in a list if the move is one of the best.
pub(crate) fn listed_best(best: bool) -> String {
    match best {
        true => format!(", {BEST}"),
        false => String::new(),
    }
}

/// The names of games, presets and setting values, in files and in the window.
const NAMES: [(&str, &str); 17] = [
    ("dice-of-doom", "Dice of Doom"),
    ("tic-tac-toe", "Tic-tac-toe"),
    ("trilobite", "Trilobite"),
    ("scripted", "Written tree"),
    ("land-of-lisp", "Land of Lisp"),
    ("land-of-lisp-v4", "Land of Lisp v4 (dice)"),
    ("haskell", "Haskell port"),
    ("realm-of-racket", "Realm of Racket"),
    ("captured-minus-one", "captured dice − 1"),
    ("last-capture-minus-one", "last capture − 1"),
    ("pool", "shared pool"),
    ("largest-cluster", "largest group"),
    ("offset-rows", "offset rows"),
    ("stronger-wins", "more dice win"),
    ("dice-roll", "dice roll"),
    ("book-table", "book’s table"),
    ("your own", "custom"),
];

/// The window's name of a game, a preset or a setting value; other names are unchanged.
pub fn shown_name(name: &str) -> &str {
    let known = NAMES.iter().find(|(known, _)| *known == name);
    known.map_or(name, |(_, shown)| shown)
}

/// The window's label of a setting, or of another name in files.
pub fn label(name: &str) -> String {
    let text = name.replace(['_', '-'], " ");
    capitalised(&text)
}

/// The same fault with a capital letter.
pub fn as_sentence(fault: Refusal) -> Refusal {
    Refusal {
        what: capitalised(&fault.what),
        ..fault
    }
}

/// An error as a sentence of the window.
pub fn fault_text(error: &dyn std::fmt::Display) -> String {
    capitalised(&in_the_window(&error.to_string()))
}

/// A message of the command line in the words of the window: flags become fields of the setup.
pub fn in_the_window(sentence: &str) -> String {
    let mut sentence = sentence.to_owned();
    if let Some((before, after)) = sentence.split_once(" or --max-dice ") {
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        sentence = format!("{before}, or raise “Max dice” in Setup{rest}");
    }
    for (flag, here) in [
        (" or --players N", ", or add players in Setup"),
        ("use --columns N", "set “Columns”"),
        ("leave out --columns", "clear “Columns”"),
        (
            "use --max-plies or --max-nodes",
            "set a ply limit or select a lower node",
        ),
    ] {
        sentence = sentence.replace(flag, here);
    }
    for name in ["players", "max_dice", "columns", "width", "height", "line"] {
        let here = format!("“{}”", label(name));
        sentence = sentence.replace(&format!("for '{name}'"), &format!("for {here}"));
        sentence = sentence.replace(&format!("'{name}' is "), &format!("{here} is "));
    }
    sentence
}

/// That a tree has none of something: `No blunder in this tree`, under a limit `No proven blunder to
/// ply 5`.
pub(crate) fn none_found_text(names: &str, graph: &Graph) -> String {
    match known_up_to(graph) {
        ("", _) => format!("No {names} in this tree"),
        (proven, to) if to.is_empty() => format!("No{proven} {names} in this tree"),
        (proven, to) => format!("No{proven} {names}{to}"),
    }
}

/// How far it is known what isn't there: nothing in a complete tree, ` proven`, and ` to ply 5`.
fn known_up_to(graph: &Graph) -> (&'static str, String) {
    let plies = graph.max_plies().filter(|_| graph.stopped().is_none());
    match plies {
        _ if graph.is_complete() => ("", String::new()),
        Some(plies) => (" proven", format!(" to ply {plies}")),
        None => (" proven", String::new()),
    }
}

/// A number of blunders: `2 blunders`, `no blunder`, under a limit `no proven blunder to ply 5`.
pub(crate) fn blunders_text(graph: &Graph, count: usize) -> String {
    let (proven, to) = known_up_to(graph);
    match count {
        0 => format!("no{proven} blunder{to}"),
        1 => "1 blunder".to_owned(),
        many => format!("{many} blunders"),
    }
}

/// In which frame a list was shown last, and whether something was chosen in it then.
#[derive(Clone, Copy, Default)]
struct ListShown {
    pass: u64,
    chosen: bool,
}

/// The key of the stored state of a layer's list.
fn key(layer: Id) -> Id {
    layer.with("list")
}

/// A list that opens below a button.
pub(crate) fn list_ui(ui: &mut Ui, list: ComboBox<'_>, entries: impl FnOnce(&mut Ui)) -> Response {
    let response = list.show_ui(ui, entries).response;
    let popup = key(egui::Popup::default_response_id(&response));
    let shown = ui.data(|data| data.get_temp::<ListShown>(popup));
    if shown.is_some_and(|shown| shown.chosen) {
        ui.data_mut(|data| data.remove::<ListShown>(popup));
        response.request_focus();
    }
    response
}

/// An entry of a list: the chosen one has the keyboard when the list opens, and whatever chooses an
/// entry closes it.
pub(crate) fn listed(ui: &Ui, response: &Response, chosen: bool) {
    let id = key(ui.layer_id().id);
    let now = ui.ctx().cumulative_pass_nr();
    let before = ui
        .data(|data| data.get_temp::<ListShown>(id))
        .unwrap_or_default();
    if chosen && before.pass + 1 < now {
        response.request_focus();
    }
    let shown = ListShown {
        pass: now,
        chosen: before.chosen || response.clicked(),
    };
    if chosen || response.clicked() {
        ui.data_mut(|data| data.insert_temp(id, shown));
    }
    if response.clicked() {
        ui.close();
    }
}

/// An entry that sets a value.
pub(crate) fn entry_ui<T: PartialEq>(
    ui: &mut Ui,
    value: &mut T,
    other: T,
    words: impl Into<WidgetText>,
) {
    let chosen = *value == other;
    let response = ui.selectable_label(chosen, words.into());
    listed(ui, &response, chosen);
    if response.clicked() {
        *value = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_in_the_window_names_no_flag() {
        for (said, here) in [
            (
                "use 1–3 or --max-dice 4",
                "use 1–3, or raise “Max dice” in Setup",
            ),
            ("use a–b or --players N", "use a–b, or add players in Setup"),
            (
                "number of columns missing: use --columns N",
                "number of columns missing: set “Columns”",
            ),
            ("nothing of the kind", "nothing of the kind"),
        ] {
            assert_eq!(in_the_window(said), here);
        }
    }
}
