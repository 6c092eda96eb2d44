//! Games on cells that continue after a win until no cell is empty.

use super::super::cells::Position;
use super::super::tic_tac_toe::{self, TicTacToe};
use super::super::trilobite::{self, Trilobite};
use crate::game::{
    Estimate, Game, Kind, NotationError, OpenError, Player, Rational, RulesText, Shown,
};
use crate::games::{Check, Setup, WithGame};

/// A game on cells whose moves are known even where the game is over.
pub(super) trait OnCells: Game<Position = Position> {
    /// The moves as if no player had won.
    fn all_moves(&self, position: &Position, out: &mut Vec<Self::Move>);
}

impl OnCells for TicTacToe {
    fn all_moves(&self, position: &Position, out: &mut Vec<tic_tac_toe::Move>) {
        let mut cells = Vec::new();
        tic_tac_toe::empty_cells(*position, &mut cells);
        out.extend(cells.into_iter().map(tic_tac_toe::Move));
    }
}

impl OnCells for Trilobite {
    fn all_moves(&self, position: &Position, out: &mut Vec<trilobite::Move>) {
        out.extend(self.landings(*position).map(trilobite::Move));
    }
}

/// A game that is over only when no cell is empty.
pub(super) struct AfterWin<G>(G);

/// Sets tic-tac-toe up with the fault in it.
pub fn open_tic_tac_toe<W: WithGame>(setup: &Setup, then: W) -> Result<W::Output, OpenError> {
    // The game itself validates the setup.
    tic_tac_toe::open(setup, Check)?;
    let game = TicTacToe::new();
    let position = game.read_position(&setup.position)?;
    Ok(then.with(AfterWin(game), position))
}

/// Sets Trilobite up with the fault in it.
pub fn open_trilobite<W: WithGame>(setup: &Setup, then: W) -> Result<W::Output, OpenError> {
    let (rules, position) = trilobite::rules_and_position(setup)?;
    Ok(then.with(AfterWin(trilobite::game(rules)?), position))
}

impl<G: OnCells> Game for AfterWin<G> {
    type Position = Position;
    type Move = G::Move;

    fn name(&self) -> &str {
        self.0.name()
    }

    fn rules(&self) -> RulesText {
        self.0.rules()
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn player_name(&self, player: Player) -> String {
        self.0.player_name(player)
    }

    fn moves(&self, position: &Position, out: &mut Vec<G::Move>) -> Kind {
        out.clear();
        self.0.all_moves(position, out);
        if out.is_empty() {
            Kind::End
        } else {
            Kind::Decision(position.mover())
        }
    }

    fn play(&self, position: &Position, mv: G::Move) -> Position {
        self.0.play(position, mv)
    }

    fn payoff(&self, position: &Position, player: Player) -> Rational {
        self.0.payoff(position, player)
    }

    fn may_recur(&self) -> bool {
        false
    }

    fn estimate(&self, position: &Position, estimate: Estimate, player: Player) -> Rational {
        self.0.estimate(position, estimate, player)
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        self.0.write_position(position, out);
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.0.read_position(text)
    }

    fn write_move(&self, position: &Position, mv: G::Move, out: &mut String) {
        self.0.write_move(position, mv, out);
    }
}

impl<G: OnCells> Shown for AfterWin<G> {}
