//! The board as an editor of the root: clicks, wheel and keys change owners and dice, or place and
//! remove pieces.

use std::collections::VecDeque;

use eframe::egui::{self, Event, Key, Modifiers, MouseWheelUnit, Response};

use crate::app::document::Document;
use crate::app::intent::{Command, MOVE_KEYS, Root};
use crate::app::parts::Cx;
use crate::game::{CellEdit, Picture, Piece, Player};
use crate::tree::Vertex;

/// Touchpad scroll distance for one die, in points.
const POINTS_A_DIE: f32 = 30.0;

/// A requested change of one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardChange {
    Owner(Player),
    NextOwner,
    Dice(u8),
    MoreDice,
    FewerDice,
    Empty,
}

/// The pending changes, and the scroll distance so far of a touchpad.
#[derive(Debug, Default)]
pub(crate) struct Editor {
    pub(crate) wanted: VecDeque<(usize, BoardChange)>,
    scrolled: f32,
}

impl Editor {
    /// Gives a place to the next player, or without dice changes it to its next possible content.
    pub(crate) fn next_owner(&mut self, index: usize) {
        self.wanted.push_back((index, BoardChange::NextOwner));
    }

    /// Discards the pending changes.
    pub(super) fn clear(&mut self) {
        self.wanted.clear();
        self.scrolled = 0.0;
    }

    /// Scrolling over a place changes its dice.
    pub(super) fn wheel(&mut self, ui: &egui::Ui, index: usize) {
        let dice = ui.input(|input| {
            input.events.iter().fold(0.0, |dice, event| match event {
                Event::MouseWheel { unit, delta, .. } => {
                    dice + match unit {
                        MouseWheelUnit::Line | MouseWheelUnit::Page => delta.y,
                        MouseWheelUnit::Point => delta.y / POINTS_A_DIE,
                    }
                }
                _ => dice,
            })
        });
        self.scrolled += dice;
        let whole = self.scrolled.trunc();
        self.scrolled -= whole;
        let change = if whole > 0.0 {
            BoardChange::MoreDice
        } else {
            BoardChange::FewerDice
        };
        for _ in 0..(whole.abs() as usize).min(9) {
            self.wanted.push_back((index, change));
        }
    }

    /// The root after the pending changes of one place, so that one graph is built for all of them.
    /// The rest is left for the next frame.
    pub(super) fn edit(&mut self, document: &Document) -> Option<Box<Root>> {
        let (index, _) = *self.wanted.front()?;
        let graph = &document.session.rated().graph;
        let edits = graph.edits(Vertex::ROOT, index);
        let picture = graph.picture(Vertex::ROOT);
        let mut now = picture
            .cells
            .get(index)
            .map(|cell| (cell.owner, cell.piece.clone()));
        while let Some((_, change)) = self.wanted.pop_front_if(|(other, _)| *other == index) {
            let changed = now.as_ref().and_then(|now| change.of(now, &edits));
            now = changed.or(now);
        }
        let (owner, piece) = now?;
        let edit = find(&edits, &owner, &piece)?;
        Some(root_with(document, edit))
    }
}

type Content = (Option<Player>, Option<Piece>);

fn find<'a>(
    edits: &'a [CellEdit<String>],
    owner: &Option<Player>,
    piece: &Option<Piece>,
) -> Option<&'a CellEdit<String>> {
    edits
        .iter()
        .find(|edit| edit.owner == *owner && edit.piece == *piece)
}

impl BoardChange {
    /// The content of a place after the change, if it is possible.
    fn of(self, now: &Content, edits: &[CellEdit<String>]) -> Option<Content> {
        let (owner, piece) = now;
        let dice = match piece {
            Some(Piece::Dice(dice)) => Some(*dice),
            _ => None,
        };
        let with_dice = |dice: u8| (*owner, Some(Piece::Dice(dice)));
        let has_dice = |edit: &CellEdit<String>| matches!(edit.piece, Some(Piece::Dice(_)));
        let beside = |far: usize| {
            let same = |edit: &CellEdit<String>| edit.owner == *owner && edit.piece == *piece;
            let at = edits.iter().position(same)?;
            let edit = &edits[(at + far) % edits.len()];
            Some((edit.owner, edit.piece.clone()))
        };
        let wanted = match self {
            Self::Owner(player) if !edits.iter().any(has_dice) => {
                let edit = edits.iter().find(|edit| edit.owner == Some(player))?;
                (edit.owner, edit.piece.clone())
            }
            Self::NextOwner | Self::MoreDice if !edits.iter().any(has_dice) => beside(1)?,
            Self::FewerDice if !edits.iter().any(has_dice) => beside(edits.len() - 1)?,
            Self::Empty => (None, None),
            Self::Owner(player) => (Some(player), piece.clone()),
            Self::NextOwner => {
                let owners = edits.iter().filter(|edit| edit.piece == *piece);
                let owners: Vec<_> = owners.map(|edit| edit.owner).collect();
                let at = owners.iter().position(|other| other == owner)?;
                (owners[(at + 1) % owners.len()], piece.clone())
            }
            Self::Dice(dice) => with_dice(dice),
            Self::MoreDice => with_dice(dice?.checked_add(1)?),
            Self::FewerDice => with_dice(dice?.checked_sub(1)?),
        };
        find(edits, &wanted.0, &wanted.1).map(|_| wanted)
    }
}

