//! How Dice of Doom is drawn and clicked: a hex for every hex, a stack for its dice.

use super::geometry::centre;
use super::notation::write_hex;
use super::{DiceOfDoom, Hex, Move, Position};
use crate::game::{Form, Game, Picture, Piece, Place, PlaceEdit, Player, Shown, Touched};

/// A hex in notation: `b2`.
pub fn label(hex: Hex) -> String {
    let mut out = String::new();
    write_hex(hex, &mut out);
    out
}

impl<const W: usize> Shown for DiceOfDoom<W> {
    fn picture(&self, position: &Position<W>) -> Picture {
        let board = self.board(position);
        let places = board
            .hexes
            .iter()
            .enumerate()
            .map(|(index, hex)| {
                let (x, y) = centre(self.rules.geometry, index, self.columns);
                Place {
                    form: Form::Hex,
                    x,
                    y,
                    owner: Some(hex.owner),
                    piece: Some(Piece::Dice(hex.dice)),
                    label: label(*hex),
                    number: index.to_string(),
                }
            })
            .collect();
        Picture {
            places,
            columns: Vec::new(),
            line: Vec::new(),
            text: self.position_text(position),
            state: match board.captured {
                None => "fresh".to_owned(),
                Some(1) => "mid-turn, 1 die captured".to_owned(),
                Some(dice) => format!("mid-turn, {dice} dice captured"),
            },
        }
    }

    fn touched(&self, _position: &Position<W>, mv: Move) -> Touched {
        match mv {
            Move::Attack(source, target) => Touched {
                from: Some(usize::from(source)),
                to: Some(usize::from(target)),
            },
            Move::Pass => Touched::default(),
        }
    }

    fn edits(&self, position: &Position<W>, index: usize) -> Vec<PlaceEdit<Position<W>>> {
        if index >= self.layout.hexes() {
            return Vec::new();
        }
        let mut edits = Vec::new();
        for owner in Player::all(self.players()) {
            for dice in 1..=self.rules.max_dice {
                let hex = Hex { owner, dice };
                let mut edited = *position;
                self.layout.set_hex(&mut edited, index, hex);
                edits.push(PlaceEdit {
                    words: label(hex),
                    owner: Some(owner),
                    piece: Some(Piece::Dice(dice)),
                    position: edited,
                });
            }
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Rules};
    use super::*;

    #[test]
    fn every_edit_of_a_hex_changes_that_hex_alone() {
        let rules = Rules::LAND_OF_LISP;
        let board = Board::read("b2b2/a2b1 a", &rules, None).expect("the book's board");
        let (game, position) = DiceOfDoom::<1>::with_board(rules, &board).expect("one word");
        let edits = game.edits(&position, 2);
        let texts: Vec<_> = edits
            .iter()
            .map(|edit| game.position_text(&edit.position))
            .collect();
        assert_eq!(
            texts,
            [
                "b2b2/a1b1 a",
                "b2b2/a2b1 a",
                "b2b2/a3b1 a",
                "b2b2/b1b1 a",
                "b2b2/b2b1 a",
                "b2b2/b3b1 a"
            ]
        );
        assert_eq!(edits[4].words, "b2");
        assert_eq!(edits[4].owner, Some(Player(1)));
        assert_eq!(edits[4].piece, Some(Piece::Dice(2)));
        assert!(game.edits(&position, 4).is_empty());
    }
}
