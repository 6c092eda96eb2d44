//! Games that break their contract are noticed while they are built, and by `try_contract`: a
//! sentence with the position and the remedy.

use std::sync::atomic::{AtomicU8, Ordering};

use doomtree::{
    Game, Kind, NotationError, Player, Rational, Shown, Tree, half, one, ratio, try_contract, zero,
};

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    /// It leaves moves of the position before in `out`, which is no fault.
    NoClear,
    Odds,
    NegativeOdds,
    UndeclaredChance,
    EndWithMoves,
    Range,
    Sum,
    UnknownPlayer,
    ReadsAnother,
    ReadsNothingBack,
    TwoMovesOfOneName,
    NamelessMove,
}

/// Up to four steps of one or two: whoever reaches 4 wins. At 2 a coin is thrown.
struct Steps(Fault);

impl Game for Steps {
    type Position = (u8, Player);
    type Move = u8;

    fn name(&self) -> &str {
        "steps"
    }

    fn players(&self) -> usize {
        2
    }

    fn has_chance(&self) -> bool {
        self.0 != Fault::UndeclaredChance
    }

    fn moves(&self, (at, mover): &(u8, Player), out: &mut Vec<u8>) -> Kind {
        if self.0 != Fault::NoClear {
            out.clear();
        }
        if *at >= 4 {
            if self.0 == Fault::EndWithMoves {
                out.push(1);
            }
            return Kind::End;
        }
        out.extend([1, 2]);
        match (*at, self.0) {
            (2, _) => Kind::Chance(*mover),
            (_, Fault::UnknownPlayer) => Kind::Decision(Player(2)),
            _ => Kind::Decision(*mover),
        }
    }

    fn play(&self, (at, mover): &(u8, Player), step: u8) -> (u8, Player) {
        ((at + step).min(4), Player(1 - mover.0.min(1)))
    }

    fn probability(&self, _: &(u8, Player), step: u8) -> Rational {
        match (self.0, step) {
            (Fault::Odds, _) => ratio(1, 3),
            (Fault::NegativeOdds, 1) => ratio(-1, 2),
            (Fault::NegativeOdds, _) => ratio(3, 2),
            _ => half(),
        }
    }

    fn payoff(&self, (_, mover): &(u8, Player), player: Player) -> Rational {
        match (player == *mover, self.0) {
            (true, _) => zero(),
            (false, Fault::Range) => ratio(2, 1),
            (false, Fault::Sum) => half(),
            (false, _) => one(),
        }
    }

    fn payoff_sum(&self) -> Option<Rational> {
        (self.0 != Fault::Range).then(one)
    }

    fn write_position(&self, (at, mover): &(u8, Player), out: &mut String) {
        out.push_str(&format!("{at}{}", mover.letter()));
    }

    fn read_position(&self, text: &str) -> Result<(u8, Player), NotationError> {
        let mut letters = text.chars();
        let at = letters.next().and_then(|letter| letter.to_digit(10));
        let mover = letters.next().and_then(Player::from_letter);
        match (at, mover, self.0) {
            (_, _, Fault::ReadsNothingBack) | (None, ..) | (_, None, _) => Err(NotationError::new(
                text,
                0,
                "no such position",
                "write one such as 0a",
            )),
            (Some(at), Some(_), Fault::ReadsAnother) => Ok((at as u8, Player(0))),
            (Some(at), Some(mover), _) => Ok((at as u8, mover)),
        }
    }

    fn write_move(&self, _: &(u8, Player), step: u8, out: &mut String) {
        match self.0 {
            Fault::TwoMovesOfOneName => out.push_str("step"),
            Fault::NamelessMove => {}
            _ => out.push_str(&step.to_string()),
        }
    }
}

impl Shown for Steps {}

const START: (u8, Player) = (0, Player(0));

/// What the build says, and what a test of the game alone says.
fn said(fault: Fault) -> [Option<String>; 2] {
    let built = Tree::open((Steps(fault), START)).err();
    let tried = try_contract(&Steps(fault), &START, 500, 1).err();
    [
        built.map(|error| error.to_string()),
        tried.map(|error| error.to_string()),
    ]
}

#[test]
fn a_right_game_is_built_and_passes_and_moves_left_over_in_out_do_no_harm() {
    for fault in [Fault::Nothing, Fault::NoClear] {
        assert_eq!(said(fault), [None, None], "{fault:?}");
    }
    assert_eq!(
        try_contract(&Steps(Fault::Nothing), &START, 500, 1),
        Ok(500)
    );
    let nodes = |fault| {
        Tree::open((Steps(fault), START))
            .expect("a right game")
            .nodes()
            .to_string()
    };
    assert_eq!(nodes(Fault::NoClear), nodes(Fault::Nothing));
}

#[test]
fn every_broken_contract_is_said_with_its_position_and_a_remedy() {
    for (fault, position, what, remedy) in [
        (Fault::Odds, "'2", "sum to 2/3", "sum to 1"),
        (Fault::NegativeOdds, "'2", "probability -1/2", "from 0 to 1"),
        (Fault::UndeclaredChance, "'2", "has_chance", "return true"),
        (Fault::EndWithMoves, "'4", "is an end", "leave `out` empty"),
        (
            Fault::Range,
            "'4",
            "2, outside the range from 0 to 1",
            "payoff_range",
        ),
        (Fault::Sum, "'4", "sum to 1/2", "payoff_sum"),
        (
            Fault::UnknownPlayer,
            "'0a'",
            "player 2",
            "count players from 0",
        ),
        (
            Fault::ReadsAnother,
            "b'",
            "another position",
            "read_position",
        ),
        (
            Fault::ReadsNothingBack,
            "'0a'",
            "can't be read back",
            "read_position",
        ),
        (
            Fault::TwoMovesOfOneName,
            "'0a'",
            "two moves are called 'step'",
            "write_move",
        ),
        (Fault::NamelessMove, "'0a'", "no name", "write_move"),
    ] {
        for said in said(fault) {
            let said = said.unwrap_or_else(|| panic!("{fault:?} isn't noticed"));
            for part in [position, what, remedy] {
                assert!(said.contains(part), "{fault:?}: {said}");
            }
        }
    }
}

