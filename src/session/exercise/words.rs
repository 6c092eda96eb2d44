//! Texts of an exercise about its task and its blanks, and hints for a blank: first the place to
//! look at, then the calculation.

use super::Right;
use super::posed::{PLAYER, Posed};
use crate::game::{Player, visible};
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::{BETWEEN_PAYOFFS, joined, player_name, plural};

/// Maximum number of moves named in a sentence.
const MAX_NAMED: usize = 8;

/// The question about ratings.
pub(super) fn ratings_sentence(posed: &Posed) -> String {
    let chance = posed.graph().has_chance();
    if posed.is_general() {
        return format!(
            "Enter all players' payoffs ({}) at every node, from the leaves up. Each player takes \
             the move that pays it most, the first of several.{}",
            posed.order(),
            averages(chance)
        );
    }
    let (a, b) = (posed.player(), posed.opponent());
    let lowest = match chance {
        true => format!(" {b} the lowest, and chance nodes the weighted average."),
        false => format!(" {b} the lowest."),
    };
    format!("Enter {a}'s rating of every node, from the leaves up. {a} takes the highest,{lowest}")
}

/// The question about best moves.
pub(super) fn best_moves_sentence(posed: &Posed) -> String {
    let marked = "Mark all best moves at every decision, including ties.";
    if posed.is_general() {
        return format!(
            "{marked} Leaves show the payoffs ({}): each player takes the move that pays it most.{}",
            posed.order(),
            averages(posed.graph().has_chance())
        );
    }
    let (a, b) = (posed.player(), posed.opponent());
    format!("{marked} Leaves show {a}'s rating: {a} wants the highest, {b} the lowest.")
}

fn averages(chance: bool) -> &'static str {
    match chance {
        true => " A chance node has the weighted averages.",
        false => "",
    }
}

impl Posed {
    /// The name of the player whose ratings are asked for.
    pub fn player(&self) -> String {
        player_name(&*self.rated().graph, PLAYER)
    }

    /// The name of the other player.
    pub fn opponent(&self) -> String {
        player_name(&*self.rated().graph, Player(1))
    }

    pub(super) fn name(&self, player: Player) -> String {
        player_name(&*self.rated().graph, player)
    }

    /// The task in a sentence.
    pub fn sentence(&self) -> String {
        (self.task().row().sentence)(self)
    }

    /// All players' names, in the order of their payoffs.
    fn order(&self) -> String {
        let players = Player::all(self.graph().players());
        let names: Vec<String> = players.map(|player| self.name(player)).collect();
        names.join(BETWEEN_PAYOFFS)
    }

    /// A node as text: `the start`, or `the node after 2>3 pass`.
    pub fn node_words(&self, node: UnfoldingNode) -> String {
        match self.unfolding().parent(node) {
            None => "the root".to_owned(),
            Some(_) => format!("the node after {}", visible(&self.line_text(node))),
        }
    }

    /// The move to a node.
    pub fn move_words(&self, node: UnfoldingNode) -> String {
        let view = self.view();
        view.move_name(node).unwrap_or_default()
    }

    /// The question of a blank.
    pub fn question(&self, blank: usize) -> String {
        let Some(blank) = self.blank(blank) else {
            return String::new();
        };
        let node = blank.node;
        let here = self.node_words(node);
        let a = self.player();
        match (&blank.right, self.kind(node)) {
            (Right::Rating(_), VertexKind::Decision(mover)) => {
                let mover = self.name(mover);
                format!("{mover} moves at {here}. What is its rating for {a}?")
            }
            (Right::Payoffs(_), VertexKind::Decision(mover)) => {
                let mover = self.name(mover);
                format!("{mover} moves at {here}. What does each player get?")
            }
            (Right::Payoffs(_), _) => {
                format!("Chance decides at {here}. What does each player get on average?")
            }
            (Right::Rating(_), _) => {
                format!("Chance decides at {here}. What is its rating for {a}?")
            }
            (Right::Moves(_), VertexKind::Decision(mover)) => {
                format!(
                    "{} moves at {here}. Which moves are best?",
                    self.name(mover)
                )
            }
            (Right::Moves(_), _) => format!("Which moves of {here} are best?"),
            (Right::Bound(..), _) => {
                format!("What does alpha-beta return for {here}?")
            }
            (Right::Cut(_), _) => {
                let above = self.unfolding().parent(node).unwrap_or(node);
                let mv = self.move_words(node);
                let above = self.node_words(above);
                format!("Does alpha-beta search {mv} at {above}, or cut it?")
            }
        }
    }

