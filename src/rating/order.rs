//! The order in which sweeps visit a component, and the positions that carry values from one sweep
//! to the next.

use super::part::Component;
use crate::tree::{Arrows, Components};
use crate::work::{Control, PIECE};

impl Component {
    /// Sorts the positions so that one sweep carries values through a whole turn of each player.
    /// The last player's positions come first, then those of the player before. Within a turn, the
    /// target of a move comes before its source. Moves to another player's turn are ignored, since
    /// they form the cycles. Returns the old index of each new one.
    pub async fn put_in_order(&mut self, ctl: &Control) -> Vec<u32> {
        let arrows = self.within_turns(ctl).await;
        let components = Components::find(&arrows, arrows.len(), ctl).await;
        drop(arrows);
        let players = self.owners.iter().max().map_or(0, |most| *most + 1);
        let mut order = Vec::with_capacity(self.len());
        for player in (0..players).rev() {
            for places in components.nodes().chunks(PIECE) {
                let owned = |place: &&u32| self.owners[**place as usize] == player;
                order.extend(places.iter().filter(owned));
                ctl.tick(places.len()).await;
            }
        }
        drop(components);
        self.owners = Vec::new();
        let mut new: Vec<u32> = vec![0; order.len()];
        for (index, places) in order.chunks(PIECE).enumerate() {
            for (place, own) in places.iter().zip(index * PIECE..) {
                new[*place as usize] = own as u32;
            }
            ctl.tick(places.len()).await;
        }
        let mut turns = Vec::with_capacity(order.len());
        let mut moves = Arrows::default();
        for places in order.chunks(PIECE) {
            let mut looked_at = places.len();
            for place in places.iter().map(|place| *place as usize) {
                turns.push(self.turn(place));
                for target in self.targets(place) {
                    moves.push(new.get(target).copied().unwrap_or(target as u32));
                    looked_at += 1;
                }
                moves.close();
            }
            ctl.tick(looked_at).await;
        }
        drop(new);
        let old = std::mem::replace(&mut self.moves, moves);
        self.turns = turns;
        let mut probabilities = Vec::with_capacity(self.probabilities.len());
        for places in order.chunks(PIECE) {
            let before = probabilities.len();
            for place in places {
                probabilities.extend_from_slice(&self.probabilities[old.range(*place as usize)]);
            }
            ctl.tick(places.len() + probabilities.len() - before).await;
        }
        self.probabilities = probabilities;
        if !self.exact.is_empty() {
            let ranges = order.iter().map(|place| old.range(*place as usize));
            self.exact = ranges.flat_map(|own| self.exact[own].to_vec()).collect();
        }
        order
    }

    /// For each position of the component, the moves to it within the same player's turn.
    async fn within_turns(&self, ctl: &Control) -> Arrows {
        let mut arrows = Arrows::default();
        for first in (0..self.len()).step_by(PIECE) {
            let places = first..self.len().min(first + PIECE);
            for place in places.clone() {
                let owner = Some(&self.owners[place]);
                let targets = self.targets(place);
                for target in targets.filter(|target| self.owners.get(*target) == owner) {
                    arrows.push(target as u32);
                }
                arrows.close();
            }
            ctl.tick(self.moves_of(places)).await;
        }
        arrows
    }

    /// The positions whose number is read in a sweep before it is updated. All others follow from
    /// these.
    pub async fn carriers(&self, ctl: &Control) -> Vec<u32> {
        let mut carries = vec![false; self.len()];
        for first in (0..self.len()).step_by(PIECE) {
            let places = first..self.len().min(first + PIECE);
            for place in places.clone() {
                for target in self.targets(place).filter(|target| *target >= place) {
                    if let Some(carries) = carries.get_mut(target) {
                        *carries = true;
                    }
                }
            }
            ctl.tick(self.moves_of(places)).await;
        }
        let mut carriers = Vec::new();
        for (index, piece) in carries.chunks(PIECE).enumerate() {
            let numbered = piece.iter().zip(index * PIECE..);
            carriers.extend(
                numbered
                    .filter(|(carries, _)| **carries)
                    .map(|(_, place)| place as u32),
            );
            ctl.tick(piece.len()).await;
        }
        carriers
    }
}
