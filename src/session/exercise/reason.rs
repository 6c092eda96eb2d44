//! Why an answer is right or wrong, as text, with the mistake that it looks like.

use super::answer::{other_side, right_text};
use super::generator::AlphaBeta;
use super::posed::{PLAYER, Posed};
use super::{Answer, Right, Sense};
use crate::game::{Player, Rational, to_f64};
use crate::search::Interval;
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::{joined, plural};

/// Whether an answer is right, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is right.
    pub right: bool,
    /// Why, in a sentence or two.
    pub text: String,
}

impl Posed {
    /// Judges an answer. `told` returns whether a node's right answer may be revealed; unanswered
    /// blanks below stay secret.
    pub fn judge(
        &self,
        blank: usize,
        answer: &Answer,
        told: impl Fn(UnfoldingNode) -> bool,
    ) -> Option<Verdict> {
        let chance = self.graph().has_chance();
        let blank = self.blank(blank)?;
        let right = blank.asked && blank.right.allows(answer, chance);
        let open = self.open_below(blank.node, &told);
        let text = match (&blank.right, answer) {
            _ if right => self.why(blank.node, &blank.right, open.is_empty()),
            (Right::Cut(_), _) if !blank.asked => "Never visited: a move above is cut.".to_owned(),
            // The reason depends on answers that the learner hasn't found yet.
            (Right::Rating(_) | Right::Payoffs(_) | Right::Moves(_), _) if !open.is_empty() => {
                let nodes = joined(&open);
                format!("Not correct. It depends on {nodes}: start there.")
            }
            (Right::Rating(rating), Answer::Rating(given, _)) => {
                let slip = self.rating_slip(blank.node, *rating, *given);
                format!("{slip}{}", self.why(blank.node, &blank.right, true))
            }
            (Right::Payoffs(payoffs), Answer::Payoffs(given)) => {
                let given: Vec<Rational> = given.iter().map(|(number, _)| *number).collect();
                let slip = self.payoffs_slip(blank.node, payoffs, &given);
                format!("{slip}{}", self.why(blank.node, &blank.right, true))
            }
            (Right::Moves(best), Answer::Moves(given)) => {
                let slip = self.moves_slip(blank.node, best, given);
                format!("{slip}{}", self.why(blank.node, &blank.right, true))
            }
            (Right::Bound(low, high), Answer::Bound(sense, given)) => {
                let slip = self.bound_slip(blank.node, (*low, *high), (*sense, *given));
                format!("{slip}{}", self.why(blank.node, &blank.right, true))
            }
            (Right::Cut(cut), _) => {
                let slip = match cut {
                    true => "It is cut. ",
                    false => "Not cut: α is still below β. ",
                };
                format!("{slip}{}", self.why(blank.node, &blank.right, true))
            }
            _ => "This doesn't answer the question.".to_owned(),
        };
        Some(Verdict { right, text })
    }

    /// The blanks directly below a node whose answers may not be revealed yet.
    pub(super) fn open_below(
        &self,
        node: UnfoldingNode,
        told: impl Fn(UnfoldingNode) -> bool,
    ) -> Vec<String> {
        let children = self.children(node);
        let open = children
            .into_iter()
            .filter(|child| self.blank_of(*child).is_some() && !told(*child));
        open.map(|child| self.node_words(child)).collect()
    }

    /// Why that is right.
    pub(super) fn why(&self, node: UnfoldingNode, right: &Right, is_reported: bool) -> String {
        match right {
            Right::Rating(_) | Right::Payoffs(_) if is_reported => self.why_rating(node),
            Right::Moves(best) if is_reported => self.why_best(node, best),
            Right::Rating(_) | Right::Payoffs(_) | Right::Moves(_) => {
                "Not everything below it is correct yet.".to_owned()
            }
            Right::Bound(..) => self
                .alpha_beta()
                .map(|search| self.why_bound(search, node, right))
                .unwrap_or_default(),
            Right::Cut(cut) => self
                .alpha_beta()
                .map(|search| self.why_cut(search, node, *cut))
                .unwrap_or_default(),
        }
    }

    fn ratings_of(&self, nodes: &[UnfoldingNode]) -> Vec<Rational> {
        nodes.iter().map(|node| self.rating(*node)).collect()
    }

    /// `b takes the smallest of 0→2: 1/2 and pass: 0, which is 0.`
    fn why_rating(&self, node: UnfoldingNode) -> String {
        let children = self.children(node);
        let text = self.worth(node);
        let describe = |child| Some(self.worth(child));
        match self.kind(node) {
            VertexKind::Decision(mover) => {
                let name = self.name(mover);
                if let [only] = children.as_slice() {
                    let mv = self.move_words(*only);
                    return format!("{name} has only one move, {mv}: {text}.");
                }
                let which = self.wants(mover);
                let list = self.listed(&children, describe);
                let first = match self.is_general() && self.best_places(node).len() > 1 {
                    true => " Of equally good moves the first counts.",
                    false => "",
                };
                format!("{name} takes the {which} of {list}: {text}.{first}")
            }
            _ => {
                let terms: Vec<String> = children
                    .iter()
                    .map(|child| {
                        let worth = self.worth(*child);
                        match self.is_general() {
                            true => format!("{} × ({worth})", self.probability(*child)),
                            false => format!("{} × {worth}", self.probability(*child)),
                        }
                    })
                    .collect();
                format!("Weighted average: {} = {text}.", terms.join(" + "))
            }
        }
    }

