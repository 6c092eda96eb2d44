//! Pictures and clicks of Dice of Doom: one hexagon per hex, with a stack for its dice.

use super::geometry::centre;
use super::notation::write_hex;
use super::{
    Board, DiceMove, DiceOfDoom, Hex, OddsSource, OddsTable, PackedPosition, Reinforcement,
    TERRITORY, TurnState,
};
use crate::game::{
    Battle, Cell, CellEdit, CellShape, Estimate, Game, Picture, Piece, Player, Shown, Touched,
};

/// A hex in notation: `b2`.
pub fn label(hex: Hex) -> String {
    let mut out = String::new();
    write_hex(hex, &mut out);
    out
}

impl<const W: usize> DiceOfDoom<W> {
    /// The state of a position that the board doesn't show, as text.
    fn state(&self, board: &Board) -> String {
        let mut parts = Vec::new();
        if let Some((source, target)) = board.attack {
            let number = |hex: u8| board.hexes[usize::from(hex)].dice;
            let ours = dice(number(source).into());
            parts.push(format!("{ours} against {}", number(target)));
        }
        match board.turn {
            // An attack whose dice are being rolled isn't the start of a turn.
            TurnState::Fresh if board.attack.is_some() => {}
            TurnState::Fresh => parts.push("start of turn".to_owned()),
            TurnState::MidTurn(None) => parts.push("mid-turn".to_owned()),
            TurnState::MidTurn(Some(captured)) => {
                parts.push(format!("mid-turn, {} captured", dice(captured)));
            }
        }
        if let Some(pool) = board.pool {
            parts.push(format!("{} in the pool", dice(pool)));
        }
        if board.reversed {
            parts.push("board order reversed".to_owned());
        }
        parts.join(", ")
    }
}

/// A number of dice as text.
fn dice(number: u16) -> String {
    match number {
        1 => "1 die".to_owned(),
        _ => format!("{number} dice"),
    }
}

