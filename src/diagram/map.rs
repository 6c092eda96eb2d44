//! The map of a graph's tree: the look of its nodes (color, the player ahead, and whether that is
//! proven), and the legend, with an entry for every mark that occurs in its visible part.

use super::legend::whose_ratings;
use super::legend_entry::{
    LegendEntry, boxed, line, number, of_rows, row, segments, selected_line,
};
use super::node::{draw_chance, draw_turning_back};
use super::palette::{Palette, Rgb};
use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::view::{TreeView, ahead, lowest};
use crate::game::Player;
use crate::layout::map::{Magnitude, MapShape};
use crate::tree::{Graph, LeafClass, Leaves, Vertex, VertexKind};
use crate::words::{player_letter, shortened};

/// The tree of a graph, as wide as it has leaves. A node's number is its vertex, and for a cyclic
/// game the plies left above that.
#[derive(Clone, Copy)]
pub struct MapTree<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Its leaves.
    pub leaves: &'a Leaves,
}

impl MapTree<'_> {
    /// The vertex of a node.
    #[inline]
    pub fn vertex(&self, node: u64) -> Vertex {
        Vertex(node as u32)
    }

    /// The plies that a node has left in the map of a cyclic game; 0 in any other.
    #[inline]
    pub fn left(&self, node: u64) -> u32 {
        (node >> 32) as u32
    }

    /// Whether a node has children that the map's ply limit leaves out.
    pub fn is_cut(&self, node: u64) -> bool {
        let vertex = self.vertex(node);
        self.leaves.plies().is_some()
            && self.left(node) < self.graph.cost(vertex)
            && !self.graph.is_leaf(vertex)
    }

    /// Whether a limit stopped the tree at a node: the graph's or the map's own.
    pub fn is_horizon(&self, node: u64) -> bool {
        matches!(self.graph.kind(self.vertex(node)), VertexKind::Horizon(_)) || self.is_cut(node)
    }

    /// The number of rows below a node, at most 65,535.
    #[inline]
    pub fn rows(&self, node: u64) -> u16 {
        self.leaves.rows(self.vertex(node), self.left(node))
    }
}

impl MapShape for MapTree<'_> {
    fn root(&self) -> u64 {
        u64::from(self.leaves.plies().unwrap_or(0)) << 32 | u64::from(Vertex::ROOT.0)
    }

    #[inline]
    fn degree(&self, node: u64) -> usize {
        if self.is_cut(node) {
            0
        } else {
            self.graph.degree(self.vertex(node))
        }
    }

    #[inline]
    fn child(&self, node: u64, index: usize) -> u64 {
        let vertex = self.vertex(node);
        let target = u64::from(self.graph.targets(vertex)[index].0);
        match self.leaves.plies() {
            None => target,
            Some(_) => u64::from(self.left(node) - self.graph.cost(vertex)) << 32 | target,
        }
    }

    #[inline]
    fn leaves(&self, node: u64) -> Magnitude {
        let (mantissa, exponent) = self.leaves.of(self.vertex(node), self.left(node));
        Magnitude::new(mantissa, i64::from(exponent))
    }
}

/// The stripes that show who is ahead, so that colors aren't needed. They leave the middle free for
/// text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapStripes {
    /// One along the upper edge.
    pub top: bool,
    /// One along the lower edge.
    pub bottom: bool,
    /// Whether they are dashed.
    pub dashed: bool,
}

impl MapStripes {
    /// Those of a player; a seventh has those of the first again.
    pub fn of(player: Player) -> Self {
        let which = player.0 % 3;
        Self {
            top: which != 1,
            bottom: which != 0,
            dashed: player.0 % 6 >= 3,
        }
    }
}

/// The marks that occur in the visible part of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapOccurring {
    /// The players who are ahead somewhere, in their order.
    pub ahead: Vec<Player>,
    /// Nodes where no player is ahead, or where that is hidden.
    pub nobody_ahead: bool,
    /// Hatched nodes.
    pub hatched: bool,
    /// Nodes that are too narrow to be drawn one by one.
    pub narrow: bool,
    /// Chance nodes.
    pub chance: bool,
    /// An end of the best line where play repeats.
    pub repeats: bool,
    /// Shares of ends.
    pub shares: bool,
}

