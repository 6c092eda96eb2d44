//! The games that come with doomtree, and the one table that knows them by name.

mod cells;
pub mod dice_of_doom;
mod draw;
mod form;
mod planted;
mod rules_name;
pub mod scripted;
pub mod tic_tac_toe;
pub mod trilobite;

pub(crate) use draw::Draws;
pub use form::{Change, Choice, Form, Number, Offer, Part, with_position};
pub use planted::Plant;
pub use rules_name::{Switch, all_switches, rules_name, switch_text, switches_apart};

use crate::game::{OpenError, RulesText, Shown, SwitchValue, play_line, quoted};

/// What somebody asked for: single switches over a preset, each absent unless given. Every game
/// refuses those that it doesn't have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the rules' switches")]
pub struct Switches {
    pub preset: Option<String>,
    pub geometry: Option<String>,
    pub players: Option<u64>,
    pub max_dice: Option<u64>,
    pub combat: Option<String>,
    pub odds: Option<String>,
    pub reinforcement: Option<String>,
    pub pool: Option<u64>,
    pub pass_listed: Option<String>,
    pub width: Option<u64>,
    pub height: Option<u64>,
    pub line: Option<u64>,
    /// The text of a scripted game.
    pub script: Option<String>,
}

/// The place of one switch.
#[derive(Debug)]
pub enum Slot<'a> {
    /// Of one whose value is a text.
    Text(&'a mut Option<String>),
    /// Of one whose value is a whole number.
    Number(&'a mut Option<u64>),
}

impl Switches {
    /// The place of the switch of that name in files; a preset has none, since it is no switch.
    pub fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "geometry" => Slot::Text(&mut self.geometry),
            "players" => Slot::Number(&mut self.players),
            "max_dice" => Slot::Number(&mut self.max_dice),
            "combat" => Slot::Text(&mut self.combat),
            "odds" => Slot::Text(&mut self.odds),
            "reinforcement" => Slot::Text(&mut self.reinforcement),
            "pool" => Slot::Number(&mut self.pool),
            "pass_listed" => Slot::Text(&mut self.pass_listed),
            "width" => Slot::Number(&mut self.width),
            "height" => Slot::Number(&mut self.height),
            "line" => Slot::Number(&mut self.line),
            "script" => Slot::Text(&mut self.script),
            _ => return None,
        })
    }

    /// The switches that stand for rules as files store them.
    pub fn of_rules(rules: &RulesText) -> Self {
        let mut switches = Self::default();
        let given = match rules {
            RulesText::None => return switches,
            RulesText::Preset(name) => {
                switches.preset = Some((*name).to_owned());
                return switches;
            }
            RulesText::Switches(given) => given,
        };
        for (name, value) in given {
            match (switches.slot(name), value) {
                (Some(Slot::Text(slot)), SwitchValue::Text(text)) => *slot = Some(text.clone()),
                (Some(Slot::Number(slot)), SwitchValue::Number(number)) => *slot = Some(*number),
                _ => {}
            }
        }
        switches
    }

    /// The names of those that are given, as files and flags name them.
    fn given(&self) -> impl Iterator<Item = &'static str> {
        let Self {
            preset,
            geometry,
            players,
            max_dice,
            combat,
            odds,
            reinforcement,
            pool,
            pass_listed,
            width,
            height,
            line,
            script,
        } = self;
        let all = [
            ("rules", preset.is_some()),
            ("geometry", geometry.is_some()),
            ("players", players.is_some()),
            ("max_dice", max_dice.is_some()),
            ("combat", combat.is_some()),
            ("odds", odds.is_some()),
            ("reinforcement", reinforcement.is_some()),
            ("pool", pool.is_some()),
            ("pass_listed", pass_listed.is_some()),
            ("width", width.is_some()),
            ("height", height.is_some()),
            ("line", line.is_some()),
            ("script", script.is_some()),
        ];
        all.into_iter()
            .filter(|(_, given)| *given)
            .map(|(name, _)| name)
    }

    /// Refuses every switch but these.
    fn allow(&self, game: &str, names: &[&str]) -> Result<(), OpenError> {
        match self.given().find(|name| !names.contains(name)) {
            None => Ok(()),
            Some(name) => Err(OpenError::rules(
                format!("{game} has no switch '{name}'"),
                "leave it out",
            )),
        }
    }

    /// The switches over `self` that `over` gives.
    #[must_use]
    pub fn with(self, over: Self) -> Self {
        Self {
            preset: over.preset.or(self.preset),
            geometry: over.geometry.or(self.geometry),
            players: over.players.or(self.players),
            max_dice: over.max_dice.or(self.max_dice),
            combat: over.combat.or(self.combat),
            odds: over.odds.or(self.odds),
            reinforcement: over.reinforcement.or(self.reinforcement),
            pool: over.pool.or(self.pool),
            pass_listed: over.pass_listed.or(self.pass_listed),
            width: over.width.or(self.width),
            height: over.height.or(self.height),
            line: over.line.or(self.line),
            script: over.script.or(self.script),
        }
    }
}