    /// The probability of the branch to a node.
    fn probability(&self, node: UnfoldingNode) -> Rational {
        let edge = self.unfolding().edge(node);
        edge.map(|edge| self.graph().probability(edge))
            .unwrap_or_default()
    }

    fn rating_slip(&self, node: UnfoldingNode, right: Rational, given: Rational) -> String {
        let children = self.children(node);
        let ratings = self.ratings_of(&children);
        let (maximum, minimum) = (ratings.iter().max(), ratings.iter().min());
        let (max, min) = (maximum.copied(), minimum.copied());
        let (a, b) = (self.player(), self.opponent());
        let is_mean = |weights: &dyn Fn(usize) -> f64| {
            let terms = ratings.iter().enumerate();
            let mean: f64 = terms
                .map(|(index, rating)| weights(index) * to_f64(rating))
                .sum();
            (mean - to_f64(&given)).abs() < 0.0006
        };
        let alike = 1.0 / ratings.len().max(1) as f64;
        let text = self.text(given);
        let slip = match self.kind(node) {
            VertexKind::Decision(mover) if mover == PLAYER && Some(given) == min => {
                format!("You took the lowest rating, but {a} moves here and wants the highest.")
            }
            VertexKind::Decision(mover) if mover != PLAYER && Some(given) == max => {
                format!(
                    "You took the highest rating, but {b} moves here and wants the lowest for {a}."
                )
            }
            _ if other_side(right) == Some(given) => {
                format!("{text} is {b}'s rating; enter {a}'s.")
            }
            VertexKind::Decision(_) if is_mean(&|_| alike) => {
                "That is the mean, but nothing is left to chance here: the mover chooses."
                    .to_owned()
            }
            VertexKind::Decision(mover) if ratings.contains(&given) => {
                let name = self.name(mover);
                format!("{text} is the rating of one of the moves, but {name} has a better one.")
            }
            VertexKind::Decision(_) => {
                format!("No move is rated {text}. The rating is always that of one move.")
            }
            _ if is_mean(&|_| alike) => {
                "That is the unweighted average. Multiply each outcome by its probability."
                    .to_owned()
            }
            _ if Some(given) == max || Some(given) == min => {
                "No player chooses here: each outcome has its probability.".to_owned()
            }
            _ if is_mean(&|_| 1.0) => {
                "You added up the ratings, and left out the probabilities.".to_owned()
            }
            _ => "The sum isn't right.".to_owned(),
        };
        format!("{slip} ")
    }

    fn payoffs_slip(&self, node: UnfoldingNode, right: &[Rational], given: &[Rational]) -> String {
        let text = self.payoffs_text(given);
        let children = self.children(node);
        let of_move = children.iter().any(|child| self.payoffs(*child) == given);
        let turned = given.iter().rev().eq(right);
        let slip = match self.kind(node) {
            _ if turned => "These are the right payoffs in the wrong order.".to_owned(),
            VertexKind::Decision(mover) if of_move => {
                let name = self.name(mover);
                format!("{text} is what one of the moves pays, but {name} takes another.")
            }
            VertexKind::Decision(_) => {
                format!("No move pays {text}. The payoffs are always those of one move.")
            }
            _ => "Each player's payoff is the weighted average of its payoffs below.".to_owned(),
        };
        format!("{slip} ")
    }

    fn why_best(&self, node: UnfoldingNode, best: &[usize]) -> String {
        let children = self.children(node);
        let describe = |child| Some(self.worth(child));
        let list = self.listed(&children, describe);
        let VertexKind::Decision(mover) = self.kind(node) else {
            return format!("The moves are rated {list}.");
        };
        let which = self.wants(mover);
        let names: Vec<String> = best
            .iter()
            .filter_map(|index| children.get(*index))
            .map(|child| self.move_words(*child))
            .collect();
        let verb = plural(names.len(), "is", "are");
        let name = self.name(mover);
        format!(
            "The moves are rated {list}. {name} wants the {which}: {} {verb} best.",
            joined(&names)
        )
    }

