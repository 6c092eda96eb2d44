//! The known games: those that a program has registered, then the included ones. The registered
//! ones are a list that is filled at program start, before anything is opened, and never shrinks;
//! results depend only on which they are. Random boards have a real choice, since half of all small
//! ones are games that are over at the start.

use std::sync::{PoisonError, RwLock};

use super::open::{GraphStart, See, SetupPosition, open, setup_position};
use super::rated::{Build, GraphRequest};
use super::searching::{RatingProver, Searching, StartProof, StartSearch};
use crate::game::{MAX_PLAYERS, OpenError, RulesText, Shown, Switch, SwitchValue, quoted};
use crate::games::{self, Offer, Setup, SetupChange, SetupForm, Switches, WithGame};
use crate::rating::worse_moves;
use crate::tree::Limits;

/// The game that is meant where none is named.
pub fn usual_game() -> &'static str {
    let own = own_games().first().map(|game| game.name());
    own.unwrap_or(games::NAMES[0])
}

/// The names of all games, the usual one first.
pub fn game_names() -> impl Iterator<Item = &'static str> {
    let own = own_games().into_iter().map(|game| game.name());
    own.chain(games::NAMES)
}

/// The setup with the first game that can read its position under its settings; `None` if none can.
pub fn that_reads(setup: &Setup) -> Option<Setup> {
    game_names()
        .filter(|game| !games::takes_script(game))
        .map(|game| Setup {
            game: game.to_owned(),
            ..setup.clone()
        })
        .find(|setup| setup_position(setup).is_ok())
}

/// Every game that can be chosen, and those that can't be now.
pub fn game_offers() -> Vec<Offer<'static>> {
    let own = own_games().into_iter().map(|game| Offer::of(game.name()));
    own.chain(games::game_offers()).collect()
}

/// The setup of a new document of this game.
///
/// # Errors
/// A game without a default position, or an unknown game.
pub fn first_setup(game: &str) -> Result<Setup, OpenError> {
    match own_game(game) {
        Some(own) => Ok(Setup {
            game: own.name().to_owned(),
            position: own.first_position().to_owned(),
            ..Setup::default()
        }),
        None => games::first_setup(game),
    }
}

/// The setup that the explorer shows first for a game. For Dice of Doom it is a board with wins,
/// losses, a tie and two blunders, for any other game its start position.
///
/// # Errors
/// A game without a default position, or an unknown game.
pub fn shown_first(game: &str) -> Result<Setup, OpenError> {
    let setup = first_setup(game)?;
    let position = match own_game(game) {
        None => games::shown_first(game),
        Some(_) => None,
    };
    Ok(match position {
        Some(position) => Setup {
            position: position.to_owned(),
            ..setup
        },
        None => setup,
    })
}

/// An example position of the game; of the usual game if it has none.
pub fn example_of(game: &str) -> String {
    first_setup(game)
        .or_else(|_| first_setup(usual_game()))
        .map(|setup| setup.position)
        .unwrap_or_default()
}

/// The setup with another position, in any readable form; the result is in normal notation.
/// `columns` is the number of columns of an array.
///
/// # Errors
/// The first error of the position.
pub fn with_position(
    setup: &Setup,
    position: &str,
    columns: Option<u64>,
) -> Result<Setup, OpenError> {
    let Some(game) = own_game(&setup.game) else {
        return games::with_position(setup, position, columns);
    };
    let mut given = Setup {
        position: position.to_owned(),
        ..setup.clone()
    };
    given.position = game.see(&given)?.position;
    Ok(given)
}

/// The fields of a setup that can be changed; `None` if it can be changed only as notation or
/// script.
pub fn form(setup: &Setup) -> Option<SetupForm> {
    match own_game(&setup.game) {
        Some(game) => game.form(setup).ok().flatten(),
        None => games::form(setup),
    }
}

/// The setup after one change. The rest of the board is kept as far as it fits.
///
/// # Errors
/// An unavailable value, or the part of the board that doesn't fit it.
pub fn changed(setup: &Setup, change: SetupChange<'_>) -> Result<Setup, OpenError> {
    let Some(game) = own_game(&setup.game) else {
        return games::changed(setup, change);
    };
    let (name, value) = match change {
        SetupChange::Choice(name, value) => (name, SwitchValue::Text(value.to_owned())),
        SetupChange::Number(name, value) => (name, SwitchValue::Number(value)),
        SetupChange::Mover(_) => {
            return Err(OpenError::rules(
                "who is to move follows from the position",
                "write another one",
            ));
        }
    };
    let Some(switch) = game.switches().iter().find(|switch| switch.name == name) else {
        return Err(OpenError::rules(
            format!("{} has no '{name}' to change", game.name()),
            "leave it out",
        ));
    };
    let mut after = setup.clone();
    after.switches.choose(game.switches(), switch.name, value);
    after.position = game.see(&after)?.position;
    Ok(after)
}

