//! The text fields on the canvas: payoffs, names of moves, probabilities.

use num_traits::{CheckedAdd as _, CheckedSub as _};

use super::TreeEditor;
use super::laid::number;
use crate::app::intent::Queue;
use crate::game::{Rational, Refusal, parse_rational, payoffs_needed, quoted};
use crate::games::scripted::{Lack, TreeChange};
use crate::words::capitalised;

/// The edited text of the selected node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FieldOf {
    /// Its payoffs.
    Payoffs,
    /// The name of the move that leads there.
    Name,
    /// The probability of that.
    Probability,
}

/// A text while it is typed.
#[derive(Clone, Debug)]
pub(super) struct Typing {
    pub of: FieldOf,
    pub text: String,
    /// Whether the field has not had the keyboard yet.
    pub is_new: bool,
}

impl Typing {
    pub fn new(of: FieldOf, text: String) -> Self {
        Self {
            of,
            text,
            is_new: true,
        }
    }
}

/// The payoffs in a text, one per player. Missing ones are unchanged, except that the last one
/// follows from the sum of all payoffs, if that is known.
pub(super) fn payoffs(
    text: &str,
    old: &[Option<Rational>],
    rest: Option<Rational>,
) -> Result<Vec<Option<Rational>>, Refusal> {
    let words: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || "·,;".contains(letter))
        .filter(|word| !word.is_empty())
        .collect();
    if words.len() > old.len() {
        let what = capitalised(&payoffs_needed(old.len(), words.len()));
        return Err(Refusal::new(what, ""));
    }
    let mut payoffs = old.to_vec();
    for (payoff, word) in payoffs.iter_mut().zip(&words) {
        *payoff = match *word {
            "?" => None,
            word => Some(parse_rational(word).ok_or_else(|| {
                let what = format!("{} is not a number", quoted(word));
                Refusal::new(what, "write 3, -2, 1/2 or 0.25")
            })?),
        };
    }
    if words.is_empty() {
        payoffs.fill(None);
    } else if let Some(rest) = rest
        && words.len() + 1 == payoffs.len()
    {
        let known: Option<Vec<Rational>> = payoffs[..words.len()].iter().copied().collect();
        let left = known.and_then(|known| {
            let mut known = known.iter();
            known.try_fold(rest, |left, one| left.checked_sub(one))
        });
        if let Some(last) = payoffs.last_mut() {
            *last = left;
        }
    }
    Ok(payoffs)
}

/// The sum of payoffs, if it can be represented.
fn sum(payoffs: &[Rational]) -> Option<Rational> {
    let mut payoffs = payoffs.iter();
    payoffs.try_fold(Rational::default(), |sum, one| sum.checked_add(one))
}

impl TreeEditor {
    /// The initial text of a field.
    pub(super) fn text_of(&self, of: FieldOf) -> String {
        let (Some(tree), Some(drawn)) = (&self.tree, self.drawn(self.selected())) else {
            return String::new();
        };
        let leading = self.leading();
        let one = leading.map(|(parent, place)| &tree.node(parent).moves[place as usize]);
        match of {
            FieldOf::Payoffs => {
                let numbers = &tree.node(drawn.node).numbers;
                if numbers.iter().all(Option::is_none) {
                    return String::new();
                }
                let words: Vec<String> = numbers.iter().copied().map(number).collect();
                words.join(" ")
            }
            FieldOf::Name => one.map_or_else(String::new, |one| one.name.to_string()),
            FieldOf::Probability => {
                let known = one.and_then(|one| one.probability);
                known.map_or_else(String::new, |known| known.to_string())
            }
        }
    }

    /// Applies the typed text as an edit. With `goes_on` the next end without a payoff is selected
    /// then.
    pub(super) fn keep_typed(&mut self, queue: &Queue, goes_on: bool) {
        let Some(typing) = self.typing.take() else {
            return;
        };
        if typing.text.trim() == self.text_of(typing.of) {
            return;
        }
        let (selected, leading) = (self.selected(), self.leading());
        let (Some(tree), Some(drawn)) = (&self.tree, self.drawn(selected)) else {
            return;
        };
        let node = drawn.node;
        let change = match (typing.of, leading) {
            (FieldOf::Payoffs, _) => {
                let old = &tree.node(node).numbers;
                payoffs(&typing.text, old, self.rest)
                    .map(|payoffs| TreeChange::Payoffs(node, payoffs))
            }
            (FieldOf::Name, Some((parent, place))) => {
                Ok(TreeChange::Name(parent, place, typing.text.clone()))
            }
            (FieldOf::Probability, Some((parent, place))) => match typing.text.trim() {
                "" | "?" => Ok(TreeChange::Probability(parent, place, None)),
                text => parse_rational(text)
                    .map(|number| TreeChange::Probability(parent, place, Some(number)))
                    .ok_or_else(|| {
                        let what = format!("{} is not a number", quoted(text));
                        Refusal::new(what, "write 1/3 or 0.25")
                    }),
            },
            (_, None) => return,
        };
        match change {
            Ok(change) => {
                let all = match &change {
                    TreeChange::Payoffs(_, payoffs) => payoffs.iter().copied().collect(),
                    _ => None,
                };
                let is_whole = all.is_some();
                if all.is_some_and(|all: Vec<Rational>| sum(&all) != self.rest) {
                    // These payoffs add up to something else.
                    self.rest = None;
                }
                let next = match goes_on && is_whole {
                    true => self.next_open(selected),
                    false => selected,
                };
                let way = self.laid.way(next);
                self.change(queue, &change, way);
            }
            Err(why) => {
                self.fault = Some(why.to_string());
                self.typing = Some(typing);
            }
        }
    }

    /// The next end without a payoff, or the node itself.
    fn next_open(&self, index: u32) -> u32 {
        let all = self.laid.nodes.len() as u32;
        let mut after = (index + 1..all).chain(0..index);
        let next = after.find(|next| self.lack(*next) == Some(&Lack::Payoff));
        next.unwrap_or(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::whole;

    #[test]
    fn one_payoff_gives_the_other_where_the_sum_is_known() {
        let open = [None, None];
        let read = |text: &str, rest| payoffs(text, &open, rest);
        assert_eq!(
            read("4", Some(whole(10))),
            Ok(vec![Some(whole(4)), Some(whole(6))])
        );
        assert_eq!(read("4", None), Ok(vec![Some(whole(4)), None]));
        assert_eq!(
            read("4 · -2", Some(whole(10))),
            Ok(vec![Some(whole(4)), Some(whole(-2))])
        );
        assert_eq!(read("", Some(whole(1))), Ok(vec![None, None]));
        assert_eq!(read("?", Some(whole(1))), Ok(vec![None, None]));
        assert!(read("x", None).is_err());
        assert!(read("1 2 3", None).is_err());
    }
}
