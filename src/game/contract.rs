//! What a game must keep: the part of [`Game`]'s contract that a program can check. The build checks
//! what it asks for anyway; [`try_contract`] asks for everything, on random positions.

use std::collections::HashSet;

use num_traits::CheckedAdd as _;
use rand::rngs::ChaCha8Rng;
use rand::{Rng as _, SeedableRng as _};

use super::{Game, Kind, MAX_PLAYERS, NotationError, Player, Rational, Refusal, one, quoted, zero};

/// Maximum bytes of a move.
const MAX_MOVE_BYTES: usize = 4;

/// Moves in a row before a random line of play starts again.
const MAX_LINE: usize = 200;

/// A contradiction at a position, with its remedy.
fn fault<G: Game>(game: &G, position: &G::Position, what: &str, remedy: &str) -> Refusal {
    let position = quoted(&game.position_text(position));
    Refusal::new(format!("at position {position} {what}"), remedy)
}

/// Checks the number of players, their names, and the range of payoffs.
pub(crate) fn check_players<G: Game>(game: &G) -> Result<(), Refusal> {
    let (players, (low, high)) = (game.players(), game.payoff_range());
    if !(1..=MAX_PLAYERS).contains(&players) {
        let what = format!("Game::players says {players}");
        return Err(Refusal::new(what, format!("return 1 to {MAX_PLAYERS}")));
    }
    if low > high {
        let what = format!("Game::payoff_range says from {low} to {high}");
        return Err(Refusal::new(what, "return the smallest payoff first"));
    }
    let mut names: Vec<String> = Player::all(game.players())
        .map(|player| game.player_name(player))
        .collect();
    names.sort_unstable();
    let twice = names.windows(2).any(|pair| pair[0] == pair[1]);
    if twice || names.iter().any(|name| name.trim().is_empty()) {
        let what = "two players have the same name, or one has none";
        let remedy = "return a name of its own for each from Game::player_name";
        return Err(Refusal::new(what, remedy));
    }
    Ok(())
}

/// Checks the size of a move.
fn check_types<G: Game>() -> Result<(), Refusal> {
    let bytes = size_of::<G::Move>();
    if bytes > MAX_MOVE_BYTES {
        let what = format!("a move takes {bytes} bytes, more than {MAX_MOVE_BYTES}");
        let remedy =
            "choose a smaller type for Game::Move, such as (u8, u8) rather than (usize, u8)";
        return Err(Refusal::new(what, remedy));
    }
    Ok(())
}

/// Checks that a position always has the same moves, and these the same targets, that an end always
/// has the same payoffs, and that a position's representative has as many moves, and the same payoffs.
fn check_again<G: Game>(
    game: &G,
    position: &G::Position,
    kind: Kind,
    moves: &[G::Move],
) -> Result<(), Refusal> {
    let mut again = Vec::new();
    if game.moves(position, &mut again) != kind || again != moves {
        let what = "has other moves when Game::moves is called again";
        let remedy = "let the moves and their order depend on the position alone";
        return Err(fault(game, position, what, remedy));
    }
    let differs = |mv: &&G::Move| game.play(position, **mv) != game.play(position, **mv);
    if let Some(mv) = moves.iter().find(differs) {
        let mv = quoted(&game.move_text(position, *mv));
        let what = format!("the move {mv} leads elsewhere when Game::play is called again");
        let remedy = "let the target depend on the position and the move alone, and list what chance \
                      decides as moves of Kind::Chance";
        return Err(fault(game, position, &what, remedy));
    }
    let same = game.canonical(position);
    again.clear();
    let pays = |position| {
        let payoff = |player| game.payoff(position, player);
        Player::all(game.players()).map(payoff).collect::<Vec<_>>()
    };
    if kind == Kind::End && pays(position) != pays(position) {
        let what = "has other payoffs when Game::payoff is called again";
        let remedy = "let the payoffs depend on the position alone";
        return Err(fault(game, position, what, remedy));
    }
    let agrees = game.moves(&same, &mut again) == kind
        && again.len() == moves.len()
        && (kind != Kind::End || pays(position) == pays(&same));
    match agrees {
        true => Ok(()),
        false => {
            let same = quoted(&game.position_text(&same));
            let what = format!(
                "Game::canonical is {same}, with another player, number of moves or payoff"
            );
            let remedy = "return a position with the same tree from Game::canonical";
            Err(fault(game, position, &what, remedy))
        }
    }
}

