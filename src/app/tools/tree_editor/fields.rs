//! The text fields on the canvas (payoffs, names of moves, probabilities), and the painter of the
//! tree editor: colors, fonts and icons.

use eframe::egui::{self, Align2, Color32, FontFamily, FontId, Pos2, Rect, Stroke, vec2};
use num_traits::{CheckedAdd as _, CheckedSub as _};
use rustc_hash::FxHashSet;

use super::TreeEditor;
use super::laid::{DrawnNode, HEIGHT, Inside, NAMES, NUMBERS, number};
use crate::app::base::Transform;
use crate::app::base::paint::paint;
use crate::app::intent::Queue;
use crate::app::parts::Cx;
use crate::diagram::{Drawing, Ink, Shape};
use crate::export::system_fonts::words_in_order;
use crate::game::{Kind, Player, Rational, Refusal, parse_rational, payoffs_needed, quoted};
use crate::games::scripted::{Missing, NodeIndex, TreeChange};
use crate::words::{capitalised, counted, mark_of};

/// The edited text of the selected node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FieldOf {
    /// Its payoffs.
    Payoffs,
    /// The name of the move that leads there.
    Name,
    /// The probability of that.
    Probability,
    /// Its own name.
    Node,
    /// The name of a player.
    Player(Player),
}

/// The node that is selected when a text is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// The same one.
    Stay,
    /// The next end without a payoff, if the text gives all payoffs.
    Open,
    /// The next end, or the one before.
    End(bool),
}

/// A text while it is typed.
#[derive(Clone, Debug)]
pub(super) struct Typing {
    pub of: FieldOf,
    pub text: String,
    /// Whether the field has not had the keyboard yet.
    pub is_new: bool,
    /// Whether the text is what was typed so far, and not what was there before.
    pub is_typed: bool,
}

impl Typing {
    pub fn new(of: FieldOf, text: String) -> Self {
        Self {
            of,
            text,
            is_new: true,
            is_typed: false,
        }
    }
}

/// The words of a text of payoffs.
fn words_of(text: &str) -> Vec<&str> {
    text.split(|letter: char| letter.is_whitespace() || "·,;".contains(letter))
        .filter(|word| !word.is_empty())
        .collect()
}

/// The payoffs of several ends in a pasted text: an end in each line, or all in one line. A line of
/// numbers has one for each end if the last player gets the rest, or if they can't be shared out
/// evenly. `None` for any other text.
fn rows_of(text: &str, players: usize, has_rest: bool) -> Option<Vec<String>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.collect();
    let is_number = |word: &&str| *word == "?" || parse_rational(word).is_some();
    if !lines
        .iter()
        .all(|line| words_of(line).iter().all(is_number))
    {
        return None;
    }
    match &lines[..] {
        [] => None,
        [line] => {
            let words = words_of(line);
            let size = match has_rest || !words.len().is_multiple_of(players.max(1)) {
                true => 1,
                false => players,
            };
            let rows = words.chunks(size).map(|row| row.join(" "));
            match words.len() > players {
                true => Some(rows.collect()),
                false => Some(vec![words.join(" ")]),
            }
        }
        lines => Some(lines.iter().map(|line| (*line).to_owned()).collect()),
    }
}

/// The payoffs in a text, one per player. Missing ones are unchanged, except that the last one
/// follows from the sum of all payoffs, if that is known.
pub(super) fn payoffs(
    text: &str,
    old: &[Option<Rational>],
    rest: Option<Rational>,
) -> Result<Vec<Option<Rational>>, Refusal> {
    let words = words_of(text);
    if words.len() > old.len() {
        let what = capitalised(&payoffs_needed(old.len(), words.len()));
        return Err(Refusal::new(what, ""));
    }
    let mut payoffs = old.to_vec();
    for (payoff, word) in payoffs.iter_mut().zip(&words) {
        *payoff = match *word {
            "?" => None,
            word => Some(parse_rational(word).ok_or_else(|| {
                let what = format!("{} is not a number", quoted(word));
                Refusal::new(what, "write 3, -2, 1/2 or 0.25")
            })?),
        };
    }
    if words.is_empty() {
        payoffs.fill(None);
    } else if let Some(rest) = rest
        && words.len() + 1 == payoffs.len()
    {
        let known: Option<Vec<Rational>> = payoffs[..words.len()].iter().copied().collect();
        let left = known.and_then(|known| {
            let mut known = known.iter();
            known.try_fold(rest, |left, one| left.checked_sub(one))
        });
        if let Some(last) = payoffs.last_mut() {
            *last = left;
        }
    }
    Ok(payoffs)
}

