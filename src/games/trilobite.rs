//! Trilobite (connect-N): chips fall down the columns of a board of any size, and a line of at
//! least N chips of one player wins.

use super::cells::{self, CellPosition, Grid, MAX_CELLS, ReadCells};
use super::{
    Plant, PlantedFaults, Setup, SetupChange, SetupForm, SetupNumber, SetupPart, Switches, WithGame,
};
use crate::game::{
    CellEdit, Estimate, Game, Kind, NotationError, OpenError, Picture, Piece, Player, Rational,
    RulesText, Shown, Switch, SwitchValue, Touched, Values, one,
};

/// The name of the game in files and on the command line.
pub const NAME: &str = "trilobite";
/// The default start position: empty, 4 × 4, with 4 in a line to win.
pub const FIRST_POSITION: &str = "..../..../..../.... a";

/// The default length of a winning line, if it fits on the board.
const USUAL_LINE: usize = 4;
/// The settings.
pub(super) const SWITCHES: &[Switch] = &[
    Switch::new("width", "Columns (Trilobite)", Values::AnyNumber),
    Switch::new("height", "Rows (Trilobite)", Values::AnyNumber),
    Switch::new(
        "line",
        "Number in a row to win (Trilobite) [default: 4, or the longer side if less]",
        Values::AnyNumber,
    ),
];
const PLAYERS: [char; 2] = ['a', 'b'];
const PIECES: [Piece; 2] = [Piece::Chip, Piece::Chip];

/// The three numbers of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The minimum length of a winning line.
    pub line: usize,
}

impl Rules {
    /// The rules on a board of this size: those that `switches` give, with a default line of 4, or
    /// of the longer side if that is shorter.
    ///
    /// # Errors
    /// A setting that this game doesn't have, a size that isn't the board's, or a line of 0 or more
    /// than 64. A line longer than the board is allowed, but nobody can win.
    pub fn new(switches: &Switches, width: usize, height: usize) -> Result<Self, OpenError> {
        switches.allow("Trilobite", SWITCHES)?;
        for (name, given, is) in [
            ("width", switches.width, width),
            ("height", switches.height, height),
        ] {
            if let Some(given) = given.filter(|given| *given != is as u64) {
                return Err(OpenError::rules(
                    format!("'{name}' is {given}, but the board's {name} is {is}"),
                    "leave it out where a board is given",
                ));
            }
        }
        let line = match switches.line {
            None => USUAL_LINE.min(width.max(height)),
            Some(line) if (1..=MAX_CELLS as u64).contains(&line) => line as usize,
            Some(line) => {
                return Err(OpenError::rules(
                    format!("invalid value {line} for 'line'"),
                    format!("use 1–{MAX_CELLS}"),
                ));
            }
        };
        Ok(Self {
            width,
            height,
            line,
        })
    }

    /// The rules as files store them.
    fn to_text(self) -> RulesText {
        let number = |side: usize| SwitchValue::Number(side as u64);
        RulesText::Switches(vec![
            ("width", number(self.width)),
            ("height", number(self.height)),
            ("line", number(self.line)),
        ])
    }
}

/// A move: the cell where the mover's chip lands, counted from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop(pub u8);

/// The game on a board of one size. a moves first.
#[derive(Clone, Debug)]
pub struct Trilobite {
    rules: Rules,
    grid: Grid,
    /// The cell that each cell's chip is taken from in the mirror.
    mirror: Vec<u8>,
}

impl Trilobite {
    /// The game; `None` for a board without cells or with more than 64.
    pub fn new(rules: Rules) -> Option<Self> {
        let cells = rules.width.checked_mul(rules.height)?;
        (1..=MAX_CELLS).contains(&cells).then(|| Self {
            rules,
            grid: Grid::new(rules.width, rules.height, rules.line),
            mirror: (0..cells)
                .map(|cell| {
                    let column = cell % rules.width;
                    (cell - column + rules.width - 1 - column) as u8
                })
                .collect(),
        })
    }

    /// The empty cells that have no empty cell below them, row by row from the top.
    fn landings(&self, position: CellPosition) -> impl Iterator<Item = u8> {
        let (cells, width) = (self.grid.cells(), self.rules.width);
        let taken = position.taken();
        let is_taken = move |cell: usize| taken >> cell & 1 == 1;
        let lowest = move |cell: &usize| {
            !is_taken(*cell) && (cell + width >= cells || is_taken(cell + width))
        };
        (0..cells).filter(lowest).map(|cell| cell as u8)
    }

    /// Whether no chip is above an empty cell.
    fn is_settled(&self, position: CellPosition) -> bool {
        let (taken, width) = (position.taken(), self.rules.width);
        let mut above = 0..self.grid.cells() - width;
        above.all(|cell| taken >> cell & 1 == 0 || taken >> (cell + width) & 1 == 1)
    }
}

