//! Starts a search without a graph from a setup given as text, and runs it step by step.

use std::sync::Arc;

use super::own::own_game;
use crate::game::{Kind, OpenError, Player, RulesText, Shown, play_line};
use crate::games::{self, Setup, WithGame};
use crate::search::{MoveAnswer, Options, Progress, Search, SearchAnswer, check_searchable};

/// A search, whatever its game. Dropping it cancels.
pub trait Searching: Send {
    /// Visits up to `work` more nodes.
    fn step(&mut self, work: u64) -> Progress;

    /// The progress of the search.
    fn progress(&self) -> Progress;

    /// The results so far.
    fn searched(&self) -> Searched;
}

/// The results of a search, as text.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The game's name.
    pub game: String,
    /// Its rules, as files store them.
    pub rules: RulesText,
    /// The position, as notation is written.
    pub position: String,
    /// The kind of the position.
    pub kind: Kind,
    /// The players' names.
    pub players: Vec<String>,
    /// Whether chance has a part in the game, so that ratings are doubles.
    pub is_chance_game: bool,
    /// The search options.
    pub options: Options,
    /// The number of positions that fit in its table.
    pub table_capacity: usize,
    /// The ratings and proven intervals.
    pub answer: SearchAnswer<String>,
}

impl<G: Shown> Searching for Search<G> {
    fn step(&mut self, work: u64) -> Progress {
        Search::step(self, work)
    }

    fn progress(&self) -> Progress {
        Search::progress(self)
    }

    fn searched(&self) -> Searched {
        let game = self.game();
        let root = self.root();
        let SearchAnswer {
            root: found,
            moves,
            complete,
            cut,
            recurs,
        } = self.answer();
        Searched {
            game: game.name().to_owned(),
            rules: game.rules(),
            position: game.position_text(root),
            kind: game.kind(root),
            players: Player::all(game.players())
                .map(|player| game.player_name(player))
                .collect(),
            is_chance_game: game.has_chance(),
            options: *self.options(),
            table_capacity: self.table_capacity(),
            answer: SearchAnswer {
                root: found,
                moves: moves
                    .into_iter()
                    .map(|mv| MoveAnswer {
                        mv: game.move_text(root, mv.mv),
                        found: mv.found,
                    })
                    .collect(),
                complete,
                cut,
                recurs,
            },
        }
    }
}

/// Starts a search for the ratings of the position that `setup` names, or, with a line, of the node
/// at its end.
///
/// # Errors
/// A game, rules, a position or a line that can't be read, or an estimate that the game doesn't
/// offer.
pub fn search(setup: &Setup, options: Options, at: &str) -> Result<Box<dyn Searching>, OpenError> {
    let start = StartSearch { options, at };
    match own_game(&setup.game) {
        Some(own) => own.search(setup, start),
        None => games::open(setup, start)?,
    }
}

/// The parameters for starting a search.
pub(super) struct StartSearch<'a> {
    options: Options,
    at: &'a str,
}

impl WithGame for StartSearch<'_> {
    type Output = Result<Box<dyn Searching>, OpenError>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let Self { options, at } = self;
        check_searchable(&game).map_err(|why| OpenError::rules(why.what, why.remedy))?;
        super::open::check_estimate(&game, options.estimate)?;
        let root = play_line(&game, &position, at)?;
        Ok(Box::new(Search::new(Arc::new(game), root, options)))
    }
}