/// The document's root with another position.
fn root_with(document: &Document, edit: &CellEdit<String>) -> Box<Root> {
    let mut root = document.root();
    root.setup.position = edit.position.clone();
    root.setup.columns = None;
    Box::new(root)
}

/// The context menu with all possible contents of a place of the root, one column per player.
pub(super) fn edit_menu(response: &Response, cx: &Cx<'_>, index: usize) {
    response.context_menu(|ui| {
        let graph = &cx.document.session.rated().graph;
        let edits = graph.edits(Vertex::ROOT, index);
        let now = graph.picture(Vertex::ROOT).cells.get(index).cloned();
        let mut owners: Vec<Option<Player>> = Vec::new();
        for edit in &edits {
            if !owners.contains(&edit.owner) {
                owners.push(edit.owner);
            }
        }
        if edits.is_empty() {
            ui.label("This game's board can't be edited here");
        }
        ui.horizontal_top(|ui| {
            for owner in owners {
                ui.vertical(|ui| {
                    for edit in edits.iter().filter(|edit| edit.owner == owner) {
                        let is_now = now
                            .as_ref()
                            .is_some_and(|now| now.owner == owner && now.piece == edit.piece);
                        let button = egui::Button::new(&edit.words)
                            .selected(is_now)
                            .min_size(egui::vec2(40.0, 22.0));
                        if ui.add(button).clicked() {
                            cx.push(Command::EditRoot(root_with(cx.document, edit)));
                            ui.close();
                        }
                    }
                });
            }
        });
    });
}

/// The effect of a key in the editor.
pub(crate) enum Pressed {
    Move(f64, f64),
    Change(BoardChange),
}

/// The effect of a key, with these names of the players.
pub(crate) fn pressed(key: Key, modifiers: Modifiers, names: &[String]) -> Option<Pressed> {
    // On some keyboards signs and digits need Shift.
    let shifted = modifiers.shift_only()
        && (MOVE_KEYS.contains(&key) || matches!(key, Key::Plus | Key::Equals | Key::Minus));
    if modifiers.any() && !shifted {
        return None;
    }
    Some(match key {
        Key::ArrowLeft => Pressed::Move(-1.0, 0.0),
        Key::ArrowRight => Pressed::Move(1.0, 0.0),
        Key::ArrowUp => Pressed::Move(0.0, -1.0),
        Key::ArrowDown => Pressed::Move(0.0, 1.0),
        Key::Space | Key::Enter => Pressed::Change(BoardChange::NextOwner),
        Key::Plus | Key::Equals => Pressed::Change(BoardChange::MoreDice),
        Key::Minus => Pressed::Change(BoardChange::FewerDice),
        Key::Delete | Key::Backspace => Pressed::Change(BoardChange::Empty),
        _ => {
            let mut letters = key.name().chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            Pressed::Change(match letter.to_digit(10) {
                Some(0) => return None,
                Some(digit) => BoardChange::Dice(digit as u8),
                None => {
                    let letter = letter.to_ascii_lowercase().to_string();
                    let named = names.iter().position(|name| *name == letter);
                    // Other letters are shortcuts of the window.
                    BoardChange::Owner(Player(named? as u8))
                }
            })
        }
    })
}

/// The neighbor of a place in a direction. Sideways it is the next in its row, otherwise the next
/// by number. Up and down it is the nearest in the row above or below.
pub(crate) fn beside(picture: &Picture, from: usize, (across, down): (f64, f64)) -> usize {
    let Some(here) = picture.cells.get(from) else {
        return 0;
    };
    let far = |place: &crate::game::Cell| {
        let (dx, dy) = (place.x - here.x, place.y - here.y);
        if down == 0.0 {
            (dy.abs() < 0.1 && dx * across > 0.1).then_some((0.0, dx.abs()))
        } else {
            (dy * down > 0.1).then_some((dy.abs(), dx.abs()))
        }
    };
    let nearest = picture
        .cells
        .iter()
        .enumerate()
        .filter_map(|(index, cell)| Some((far(cell)?, index)))
        .min_by(|((dy, dx), _), ((ey, ex), _)| dy.total_cmp(ey).then(dx.total_cmp(ex)));
    match nearest {
        Some((_, index)) => index,
        None if across > 0.0 && from + 1 < picture.cells.len() => from + 1,
        None if across < 0.0 => from.saturating_sub(1),
        None => from,
    }
}

