//! A cache of the nodes' colors.

use eframe::egui::Color32;

use crate::diagram::{MapColors, MapTree, Palette, RatingsFor, Rgb, TreeView, map_ink};
use crate::game::Player;
use crate::layout::map::{MapShape, Run};

/// Maximum number of cached nodes.
const KEPT: usize = 1 << 15;
/// No node.
const NOBODY: u64 = u64::MAX;
/// Maximum number of players distinguished in a run of narrow siblings.
const MAX_PLAYERS: usize = 8;

/// The look of a node or of several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    pub color: Color32,
    pub ahead: Option<Player>,
    pub hatched: bool,
}

/// The key of the colors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MapLook {
    pub palette: Palette,
    pub ratings_for: RatingsFor,
    pub hidden: bool,
    pub colors: MapColors,
    /// Which leaves: another number for others.
    pub leaves: u64,
}

/// The colors of the nodes that were seen last, as they look now and as they looked before, since
/// people compare two ways to look by going to and fro.
#[derive(Default)]
pub(crate) struct Inks {
    now: Kept,
    before: Kept,
    looks: u64,
}

/// Colors for one look.
#[derive(Default)]
struct Kept {
    look: Option<MapLook>,
    /// Which look that is: no two in a row have the same number.
    number: u64,
    inks: Vec<(u64, Ink)>,
}

const NOTHING: Ink = Ink {
    color: Color32::TRANSPARENT,
    ahead: None,
    hatched: false,
};

impl Inks {
    /// Sets the key of the colors, and clears the cache if it has changed. Returns a number that
    /// identifies the cache.
    pub fn look(&mut self, look: MapLook) -> u64 {
        if self.now.look == Some(look) {
            return self.now.number;
        }
        std::mem::swap(&mut self.now, &mut self.before);
        if self.now.look != Some(look) {
            self.looks += 1;
            self.now.look = Some(look);
            self.now.number = self.looks;
            self.now.inks.clear();
            self.now.inks.resize(KEPT, (NOBODY, NOTHING));
        }
        self.now.number
    }

    /// The look of a node.
    #[inline]
    pub fn of(&mut self, view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> Ink {
        let place = (node.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as usize % KEPT;
        let kept = self.now.inks.get(place).copied();
        let (kept, ink) = kept.unwrap_or((NOBODY, NOTHING));
        if kept == node {
            return ink;
        }
        let Some(look) = self.now.look else {
            return NOTHING;
        };
        let found = map_ink(view, tree, look.colors, &look.palette, node);
        let Rgb(red, green, blue) = found.color;
        let ink = Ink {
            color: Color32::from_rgb(red, green, blue),
            ahead: found.ahead,
            hatched: found.hatched,
        };
        if let Some(slot) = self.now.inks.get_mut(place) {
            *slot = (node, ink);
        }
        ink
    }

    /// The look of a run of siblings, mixed by their leaves, and the number of rows below the
    /// deepest of them.
    pub fn of_run(
        &mut self,
        view: &TreeView<'_>,
        tree: &MapTree<'_>,
        above: u64,
        run: &Run,
    ) -> (Ink, u16) {
        let mut rows = 0;
        if run.end == run.first + 1 {
            let node = tree.child(above, run.first as usize);
            return (self.of(view, tree, node), tree.rows(node));
        }
        let first = tree.leaves(tree.child(above, run.first as usize));
        let (mut parts, mut all) = ([0.0_f32; 3], 0.0_f32);
        let (mut ahead, mut hatched) = ([0.0_f32; MAX_PLAYERS], 0.0_f32);
        for index in run.first..run.end {
            let node = tree.child(above, index as usize);
            let ink = self.of(view, tree, node);
            let weight = tree.leaves(node).over(first).to_f64().clamp(1e-20, 1e20) as f32;
            for (part, color) in parts.iter_mut().zip(ink.color.to_array()) {
                *part += f32::from(color) * weight;
            }
            all += weight;
            if let Some(player) = ink.ahead {
                ahead[player.index().min(MAX_PLAYERS - 1)] += weight;
            }
            hatched += if ink.hatched { weight } else { 0.0 };
            rows = rows.max(tree.rows(node));
        }
        let [red, green, blue] = parts.map(|part| (part / all).round() as u8);
        let most = (0..MAX_PLAYERS).max_by(|a, b| ahead[*a].total_cmp(&ahead[*b]));
        let ink = Ink {
            color: Color32::from_rgb(red, green, blue),
            ahead: most
                .filter(|player| ahead[*player] > all / 2.0)
                .map(|player| Player(player as u8)),
            hatched: hatched > all / 2.0,
        };
        (ink, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_looks_are_kept_and_a_third_has_no_colours_of_another() {
        let look = |leaves| MapLook {
            palette: Palette::LIGHT,
            ratings_for: RatingsFor::Mover,
            hidden: false,
            colors: MapColors::Ends,
            leaves,
        };
        let mut inks = Inks::default();
        let known = |inks: &Inks| inks.now.inks[3].0;
        let first = inks.look(look(1));
        inks.now.inks[3].0 = 11;
        assert_eq!(inks.look(look(1)), first);
        let second = inks.look(look(2));
        assert!(second != first && known(&inks) == NOBODY);
        inks.now.inks[3].0 = 22;
        assert_eq!(inks.look(look(1)), first);
        assert_eq!(known(&inks), 11);
        assert_eq!(inks.look(look(2)), second);
        assert_eq!(known(&inks), 22);
        let third = inks.look(look(3));
        assert!(![first, second].contains(&third) && known(&inks) == NOBODY);
        assert_eq!(inks.look(look(2)), second);
        let anew = inks.look(look(1));
        assert!(anew != first && known(&inks) == NOBODY);
    }
}
