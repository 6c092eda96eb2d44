//! Games that a program registers: a list that is filled at program start, before anything is
//! opened, and never shrinks. Results depend only on which games are registered.

use std::sync::{PoisonError, RwLock};

use super::open::Start;

use super::rated::Build;
use super::searching::{Proving, Searching, StartProof, StartSearch};
use super::seen::{See, Seen};
use crate::game::{MAX_PLAYERS, OpenError, RulesText, Shown, Switch, quoted};
use crate::games::{self, Form, Setup, Switches, WithGame};

/// A game without its type, with its start position.
pub(super) trait OwnGame: Send + Sync {
    /// Its name.
    fn name(&'static self) -> &'static str;

    /// The start position.
    fn first_position(&'static self) -> &'static str;

    /// The settings of its rules.
    fn switches(&self) -> &[Switch];

    /// The fields of a setup that choices and numbers can change; `None` if there are none.
    fn form(&self, setup: &Setup) -> Result<Option<Form>, OpenError>;

    /// The position of a setup, as text and picture.
    fn see(&self, setup: &Setup) -> Result<Seen, OpenError>;

    /// Starts the graph of a setup.
    fn start(&self, setup: &Setup, start: Start<'_>) -> Result<Box<dyn Build>, OpenError>;

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
    ) -> Result<Option<Box<dyn Proving>>, OpenError>;
}

struct Own<G> {
    game: G,
    first: String,
}

impl<G: Shown + Clone> Own<G> {
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

impl<G: Shown + Clone> OwnGame for Own<G> {
    fn name(&'static self) -> &'static str {
        self.game.name()
    }

    fn first_position(&'static self) -> &'static str {
        &self.first
    }

    fn switches(&self) -> &[Switch] {
        self.game.switches()
    }

    fn form(&self, setup: &Setup) -> Result<Option<Form>, OpenError> {
        let game = self.ruled(setup)?;
        let RulesText::Switches(rules) = game.rules() else {
            return Ok(None);
        };
        let (choices, numbers) = games::fields(game.switches(), &rules);
        let nothing = choices.is_empty() && numbers.is_empty();
        Ok((!nothing).then(|| Form {
            choices,
            numbers,
            players: game.players(),
            mover: None,
        }))
    }

    fn see(&self, setup: &Setup) -> Result<Seen, OpenError> {
        self.with(setup, See)
    }

    fn start(&self, setup: &Setup, start: Start<'_>) -> Result<Box<dyn Build>, OpenError> {
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
    ) -> Result<Option<Box<dyn Proving>>, OpenError> {
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
    own_games().into_iter().find(|own| own.name() == name)
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
    let own = Own {
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