impl MapOccurring {
    /// Notes a node.
    pub fn see(&mut self, ahead: Option<Player>, hatched: bool) {
        match ahead {
            None => self.nobody_ahead = true,
            Some(player) => {
                if let Err(index) = self.ahead.binary_search(&player) {
                    self.ahead.insert(index, player);
                }
            }
        }
        self.hatched |= hatched;
    }
}

/// The winner of the largest part of the ends below a node, and the size of that part, as short
/// text; `None` at an end.
pub fn map_share(view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> Option<String> {
    let (vertex, remaining) = (tree.vertex(node), tree.left(node));
    if tree.degree(node) == 0 {
        return None;
    }
    let share = |class| tree.leaves.share(vertex, remaining, class);
    let classes = tree.leaves.classes();
    let max = (0..classes.len()).max_by(|a, b| share(*a).total_cmp(&share(*b)).then(b.cmp(a)))?;
    let who = match classes[max] {
        LeafClass::Horizon => "open".to_owned(),
        LeafClass::Won(winners) => {
            let letters: Vec<String> = winners
                .iter()
                .map(|player| player_letter(view.labels, player))
                .collect();
            letters.join("=")
        }
    };
    let percent = f64::from(share(max)) * 100.0;
    let percent = match classes.len() {
        1 => "100".to_owned(),
        _ if (99.95..100.0).contains(&percent) => ">99.9".to_owned(),
        _ => format!("{percent:.0}"),
    };
    Some(format!("{who} {percent} %"))
}

/// The meaning of a map's colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MapColors {
    /// The rating of each node.
    #[default]
    Ratings,
    /// The winners of the ends below.
    Ends,
}

/// The look of a node in the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapInk {
    /// Its color.
    pub color: Rgb,
    /// The player who is ahead, also shown by the height of a stripe.
    pub ahead: Option<Player>,
    /// Whether it is hatched: its rating isn't proven, or most of its leaves are horizons.
    pub hatched: bool,
}

/// The look of a node in the map. If ratings are hidden, only ends have colors.
pub fn map_ink(
    view: &TreeView<'_>,
    tree: &MapTree<'_>,
    colors: MapColors,
    palette: &Palette,
    node: u64,
) -> MapInk {
    let vertex = tree.vertex(node);
    let is_end = tree.graph.kind(vertex) == VertexKind::End;
    let neutral = palette.color(Ink::Nobody);
    if view.hidden && !is_end {
        return MapInk {
            color: neutral,
            ahead: None,
            hatched: tree.is_horizon(node),
        };
    }
    match colors {
        MapColors::Ends => by_ends(tree, palette, neutral, node),
        MapColors::Ratings => {
            let hatched = !is_end
                && match view.rated_player(vertex) {
                    Some(player) => !view.analysis.ratings.is_proven(vertex, player),
                    None => !view.analysis.ratings.all_proven(vertex),
                };
            MapInk {
                // Color means proven.
                color: match hatched {
                    true => neutral,
                    false => by_rating(view, palette, neutral, vertex),
                },
                ahead: ahead(view, vertex),
                hatched: hatched || tree.is_horizon(node),
            }
        }
    }
}

/// Exponent below 1, which makes a small lead more visible.
const LEAD: f32 = 0.6;

/// The two largest shares, and the player with the largest.
#[derive(Clone, Copy, Debug, Default)]
struct LeadingShares {
    max: f32,
    next: f32,
    all: f32,
    player: Option<Player>,
}

impl LeadingShares {
    fn add(&mut self, player: Option<Player>, share: f32) {
        self.all += share;
        if share > self.max {
            self.next = self.max;
            self.max = share;
            self.player = player;
        } else if share > self.next {
            self.next = share;
        }
    }

