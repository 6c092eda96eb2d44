//! Hints for a blank: first the place to look at, then the calculation.

use super::Right;
use super::posed::{PLAYER, Posed};
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::plural;

impl Posed {
    /// A hint for a blank; the second one is stronger. `told` returns whether a node's right answer
    /// may be revealed.
    pub fn hint(
        &self,
        blank: usize,
        strength: u8,
        told: impl Fn(UnfoldingNode) -> bool,
    ) -> Option<String> {
        let blank = self.blank(blank)?;
        let node = blank.node;
        let open = self.open_below(node, &told);
        if !self.task().is_alpha_beta()
            && let Some(first) = open.first()
        {
            return Some(format!("Start lower: {first} is still open."));
        }
        let children = self.children(node);
        let many = children.len();
        let s = plural(many, "", "s");
        let list = |told: bool| self.listed(&children, |child| told.then(|| self.worth(child)));
        let mover = self.kind(node);
        let strong = strength > 1;
        let (a, b) = (self.player(), self.opponent());
        Some(match (&blank.right, mover) {
            (Right::Rating(_) | Right::Payoffs(_), VertexKind::Decision(mover)) => {
                let name = self.name(mover);
                let which = self.wants(mover);
                match strong {
                    false => format!(
                        "{name} moves here: look at the rating{s} of {}.",
                        list(false)
                    ),
                    true => format!("Take the {which} of {}.", list(true)),
                }
            }
            (Right::Rating(_) | Right::Payoffs(_), _) => match strong {
                false => format!("This is a chance node. Use its outcomes {}.", list(false)),
                true => format!(
                    "Multiply each branch's rating by its probability, and add them up: {}.",
                    list(true)
                ),
            },
            (Right::Moves(_), VertexKind::Decision(mover)) if !strong => {
                let name = self.name(mover);
                format!(
                    "{name} moves here: work out the ratings of {}.",
                    list(false)
                )
            }
            (Right::Moves(best), kind) => {
                let (which, mover) = match kind {
                    VertexKind::Decision(mover) => (self.wants(mover), mover),
                    _ => ("highest", PLAYER),
                };
                let whose = if self.is_general() { mover } else { PLAYER };
                let rating = if self.is_general() { "" } else { " rating" };
                let many = match best.len() {
                    1 => "one move has it".to_owned(),
                    many => format!("{many} moves have it"),
                };
                format!(
                    "The {which}{rating} is {}, and {many}.",
                    self.text(self.rating_for(node, whose))
                )
            }
            (Right::Bound(..), kind) => match (strong, self.alpha_beta()) {
                (false, Some(search)) => {
                    let cut = match search.cuts_at(node) {
                        true => "moves of this node are cut, which leaves one side open",
                        false => "no move of this node is cut; use the values of its moves",
                    };
                    format!("Was anything cut? Here {cut}.")
                }
                (_, Some(search)) => {
                    let which = match kind {
                        VertexKind::Decision(mover) if mover != PLAYER => "lowest",
                        _ => "highest",
                    };
                    let told = |child| match search.is_cut(child) {
                        true => Some("cut".to_owned()),
                        false => search.words(search.known(child)),
                    };
                    format!("Take the {which} of {}.", self.listed(&children, told))
                }
                _ => return None,
            },
            (Right::Cut(_), _) => {
                let above = self.unfolding().parent(node).unwrap_or(node);
                let search = self.alpha_beta()?;
                if !strong {
                    return Some(format!(
                        "Compare the values of the earlier moves with {}'s bound above.",
                        match self.kind(above) {
                            VertexKind::Decision(mover) if mover == PLAYER => b,
                            _ => a,
                        }
                    ));
                }
                let window = search.window(above);
                let known = search.known_above(node);
                let known = search.words(known).unwrap_or_else(|| "nothing".to_owned());
                format!(
                    "The parent's window is α = {}, β = {}; so far it has {known}.",
                    search.number(window.low),
                    search.number(window.high)
                )
            }
        })
    }
}