/// The sum of payoffs, if it can be represented.
fn sum(payoffs: &[Rational]) -> Option<Rational> {
    let mut payoffs = payoffs.iter();
    payoffs.try_fold(Rational::default(), |sum, one| sum.checked_add(one))
}

impl TreeEditor {
    /// The initial text of a field.
    pub(super) fn text_of(&self, of: FieldOf) -> String {
        let (Some(tree), Some(drawn)) = (&self.tree, self.drawn(self.selected())) else {
            return String::new();
        };
        let leading = self.leading();
        let one = leading.map(|(parent, place)| &tree.node(parent).moves[place as usize]);
        match of {
            FieldOf::Payoffs => {
                let numbers = &tree.node(drawn.node).numbers;
                if numbers.iter().all(Option::is_none) {
                    return String::new();
                }
                let words: Vec<String> = numbers.iter().copied().map(number).collect();
                words.join(" ")
            }
            FieldOf::Name => one.map_or_else(String::new, |one| one.name.to_string()),
            FieldOf::Node => tree.node(drawn.node).name.to_string(),
            FieldOf::Player(player) => {
                let name = tree.players.get(player.index());
                name.cloned().unwrap_or_default()
            }
            FieldOf::Probability => {
                let known = one.and_then(|one| one.probability);
                known.map_or_else(String::new, |known| known.to_string())
            }
        }
    }

    /// Applies the typed text as an edit; returns whether there was one to be made.
    pub(super) fn keep_typed(&mut self, queue: &Queue, leave: Leave) -> bool {
        let Some(typing) = self.typing.take() else {
            return false;
        };
        if typing.text.trim() == self.text_of(typing.of) {
            return false;
        }
        let (selected, leading) = (self.selected(), self.leading());
        let (Some(tree), Some(drawn)) = (&self.tree, self.drawn(selected)) else {
            return false;
        };
        let node = drawn.node;
        let change = match (typing.of, leading) {
            (FieldOf::Payoffs, _) => {
                let old = &tree.node(node).numbers;
                payoffs(&typing.text, old, self.rest)
                    .map(|payoffs| TreeChange::Payoffs(vec![(node, payoffs)]))
            }
            (FieldOf::Name, Some((parent, place))) => {
                Ok(TreeChange::Name(parent, place, typing.text.clone()))
            }
            (FieldOf::Probability, Some((parent, place))) => match typing.text.trim() {
                "" | "?" => Ok(TreeChange::Probability(parent, place, None)),
                "rest" => match tree.rest(parent, place) {
                    None => Err(Refusal::new("Another outcome has no probability yet", "")),
                    rest => Ok(TreeChange::Probability(parent, place, rest)),
                },
                text => parse_rational(text)
                    .map(|number| TreeChange::Probability(parent, place, Some(number)))
                    .ok_or_else(|| {
                        let what = format!("{} is not a number", quoted(text));
                        Refusal::new(what, "write 1/3, 0.25, or rest")
                    }),
            },
            (FieldOf::Node, _) => Ok(TreeChange::Rename(node, typing.text.clone())),
            (FieldOf::Player(player), _) => {
                let mut players = tree.players.clone();
                if let Some(name) = players.get_mut(player.index()) {
                    typing.text.trim().clone_into(name);
                }
                Ok(TreeChange::Players(players))
            }
            (_, None) => return false,
        };
        match change {
            Ok(change) => {
                let all: Option<Vec<Rational>> = match &change {
                    TreeChange::Payoffs(ends) => {
                        ends.iter().flat_map(|(_, all)| all).copied().collect()
                    }
                    _ => None,
                };
                let is_whole = all.is_some();
                if all.is_some_and(|all| sum(&all) != self.rest) {
                    // These payoffs add up to something else.
                    self.rest = None;
                }
                let next = match leave {
                    Leave::Open if is_whole => self.next_open(selected),
                    Leave::End(forward) => self.next_end(selected, forward),
                    Leave::Open | Leave::Stay => selected,
                };
                let way = self.laid.way(next);
                self.change(queue, &change, way);
                true
            }
            Err(why) => {
                self.fault = Some(why.to_string());
                self.typing = Some(typing);
                true
            }
        }
    }