/// Why a key's change of a place is impossible.
pub(crate) fn refusal(
    change: BoardChange,
    edits: &[CellEdit<String>],
    names: &[String],
) -> Option<String> {
    let has_dice = edits
        .iter()
        .any(|edit| matches!(edit.piece, Some(Piece::Dice(_))));
    match change {
        BoardChange::Dice(dice) if has_dice => {
            let piece = Some(Piece::Dice(dice));
            (!edits.iter().any(|edit| edit.piece == piece))
                .then(|| format!("No hex can have {dice} dice. Raise “Max dice” in Setup."))
        }
        BoardChange::Owner(player) if !has_dice => {
            let has = |edit: &CellEdit<String>| edit.owner == Some(player);
            let name = names.get(player.index()).map_or("", String::as_str);
            (!edits.iter().any(has)).then(|| {
                format!(
                    "{name} can't go here. Players alternate, and chips need a filled cell below."
                )
            })
        }
        BoardChange::Empty if !has_dice => {
            let is_empty = |edit: &CellEdit<String>| edit.piece.is_none();
            (!edits.iter().any(is_empty)).then(|| {
                "Remove the other player's last piece, or the piece above, first.".to_owned()
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Shown as _;
    use crate::games::dice_of_doom::{Board, DiceOfDoom, Rules};

    fn picture(board: &str) -> Picture {
        let rules = Rules::LAND_OF_LISP;
        let board = Board::read(board, &rules, None).expect(board);
        let (game, position) = DiceOfDoom::<1>::with_board(rules, &board).expect("one word");
        game.picture(&position)
    }

    fn edits() -> Vec<CellEdit<String>> {
        let mut edits = Vec::new();
        for owner in Player::all(2) {
            for dice in 1..=3 {
                edits.push(CellEdit {
                    words: format!("{}{dice}", owner.letter()),
                    owner: Some(owner),
                    piece: Some(Piece::Dice(dice)),
                    position: String::new(),
                });
            }
        }
        edits
    }

    #[test]
    fn arrows_move_over_the_board_as_it_lies() {
        let picture = picture("a1a1a1/a1a1a1/a1a1a1 a");
        let go = |from, to| beside(&picture, from, to);
        let (left, right, up, down) = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0));
        assert_eq!(go(0, right), 1);
        assert_eq!(go(2, right), 3, "a row ends where the next begins");
        assert_eq!(go(3, left), 2);
        assert_eq!(go(8, right), 8);
        assert_eq!(go(0, left), 0);
        assert_eq!(go(4, up), 0, "of two hexes above, equally near, the first");
        assert_eq!(go(4, down), 7);
        assert_eq!(go(1, up), 1);
        assert_eq!(go(7, down), 7);
    }

    #[test]
    fn where_there_are_no_dice_a_change_puts_or_takes_a_chip() {
        let edit = |owner: Option<u8>| CellEdit {
            words: String::new(),
            owner: owner.map(Player),
            piece: owner.map(|_| Piece::Chip),
            position: String::new(),
        };
        let edits = [edit(None), edit(Some(1))];
        let empty = (None, None);
        let chip = (Some(Player(1)), Some(Piece::Chip));
        for change in [
            BoardChange::NextOwner,
            BoardChange::MoreDice,
            BoardChange::FewerDice,
        ] {
            assert_eq!(change.of(&empty, &edits), Some(chip.clone()), "{change:?}");
            assert_eq!(change.of(&chip, &edits), Some(empty.clone()), "{change:?}");
        }
        let owner = |player| BoardChange::Owner(Player(player));
        assert_eq!(owner(1).of(&empty, &edits), Some(chip.clone()));
        assert_eq!(owner(0).of(&empty, &edits), None);
        assert_eq!(BoardChange::Empty.of(&chip, &edits), Some(empty.clone()));
        assert_eq!(BoardChange::Dice(1).of(&empty, &edits), None);
        let names = ["x".to_owned(), "o".to_owned()];
        let refusal = |change, edits: &[CellEdit<String>]| refusal(change, edits, &names);
        assert_eq!(refusal(owner(1), &edits), None);
        assert!(refusal(owner(0), &edits).is_some_and(|why| why.starts_with("x can't go")));
        assert_eq!(refusal(BoardChange::Empty, &edits), None);
        assert!(refusal(BoardChange::Empty, &edits[1..]).is_some());
    }

    #[test]
    fn a_change_keeps_the_rest_of_a_hex_and_stays_within_the_rules() {
        let edits = edits();
        let hex = |owner, dice| (Some(Player(owner)), Some(Piece::Dice(dice)));
        assert_eq!(
            BoardChange::NextOwner.of(&hex(0, 2), &edits),
            Some(hex(1, 2))
        );
        assert_eq!(
            BoardChange::NextOwner.of(&hex(1, 2), &edits),
            Some(hex(0, 2))
        );
        assert_eq!(
            BoardChange::Owner(Player(1)).of(&hex(0, 3), &edits),
            Some(hex(1, 3))
        );
        assert_eq!(
            BoardChange::MoreDice.of(&hex(0, 2), &edits),
            Some(hex(0, 3))
        );
        assert_eq!(BoardChange::MoreDice.of(&hex(0, 3), &edits), None);
        assert_eq!(BoardChange::FewerDice.of(&hex(0, 1), &edits), None);
        assert_eq!(BoardChange::Dice(9).of(&hex(0, 1), &edits), None);
    }
}
