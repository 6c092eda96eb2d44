//! Trilobite (connect-N): chips fall down the columns of a board of any size, and a line of at
//! least N chips of one player wins.

use super::cells::{self, Grid, MAX_CELLS, Position, Read};
use super::{Change, Form, Number, Plant, Plants, Setup, SetupPart, Switches, WithGame};
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
    fn landings(&self, position: Position) -> impl Iterator<Item = u8> {
        let (cells, width) = (self.grid.cells(), self.rules.width);
        let taken = position.taken();
        let is_taken = move |cell: usize| taken >> cell & 1 == 1;
        let lowest = move |cell: &usize| {
            !is_taken(*cell) && (cell + width >= cells || is_taken(cell + width))
        };
        (0..cells).filter(lowest).map(|cell| cell as u8)
    }

    /// Whether no chip is above an empty cell.
    fn is_settled(&self, position: Position) -> bool {
        let (taken, width) = (position.taken(), self.rules.width);
        let mut above = 0..self.grid.cells() - width;
        above.all(|cell| taken >> cell & 1 == 0 || taken >> (cell + width) & 1 == 1)
    }
}

impl Game for Trilobite {
    type Position = Position;
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

    fn moves(&self, position: &Position, out: &mut Vec<Drop>) -> Kind {
        out.clear();
        if self.grid.is_end(*position) {
            return Kind::End;
        }
        out.extend(self.landings(*position).map(Drop));
        Kind::Decision(position.mover())
    }

    fn play(&self, position: &Position, mv: Drop) -> Position {
        position.with_chip(usize::from(mv.0))
    }

    fn payoff(&self, position: &Position, player: Player) -> Rational {
        self.grid.payoff(*position, player)
    }

    fn canonical(&self, position: &Position) -> Position {
        (*position).min(position.rearranged(&self.mirror))
    }

    fn may_recur(&self) -> bool {
        false
    }

    fn payoff_sum(&self) -> Option<Rational> {
        Some(one())
    }

    fn estimate(&self, position: &Position, _estimate: Estimate, player: Player) -> Rational {
        self.payoff(position, player)
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        cells::write(*position, self.rules.width, self.rules.height, PLAYERS, out);
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
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

    fn write_move(&self, position: &Position, mv: Drop, out: &mut String) {
        out.push(PLAYERS[position.mover().index()]);
        out.push_str("@col");
        out.push_str(&(usize::from(mv.0) % self.rules.width).to_string());
    }
}

impl Shown for Trilobite {
    fn picture(&self, position: &Position) -> Picture {
        let text = self.position_text(position);
        Picture {
            columns: (0..self.rules.width)
                .map(|column| column.to_string())
                .collect(),
            ..cells::picture(&self.grid, *position, PLAYERS, PIECES, text)
        }
    }

    fn touched(&self, _position: &Position, mv: Drop) -> Touched {
        Touched {
            from: None,
            to: Some(usize::from(mv.0)),
        }
    }

