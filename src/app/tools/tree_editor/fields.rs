//! The text fields on the canvas: payoffs, names of moves, probabilities.

use eframe::egui::{self, Align2, FontId, Id, Key, Rect, Stroke, WidgetInfo};
use num_traits::{CheckedAdd as _, CheckedSub as _};
use rustc_hash::FxHashSet;

use super::TreeEditor;
use super::laid::number;
use crate::app::base::{Identified as _, Keystrokes, ids, text_field};
use crate::app::intent::Queue;
use crate::app::parts::{Cx, select_all, select_text};
use crate::game::{Player, Rational, Refusal, parse_rational, payoffs_needed, quoted};
use crate::games::scripted::{Missing, NodeIndex, TreeChange};
use crate::words::{capitalised, counted};

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
pub(super) struct TypedNodeText {
    pub of: FieldOf,
    pub text: String,
    /// Whether the field has not had the keyboard yet.
    pub is_new: bool,
    /// Whether the text is what was typed so far, and not what was there before.
    pub is_typed: bool,
}

impl TypedNodeText {
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
        let remaining = known.and_then(|known| {
            let mut known = known.iter();
            known.try_fold(rest, |left, one| left.checked_sub(one))
        });
        if let Some(last) = payoffs.last_mut() {
            *last = remaining;
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
        let one = leading.map(|(parent, index)| &tree.node(parent).moves[index as usize]);
        match of {
            FieldOf::Payoffs => {
                let numbers = &tree.node(drawn.node).numbers;
                if numbers.iter().all(Option::is_none) {
                    return String::new();
                }
                let texts: Vec<String> = numbers.iter().copied().map(number).collect();
                texts.join(" ")
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
            (FieldOf::Name, Some((parent, slot))) => {
                Ok(TreeChange::Name(parent, slot, typing.text.clone()))
            }
            (FieldOf::Probability, Some((parent, index))) => match typing.text.trim() {
                "" | "?" => Ok(TreeChange::Probability(parent, index, None)),
                "rest" => match tree.rest(parent, index) {
                    None => Err(Refusal::new("Another outcome has no probability yet", "")),
                    rest => Ok(TreeChange::Probability(parent, index, rest)),
                },
                text => parse_rational(text)
                    .map(|number| TreeChange::Probability(parent, index, Some(number)))
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
                let way = self.laid.branch_path(next);
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

    /// Gives the last player of the selected end what the first one leaves of the sum.
    pub(super) fn fill_rest(&mut self, queue: &Queue) {
        let node = self.drawn(self.selected()).map(|drawn| drawn.node);
        let Some((tree, node)) = self.tree.as_ref().zip(node) else {
            return;
        };
        let old = &tree.node(node).numbers;
        if let [Some(first), None] = old[..]
            && let Ok(numbers) = payoffs(&first.to_string(), old, self.rest)
        {
            let change = TreeChange::Payoffs(vec![(node, numbers)]);
            self.change_here(queue, &change);
        }
    }

    /// Fills ends with pasted payoffs, from the selected one on; returns whether the text has those
    /// of `min` ends or more.
    pub(super) fn paste_payoffs(&mut self, queue: &Queue, text: &str, min: usize) -> bool {
        let Some(tree) = self.tree.as_ref().filter(|_| self.is_end()) else {
            return false;
        };
        let rows = rows_of(text, tree.players.len(), self.rest.is_some());
        let Some(rows) = rows.filter(|rows| rows.len() >= min) else {
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
        let way = self.laid.branch_path(last);
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

impl TypedNodeText {
    /// The field. Returns whether the text is kept (`Some(true)`) or dropped, once that is decided,
    /// and what is selected then.
    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, rect: Rect) -> (Option<bool>, Leave) {
        let id = field_id(self.of);
        let size = if self.of == FieldOf::Payoffs {
            20.0
        } else {
            14.0
        };
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(Stroke::new(2.0, cx.theme.player(Player(0))))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(4, 2));
        let field = text_field(&mut self.text)
            .id(id)
            .font(FontId::proportional(size))
            .align(Align2::CENTER_CENTER)
            // Tab goes to the next end.
            .lock_focus(self.of == FieldOf::Payoffs)
            .frame(frame);
        let response = ui.put(rect, field);
        let label = match self.of {
            FieldOf::Payoffs => "Payoffs",
            FieldOf::Name => "Name of the move",
            FieldOf::Probability => "Probability",
            FieldOf::Node => "Name of the node",
            FieldOf::Player(_) => "Name of the player",
        };
        let text = self.text.clone();
        response.widget_info(|| {
            let mut info = WidgetInfo::text_edit(true, &text, &text, "");
            info.label = Some(label.to_owned());
            info
        });
        let response = response.identified(ids::TREE_FIELD);
        if std::mem::take(&mut self.is_new) {
            response.request_focus();
            // Only then it keeps the keyboard at Tab and arrows.
            Keystrokes::hold(ui.ctx());
            match self.is_typed {
                // The typing goes on.
                true => {
                    let end = self.text.chars().count();
                    select_text(ui.ctx(), id, end, end);
                }
                false => select_all(ui.ctx(), id, &self.text),
            }
            return (None, Leave::Stay);
        }
        let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
        if self.of == FieldOf::Payoffs && response.has_focus() {
            let shift = ui.input(|input| input.modifiers.shift);
            let forward = match (pressed(Key::Tab), pressed(Key::ArrowDown)) {
                (true, _) => Some(!shift),
                (false, true) => Some(true),
                (false, false) => pressed(Key::ArrowUp).then_some(false),
            };
            if let Some(forward) = forward {
                return (Some(true), Leave::End(forward));
            }
        }
        if !response.lost_focus() {
            return (None, Leave::Stay);
        }
        let leave = match pressed(Key::Enter) {
            true => Leave::Open,
            false => Leave::Stay,
        };
        (Some(!pressed(Key::Escape)), leave)
    }
}

pub(super) fn field_id(of: FieldOf) -> Id {
    Id::unique("own field").with(of)
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
