//! A game with settings: 1 to `most` objects are taken from one heap, and the player who takes the
//! last one wins, or loses. Settings are declared once; flags, files and the setup follow from
//! that:
//!
//! ```sh
//! cargo run --example subtract -- rate "7 a" --most 3 --last loses
//! ```

use doomtree::{
    Estimate, Game, Kind, NotationError, OpenError, Player, Rational, RulesText, Shown, Switch,
    SwitchValue, half, one, zero,
};

const SWITCHES: &[Switch] = &[
    Switch::within("most", "The most that are taken at once", 1..=9),
    Switch::among(
        "last",
        "What becomes of whoever takes the last one",
        &["wins", "loses"],
    ),
];

/// The rules, as a value.
#[derive(Clone)]
pub struct Subtract {
    most: u64,
    last: &'static str,
}

/// The rules that are meant where none are given.
pub const USUAL: Subtract = Subtract {
    most: 2,
    last: "wins",
};

impl Game for Subtract {
    type Position = (u64, Player); // how many are left, and who is to move
    type Move = u64; // how many are taken

    fn name(&self) -> &str {
        "subtract"
    }
    fn switches(&self) -> &[Switch] {
        SWITCHES
    }
    fn with_switch(&self, switch: &str, value: &SwitchValue) -> Result<Self, OpenError> {
        let mut game = self.clone();
        match (switch, value) {
            ("most", SwitchValue::Number(most)) => game.most = *most,
            (_, SwitchValue::Text(last)) if last == "loses" => game.last = "loses",
            _ => game.last = "wins",
        }
        Ok(game)
    }
    fn rules(&self) -> RulesText {
        RulesText::Switches(vec![
            ("most", SwitchValue::Number(self.most)),
            ("last", SwitchValue::Text(self.last.to_owned())),
        ])
    }
    fn players(&self) -> usize {
        2
    }
    fn moves(&self, &(left, mover): &(u64, Player), out: &mut Vec<u64>) -> Kind {
        out.clear();
        out.extend(1..=left.min(self.most));
        if left == 0 {
            Kind::End
        } else {
            Kind::Decision(mover)
        }
    }
    fn play(&self, &(left, mover): &(u64, Player), taken: u64) -> (u64, Player) {
        (left - taken, Player(1 - mover.0))
    }
    fn payoff(&self, &(_, mover): &(u64, Player), player: Player) -> Rational {
        // The player to move at the end has not taken the last one.
        let took_last = player != mover;
        if took_last == (self.last == "wins") {
            one()
        } else {
            zero()
        }
    }
    fn estimate(&self, _: &(u64, Player), _: Estimate, _: Player) -> Rational {
        half()
    }
    fn write_position(&self, &(left, mover): &(u64, Player), out: &mut String) {
        *out += &format!("{left} {}", mover.letter());
    }
    fn read_position(&self, text: &str) -> Result<(u64, Player), NotationError> {
        let fault = || NotationError::new(text, 0, "this is no heap", "write it as in 7 a");
        let (left, mover) = text.split_once(' ').ok_or_else(fault)?;
        let mover = match mover {
            "a" => Player(0),
            "b" => Player(1),
            _ => return Err(fault()),
        };
        Ok((left.parse().map_err(|_| fault())?, mover))
    }
    fn write_move(&self, _: &(u64, Player), taken: u64, out: &mut String) {
        *out += &taken.to_string();
    }
}

impl Shown for Subtract {} // its picture is its notation

fn main() -> std::process::ExitCode {
    doomtree::run_with(USUAL, "7 a")
}