    /// Fills ends with pasted payoffs, from the selected one on; returns whether the text has those
    /// of `least` ends or more.
    pub(super) fn paste_payoffs(&mut self, queue: &Queue, text: &str, least: usize) -> bool {
        let Some(tree) = self.tree.as_ref().filter(|_| self.is_end()) else {
            return false;
        };
        let rows = rows_of(text, tree.players.len(), self.rest.is_some());
        let Some(rows) = rows.filter(|rows| rows.len() >= least) else {
            return false;
        };
        let first = self.selected();
        // An end that several moves lead to is filled once.
        let mut seen: FxHashSet<NodeIndex> = FxHashSet::default();
        let ends: Vec<(u32, NodeIndex)> = (first..self.laid.nodes.len() as u32)
            .filter(|index| self.is_end_at(*index))
            .map(|index| (index, self.laid.nodes[index as usize].node))
            .filter(|(_, node)| seen.insert(*node))
            .take(rows.len())
            .collect();
        let mut filled = Vec::new();
        for ((_, node), row) in ends.iter().zip(&rows) {
            let node = *node;
            match payoffs(row, &tree.node(node).numbers, self.rest) {
                Ok(payoffs) => filled.push((node, payoffs)),
                Err(why) => {
                    self.fault = Some(why.to_string());
                    return true;
                }
            }
        }
        self.typing = None;
        let last = ends.last().map_or(first, |(last, _)| *last);
        let way = self.laid.way(last);
        self.change(queue, &TreeChange::Payoffs(filled), way);
        if rows.len() > ends.len() && self.fault.is_none() {
            let given = counted(rows.len(), "row");
            let taken = counted(ends.len(), "end");
            self.fault = Some(format!("{given} for {taken}: the rest is not used"));
        }
        true
    }

    /// The end after a drawn node, or before it. After the last one, the first end without a payoff;
    /// the node itself if there is none.
    pub(super) fn next_end(&self, index: u32, forward: bool) -> u32 {
        let all = self.laid.nodes.len() as u32;
        match forward {
            true => {
                let next = (index + 1..all).find(|index| self.is_end_at(*index));
                next.unwrap_or_else(|| self.next_open(index))
            }
            false => {
                let before = (0..index).rev().find(|index| self.is_end_at(*index));
                before.unwrap_or(index)
            }
        }
    }

    /// The next end without a payoff, or the node itself.
    fn next_open(&self, index: u32) -> u32 {
        let all = self.laid.nodes.len() as u32;
        let mut after = (index + 1..all).chain(0..index);
        let next = after.find(|next| self.lack(*next) == Some(&Missing::Payoff));
        next.unwrap_or(index)
    }
}

/// The size of the button that adds a move.
pub(super) const PLUS: f32 = 22.0;

/// The colors of unfinished and of changed nodes: background and border.
pub(super) struct Inks {
    pub lack: Color32,
    pub changed: [Color32; 2],
    /// The text colors of payoffs, by player.
    letters: [Color32; 2],
}

impl Inks {
    pub fn of(ui: &egui::Ui) -> Self {
        let rgb = Color32::from_rgb;
        match ui.visuals().dark_mode {
            true => Self {
                lack: rgb(0xf0, 0x8c, 0xbd),
                changed: [rgb(0x4a, 0x40, 0x14), rgb(0xd9, 0xb5, 0x2a)],
                letters: [rgb(0x7d, 0xc3, 0xf2), rgb(0xf5, 0xa6, 0x66)],
            },
            false => Self {
                lack: rgb(0xa3, 0x19, 0x5b),
                changed: [rgb(0xff, 0xf3, 0xc4), rgb(0xe0, 0xb4, 0x00)],
                letters: [rgb(0x00, 0x60, 0x9a), rgb(0xb0, 0x4a, 0x00)],
            },
        }
    }

    /// The text color of a player's payoff.
    pub fn payoff(&self, cx: &Cx<'_>, player: usize) -> Color32 {
        let own = self.letters.get(player).copied();
        own.unwrap_or_else(|| cx.theme.player(Player(player as u8)))
    }
}