impl<const W: usize> Shown for DiceOfDoom<W> {
    fn picture(&self, position: &PackedPosition<W>) -> Picture {
        let board = self.board(position);
        let cells = board
            .hexes
            .iter()
            .enumerate()
            .map(|(index, hex)| {
                let (x, y) = centre(self.rules.geometry, index, self.columns);
                Cell {
                    shape: CellShape::Hex,
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
            cells,
            columns: Vec::new(),
            line: Vec::new(),
            captured: match board.turn {
                TurnState::MidTurn(Some(captured)) if captured > 0 => Some((board.mover, captured)),
                _ => None,
            },
            text: self.position_text(position),
            state: self.state(&board),
        }
    }

    fn estimate_label(&self, estimate: Estimate) -> String {
        match estimate {
            TERRITORY => "Territory: safe and threatened hexes".to_owned(),
            usual => usual.label().to_owned(),
        }
    }

    fn about(&self, position: &PackedPosition<W>) -> String {
        let board = self.board(position);
        if let Some((source, target)) = board.attack {
            let number = |hex: u8| board.hexes[usize::from(hex)].dice;
            let (ours, theirs) = (number(source), number(target));
            let here = self.probability(position, DiceMove::Wins);
            let exact = OddsTable::new(OddsSource::Exact).wins(ours, theirs);
            let needs = "The attacker wins with the higher total";
            return if here == exact {
                format!("{needs}: exactly {exact}")
            } else {
                // The book's table is rounded, so the exact value is shown beside it.
                format!("{needs}: {here} in the book's table, exactly {exact}")
            };
        }
        let supply = dice(self.supply(position, board.mover));
        let begun = board.turn != TurnState::Fresh;
        match self.rules.reinforcement {
            Reinforcement::CapturedMinusOne if begun => {
                format!("A pass adds up to {supply}: the dice captured this turn minus 1")
            }
            Reinforcement::LastCaptureMinusOne if begun => {
                format!("A pass adds up to {supply}: the dice of the last capture minus 1")
            }
            Reinforcement::CapturedMinusOne | Reinforcement::LastCaptureMinusOne => {
                "Nothing captured yet. You can't pass before the first attack.".to_owned()
            }
            Reinforcement::Pool => {
                let order = match board.reversed {
                    true => "Hexes are now processed from last to first.",
                    false => "Hexes are now processed from first to last.",
                };
                format!(
                    "A pass takes dice from the pool, up to one per own hex. Captured dice are lost. \
                     Each pass reverses the board order. {order}"
                )
            }
            Reinforcement::LargestCluster => {
                format!("A pass adds up to {supply}: 1 for each hex of the largest connected group")
            }
        }
    }

    fn touched(&self, position: &PackedPosition<W>, mv: DiceMove) -> Touched {
        let attack = match mv {
            DiceMove::Attack(source, target) => Some((source, target)),
            DiceMove::Pass => None,
            DiceMove::Wins | DiceMove::Fails => self.layout.attack(position),
        };
        Touched {
            from: attack.map(|(source, _)| usize::from(source)),
            to: attack.map(|(_, target)| usize::from(target)),
        }
    }

    fn edits(
        &self,
        position: &PackedPosition<W>,
        index: usize,
    ) -> Vec<CellEdit<PackedPosition<W>>> {
        if index >= self.layout.hexes() {
            return Vec::new();
        }
        let mut edits = Vec::new();
        for owner in Player::all(self.players()) {
            for dice in 1..=self.rules.max_dice {
                let hex = Hex { owner, dice };
                let mut edited = *position;
                self.layout.set_hex(&mut edited, index, hex);
                let board = self.board(&edited);
                let can_roll = board.attack.is_none_or(|(source, target)| {
                    board.can_attack(&self.rules, source.into(), target.into())
                });
                if !can_roll {
                    continue;
                }
                edits.push(CellEdit {
                    words: label(hex),
                    owner: Some(owner),
                    piece: Some(Piece::Dice(dice)),
                    position: edited,
                });
            }
        }
        edits
    }

    fn battle(&self, chance: &PackedPosition<W>) -> Option<Battle> {
        let (source, target) = self.layout.attack(chance)?;
        let dice = |hex: u8| self.layout.hex(chance, usize::from(hex)).dice;
        Some(Battle {
            attacker: dice(source),
            defender: dice(target),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
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

    #[test]
    fn edits_leave_the_attack_that_is_rolled_for_legal() {
        let rules = Rules::PRESETS[3].1;
        let board = Board::read("b2b2/a2b1 a ?2>0", &rules, None).expect("a chance node");
        let (game, position) = DiceOfDoom::<1>::with_board(rules, &board).expect("one word");
        let text_of = |hex| -> Vec<_> {
            let edits = game.edits(&position, hex);
            edits.into_iter().map(|edit| edit.words).collect()
        };
        assert_eq!(text_of(2), ["a2", "a3", "a4", "a5"]);
        assert!(text_of(0).iter().all(|text| !text.starts_with('a')));
        assert_eq!(text_of(1).len(), 20);
    }

    #[test]
    fn what_a_position_holds_beside_the_board_is_said_in_words() {
        for (preset, text, state) in [
            (0, "b2b2/a2b1 a", "start of turn"),
            (0, "b2b2/a2b1 a +1", "mid-turn, 1 die captured"),
            (2, "b2b2/a2b1 a", "start of turn, 10 dice in the pool"),
            (
                2,
                "b2b2/a2b1 a + pool=1 reversed",
                "mid-turn, 1 die in the pool, board order reversed",
            ),
            (3, "b2b2/a2b1 a + ?2>3", "2 dice against 1, mid-turn"),
        ] {
            let rules = Rules::PRESETS[preset].1;
            let board = Board::read(text, &rules, None).expect(text);
            let (game, position) = DiceOfDoom::<1>::with_board(rules, &board).expect("one word");
            assert_eq!(game.picture(&position).state, state);
        }
    }

    #[test]
    fn what_a_pass_brings_and_what_an_attack_needs_is_told_in_sentences() {
        for (preset, text, about) in [
            (0, "b2b2/a2b1 a", "You can't pass before"),
            (
                0,
                "b2b2/a1a1 a +3",
                "up to 2 dice: the dice captured this turn",
            ),
            (
                1,
                "b2b2/a1a1 a +1",
                "up to 0 dice: the dice of the last capture",
            ),
            (2, "b2b2/a2b1 a pool=4", "from first to last"),
            (2, "b2b2/a2b1 a pool=4 reversed", "from last to first"),
            (
                3,
                "a2b2/a2a1 a",
                "up to 3 dice: 1 for each hex of the largest",
            ),
            (
                3,
                "b2b2/a2b1 a ?2>3",
                "21/25 in the book's table, exactly 181/216",
            ),
        ] {
            let rules = Rules::PRESETS[preset].1;
            let board = Board::read(text, &rules, None).expect(text);
            let (game, position) = DiceOfDoom::<1>::with_board(rules, &board).expect("one word");
            let message = game.about(&position);
            assert!(message.contains(about), "{text}: {message}");
        }
        let exact = Rules {
            odds: OddsSource::Exact,
            ..Rules::PRESETS[3].1
        };
        let board = Board::read("b2b2/a2b1 a ?2>3", &exact, None).expect("a chance node");
        let (game, position) = DiceOfDoom::<1>::with_board(exact, &board).expect("one word");
        assert!(game.about(&position).ends_with("exactly 181/216"));
    }
}