    /// The leader's color if it has everything, and a neutral one if two are equal: a mix of two
    /// colors would be a third, meaningless one.
    fn color(self, palette: &Palette, nobody: Rgb) -> Rgb {
        match self.player {
            Some(player) if self.all > 0.0 => {
                let lead = ((self.max - self.next) / self.all).clamp(0.0, 1.0);
                nobody.mixed(palette.player(player), lead.powf(LEAD))
            }
            _ => nobody,
        }
    }
}

fn by_ends(tree: &MapTree<'_>, palette: &Palette, neutral: Rgb, node: u64) -> MapInk {
    let (vertex, remaining) = (tree.vertex(node), tree.left(node));
    let mut lead = LeadingShares::default();
    let mut stopped = 0.0;
    for (class, what) in tree.leaves.classes().iter().enumerate() {
        let share = tree.leaves.share(vertex, remaining, class);
        if share <= 0.0 {
            continue;
        }
        match what {
            LeafClass::Horizon => {
                stopped += share;
                lead.add(None, share);
            }
            LeafClass::Won(winners) => {
                let alone = winners.iter().next().filter(|_| winners.len() == 1);
                lead.add(alone, share);
            }
        }
    }
    MapInk {
        color: lead.color(palette, neutral),
        ahead: lead.player,
        hatched: stopped > 0.5,
    }
}

/// The lead of the player who is ahead, by ratings.
fn by_rating(view: &TreeView<'_>, palette: &Palette, neutral: Rgb, vertex: Vertex) -> Rgb {
    let low = lowest(view);
    let mut lead = LeadingShares::default();
    for player in Player::all(view.labels.graph().players()) {
        let share = view.analysis.ratings.rating(vertex, player).to_f64() - low;
        lead.add(Some(player), share.max(0.0) as f32);
    }
    lead.color(palette, neutral)
}

/// The texts of the map's legend.
pub mod map_words {
    /// After a player's name: who has the better rating.
    pub const AHEAD: &str = "ahead";
    /// Text after a player's name: the winner of most ends.
    pub const MAX_ENDS: &str = "wins most ends";
    /// No player has the better rating.
    pub const NOBODY: &str = "even";
    /// A share of the ends.
    pub const OF_ENDS: &str = "share of ends";
    /// Text before the name of the player whose ratings are shown.
    pub const RATING_FOR: &str = crate::diagram::legend::RATING_FOR;
    /// A limit stopped the tree, or the rating isn't proven.
    pub const STOPPED: &str = "stopped by a limit, or not proven";
    /// Chance decides.
    pub const CHANCE: &str = "chance";
    /// A subtree that is drawn as one.
    pub const NARROW: &str = "pale: too narrow to draw";
    /// The best line.
    pub const BEST_LINE: &str = "best line";
    /// Play comes back to a position.
    pub const REPEATS: &str = "repeats from here";
}

/// Maximum number of listed players.
const MAX_PLAYERS: usize = 6;
const WIDE: f64 = 18.0;
const HIGH: f64 = 13.0;

fn area(sign: &mut Drawing, ink: Ink) {
    boxed(sign, [WIDE, HIGH], 1.0, Some(ink), None);
}

/// The stripes of a player across an icon.
fn stripes(sign: &mut Drawing, player: Player) {
    let MapStripes {
        top,
        bottom,
        dashed,
    } = MapStripes::of(player);
    let parts: &[(f64, f64)] = match dashed {
        true => &[(0.0, 5.0), (8.0, 13.0), (16.0, WIDE)],
        false => &[(0.0, WIDE)],
    };
    for (_, y) in [(top, -1.0), (bottom, 1.0)].iter().filter(|(on, _)| *on) {
        let y = y * (HIGH / 2.0 - 2.2);
        for (from, to) in parts {
            sign.add(Shape::Box {
                rect: Rect::around(Point::new((from + to) / 2.0, y), to - from, 2.4),
                rounding: 0.0,
                fill: Some(Ink::Player(player, Shade::Dark)),
                stroke: None,
            });
        }
    }
}