impl Game for Trilobite {
    type Position = CellPosition;
    type Move = Drop;

    fn name(&self) -> &str {
        NAME
    }

    fn rules(&self) -> RulesText {
        self.rules.to_text()
    }

    fn players(&self) -> usize {
        2
    }

    fn moves(&self, position: &CellPosition, out: &mut Vec<Drop>) -> Kind {
        out.clear();
        if self.grid.is_end(*position) {
            return Kind::End;
        }
        out.extend(self.landings(*position).map(Drop));
        Kind::Decision(position.mover())
    }

    fn play(&self, position: &CellPosition, mv: Drop) -> CellPosition {
        position.with_chip(usize::from(mv.0))
    }

    fn payoff(&self, position: &CellPosition, player: Player) -> Rational {
        self.grid.payoff(*position, player)
    }

    fn canonical(&self, position: &CellPosition) -> CellPosition {
        (*position).min(position.rearranged(&self.mirror))
    }

    fn may_recur(&self) -> bool {
        false
    }

    fn payoff_sum(&self) -> Option<Rational> {
        Some(one())
    }

    fn estimate(&self, position: &CellPosition, _estimate: Estimate, player: Player) -> Rational {
        self.payoff(position, player)
    }

    fn write_position(&self, position: &CellPosition, out: &mut String) {
        cells::write(*position, self.rules.width, self.rules.height, PLAYERS, out);
    }

    fn read_position(&self, text: &str) -> Result<CellPosition, NotationError> {
        let read = read(text)?;
        let (width, height) = (self.rules.width, self.rules.height);
        if (read.width, read.height) != (width, height) {
            return Err(NotationError::new(
                text,
                0,
                format!(
                    "the board has {} × {} cells, this game {height} × {width}",
                    read.height, read.width
                ),
                "use a board of the same size",
            ));
        }
        Ok(read.position)
    }

    fn write_move(&self, position: &CellPosition, mv: Drop, out: &mut String) {
        out.push(PLAYERS[position.mover().index()]);
        out.push_str("@col");
        out.push_str(&(usize::from(mv.0) % self.rules.width).to_string());
    }
}

impl Shown for Trilobite {
    fn picture(&self, position: &CellPosition) -> Picture {
        let text = self.position_text(position);
        Picture {
            columns: (0..self.rules.width)
                .map(|column| column.to_string())
                .collect(),
            ..cells::picture(&self.grid, *position, PLAYERS, PIECES, text)
        }
    }

    fn touched(&self, _position: &CellPosition, mv: Drop) -> Touched {
        Touched {
            from: None,
            to: Some(usize::from(mv.0)),
        }
    }

    fn edits(&self, position: &CellPosition, index: usize) -> Vec<CellEdit<CellPosition>> {
        cells::edits(&self.grid, *position, index, PLAYERS, PIECES, |edited| {
            self.is_settled(edited)
        })
    }
}

/// Reads a board of any size.
fn read(text: &str) -> Result<ReadCells, NotationError> {
    let read = cells::read(text, PLAYERS)?;
    match read.floating() {
        None => Ok(read),
        Some(cell) => Err(NotationError::new(
            text,
            read.at[cell],
            format!("chip on cell {cell} has an empty cell below"),
            "fill that cell, or remove the chip",
        )),
    }
}

/// The rules and the position that a setup names.
fn rules_and_position(setup: &Setup) -> Result<(Rules, CellPosition), OpenError> {
    // Settings of other games are refused before the board is read.
    setup.switches.allow("Trilobite", SWITCHES)?;
    let read = read(&setup.position)?;
    let rules = Rules::new(&setup.switches, read.width, read.height)?;
    if let Some(columns) = setup
        .columns
        .filter(|columns| *columns != read.width as u64)
    {
        return Err(OpenError::rules(
            format!("the board has {} columns, not {columns}", read.width),
            "leave out --columns",
        ));
    }
    Ok((rules, read.position))
}

fn game(rules: Rules) -> Result<Trilobite, OpenError> {
    cells::check_size(rules.width as u64, rules.height as u64)?;
    Trilobite::new(rules).ok_or_else(|| {
        OpenError::rules("there is no such board", "use a board of at most 64 cells")
    })
}

/// Sets up the game and the position that `setup` names, with faults that are planted.
pub(super) fn open<H: WithGame>(
    setup: &Setup,
    plants: PlantedFaults,
    then: H,
) -> Result<H::Output, OpenError> {
    let (rules, position) = rules_and_position(setup)?;
    let mut game = game(rules)?;
    game.grid.goes_on = plants.has(Plant::AfterWin);
    Ok(then.with(game, position))
}