/// A game and a position of it, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub switches: Switches,
    /// The position, in notation.
    pub position: String,
    /// How many columns a board without row marks has.
    pub columns: Option<u64>,
}

impl Setup {
    /// The setup with another position in notation, from which the size of its board follows.
    #[must_use]
    pub fn at(&self, position: &str, columns: Option<u64>) -> Self {
        Self {
            switches: Switches {
                width: None,
                height: None,
                ..self.switches.clone()
            },
            position: position.to_owned(),
            columns,
            ..self.clone()
        }
    }

    /// The setup of what stands for a board on the command line: a position in notation, or, in a
    /// scripted game, the script itself, which starts at its first node.
    #[must_use]
    pub fn of_board(game: &str, switches: Switches, board: &str, columns: Option<u64>) -> Self {
        let scripted = takes_script(game);
        Self {
            game: game.to_owned(),
            switches: Switches {
                script: scripted.then(|| board.to_owned()).or(switches.script),
                ..switches
            },
            position: if scripted {
                String::new()
            } else {
                board.to_owned()
            },
            columns,
        }
    }
}

/// Whether a game is told as a script, many lines long, rather than as a position.
pub fn takes_script(game: &str) -> bool {
    game == scripted::NAME
}

/// What is done with a game once its type is known.
pub trait WithGame {
    /// What comes of it.
    type Output;
    /// Called once, with the game and the position.
    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output;
}

/// The names of the games, the first being the default.
pub const NAMES: [&str; 4] = [
    dice_of_doom::NAME,
    tic_tac_toe::NAME,
    trilobite::NAME,
    scripted::NAME,
];

/// Sets up the game that `setup` names, reads the position, and hands both to `then`.
///
/// # Errors
/// An unknown game, rules that it can't have, or a position that can't be read.
pub fn open<W: WithGame>(setup: &Setup, then: W) -> Result<W::Output, OpenError> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::open(setup, then),
        tic_tac_toe::NAME => tic_tac_toe::open(setup, then),
        trilobite::NAME => trilobite::open(setup, then),
        scripted::NAME => scripted::open(setup, then),
        other => Err(no_such_game(other)),
    }
}

/// The faults that can be planted in a game, the simplest first.
pub fn plants(game: &str) -> &'static [Plant] {
    match game {
        dice_of_doom::NAME => &planted::OF_DICE,
        tic_tac_toe::NAME | trilobite::NAME => &planted::OF_CELLS,
        _ => &[],
    }
}

/// Sets up the game that `setup` names with a fault in it, reads the position, and hands both to
/// `then`.
///
/// # Errors
/// A game that hasn't this fault, rules that it can't have, or a position that can't be read.
pub fn open_planted<W: WithGame>(
    setup: &Setup,
    plant: Plant,
    then: W,
) -> Result<W::Output, OpenError> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::open_planted(setup, plant, then),
        tic_tac_toe::NAME => planted::cells::open_tic_tac_toe(setup, then),
        trilobite::NAME => planted::cells::open_trilobite(setup, then),
        other => Err(OpenError::rules(
            format!("{other} has no fault called '{}'", plant.name()),
            "leave it out",
        )),
    }
}

/// A random board of the game of that name, in notation. The same seed gives the same board for
/// ever. Rows and columns are needed where the game has boards of any size and none is usual.
///
/// # Errors
/// A game without random boards, rules that it can't have, or a size that its boards can't have.
pub fn random(
    game: &str,
    switches: &Switches,
    rows: Option<u64>,
    columns: Option<u64>,
    seed: u64,
) -> Result<String, OpenError> {
    match game {
        dice_of_doom::NAME => {
            let rules = dice_of_doom::Rules::from_switches(switches)?;
            let (Some(rows), Some(columns)) = (rows, columns) else {
                return Err(OpenError::rules(
                    "a random board of Dice of Doom needs its size",
                    "give rows and columns",
                ));
            };
            let mut board = String::new();
            dice_of_doom::random_board(&rules, rows, columns, seed)?.write(&mut board);
            Ok(board)
        }
        tic_tac_toe::NAME => tic_tac_toe::random(switches, rows, columns, seed),
        trilobite::NAME => trilobite::random(switches, rows, columns, seed),
        scripted::NAME => Err(OpenError::rules(
            "a scripted game has no random boards",
            format!("use {}", dice_of_doom::NAME),
        )),
        other => Err(no_such_game(other)),
    }
}