    fn moves_slip(&self, node: UnfoldingNode, best: &[usize], given: &[usize]) -> String {
        let children = self.children(node);
        let names = |places: &[usize]| {
            let nodes = places.iter().filter_map(|place| children.get(*place));
            let names: Vec<String> = nodes.map(|child| self.move_words(*child)).collect();
            joined(&names)
        };
        let missed: Vec<usize> = best
            .iter()
            .copied()
            .filter(|place| !given.contains(place))
            .collect();
        let wrong: Vec<usize> = given
            .iter()
            .copied()
            .filter(|slot| !best.contains(slot))
            .collect();
        let ratings = self.ratings_of(&children);
        let mover = match self.kind(node) {
            VertexKind::Decision(mover) => mover,
            _ => PLAYER,
        };
        let worst = match mover == PLAYER {
            true => ratings.iter().min(),
            false => ratings.iter().max(),
        };
        let all_worst = !given.is_empty()
            && given
                .iter()
                .all(|index| ratings.get(*index) == worst && !best.contains(index));
        let (a, b) = (self.player(), self.opponent());
        if given.is_empty() {
            return "Mark at least one move. ".to_owned();
        }
        if all_worst && mover == PLAYER {
            return format!("You marked the lowest rating, but {a} wants the highest. ");
        }
        if all_worst {
            return format!("You marked the highest rating for {a}, but {b} wants the lowest. ");
        }
        if wrong.is_empty() {
            let missed = names(&missed);
            return format!("You missed a tie: {missed} is as good. ");
        }
        let wrong = names(&wrong);
        match missed.is_empty() {
            true => format!("{wrong} isn't best. "),
            false => format!("{wrong} isn't best, and {} is. ", names(&missed)),
        }
    }

    fn why_bound(&self, search: &AlphaBeta, node: UnfoldingNode, right: &Right) -> String {
        let children = self.children(node);
        let describe = |child| match search.is_cut(child) {
            true => Some("cut".to_owned()),
            false => search.bounds_text(search.known(child)),
        };
        let list = self.listed(&children, describe);
        let text = right_text(right);
        let VertexKind::Decision(mover) = self.kind(node) else {
            return format!("Its moves came to {list}, so it is {text}.");
        };
        let name = self.name(mover);
        let maximises = mover == PLAYER;
        let which = if maximises { "highest" } else { "lowest" };
        let seen = format!("Its moves came to {list}. {name} takes the {which}");
        if search.cuts_at(node) {
            let (more, other) = if maximises {
                ("more", "less")
            } else {
                ("less", "more")
            };
            return format!(
                "{seen}. The cut moves can only make it {more}, never {other}: {text}."
            );
        }
        match right {
            Right::Bound(Some(low), Some(high)) if low == high => {
                format!("{seen}. Nothing relevant was cut: exactly {text}.")
            }
            _ => format!("{seen}. A cut further down leaves one side open: {text}."),
        }
    }

    fn bound_slip(
        &self,
        node: UnfoldingNode,
        (low, high): (Option<Rational>, Option<Rational>),
        (sense, given): (Sense, Rational),
    ) -> String {
        let is_exact = low.is_some() && low == high;
        let same = low == Some(given) || high == Some(given);
        let slip = match sense {
            Sense::Exact if !is_exact && same => {
                "The number is right, but it is only a bound: moves were cut below. "
            }
            Sense::Exact if !is_exact && self.rating(node) == given => {
                "That is the rating, but the search doesn't find it: it stops with a bound. "
            }
            Sense::AtLeast | Sense::AtMost if is_exact && same => {
                "The number is right, but it is exact, not a bound: nothing relevant was cut. "
            }
            Sense::AtLeast if high == Some(given) => {
                "The number is right, but the sign points the wrong way: it can only be less. "
            }
            Sense::AtMost if low == Some(given) => {
                "The number is right, but the sign points the wrong way: it can only be more. "
            }
            _ => "The number isn't right. ",
        };
        slip.to_owned()
    }

    fn why_cut(&self, search: &AlphaBeta, node: UnfoldingNode, cut: bool) -> String {
        let above = self.unfolding().parent(node).unwrap_or(node);
        let mover = match self.kind(above) {
            VertexKind::Decision(mover) => mover,
            _ => PLAYER,
        };
        let other = Player(1 - mover.0.min(1));
        let (name, other) = (self.name(mover), self.name(other));
        let known = search.known_above(node);
        let window = search.window(node);
        let maximises = mover == PLAYER;
        let (own, bound) = match maximises {
            true => (known.low, window.high),
            false => (known.high, window.low),
        };
        if cut {
            let own = search.number(own);
            // A closed window is explained by the bound from above, or by the maximum.
            let outer = self.outer_bound(search, above, maximises);
            return match outer {
                Some(outer) if maximises => format!(
                    "{name} already has ≥{own} here, but {other} can hold {name} to {outer} with \
                     another move above. {other} won't go here, so the rest doesn't matter."
                ),
                Some(outer) => format!(
                    "{name} already holds {other} to ≤{own} here, but {other} can have {outer} \
                     with another move above. {other} won't go here, so the rest doesn't matter."
                ),
                None => format!("{name} already has {own}, the maximum."),
            };
        }
        let Interval { low, high } = window;
        let (alpha, beta) = (search.number(low), search.number(high));
        if !bound.is_finite() {
            return format!(
                "α = {alpha}, β = {beta}: {other} has no bound above yet, so the move must be \
                 searched."
            );
        }
        format!("α = {alpha} < β = {beta}: the move can change the rating, so it must be searched.")
    }

    /// The bound that a node was entered with, on the side on which it cuts.
    fn outer_bound(
        &self,
        search: &AlphaBeta,
        node: UnfoldingNode,
        maximises: bool,
    ) -> Option<String> {
        let Interval { low, high } = search.window(node);
        let bound = if maximises { high } else { low };
        bound.is_finite().then(|| search.number(bound))
    }
}