/// Three places in a circle; it never ends.
struct Circle {
    /// Whether the last place lists no move, though it is no end.
    has_dead_end: bool,
}

impl Game for Circle {
    type Position = u8;
    type Move = u8;

    fn name(&self) -> &str {
        "circle"
    }

    fn players(&self) -> usize {
        1
    }

    fn moves(&self, place: &u8, out: &mut Vec<u8>) -> Kind {
        if !(self.has_dead_end && *place == 2) {
            out.push(1);
        }
        Kind::Decision(Player(0))
    }

    fn play(&self, place: &u8, step: u8) -> u8 {
        (place + step) % 3
    }

    fn payoff(&self, _: &u8, _: Player) -> Rational {
        one()
    }

    fn may_recur(&self) -> bool {
        self.has_dead_end
    }

    fn read_position(&self, text: &str) -> Result<u8, NotationError> {
        let none = |_| NotationError::new(text, 0, "no such place", "write 0, 1 or 2");
        text.parse().map_err(none)
    }
}

impl Shown for Circle {}

#[test]
fn a_game_that_says_it_never_repeats_and_one_with_a_dead_end_are_found_out() {
    for (has_dead_end, what) in [(false, "occurs twice on a line"), (true, "has no moves")] {
        let tried = try_contract(&Circle { has_dead_end }, &0, 100, 1);
        let fault = tried.expect_err("it isn't so").to_string();
        assert!(fault.contains(what), "{fault}");
    }
    // Going round for ever doesn't solve a puzzle.
    let circle = Tree::open((
        Circle {
            has_dead_end: false,
        },
        0,
    ))
    .expect("a game");
    assert_eq!(circle.rating(Player(0)).to_string(), "0");
}

/// A walk of one player from 0 to 4, a step or a toss for one, with one fault.
struct Walk(&'static str, AtomicU8);

impl Game for Walk {
    /// The place, and whether the coin is in the air.
    type Position = (u8, bool);
    type Move = u8;

    fn name(&self) -> &str {
        "walk"
    }

    fn players(&self) -> usize {
        if self.0 == "crowd" { 27 } else { 2 }
    }

    fn player_name(&self, player: Player) -> String {
        match self.0 {
            "nameless" => " ".to_owned(),
            "namesakes" => "a".to_owned(),
            _ => player.letter().to_string(),
        }
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn moves(&self, &(place, tossed): &(u8, bool), out: &mut Vec<u8>) -> Kind {
        let asked = self.1.fetch_add(1, Ordering::Relaxed);
        if place >= 4 && !(tossed && self.0 == "tosses on") {
            return Kind::End;
        }
        out.extend([u8::from(tossed), 1 + u8::from(tossed)]);
        if self.0 == "moody" && asked % 2 == 1 {
            out.reverse();
        }
        [Kind::Decision(Player(0)), Kind::Chance(Player(0))][usize::from(tossed)]
    }

    fn play(&self, &(place, tossed): &(u8, bool), step: u8) -> (u8, bool) {
        match self.0 {
            "tosses on" if tossed => (place.wrapping_add(step), true),
            "hangs" if tossed => (place, true),
            "drifts" => (place + self.1.fetch_add(1, Ordering::Relaxed) % 2, false),
            _ => ((place + step).min(5), step == 0),
        }
    }

    fn probability(&self, _: &(u8, bool), _: u8) -> Rational {
        half()
    }

    fn payoff(&self, &(place, _): &(u8, bool), player: Player) -> Rational {
        if self.0 == "whims" && self.1.fetch_add(1, Ordering::Relaxed).is_multiple_of(3) {
            half()
        } else if (place == 4) == (player.0 == 0) {
            one()
        } else {
            zero()
        }
    }

    fn canonical(&self, &(place, tossed): &(u8, bool)) -> (u8, bool) {
        match self.0 {
            "folds ends" => (place.min(4), tossed),
            _ => (place, tossed),
        }
    }
}

impl Shown for Walk {}

#[test]
fn try_contract_finds_faults_of_a_game_that_a_build_does_not_see() {
    let tried = |fault| try_contract(&Walk(fault, AtomicU8::new(0)), &(0, false), 2_000, 1);
    assert_eq!(tried(""), Ok(2_000));
    for (fault, what) in [
        ("crowd", "Game::players says 27"),
        ("nameless", "or one has none"),
        ("namesakes", "two players have the same name"),
        ("moody", "other moves when Game::moves is called again"),
        ("drifts", "leads elsewhere when Game::play is called again"),
        (
            "whims",
            "has other payoffs when Game::payoff is called again",
        ),
        ("hangs", "chance decides again and again"),
        ("tosses on", "chance decides again and again"),
        ("folds ends", "Game::canonical is '(4, false)'"),
    ] {
        let said = tried(fault).expect_err(fault).to_string();
        assert!(said.contains(what), "{fault}: {said}");
    }
}