/// The context for painting nodes.
pub(super) struct Brush<'a> {
    pub cx: &'a Cx<'a>,
    pub transform: Transform,
    pub painter: &'a egui::Painter,
    pub inks: &'a Inks,
    /// The players of the drawn tree: the rated one may have others until it is built.
    pub players: &'a [String],
}

impl<'a> Brush<'a> {
    /// The same for another painter, or another transform.
    pub fn with<'b>(&self, painter: &'b egui::Painter, transform: Transform) -> Brush<'b>
    where
        'a: 'b,
    {
        Brush {
            painter,
            transform,
            ..*self
        }
    }

    /// The width of a line that scales with the tree.
    pub fn wide(&self, width: f32) -> f32 {
        width * (self.transform.scale as f32).clamp(0.4, 1.5)
    }

    pub fn font(&self, size: f64, heavy: bool) -> FontId {
        let size = (size * self.transform.scale) as f32;
        // Sizes in steps, so that zooming doesn't fill the atlas.
        let size = (size * 2.0).round() / 2.0;
        match heavy {
            true => FontId::new(size, FontFamily::Name(crate::app::base::STRONG.into())),
            false => FontId::proportional(size),
        }
    }

    pub fn text(&self, at: Pos2, text: &str, size: f64, ink: Color32, heavy: bool) {
        let font = self.font(size, heavy);
        let text = words_in_order(text);
        self.painter
            .text(at, Align2::CENTER_CENTER, text, font, ink);
    }

    pub fn width(&self, text: &str, size: f64) -> f32 {
        (crate::layout::text::text_width(text, size) * self.transform.scale) as f32
    }

    /// A name on its line, with the ground around it.
    pub fn name(&self, at: Pos2, text: &str, ink: Color32, heavy: bool) {
        let galley = self.painter.layout_no_wrap(
            words_in_order(text).into_owned(),
            self.font(NAMES, heavy),
            ink,
        );
        let rect = Rect::from_center_size(at, galley.size());
        self.painter
            .rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, self.cx.theme.ground);
        self.painter.galley(rect.min, galley, ink);
    }

    /// A line below a node, as large as small print.
    pub fn words(&self, at: Pos2, text: &str, heavy: bool) {
        let family = match heavy {
            true => FontFamily::Name(crate::app::base::STRONG.into()),
            false => FontFamily::Proportional,
        };
        let galley = self.painter.layout_no_wrap(
            words_in_order(text).into_owned(),
            FontId::new(13.0, family),
            self.inks.lack,
        );
        // It stays in sight beside the panels.
        let screen = self.painter.clip_rect().shrink(6.0);
        let half = galley.size().x / 2.0;
        let x = at.x.min(screen.right() - half).max(screen.left() + half);
        let rect = Rect::from_center_size(Pos2::new(x, at.y), galley.size());
        self.painter
            .rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, self.cx.theme.ground);
        self.painter.galley(rect.min, galley, self.inks.lack);
    }

    /// The payoffs of all players, each in the player's color.
    pub fn payoffs(&self, at: Pos2, payoffs: &[String]) {
        let all: f32 = self.width(&payoffs.join(" · "), NUMBERS);
        let mut left = at.x - all / 2.0;
        for (player, payoff) in payoffs.iter().enumerate() {
            if player > 0 {
                let wide = self.width(" · ", NUMBERS);
                let dot = Pos2::new(left + wide / 2.0, at.y);
                self.text(dot, "·", NUMBERS, self.cx.theme.dim, false);
                left += wide;
            }
            let wide = self.width(payoff, NUMBERS);
            let ink = match payoff.as_str() {
                "?" => self.inks.lack,
                _ => self.inks.payoff(self.cx, player),
            };
            self.text(
                Pos2::new(left + wide / 2.0, at.y),
                payoff,
                NUMBERS,
                ink,
                true,
            );
            left += wide;
        }
    }

    pub fn dashed(&self, rect: Rect) {
        let stroke = Stroke::new(1.8, self.inks.lack);
        self.painter.rect_filled(rect, 8.0, self.cx.theme.ground);
        let corners = [
            rect.left_top(),
            rect.right_top(),
            rect.right_bottom(),
            rect.left_bottom(),
            rect.left_top(),
        ];
        self.painter
            .extend(egui::Shape::dashed_line(&corners, stroke, 5.0, 4.0));
    }

    /// The place of a node's player, on the screen.
    pub fn mark_rect(&self, drawn: &DrawnNode, rect: Rect) -> Rect {
        let at = match matches!(drawn.inside, Inside::Lack(_)) {
            true => rect.left_top(),
            false => rect.left_center() + vec2(23.0 * self.transform.scale as f32, 0.0),
        };
        Rect::from_center_size(at, vec2(26.0, 26.0) * self.transform.scale as f32)
    }

    /// The player of a node, at its left.
    pub fn mark(&self, drawn: &DrawnNode, rect: Rect) {
        let at = self.transform.scene_from_screen(rect.left_center());
        let lacks = matches!(drawn.inside, Inside::Lack(_));
        // If there is text in the middle, the icon is in the corner.
        let at = match lacks {
            true => drawn.at.moved(-drawn.width / 2.0, -HEIGHT / 2.0),
            false => at.moved(23.0, 0.0),
        };
        let mut drawing = Drawing::default();
        match drawn.kind {
            Kind::Decision(player) => {
                let letter = mark_of(self.players, player.index());
                drawing.player_mark(at, 11.0, player, &letter);
            }
            Kind::Chance(_) => drawing.add(Shape::Polygon {
                points: vec![
                    at.moved(0.0, -13.0),
                    at.moved(11.0, 0.0),
                    at.moved(0.0, 13.0),
                    at.moved(-11.0, 0.0),
                ],
                fill: Some(Ink::Dim),
                stroke: None,
            }),
            Kind::End => return,
        }
        paint(self.painter, &self.transform, self.cx.theme, &drawing);
        if matches!(drawn.kind, Kind::Chance(_)) {
            let at = self.transform.screen_from_scene(at);
            self.text(at, "%", 15.0, self.cx.theme.panel, true);
        }
    }

    pub fn plus(&self, at: Pos2, hovered: bool) {
        let theme = self.cx.theme;
        let fill = if hovered { theme.dim } else { theme.text };
        self.painter.circle_filled(at, PLUS / 2.0, fill);
        let stroke = Stroke::new(1.7, theme.panel);
        self.painter.hline(at.x - 5.0..=at.x + 5.0, at.y, stroke);
        self.painter.vline(at.x, at.y - 5.0..=at.y + 5.0, stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::whole;

    #[test]
    fn a_column_a_table_or_a_line_of_payoffs_has_a_row_for_each_end() {
        let rows = |text: &str, has_rest| rows_of(text, 2, has_rest);
        let some = |rows: &[&str]| Some(rows.iter().map(|row| (*row).to_owned()).collect());
        assert_eq!(rows("3\n12\n\n8\n", false), some(&["3", "12", "8"]));
        assert_eq!(rows("3\t7\r\n1/2\t?", false), some(&["3\t7", "1/2\t?"]));
        assert_eq!(rows("3 12 8 2", false), some(&["3 12", "8 2"]));
        assert_eq!(rows("3 12 8 2", true), some(&["3", "12", "8", "2"]));
        assert_eq!(rows("3 12 8", false), some(&["3", "12", "8"]));
        assert_eq!(rows("3 · 12", false), some(&["3 12"]));
        for text in ["", "s end: 1 0", "3\nx"] {
            assert_eq!(rows(text, false), None, "{text}");
        }
    }

    #[test]
    fn one_payoff_gives_the_other_where_the_sum_is_known() {
        let open = [None, None];
        let read = |text: &str, rest| payoffs(text, &open, rest);
        assert_eq!(
            read("4", Some(whole(10))),
            Ok(vec![Some(whole(4)), Some(whole(6))])
        );
        assert_eq!(read("4", None), Ok(vec![Some(whole(4)), None]));
        assert_eq!(
            read("4 · -2", Some(whole(10))),
            Ok(vec![Some(whole(4)), Some(whole(-2))])
        );
        assert_eq!(read("", Some(whole(1))), Ok(vec![None, None]));
        assert_eq!(read("?", Some(whole(1))), Ok(vec![None, None]));
        assert!(read("x", None).is_err());
        assert!(read("1 2 3", None).is_err());
    }
}