/// Checks the kind of a position against its moves.
pub(crate) fn check_kind<G: Game>(
    game: &G,
    position: &G::Position,
    kind: Kind,
    moves: usize,
) -> Result<(), Refusal> {
    let refuse = |what: &str, remedy: &str| Err(fault(game, position, what, remedy));
    match kind {
        Kind::End if moves > 0 => refuse(
            "is an end, but Game::moves lists moves",
            "leave `out` empty at an end",
        ),
        Kind::Chance(_) if !game.has_chance() => refuse(
            "chance decides, but Game::has_chance says that there is none",
            "return true from Game::has_chance",
        ),
        Kind::Chance(_) if moves == 0 => refuse(
            "chance decides, but Game::moves lists no outcomes",
            "list them, or return Kind::End",
        ),
        Kind::Decision(player) | Kind::Chance(player) if player.index() >= game.players() => {
            refuse(
                &format!(
                    "player {} is to move, whom the game doesn't have",
                    player.index()
                ),
                "count players from 0, below Game::players",
            )
        }
        _ => Ok(()),
    }
}

/// Checks the probabilities of a chance node's outcomes.
pub(crate) fn check_probabilities<G: Game>(
    game: &G,
    position: &G::Position,
    probabilities: impl Iterator<Item = Rational> + Clone,
) -> Result<(), Refusal> {
    let mut all = probabilities.clone();
    let remedy = "return probabilities from 0 to 1 that sum to 1 from Game::probability";
    if let Some(wrong) = all.find(|probability| *probability < zero()) {
        let what = format!("an outcome has the probability {wrong}");
        return Err(fault(game, position, &what, remedy));
    }
    let mut all = probabilities;
    match all.try_fold(zero(), |sum, probability| sum.checked_add(&probability)) {
        Some(sum) if sum != one() => {
            let what = format!("the probabilities of the outcomes sum to {sum}");
            Err(fault(game, position, &what, remedy))
        }
        _ => Ok(()),
    }
}

/// Checks the payoffs of an end, or the estimates at another position, one per player.
pub(crate) fn check_payoffs<G: Game>(
    game: &G,
    position: &G::Position,
    is_end: bool,
    payoffs: &[Rational],
) -> Result<(), Refusal> {
    let what = if is_end { "payoff" } else { "estimate" };
    let (low, high) = game.payoff_range();
    let outside = |payoff: &&Rational| **payoff < low || **payoff > high;
    if let Some(payoff) = payoffs.iter().find(outside) {
        let what = format!("a player's {what} is {payoff}, outside the range from {low} to {high}");
        let remedy = "return the smallest and the largest payoff from Game::payoff_range";
        return Err(fault(game, position, &what, remedy));
    }
    let mut numbers = payoffs.iter();
    let sum = numbers.try_fold(zero(), |sum, payoff| sum.checked_add(payoff));
    match (game.payoff_sum(), sum) {
        (Some(told), Some(sum)) if told != sum => {
            let what = format!("the {what}s sum to {sum}, but Game::payoff_sum says {told}");
            let remedy = "return None from Game::payoff_sum, or correct it";
            Err(fault(game, position, &what, remedy))
        }
        _ => Ok(()),
    }
}

/// The answer of a game that reads no positions.
pub(super) fn reads_none<G: Game + ?Sized>(game: &G, text: &str) -> NotationError {
    let what = format!("{} reads no positions", game.name());
    NotationError::new(text, 0, what, "write its read_position")
}

/// Checks that the notations of a position and of its moves come back. A game that reads no
/// position at all has no notation to check.
pub(crate) fn check_notation<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Result<(), Refusal> {
    let text = game.position_text(position);
    let back = game.read_position(&text);
    if !matches!(&back, Err(why) if *why == reads_none(game, &text)) {
        match back {
            Ok(back) if back != *position => {
                let what = "is read back as another position";
                let remedy = "correct Game::write_position or Game::read_position";
                return Err(fault(game, position, what, remedy));
            }
            Ok(_) => {}
            Err(why) => {
                let what = format!("can't be read back: {why}");
                let remedy = "correct Game::write_position or Game::read_position";
                return Err(fault(game, position, &what, remedy));
            }
        }
    }
    let mut texts: Vec<String> = moves
        .iter()
        .map(|mv| game.move_text(position, *mv))
        .collect();
    texts.sort_unstable();
    let remedy = "give every move of a position a name of its own in Game::write_move";
    if texts.first().is_some_and(String::is_empty) {
        return Err(fault(game, position, "a move has no name", remedy));
    }
    match texts.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => {
            let what = format!("two moves are called {}", quoted(&pair[0]));
            Err(fault(game, position, &what, remedy))
        }
        None => Ok(()),
    }
}