/// The entries for the map of a tree, of which this has been seen.
pub fn map_legend(
    view: &TreeView<'_>,
    tree: &MapTree<'_>,
    colors: MapColors,
    there: &MapOccurring,
) -> Vec<LegendEntry> {
    let (ahead, nobody) = match colors {
        _ if view.hidden => ("wins", "rating hidden"),
        MapColors::Ratings => (map_words::AHEAD, map_words::NOBODY),
        MapColors::Ends => (map_words::MAX_ENDS, "no majority"),
    };
    let stopped = tree.leaves.classes().contains(&LeafClass::Horizon);
    let hatched = match (stopped, colors) {
        (true, _) if tree.graph.grows() => "not searched yet",
        (true, MapColors::Ratings) => map_words::STOPPED,
        (true, MapColors::Ends) => "most leaves at a limit",
        (false, _) => "not proven",
    };
    let players = there.ahead.iter().take(MAX_PLAYERS).map(|player| {
        let text = format!("{} {ahead}", shortened(&view.name(*player), 16));
        row(true, WIDE, text, |sign| {
            area(sign, Ink::Player(*player, Shade::Full));
            stripes(sign, *player);
        })
    });
    let others = [
        row(there.nobody_ahead, WIDE, nobody, |sign| {
            area(sign, Ink::Nobody);
        }),
        row(
            !there.ahead.is_empty(),
            WIDE,
            "pattern shows the player",
            |sign| {
                area(sign, Ink::Nobody);
                bar(sign, 2.2, 2.4, Ink::Dim);
            },
        ),
        number(there.shares, "%", map_words::OF_ENDS),
        number(!there.shares && !view.hidden, "0", whose_ratings(view)),
        row(there.hatched, WIDE, hatched, |sign| {
            area(sign, Ink::Soft);
            let (top, bottom) = (-HIGH / 2.0, HIGH / 2.0);
            let strokes = [0.0, 6.0].map(|x| [(x, bottom), (x + HIGH - 1.0, top)]);
            segments(sign, Stroke::new(1.4, Ink::Dim), strokes);
        }),
        row(there.chance, 12.0, map_words::CHANCE, |sign| {
            draw_chance(sign, Point::new(6.0, 0.0), 6.0);
        }),
        row(there.narrow, WIDE, map_words::NARROW, |sign| {
            let (full, faint) = match there.ahead.first() {
                Some(player) => (
                    Ink::Player(*player, Shade::Full),
                    Ink::Player(*player, Shade::Faint),
                ),
                None => (Ink::Nobody, Ink::Soft),
            };
            area(sign, faint);
            bar(sign, 2.0, 4.0, full);
        }),
        line(
            !view.hidden,
            map_words::BEST_LINE,
            Stroke::new(2.0, Ink::Text),
        ),
        row(
            there.repeats && !view.hidden,
            15.0,
            map_words::REPEATS,
            |sign| draw_turning_back(sign, Point::new(7.0, 0.0)),
        ),
        selected_line(),
    ];
    of_rows(players.chain(others))
}

/// A bar centered `below` the top of an area.
fn bar(sign: &mut Drawing, below: f64, high: f64, ink: Ink) {
    sign.add(Shape::Box {
        rect: Rect::around(Point::new(WIDE / 2.0, below - HIGH / 2.0), WIDE, high),
        rounding: 0.0,
        fill: Some(ink),
        stroke: None,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_players_have_stripes_of_their_own() {
        let stripes: Vec<MapStripes> = (0..6)
            .map(|player| MapStripes::of(Player(player)))
            .collect();
        for (index, map_stripes) in stripes.iter().enumerate() {
            assert!(map_stripes.top || map_stripes.bottom);
            assert!(!stripes[..index].contains(map_stripes), "{index}");
        }
        assert_eq!(MapStripes::of(Player(6)), stripes[0]);
    }

    #[test]
    fn the_maps_legend_lists_each_player_once_in_the_order_of_play() {
        let mut there = MapOccurring::default();
        for player in [Some(Player(2)), None, Some(Player(0)), Some(Player(2))] {
            there.see(player, false);
        }
        assert_eq!(there.ahead, [Player(0), Player(2)]);
        assert!(there.nobody_ahead && !there.hatched);
        there.see(None, true);
        assert!(there.hatched);
    }
}