/// The same board under other rules.
///
/// # Errors
/// Rules that the game can't have, or the first thing of the position that they can't hold.
pub fn under(setup: &Setup, switches: &Switches) -> Result<Setup, OpenError> {
    let Some(game) = own_game(&setup.game) else {
        return games::under(setup, switches);
    };
    let mut after = setup.clone();
    after.switches.clone_from(switches);
    after.position = game.see(&after)?.position;
    Ok(after)
}

/// Whether boards of the game can be drawn at random.
pub fn has_random_boards(game: &str) -> bool {
    own_game(game).is_none() && !games::takes_script(game)
}

/// A random board of the game of that name, in notation. The same seed always gives the same board.
///
/// # Errors
/// A game without random boards, invalid rules, or an invalid size.
pub fn random(
    game: &str,
    switches: &Switches,
    rows: Option<u64>,
    columns: Option<u64>,
    seed: u64,
) -> Result<String, OpenError> {
    if own_game(game).is_some() {
        return Err(OpenError::rules(
            format!("{game} has no random boards"),
            "write a position",
        ));
    }
    games::random(game, switches, rows, columns, seed)
}

/// A game without its type, with its start position.
pub(super) trait OwnGame: Send + Sync {
    /// Its name.
    fn name(&'static self) -> &'static str;

    /// The start position.
    fn first_position(&'static self) -> &'static str;

    /// The settings of its rules.
    fn switches(&self) -> &[Switch];

    /// The fields of a setup that choices and numbers can change; `None` if there are none.
    fn form(&self, setup: &Setup) -> Result<Option<SetupForm>, OpenError>;

    /// The position of a setup, as text and picture.
    fn see(&self, setup: &Setup) -> Result<SetupPosition, OpenError>;

    /// Starts the graph of a setup.
    fn start(&self, setup: &Setup, start: GraphStart<'_>) -> Result<Box<dyn Build>, OpenError>;

    /// Starts a search from a setup.
    fn search(
        &self,
        setup: &Setup,
        start: StartSearch<'_>,
    ) -> Result<Box<dyn Searching>, OpenError>;

    /// Starts to prove the rating of a setup's position.
    fn prove(
        &self,
        setup: &Setup,
        start: StartProof<'_>,
    ) -> Result<Box<dyn RatingProver>, OpenError>;
}

struct KnownGame<G> {
    game: G,
    first: String,
}

impl<G: Shown + Clone> KnownGame<G> {
    /// The game under the rules of a setup.
    fn ruled(&self, setup: &Setup) -> Result<G, OpenError> {
        let (given, of_game) = (&setup.switches, self.game.switches());
        if of_game.is_empty() {
            if *given != Switches::default() && *given != Switches::of_rules(&self.game.rules()) {
                return Err(OpenError::rules(
                    format!("{} has no rules that could be chosen", self.game.name()),
                    "leave them out",
                ));
            }
            return Ok(self.game.clone());
        }
        given.allow(self.game.name(), of_game)?;
        given.check(of_game)?;
        let mut game = self.game.clone();
        for switch in of_game {
            if let Some(value) = given.get(switch.name) {
                game = game.with_switch(switch.name, &value)?;
            }
        }
        if let RulesText::Switches(rules) = game.rules() {
            given.check_meant(of_game, &rules)?;
        }
        Ok(game)
    }

    fn with<W: WithGame>(&self, setup: &Setup, then: W) -> Result<W::Output, OpenError> {
        let game = self.ruled(setup)?;
        let position = game.read_position(setup.position.trim())?;
        Ok(then.with(game, position))
    }
}

impl<G: Shown + Clone> OwnGame for KnownGame<G> {
    fn name(&'static self) -> &'static str {
        self.game.name()
    }

    fn first_position(&'static self) -> &'static str {
        &self.first
    }

    fn switches(&self) -> &[Switch] {
        self.game.switches()
    }

    fn form(&self, setup: &Setup) -> Result<Option<SetupForm>, OpenError> {
        let game = self.ruled(setup)?;
        let RulesText::Switches(rules) = game.rules() else {
            return Ok(None);
        };
        let (choices, numbers) = games::fields(game.switches(), &rules);
        let nothing = choices.is_empty() && numbers.is_empty();
        Ok((!nothing).then(|| SetupForm {
            choices,
            numbers,
            players: game.players(),
            mover: None,
        }))
    }

    fn see(&self, setup: &Setup) -> Result<SetupPosition, OpenError> {
        self.with(setup, See)
    }

    fn start(&self, setup: &Setup, start: GraphStart<'_>) -> Result<Box<dyn Build>, OpenError> {
        self.with(setup, start)?
    }

    fn search(
        &self,
        setup: &Setup,
        start: StartSearch<'_>,
    ) -> Result<Box<dyn Searching>, OpenError> {
        self.with(setup, start)?
    }

    fn prove(
        &self,
        setup: &Setup,
        start: StartProof<'_>,
    ) -> Result<Box<dyn RatingProver>, OpenError> {
        self.with(setup, start)?
    }
}

static OWN: RwLock<Vec<&dyn OwnGame>> = RwLock::new(Vec::new());

/// The games that were added, in their order.
pub(super) fn own_games() -> Vec<&'static dyn OwnGame> {
    OWN.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The game of that name that was added.
pub(super) fn own_game(name: &str) -> Option<&'static dyn OwnGame> {
    own_games().into_iter().find(|game| game.name() == name)
}

/// Registers a game of your own: everything that opens a position, a file or a text knows it from
/// now on. The first registered game is the default if no game is named. `first` is its start
/// position.
///
/// Register games at program start, before anything is opened. They can't be removed.
///
/// # Errors
/// A name that is empty or taken, an invalid number of players, a start position that the game
/// can't read, or a setting with the name of another game's setting and another kind of values.
///
/// # Examples
/// See [`Game`](crate::Game), which explains how a game is written.
pub fn add_game<G: Shown + Clone>(game: G, first: &str) -> Result<(), OpenError> {
    let name = game.name();
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Err(OpenError::rules(
            format!("a game can't be called {}", quoted(name)),
            "use a name without white space",
        ));
    }
    let players = game.players();
    if !(1..=MAX_PLAYERS).contains(&players) {
        return Err(OpenError::rules(
            format!("the game {name} can't have {players} players"),
            format!("use 1 to {MAX_PLAYERS}"),
        ));
    }
    let own = KnownGame {
        first: game.position_text(&game.read_position(first)?),
        game,
    };
    let mut list = OWN.write().unwrap_or_else(PoisonError::into_inner);
    let name = own.game.name();
    if games::NAMES.contains(&name) || list.iter().any(|other| other.name() == name) {
        return Err(OpenError::rules(
            format!("there is already a game called {name}"),
            "give yours another name, and add it once",
        ));
    }
    games::add_switches(own.game.switches())?;
    // It stays as long as the program, and so can lend its name.
    list.push(Box::leak(Box::new(own)));
    Ok(())
}

/// Maximum number of boards tried …
const MAX_BOARDS: u64 = 100;
/// … and the position limit for each.
const MAX_POSITIONS: u64 = 3_000;

/// A random board of the game of that name on which some move is worse than another, and the seed
/// that gives it: the given one or one of those that follow. Where none of them has such a move, it
/// is the board of the given seed.
///
/// # Errors
/// A game without random boards, rules that it can't have, or a board that it can't have.
pub fn random_with_choice(
    game: &str,
    switches: &Switches,
    rows: Option<u64>,
    columns: Option<u64>,
    seed: u64,
) -> Result<(String, u64), OpenError> {
    let first = random(game, switches, rows, columns, seed)?;
    let mut board = first.clone();
    for next in 1..=MAX_BOARDS {
        let setup = Setup {
            game: game.to_owned(),
            position: board.clone(),
            switches: switches.clone(),
            ..Setup::default()
        };
        if has_choice(&setup)? {
            return Ok((board, seed.wrapping_add(next - 1)));
        }
        board = random(game, switches, rows, columns, seed.wrapping_add(next))?;
    }
    Ok((first, seed))
}

/// Whether some move is worse than another. If a board is too large to find out quickly, whether
/// there is a choice of moves at all.
fn has_choice(setup: &Setup) -> Result<bool, OpenError> {
    let limits = Limits {
        max_nodes: Some(MAX_POSITIONS),
        ..Limits::default()
    };
    let rated = open(setup, GraphRequest::from(limits), "")?.finish();
    let graph = rated.graph.graph();
    let ratings = &rated.analysis.ratings;
    let is_small = graph.stopped().is_none();
    Ok(graph.vertices().any(|vertex| match is_small {
        true => !worse_moves(graph, ratings, vertex).is_empty(),
        false => graph.degree(vertex) > 1,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_board_with_a_choice_comes_with_the_seed_that_draws_it_again() {
        let switches = Switches::default();
        let mut moved = 0;
        for seed in 0..40 {
            let size = Some(2);
            let drawn = random_with_choice("dice-of-doom", &switches, size, size, seed);
            let (board, from) = drawn.expect("a board");
            let same = random("dice-of-doom", &switches, size, size, from);
            assert_eq!(same.expect("a board"), board);
            let setup = Setup {
                game: "dice-of-doom".to_owned(),
                position: board,
                ..Setup::default()
            };
            assert!(has_choice(&setup).expect("a board"), "{seed}");
            moved += u32::from(from != seed);
        }
        assert!(moved > 10, "a board without a choice is rare: {moved}");
    }

    #[test]
    fn if_no_board_of_the_size_has_a_choice_the_board_of_the_seed_is_returned() {
        let (board, seed) =
            random_with_choice("dice-of-doom", &Switches::default(), Some(1), Some(1), 7)
                .expect("a board");
        let same = random("dice-of-doom", &Switches::default(), Some(1), Some(1), 7);
        assert_eq!((same.expect("a board"), 7), (board, seed));
    }

    #[test]
    fn a_large_board_is_not_built_to_its_end() {
        let drawn = random_with_choice("dice-of-doom", &Switches::default(), Some(6), Some(6), 1);
        assert_eq!(drawn.expect("a board").1, 1);
    }
}
