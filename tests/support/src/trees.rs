//! Trees to lay out: random ones, and those that are as deep, as wide or as large as they get.

use std::cell::Cell;

use doomtree::layout::{Layout, Point, Rect, Spacing, TreeShape};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Gaps that differ from each other, so that none can be taken for another.
pub const SPACING: Spacing = Spacing {
    sibling_gap: 3.0,
    subtree_gap: 11.0,
    level_height: 40.0,
    node_height: 16.0,
};

/// A tree whose nodes can be folded; the root is 0 and parents have lesser numbers.
#[derive(Default)]
pub struct Tree {
    pub parents: Vec<Option<u32>>,
    pub children: Vec<Vec<u32>>,
    pub widths: Vec<f64>,
    pub folded: Vec<bool>,
    /// Whether siblings are listed from the last to the first.
    pub mirrored: bool,
    /// How often the tree was asked for anything.
    pub asked: Cell<usize>,
}

impl Tree {
    /// A root alone.
    pub fn root(width: f64) -> Self {
        let mut tree = Self::default();
        tree.push(None, width);
        tree
    }

    /// A new last child.
    pub fn add(&mut self, parent: u32, width: f64) -> u32 {
        let node = self.push(Some(parent), width);
        self.children[parent as usize].push(node);
        node
    }

    fn push(&mut self, parent: Option<u32>, width: f64) -> u32 {
        self.parents.push(parent);
        self.children.push(Vec::new());
        self.widths.push(width);
        self.folded.push(false);
        self.parents.len() as u32 - 1
    }

    /// The tree in which every inner node has `degree` children and `levels` rows lie below the
    /// root, row after row.
    pub fn full(degree: usize, levels: u32) -> Self {
        let mut tree = Self::root(30.0);
        let mut row = 0..1;
        for _ in 0..levels {
            let next = tree.parents.len() as u32;
            for parent in row {
                for _ in 0..degree {
                    tree.add(parent, 30.0);
                }
            }
            row = next..tree.parents.len() as u32;
        }
        tree
    }

    /// One node below the other.
    pub fn chain(nodes: u32) -> Self {
        let mut tree = Self::root(30.0);
        for parent in 0..nodes - 1 {
            tree.add(parent, 30.0);
        }
        tree
    }

    /// All nodes below the root.
    pub fn fan(nodes: u32) -> Self {
        let mut tree = Self::root(30.0);
        for _ in 1..nodes {
            tree.add(0, 30.0);
        }
        tree
    }

    /// The shown nodes with the centres of their boxes, found by adding offsets on the way down.
    pub fn positions(&self, layout: &Layout) -> Vec<(u32, Point)> {
        let mut found = vec![(0, Point::default())];
        let mut next = 0;
        while let Some(&(node, at)) = found.get(next) {
            next += 1;
            for index in 0..self.degree(node) {
                let child = self.child(node, index);
                let x = at.x + layout.offset(child);
                let y = at.y + SPACING.level_height;
                found.push((child, Point { x, y }));
            }
        }
        found
    }

    pub fn node_box(&self, node: u32, at: Point) -> Rect {
        Rect::around(at, self.widths[node as usize], SPACING.node_height)
    }
}

impl TreeShape for Tree {
    fn root(&self) -> u32 {
        0
    }

    fn numbers(&self) -> usize {
        self.parents.len()
    }

    fn degree(&self, node: u32) -> usize {
        self.asked.set(self.asked.get() + 1);
        if self.folded[node as usize] {
            0
        } else {
            self.children[node as usize].len()
        }
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        self.asked.set(self.asked.get() + 1);
        let children = &self.children[node as usize];
        if self.mirrored {
            children[children.len() - 1 - index]
        } else {
            children[index]
        }
    }

    fn width(&self, node: u32) -> f64 {
        self.asked.set(self.asked.get() + 1);
        self.widths[node as usize]
    }
}

/// Random numbers that are the same for ever.
pub struct Words(ChaCha8Rng);

impl Words {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `choices`.
    pub fn below(&mut self, choices: usize) -> usize {
        ((u64::from(self.0.next_u32()) * choices as u64) >> 32) as usize
    }

    /// A number from 0 to 1.
    pub fn part(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / f64::from(u32::MAX)
    }
}

/// What boxes a random tree has.
#[derive(Clone, Copy)]
pub enum Boxes {
    Equal,
    Varied,
}

/// A tree of 1 to `most` nodes: with some seeds slender, with some broad.
pub fn random_tree(words: &mut Words, most: usize, boxes: Boxes) -> Tree {
    let width = |words: &mut Words| match boxes {
        Boxes::Equal => 30.0,
        Boxes::Varied => (words.below(5) * 20) as f64 + words.part(),
    };
    let nodes = words.below(most) + 1;
    let slender = words.below(4);
    let first = width(words);
    let mut tree = Tree::root(first);
    while tree.parents.len() < nodes {
        let made = tree.parents.len();
        let parent = if words.below(4) < slender {
            made - 1 - words.below(made.min(5))
        } else {
            words.below(made)
        };
        let width = width(words);
        tree.add(parent as u32, width);
    }
    tree
}

/// 120 random trees with equal boxes and 120 with boxes of many widths, each with its seed.
pub fn random_trees() -> impl Iterator<Item = (u64, Tree)> {
    (0..240).map(|seed| {
        let boxes = if seed % 2 == 0 {
            Boxes::Equal
        } else {
            Boxes::Varied
        };
        (seed, random_tree(&mut Words::new(seed), 150, boxes))
    })
}