/// Tries a game's contract on positions of random lines of play from `start`: kinds and moves,
/// probabilities, payoffs and estimates, their range and sum, what is canonical, and that all
/// notations come back. For a test of an own game. Equal seeds try equal positions. Returns the
/// number of positions tried, which is `positions`.
///
/// ```
/// use doomtree::{Game, Kind, Player, Rational, one, try_contract, zero};
///
/// /// One heap, from which one or two are taken.
/// struct Heap;
///
/// impl Game for Heap {
///     type Position = (u32, Player);
///     type Move = u32;
///     fn name(&self) -> &str { "heap" }
///     fn players(&self) -> usize { 2 }
///     fn moves(&self, &(left, mover): &(u32, Player), out: &mut Vec<u32>) -> Kind {
///         out.extend(1..=left.min(2));
///         Kind::Decision(mover) // a mistake: an empty heap is an end
///     }
///     fn play(&self, &(left, mover): &(u32, Player), taken: u32) -> (u32, Player) {
///         (left - taken, Player(1 - mover.0))
///     }
///     fn payoff(&self, &(_, mover): &(u32, Player), player: Player) -> Rational {
///         if player == mover { zero() } else { one() }
///     }
/// }
///
/// let why = try_contract(&Heap, &(7, Player(0)), 1_000, 1).expect_err("a mistake");
/// assert!(why.to_string().contains("return Kind::End from Game::moves"));
/// ```
///
/// # Errors
/// The first contradiction: the position, what is wrong there, and the remedy.
pub fn try_contract<G: Game>(
    game: &G,
    start: &G::Position,
    positions: usize,
    seed: u64,
) -> Result<usize, Refusal> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut moves = Vec::new();
    let (mut position, mut line) = (*start, 0);
    check_players(game)?;
    check_types::<G>()?;
    // The positions of the present line.
    let mut seen = HashSet::new();
    // Those of its last run of chance nodes.
    let mut rolls = HashSet::new();
    for _ in 0..positions {
        moves.clear();
        let kind = game.moves(&position, &mut moves);
        check_kind(game, &position, kind, moves.len())?;
        check_again(game, &position, kind, &moves)?;
        if moves.is_empty() && kind != Kind::End && position != *start {
            let what = "has no moves, and isn't an end";
            let remedy = "return Kind::End from Game::moves";
            return Err(fault(game, &position, what, remedy));
        }
        if line == 0 {
            seen.clear();
        }
        if line == 0 || !matches!(kind, Kind::Chance(_)) {
            rolls.clear();
        } else if !rolls.insert(position) || rolls.len() >= MAX_LINE / 2 {
            let what = "chance decides again and again, without a decision or an end";
            let remedy = "let Game::play return a position that isn't rolled at again";
            return Err(fault(game, &position, what, remedy));
        }
        if !seen.insert(position) && !game.may_recur() {
            let what = "occurs twice on a line, and Game::may_recur says that none does";
            let remedy = "return true from Game::may_recur";
            return Err(fault(game, &position, what, remedy));
        }
        check_notation(game, &position, &moves)?;
        let players = || Player::all(game.players());
        match kind {
            Kind::End => {
                let payoffs: Vec<_> = players()
                    .map(|player| game.payoff(&position, player))
                    .collect();
                check_payoffs(game, &position, true, &payoffs)?;
            }
            Kind::Decision(_) => {
                for estimate in game.estimates() {
                    let estimates: Vec<_> = players()
                        .map(|player| game.estimate(&position, *estimate, player))
                        .collect();
                    check_payoffs(game, &position, false, &estimates)?;
                }
            }
            Kind::Chance(_) => {
                let probabilities = moves.iter().map(|mv| game.probability(&position, *mv));
                check_probabilities(game, &position, probabilities)?;
            }
        }
        line += 1;
        (position, line) = match moves.len() {
            0 => (*start, 0),
            _ if line >= MAX_LINE => (*start, 0),
            many => (
                game.play(&position, moves[(random.next_u64() % many as u64) as usize]),
                line,
            ),
        };
    }
    Ok(positions)
}