/// A random position that arises in play and isn't an end, in notation. Rows and columns are the
/// height and the width; without any of them the board has the usual 4 × 4 cells.
pub(super) fn random(
    switches: &Switches,
    rows: Option<u64>,
    columns: Option<u64>,
    seed: u64,
) -> Result<String, OpenError> {
    let side = |name, given: Option<u64>, unit, other: Option<u64>| match (given, other) {
        (Some(given), Some(other)) if given != other => Err(OpenError::rules(
            format!("'{name}' is {given}, but {other} {unit} are asked for"),
            "leave one of them out",
        )),
        (given, other) => Ok(given.or(other).unwrap_or(USUAL_LINE as u64)),
    };
    let width = side("width", switches.width, "columns", columns)?;
    let height = side("height", switches.height, "rows", rows)?;
    cells::check_size(width, height)?;
    let rest = Switches {
        width: None,
        height: None,
        ..switches.clone()
    };
    let game = game(Rules::new(&rest, width as usize, height as usize)?)?;
    let position = cells::random_position(&game.grid, seed, |position, out| {
        out.clear();
        out.extend(game.landings(position));
    });
    Ok(game.position_text(&position))
}

/// The editable fields of a setup.
pub(super) fn form(setup: &Setup) -> Result<SetupForm, OpenError> {
    let (rules, _) = rules_and_position(setup)?;
    let (width, height, line) = (rules.width as u64, rules.height as u64, rules.line as u64);
    let max = MAX_CELLS as u64;
    let number = |name, part, value, maximum| SetupNumber {
        name,
        part,
        value,
        range: 1..=maximum,
    };
    Ok(SetupForm {
        choices: Vec::new(),
        numbers: vec![
            number("width", SetupPart::Board, width, max / height),
            number("height", SetupPart::Board, height, max / width),
            number("line", SetupPart::Rules, line, line.max(width).max(height)),
        ],
        players: 2,
        mover: None,
    })
}

/// The setup after one change. Columns are added and cut at the right, rows at the top; a line that
/// no longer fits becomes the longer side.
pub(super) fn changed(setup: &Setup, change: SetupChange<'_>) -> Result<Setup, OpenError> {
    let (before, position) = rules_and_position(setup)?;
    let mut rules = before;
    let mut switches = Switches::of_rules(&before.to_text());
    match change {
        SetupChange::Number("line", line) => {
            switches.line = Some(line);
            rules = Rules::new(&switches, rules.width, rules.height)?;
        }
        SetupChange::Number(name @ ("width" | "height"), number) => {
            let (width, height) = match name {
                "width" => (number, rules.height as u64),
                _ => (rules.width as u64, number),
            };
            cells::check_size(width, height)?;
            (rules.width, rules.height) = (width as usize, height as usize);
            let longer = |rules: Rules| rules.width.max(rules.height);
            if before.line <= longer(before) {
                rules.line = before.line.min(longer(rules));
            }
        }
        SetupChange::Mover(_) => {
            return Err(OpenError::rules(
                "who is to move follows from the chips",
                "add or take a chip",
            ));
        }
        SetupChange::Choice(name, _) | SetupChange::Number(name, _) => {
            return Err(OpenError::rules(
                format!("Trilobite has no '{name}' to change"),
                "leave it out",
            ));
        }
    }
    let game = game(rules)?;
    Ok(Setup {
        game: setup.game.clone(),
        switches: Switches::of_rules(&rules.to_text()),
        position: game.position_text(&resized(before, rules, position)),
        columns: None,
    })
}

/// The chips that are still on the board, as far as they fit turns: of those that are too many the
/// topmost are taken away.
fn resized(before: Rules, after: Rules, position: CellPosition) -> CellPosition {
    let mut moved = CellPosition::default();
    for row in 0..before.height.min(after.height) {
        for column in 0..before.width.min(after.width) {
            // Rows are counted from the bottom, where chips land.
            let from = (before.height - 1 - row) * before.width + column;
            let to = (after.height - 1 - row) * after.width + column;
            if let Some(owner) = position.owner(from) {
                moved.chips[owner.index()] |= 1 << to;
            }
        }
    }
    let cells = after.width * after.height;
    while !moved.fits() {
        let [first, second] = moved.counts();
        let many = Player(u8::from(first < second));
        // The topmost chip of a column can always be taken; where none of them is of the player
        // who has too many, one of the other's goes first.
        let is_top = |cell: usize| cell < after.width || moved.owner(cell - after.width).is_none();
        let tops = || (0..cells).filter(|cell| moved.owner(*cell).is_some() && is_top(*cell));
        let of_many = tops().find(|cell| moved.owner(*cell) == Some(many));
        match of_many.or(tops().next()) {
            Some(cell) => moved = moved.without(cell),
            None => break,
        }
    }
    moved
}

#[cfg(test)]
mod tests;