/// The games that can be chosen.
pub fn game_offers() -> Vec<Offer> {
    let offers = NAMES.into_iter().map(|name| Offer {
        name,
        refused: (name == scripted::NAME).then_some("open its script"),
    });
    offers.collect()
}

/// What a game is begun with before anything is chosen.
///
/// # Errors
/// A game that has no such position, or an unknown one.
pub fn first_setup(game: &str) -> Result<Setup, OpenError> {
    let position = match game {
        dice_of_doom::NAME => dice_of_doom::FIRST_POSITION,
        tic_tac_toe::NAME => tic_tac_toe::FIRST_POSITION,
        trilobite::NAME => trilobite::FIRST_POSITION,
        scripted::NAME => {
            return Err(OpenError::rules(
                "a scripted game begins with its script",
                "open a script",
            ));
        }
        other => return Err(no_such_game(other)),
    };
    Ok(Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    })
}

/// What can be changed of a setup; `None` where only its notation, or its script, says it all.
pub fn form(setup: &Setup) -> Option<Form> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::form(setup).ok(),
        tic_tac_toe::NAME => tic_tac_toe::form(setup).ok(),
        trilobite::NAME => trilobite::form(setup).ok(),
        _ => None,
    }
}

/// The setup after one change. What of the board still fits stays as it is.
///
/// # Errors
/// A value that can't be had, or what of the board doesn't fit it.
pub fn changed(setup: &Setup, change: Change<'_>) -> Result<Setup, OpenError> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::changed(setup, change),
        tic_tac_toe::NAME => Err(tic_tac_toe::changed(change)),
        trilobite::NAME => trilobite::changed(setup, change),
        scripted::NAME => Err(OpenError::rules(
            "a scripted game has nothing but its script",
            "change that, and open it again",
        )),
        other => Err(no_such_game(other)),
    }
}

/// What a value of a choice does, in one sentence; empty where nothing is said of it.
pub fn about(game: &str, choice: &str, value: &str) -> &'static str {
    match game {
        dice_of_doom::NAME => dice_of_doom::about(choice, value),
        _ => "",
    }
}

/// The same board under other rules: what lies on it and who is to move stay, and of what a turn
/// has brought so far as much as the other rules know.
///
/// # Errors
/// Rules that the game can't have, or the first thing of the position that they can't hold.
pub fn under(setup: &Setup, switches: &Switches) -> Result<Setup, OpenError> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::under(setup, switches),
        scripted::NAME => Err(OpenError::rules(
            "a scripted game has no rules beside its script",
            "compare a board of another game",
        )),
        // Where the notation says all, it is read under the other rules.
        _ => at_line(
            &Setup {
                switches: switches.clone(),
                ..setup.clone()
            },
            "",
        ),
    }
}

/// The setup of the node at the end of a line.
///
/// # Errors
/// A setup or a line that can't be read.
pub fn at_line(setup: &Setup, line: &str) -> Result<Setup, OpenError> {
    struct At<'a>(&'a str);
    impl WithGame for At<'_> {
        type Output = Result<String, OpenError>;
        fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
            let end = play_line(&game, &position, self.0)?;
            Ok(game.position_text(&end))
        }
    }
    Ok(Setup {
        position: open(setup, At(line))??,
        columns: None,
        ..setup.clone()
    })
}

/// The presets of a game, every switch of each.
pub fn presets(game: &str) -> Vec<(&'static str, Vec<Switch>)> {
    match game {
        dice_of_doom::NAME => dice_of_doom::Rules::PRESETS
            .into_iter()
            .map(|(name, rules)| (name, rules.switches()))
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether the rules that a file stores are whole: a preset, or every switch of the game. An
/// unknown game's are not judged here.
///
/// # Errors
/// The first switch that is missing.
pub fn check_stored(game: &str, switches: &Switches) -> Result<(), OpenError> {
    match game {
        dice_of_doom::NAME => dice_of_doom::Rules::check_stored(switches),
        trilobite::NAME => trilobite::check_stored(switches),
        _ => Ok(()),
    }
}

/// What a game is called in prose; `None` for one that isn't known here.
pub fn title(game: &str) -> Option<&'static str> {
    match game {
        dice_of_doom::NAME => Some("Dice of Doom"),
        tic_tac_toe::NAME => Some("tic-tac-toe"),
        trilobite::NAME => Some("Trilobite"),
        _ => None,
    }
}

/// Opens a setup for nothing but its faults.
struct Check;

impl WithGame for Check {
    type Output = ();

    fn with<G: Shown>(self, _game: G, _position: G::Position) {}
}

fn no_such_game(name: &str) -> OpenError {
    OpenError::rules(
        format!("there is no game called {}", quoted(name)),
        format!("use {}", NAMES.join(", ")),
    )
}
