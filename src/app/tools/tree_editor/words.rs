//! Texts of the editor.

use crate::games::scripted::Lack;

/// The text of an unfinished node instead of a rating.
pub(super) fn short(lack: &Lack) -> &'static str {
    match lack {
        Lack::Payoff => "payoff?",
        Lack::Moves => "moves?",
        Lack::Probability | Lack::Sum(_) => "sum?",
        Lack::Below => "not rated",
    }
}

/// How to finish it, line by line.
pub(super) fn remedy(lack: &Lack) -> Vec<String> {
    let what = match lack {
        Lack::Payoff => {
            let lines = [
                "Type a payoff, or press Tab",
                "to add a move. Until then",
                "it is left out.",
            ];
            return lines.map(str::to_owned).to_vec();
        }
        Lack::Moves => "Press Tab to add a move.".to_owned(),
        Lack::Probability => "A branch has no probability.".to_owned(),
        Lack::Sum(Some(sum)) => format!("The probabilities sum to {sum}, not 1."),
        Lack::Sum(None) => "The probabilities don't sum to 1.".to_owned(),
        Lack::Below => "What follows isn't finished.".to_owned(),
    };
    vec![what, "Until then it is left out.".to_owned()]
}
