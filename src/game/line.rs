//! Lines of play as text: moves with white space between them. A line names a node.

use super::{Game, NotationError, quoted};

/// Result of following one word of a line, passed to [`read_line`].
pub enum LineStep<S> {
    /// The move is legal and leads here.
    To(S),
    /// There is no such move. These are the legal ones.
    NoSuchMove(Vec<String>),
    /// Nothing is known below this node: a limit stopped the tree here.
    Stopped,
}

/// Follows a line from `start`, one word at a time, and returns every state on it, without the
/// start.
///
/// # Errors
/// A word that is not a legal move at its position.
pub fn read_line<S>(
    text: &str,
    start: S,
    mut step: impl FnMut(&S, &str) -> LineStep<S>,
) -> Result<Vec<S>, NotationError> {
    let mut places: Vec<S> = Vec::new();
    let mut at = 0;
    for word in text.split_whitespace() {
        at += text[at..].find(word).unwrap_or(0);
        let here = places.last().unwrap_or(&start);
        match step(here, word) {
            LineStep::To(next) => places.push(next),
            LineStep::NoSuchMove(moves) => {
                const MAX: usize = 12;
                let listed = moves.len().min(MAX);
                let remedy = if moves.is_empty() {
                    "the game is over here, so end the line before it".to_owned()
                } else if moves.len() > MAX {
                    format!("use {} or another move", moves[..listed].join(", "))
                } else {
                    format!("use {}", moves.join(", "))
                };
                return Err(NotationError::new(
                    text,
                    at,
                    format!("{} is no move at ply {}", quoted(word), places.len()),
                    remedy,
                ));
            }
            LineStep::Stopped => {
                return Err(NotationError::new(
                    text,
                    at,
                    format!("the tree was stopped before {}", quoted(word)),
                    "raise the limit",
                ));
            }
        }
        at += word.len();
    }
    Ok(places)
}

/// The position at the end of a line of `game` that starts at `root`.
///
/// # Errors
/// A word that is not a legal move at its position.
pub fn play_line<G: Game>(
    game: &G,
    root: &G::Position,
    text: &str,
) -> Result<G::Position, NotationError> {
    let mut moves = Vec::new();
    let places = read_line(text, *root, |position, word| {
        game.moves(position, &mut moves);
        match moves
            .iter()
            .find(|mv| game.move_text(position, **mv) == word)
        {
            Some(mv) => LineStep::To(game.play(position, *mv)),
            None => LineStep::NoSuchMove(
                moves
                    .iter()
                    .map(|mv| game.move_text(position, *mv))
                    .collect(),
            ),
        }
    })?;
    Ok(places.last().copied().unwrap_or(*root))
}