    fn edits(&self, position: &Position, index: usize) -> Vec<CellEdit<Position>> {
        cells::edits(&self.grid, *position, index, PLAYERS, PIECES, |edited| {
            self.is_settled(edited)
        })
    }
}

/// Reads a board of any size.
fn read(text: &str) -> Result<Read, NotationError> {
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
fn rules_and_position(setup: &Setup) -> Result<(Rules, Position), OpenError> {
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
    plants: Plants,
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
pub(super) fn form(setup: &Setup) -> Result<Form, OpenError> {
    let (rules, _) = rules_and_position(setup)?;
    let (width, height, line) = (rules.width as u64, rules.height as u64, rules.line as u64);
    let most = MAX_CELLS as u64;
    let number = |name, part, value, most| Number {
        name,
        part,
        value,
        range: 1..=most,
    };
    Ok(Form {
        choices: Vec::new(),
        numbers: vec![
            number("width", SetupPart::Board, width, most / height),
            number("height", SetupPart::Board, height, most / width),
            number("line", SetupPart::Rules, line, line.max(width).max(height)),
        ],
        players: 2,
        mover: None,
    })
}

/// The setup after one change. Columns are added and cut at the right, rows at the top; a line that
/// no longer fits becomes the longer side.
pub(super) fn changed(setup: &Setup, change: Change<'_>) -> Result<Setup, OpenError> {
    let (before, position) = rules_and_position(setup)?;
    let mut rules = before;
    let mut switches = Switches::of_rules(&before.to_text());
    match change {
        Change::Number("line", line) => {
            switches.line = Some(line);
            rules = Rules::new(&switches, rules.width, rules.height)?;
        }
        Change::Number(name @ ("width" | "height"), number) => {
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
        Change::Mover(_) => {
            return Err(OpenError::rules(
                "who is to move follows from the chips",
                "add or take a chip",
            ));
        }
        Change::Choice(name, _) | Change::Number(name, _) => {
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
fn resized(before: Rules, after: Rules, position: Position) -> Position {
    let mut moved = Position::default();
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
mod tests {
    use super::*;
    use crate::game::{half, one, zero};
    use crate::games::Check;

    fn setup(position: &str) -> Setup {
        Setup {
            game: NAME.to_owned(),
            position: position.to_owned(),
            ..Setup::default()
        }
    }

    fn with_line(position: &str, line: u64) -> Setup {
        let mut setup = setup(position);
        setup.switches.line = Some(line);
        setup
    }

    fn game_of(setup: &Setup) -> (Trilobite, Position) {
        let (rules, position) = rules_and_position(setup).expect(&setup.position);
        (game(rules).expect("a board"), position)
    }

    fn moves(setup: &Setup) -> Vec<String> {
        let (game, position) = game_of(setup);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let texts = moves.iter().map(|mv| game.move_text(&position, *mv));
        texts.collect()
    }

    fn refused(setup: &Setup) -> String {
        open(setup, Plants::default(), Check)
            .expect_err(&setup.position)
            .to_string()
    }

    #[test]
    fn a_taller_column_is_listed_first_and_equal_ones_from_the_left() {
        assert_eq!(
            moves(&setup(FIRST_POSITION)),
            ["a@col0", "a@col1", "a@col2", "a@col3"]
        );
        assert_eq!(
            moves(&setup("..../..b./..a./a.b. a")),
            ["a@col2", "a@col0", "a@col1", "a@col3"]
        );
        assert_eq!(moves(&setup("b.../a.../b.../a... a")).len(), 3);
    }

    #[test]
    fn a_chip_falls_to_the_lowest_empty_cell_of_its_column() {
        let (game, position) = game_of(&setup(FIRST_POSITION));
        let mut moves = Vec::new();
        let mut at = position;
        for (column, expected) in [
            (1, "..../..../..../.a.. b"),
            (1, "..../..../.b../.a.. a"),
            (3, "..../..../.b../.a.a b"),
        ] {
            game.moves(&at, &mut moves);
            let mv = moves.iter().find(|mv| mv.0 % 4 == column).expect("free");
            at = game.play(&at, *mv);
            assert_eq!(game.position_text(&at), expected);
        }
    }

    #[test]
    fn a_line_of_as_many_or_more_wins_in_each_direction() {
        let worth = |position: &str, line| {
            let (game, at) = game_of(&with_line(position, line));
            assert_eq!(game.kind(&at), Kind::End, "{position}");
            [0, 1].map(|player| game.payoff(&at, Player(player)))
        };
        for (position, line) in [
            (".../bb./aaa b", 3),
            ("a../a.b/a.b b", 3),
            ("..a/.ab/abb a", 3),
            ("a../ba./bba a", 3),
            ("bb.bb/aaaaa b", 4),
        ] {
            assert_eq!(worth(position, line), [one(), zero()], "{position}");
        }
        assert_eq!(worth("ab a", 2), [half(), half()]);
        // It can't arise, and is an end all the same.
        assert_eq!(worth("bbb/aaa a", 3), [half(), half()]);
        // A line that doesn't fit on the board can't win.
        assert_eq!(worth("bbb/aaa a", 4), [half(), half()]);
        let (game, at) = game_of(&with_line("bb./aa. a", 4));
        assert_eq!(game.kind(&at), Kind::Decision(Player(0)));
    }

    #[test]
    fn the_line_is_four_or_the_longer_side_unless_it_is_told() {
        let line = |position| game_of(&setup(position)).0.rules.line;
        assert_eq!(line(FIRST_POSITION), 4);
        assert_eq!(line("....... a"), 4);
        assert_eq!(line("../../.. a"), 3);
        assert_eq!(line(". a"), 1);
        assert_eq!(game_of(&with_line("... a", 2)).0.rules.line, 2);
    }

    #[test]
    fn what_can_not_be_set_up_is_told() {
        for (edit, words) in [
            (
                (|s: &mut Setup| s.switches.line = Some(0)) as fn(&mut Setup),
                "invalid value 0 for 'line': use 1–64",
            ),
            (|s| s.switches.line = Some(65), "invalid value 65"),
            (
                |s| s.switches.width = Some(5),
                "'width' is 5, but the board's width is 4",
            ),
            (|s| s.switches.height = Some(3), "the board's height is 4"),
            (
                |s| s.switches.preset = Some("haskell".to_owned()),
                "Trilobite has no setting 'rules': leave it out",
            ),
            (|s| s.switches.max_dice = Some(3), "no setting 'max_dice'"),
            (|s| s.columns = Some(5), "the board has 4 columns, not 5"),
            (
                |s| s.position = "a.../..../..../.... b".to_owned(),
                "chip on cell 0 has an empty cell below (column 1)",
            ),
            (
                |s| s.position = "xo a".to_owned(),
                "invalid cell 'x' (column 1)",
            ),
        ] {
            let mut setup = setup(FIRST_POSITION);
            edit(&mut setup);
            let refused = refused(&setup);
            assert!(refused.contains(words), "{refused}");
        }
        let mut whole = setup(FIRST_POSITION);
        (whole.switches.width, whole.switches.height) = (Some(4), Some(4));
        whole.columns = Some(4);
        assert!(open(&whole, Plants::default(), Check).is_ok());
    }

    #[test]
    fn edits_put_a_chip_on_a_column_or_take_its_topmost() {
        let edits = |text: &str, cell| -> Vec<String> {
            let (game, position) = game_of(&setup(text));
            let edits = game.edits(&position, cell);
            edits
                .iter()
                .map(|edit| format!("{}: {}", edit.words, game.position_text(&edit.position)))
                .collect()
        };
        assert_eq!(
            edits(".../b../a.. a", 0),
            ["empty: .../b../a.. a", "a: a../b../a.. b"]
        );
        assert_eq!(
            edits(".../b../a.. a", 3),
            ["empty: .../.../a.. b", "b: .../b../a.. a"]
        );
        assert_eq!(edits(".../b../a.. a", 6), ["a: .../b../a.. a"]);
        assert_eq!(edits(".../b../a.. a", 1), ["empty: .../b../a.. a"]);
        assert!(edits(".../b../a.. a", 9).is_empty());
    }

    #[test]
    fn another_size_keeps_the_chips_that_fit_and_a_line_that_can_be_made() {
        let after = |position: &str, name, number| {
            let setup = changed(&setup(position), Change::Number(name, number));
            setup.map(|setup| (setup.position, setup.switches.line.unwrap_or(0)))
        };
        let said = |position: &str, line| Ok((position.to_owned(), line));
        let board = "..../b.../a.../ab.. a";
        assert_eq!(
            after(board, "width", 5),
            said("...../b..../a..../ab... a", 4)
        );
        assert_eq!(
            after(board, "height", 5),
            said("..../..../b.../a.../ab.. a", 4)
        );
        assert_eq!(after(board, "height", 3), said("b.../a.../ab.. a", 4));
        assert_eq!(after(board, "height", 2), said("a.../ab.. b", 4));
        assert_eq!(after(board, "width", 1), said("./b/a/a b", 4));
        // If turned chips no longer fit, the topmost are removed.
        let board = "..../.b../ab../ab.a a";
        assert_eq!(after(board, "width", 2), said("../../ab/ab a", 4));
        assert_eq!(after("bb/aa a", "line", 1), said("bb/aa a", 1));
        assert_eq!(
            after(FIRST_POSITION, "width", 3).map(|(_, line)| line),
            Ok(4)
        );
        let three = changed(&setup("..../..../.... a"), Change::Number("width", 3));
        assert_eq!(three.map(|setup| setup.switches.line), Ok(Some(3)));
        for (name, number) in [
            ("width", 0),
            ("width", 17),
            ("height", u64::MAX),
            ("line", 0),
        ] {
            assert!(after(FIRST_POSITION, name, number).is_err(), "{name}");
        }
        let mover = changed(&setup(board), Change::Mover(Player(1))).expect_err("it follows");
        assert!(mover.to_string().contains("add or take a chip"), "{mover}");
        assert!(changed(&setup(board), Change::Choice("geometry", "x")).is_err());
    }

    // Stable forever: a recorded seed must always give the same board.
    #[test]
    fn the_same_seed_gives_the_same_position_for_ever() {
        let switches = Switches::default();
        let random = |size, seed| random(&switches, size, size, seed).expect("a position");
        assert_eq!(random(None, 0), "..aa/abab/bbba/bbaa a");
        assert_eq!(random(Some(4), 1), ".b.b/.bba/.aba/abaa a");
        assert_eq!(random(None, u64::MAX), ".b../.b../.ba./aaa. b");
        for seed in 0..100 {
            let (game, position) = game_of(&setup(&random(Some(5), seed)));
            assert_ne!(game.kind(&position), Kind::End, "{seed}");
        }
        let one = Switches {
            line: Some(1),
            ..Switches::default()
        };
        assert_eq!(
            super::random(&one, None, None, 3).as_deref(),
            Ok(FIRST_POSITION)
        );
        let wide = Switches {
            width: Some(5),
            ..Switches::default()
        };
        assert!(super::random(&wide, None, Some(4), 3).is_err());
        assert!(super::random(&wide, Some(20), None, 3).is_err());
        let drawn = super::random(&wide, Some(2), None, 7).expect("2 rows of 5");
        assert_eq!(drawn.find('/'), Some(5));
    }
}