    /// Moves with their values: `0→2: 1/2, pass: 0 and 2→3: 1`.
    pub(super) fn listed(
        &self,
        nodes: &[UnfoldingNode],
        describe: impl Fn(UnfoldingNode) -> Option<String>,
    ) -> String {
        let mut parts: Vec<String> = nodes
            .iter()
            .take(MAX_NAMED)
            .map(|node| {
                let mv = self.move_words(*node);
                match describe(*node) {
                    Some(message) => format!("{mv}: {message}"),
                    None => mv,
                }
            })
            .collect();
        if nodes.len() > MAX_NAMED {
            parts.push(format!("{} more", nodes.len() - MAX_NAMED));
        }
        joined(&parts)
    }
}

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
        let s = plural(children.len(), "", "s");
        let strong = strength > 1;
        let list = self.listed(&children, |child| strong.then(|| self.worth(child)));
        Some(match (&blank.right, self.kind(node)) {
            (Right::Rating(_) | Right::Payoffs(_), VertexKind::Decision(mover)) => {
                let name = self.name(mover);
                let which = self.wants(mover);
                match strong {
                    false => format!("{name} moves here: look at the rating{s} of {list}."),
                    true => format!("Take the {which} of {list}."),
                }
            }
            (Right::Rating(_) | Right::Payoffs(_), _) => match strong {
                false => format!("This is a chance node. Use its outcomes {list}."),
                true => format!(
                    "Multiply each branch's rating by its probability, and add them up: {list}."
                ),
            },
            (Right::Moves(_), VertexKind::Decision(mover)) if !strong => {
                let name = self.name(mover);
                format!("{name} moves here: work out the ratings of {list}.")
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
            (Right::Bound(..), _) => return self.bound_hint(node, strong),
            (Right::Cut(_), _) => return self.cut_hint(node, strong),
        })
    }

    /// A hint for what alpha-beta returns.
    fn bound_hint(&self, node: UnfoldingNode, strong: bool) -> Option<String> {
        let search = self.alpha_beta()?;
        if !strong {
            let cut = match search.cuts_at(node) {
                true => "moves of this node are cut, which leaves one side open",
                false => "no move of this node is cut; use the values of its moves",
            };
            return Some(format!("Was anything cut? Here {cut}."));
        }
        let which = match self.kind(node) {
            VertexKind::Decision(mover) if mover != PLAYER => "lowest",
            _ => "highest",
        };
        let describe = |child| match search.is_cut(child) {
            true => Some("cut".to_owned()),
            false => search.bounds_text(search.known(child)),
        };
        let values = self.listed(&self.children(node), describe);
        Some(format!("Take the {which} of {values}."))
    }

    /// A hint for whether alpha-beta cuts the move to a node.
    fn cut_hint(&self, node: UnfoldingNode, strong: bool) -> Option<String> {
        let above = self.unfolding().parent(node).unwrap_or(node);
        let search = self.alpha_beta()?;
        if !strong {
            let other = match self.kind(above) {
                VertexKind::Decision(mover) if mover == PLAYER => self.opponent(),
                _ => self.player(),
            };
            return Some(format!(
                "Compare the values of the earlier moves with {other}'s bound above."
            ));
        }
        let window = search.window(above);
        let known = search.bounds_text(search.known_above(node));
        Some(format!(
            "The parent's window is α = {}, β = {}; so far it has {}.",
            search.number(window.low),
            search.number(window.high),
            known.as_deref().unwrap_or("nothing")
        ))
    }
}
