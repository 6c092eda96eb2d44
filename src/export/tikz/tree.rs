//! The tree as nodes and children of TikZ, for authors who edit it by hand: a node is a line of text,
//! its place follows from its parents. The colors and looks are styles at the top.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{MAX_PAGE, number, write_preamble};
use crate::diagram::{EdgeStyle, GrowthDirection, Ink, Shade, reach_text};
use crate::export::escape::Tex;
use crate::export::record::{Nodes, SetMembers, ShownNode};
use crate::export::text::{NodeTexts, heading};
use crate::export::{Figure, tikz};
use crate::game::{Player, Refusal};
use crate::layout::shape::text_width;
use crate::session::Rated;
use crate::tree::{Unfolding, VertexKind};
use crate::words::{end_payoffs, shortened};

/// Maximum number of nodes that pdflatex was seen to compile in some seconds.
pub const MAX_NODES: usize = 1_000;

/// Maximum number of plies: every one takes ten of TeX's 255 nested groups.
const MAX_PLIES: u32 = 24;

/// The font size, the distance of lines, and the space around a text, in points.
const FONT: f64 = 9.0;

const LINE: f64 = 11.0;

const SPACE: f64 = 3.0;

/// The space between two nodes, and for an edge with its words, in points.
const GAP: f64 = 10.0;

const EDGE: f64 = 26.0;

/// Where a move is written along its edge: near its node, so that siblings' moves have room.
const MOVE_AT: f64 = 0.65;

const POINTS_IN_MM: f64 = 72.27 / 25.4;

/// Maximum number of characters of the title, of a line and of a note.
const MAX_TITLE: usize = 100;

const MAX_LINE: usize = 60;

const MAX_NOTE: usize = 80;

/// Why a tree can't be written: LaTeX would run out of memory.
pub fn fault(unfolding: &Unfolding) -> Option<Refusal> {
    let nodes = unfolding.preorder().take(MAX_NODES + 1).count();
    let remedy = "choose a smaller part of the tree, or write it as SVG";
    if nodes > MAX_NODES {
        let text = format!("LaTeX has no memory for a tree of more than {MAX_NODES} nodes");
        return Some(Refusal::new(text, remedy));
    }
    let deepest = unfolding.preorder().map(|node| unfolding.ply(node)).max();
    (deepest > Some(MAX_PLIES)).then(|| {
        let text = format!("LaTeX nests no more than {MAX_PLIES} plies");
        Refusal::new(text, remedy)
    })
}

/// The font size in points.
pub fn font_size(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> f64 {
    let texts = NodeTexts::new(rated, unfolding, figure);
    let items = tikz_nodes(&texts, rated, unfolding, figure);
    FONT * TikzSpacing::new(&items, figure).scale
}

/// One node with its texts.
struct TikzNode {
    node: ShownNode,
    lines: Vec<String>,
    mv: Vec<String>,
    blunder: bool,
    children: usize,
}

/// Writes the shown nodes of an unfolding.
///
/// # Errors
/// Those of the writer, and a tree that LaTeX can't draw as invalid input.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    if let Some(fault) = fault(unfolding) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, fault));
    }
    let texts = NodeTexts::new(rated, unfolding, figure);
    let items = tikz_nodes(&texts, rated, unfolding, figure);
    let room = TikzSpacing::new(&items, figure);
    let title = shortened(&heading(rated, unfolding, texts.title), MAX_TITLE);
    write_head(out, rated, &title, figure, &room)?;
    // The ends of the nodes that are open, with their levels.
    let mut open: Vec<(usize, String)> = Vec::new();
    for item in &items {
        let level = item.node.level;
        while let Some((_, end)) = open.pop_if(|(other, _)| *other >= level) {
            writeln!(out, "{end}")?;
        }
        let inset = "  ".repeat(level + 1);
        let (number, looks) = (item.node.number, item.looks(&texts));
        let text = item.lines.iter().map(|line| Tex::text(line).to_string());
        let text = text.collect::<Vec<_>>().join("\\\\{}");
        let begun = if level == 0 { "\\" } else { "child {" };
        let apart = match item.children {
            0 | 1 => String::new(),
            _ => format!(
                " [sibling distance={}pt]",
                super::number(room.siblings[number as usize] * room.scale)
            ),
        };
        writeln!(
            out,
            "{inset}{begun}node[{looks}] (n{number}) {{{text}}}{apart}"
        )?;
        if level > 0 {
            open.push((level, format!("{inset}  {}}}", item.edge())));
        }
    }
    while let Some((_, end)) = open.pop() {
        writeln!(out, "{end}")?;
    }
    writeln!(out, "  ;")?;
    let mut sets = SetMembers::default();
    items.iter().for_each(|item| sets.add(&texts, &item.node));
    for [from, to] in sets.pairs() {
        let line = "\\draw[information set]";
        writeln!(out, "  {line} (n{from}) to[bend left=14] (n{to});")?;
    }
    writeln!(out, "\\end{{tikzpicture}}%")?;
    writeln!(
        out,
        "\\{}",
        if figure.fragment {
            "endgroup"
        } else {
            "end{document}"
        }
    )
}

fn tikz_nodes(
    texts: &NodeTexts<'_>,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> Vec<TikzNode> {
    let nodes = Nodes::new(rated, unfolding, figure);
    nodes
        .map(|node| TikzNode::new(texts, figure, node))
        .collect()
}

impl TikzNode {
    fn new(texts: &NodeTexts<'_>, figure: &Figure<'_>, node: ShownNode) -> Self {
        let kind = texts.rated.graph.graph().kind(node.vertex);
        let mut lines = vec![match kind {
            VertexKind::Decision(player) => texts.name(player),
            VertexKind::Chance(_) => "chance".to_owned(),
            VertexKind::Horizon(_) | VertexKind::End => texts.head(node.vertex),
        }];
        if kind == VertexKind::End && lines[0].chars().count() > MAX_LINE {
            // A number isn't cut.
            lines = end_payoffs(&*texts.rated.graph, node.vertex);
        }
        lines.extend(texts.position(node.vertex));
        // An end says its payoffs, or who has won.
        if kind != VertexKind::End || !texts.show.ends {
            let ratings = texts.ratings(node.vertex).unwrap_or_default();
            let joined = ratings.join(", ");
            match joined.chars().count() {
                0 => {}
                1..=MAX_LINE => lines.push(joined),
                _ => lines.extend(ratings),
            }
        }
        if texts.show.reach {
            let view = figure.view(texts.rated, texts.unfolding);
            lines.extend(reach_text(&view, node.node));
        }
        lines.extend(texts.left_out(node.node));
        lines.extend(texts.note_line(node.node, MAX_NOTE));
        let short = |line: &mut String| *line = shortened(line, MAX_LINE);
        lines.iter_mut().for_each(short);
        let above = node.above.as_ref();
        let blunder = above.and_then(|above| texts.blunder(above));
        let mut mv: Vec<String> = above
            .map(|above| [texts.mv(above), texts.probability(above)])
            .into_iter()
            .flatten()
            .flatten()
            .collect();
        mv.iter_mut().for_each(short);
        Self {
            blunder: blunder.is_some(),
            mv: mv
                .into_iter()
                .chain(blunder.map(|cost| format!("blunder {cost}")))
                .collect(),
            children: texts.unfolding.children(node.node).count(),
            lines,
            node,
        }
    }

    /// The styles of its node.
    fn looks(&self, texts: &NodeTexts<'_>) -> String {
        let vertex = self.node.vertex;
        let mut looks = match texts.rated.graph.graph().kind(vertex) {
            VertexKind::Decision(player) => format!("player {}", player.0),
            VertexKind::Horizon(player) => format!("player {},horizon", player.0),
            VertexKind::Chance(_) => "chance".to_owned(),
            VertexKind::End => match texts.winner(vertex) {
                Some(player) => format!("final,won {}", player.0),
                None => "final".to_owned(),
            },
        };
        if texts.is_folded(self.node.node) {
            looks.push_str(",folded");
        }
        looks
    }

    /// The edge from its parent, with its words.
    fn edge(&self) -> String {
        let mut text = "edge from parent".to_owned();
        match (self.blunder, self.node.best) {
            (true, _) => text.push_str("[blunder]"),
            (_, true) => text.push_str("[best]"),
            _ => {}
        }
        let lines: Vec<_> = self
            .mv
            .iter()
            .map(|line| Tex::text(line).to_string())
            .collect();
        if !lines.is_empty() {
            // A String takes every text.
            let _ = write!(text, " node[move] {{{}}}", lines.join("\\\\{}"));
        }
        text
    }

    /// The size of its node, in points: across and down.
    fn size(&self) -> [f64; 2] {
        size(&self.lines)
    }
}

/// The size of a text with the space around it.
fn size(lines: &[String]) -> [f64; 2] {
    // A letter that LaTeX's fonts lack is written as U+6F22.
    let typeset = |line: &String| {
        let codes = Tex::text(line).to_string().matches("U+").count();
        text_width(line, FONT) + codes as f64 * 3.0 * FONT
    };
    let widths = lines.iter().map(typeset);
    let width = widths.fold(0.0, f64::max);
    [width + 2.0 * SPACE, lines.len() as f64 * LINE + 2.0 * SPACE]
}

/// The distances in points.
struct TikzSpacing {
    /// The distance between the children of every node.
    siblings: Vec<f64>,
    /// The distance of levels.
    levels: f64,
    /// The size of the picture.
    size: [f64; 2],
    /// The factor by which all of it is drawn.
    scale: f64,
}

impl TikzSpacing {
    /// TikZ places the children of a node at one distance, centered below it. So the distance is the
    /// largest that two neighbors need, and a subtree takes its room to either side.
    fn new(items: &[TikzNode], figure: &Figure<'_>) -> Self {
        let right = figure.style.flow == GrowthDirection::Right;
        let [across, along] = if right { [1, 0] } else { [0, 1] };
        let mut siblings = vec![0.0; items.len()];
        // What a subtree takes on either side of its root, the children's in reverse order.
        let mut sides = vec![[0.0_f64; 2]; items.len()];
        let mut children: Vec<Vec<[f64; 2]>> = vec![Vec::new(); items.len()];
        for (number, item) in items.iter().enumerate().rev() {
            let below = std::mem::take(&mut children[number]);
            let pairs = below.windows(2).map(|pair| pair[1][1] + pair[0][0]);
            let apart = pairs.fold(0.0, f64::max);
            let words = size(&item.mv)[across] / MOVE_AT;
            let own = (item.size()[across].max(words) + GAP) / 2.0;
            let mut side = [own; 2];
            let middle = below.len().saturating_sub(1) as f64 / 2.0;
            for (index, [before, after]) in below.iter().rev().enumerate() {
                let at = (index as f64 - middle) * apart;
                side = [side[0].max(before - at), side[1].max(after + at)];
            }
            (siblings[number], sides[number]) = (apart, side);
            if let Some(above) = item.node.above {
                children[above.number as usize].push(side);
            }
        }
        let deep = |of: fn(&TikzNode) -> [f64; 2]| {
            let all = items.iter().map(|item| of(item)[along]);
            all.fold(0.0, f64::max)
        };
        let nodes = deep(TikzNode::size);
        let levels = nodes + deep(|item| size(&item.mv)) + EDGE;
        let deepest = items.iter().map(|item| item.node.level).max().unwrap_or(0);
        let mut picture = [0.0; 2];
        picture[across] = sides.first().map_or(0.0, |[before, after]| before + after);
        picture[along] = deepest as f64 * levels + nodes + GAP;
        let asked = &figure.appearance;
        let narrowed = |asked: f64| (asked * POINTS_IN_MM / picture[0]).min(1.0);
        let wanted = match (asked.font_size, asked.width) {
            (Some(size), _) => size / FONT,
            (None, width) => width.map_or(1.0, narrowed),
        };
        Self {
            siblings,
            levels,
            scale: wanted.min(MAX_PAGE / picture[0].max(picture[1])),
            size: picture,
        }
    }
}

/// The document up to the tree.
fn write_head(
    out: &mut dyn Write,
    rated: &Rated,
    title: &str,
    figure: &Figure<'_>,
    room: &TikzSpacing,
) -> io::Result<()> {
    let palette = figure.appearance.palette();
    let [width, height] = room.size.map(|side| side * room.scale);
    writeln!(out, "% {}", Tex::comment(title))?;
    if figure.fragment {
        writeln!(out, "% Needs \\usetikzlibrary{{shapes.misc}} too.")?;
    }
    write_preamble(out, figure.fragment, [&number(width), &number(height)])?;
    if !figure.fragment {
        writeln!(out, "\\usetikzlibrary{{shapes.misc}}")?;
    }
    let mut define = |name: &str, ink| tikz::define(out, palette, name, ink);
    for (name, ink) in [
        ("text", Ink::Text),
        ("dim", Ink::Dim),
        ("ground", Ink::Ground),
        ("blunder", Ink::Blunder),
    ] {
        define(name, ink)?;
    }
    for player in Player::all(rated.graph.graph().players()) {
        for (area, shade) in [("", Shade::Full), ("area", Shade::Area)] {
            let ink = Ink::Player(player, shade);
            define(&format!("player{}{area}", player.0), ink)?;
        }
    }
    if !figure.fragment {
        writeln!(out, "\\begin{{document}}%")?;
        if figure.appearance.dark {
            writeln!(out, "\\pagecolor{{doomground}}%")?;
        }
        writeln!(out, "\\centering%")?;
        let margin = number(GAP / 2.0 * room.scale);
        writeln!(out, "\\vspace*{{{margin}pt}}%")?;
    }
    write_styles(out, rated, figure, room)
}

/// The beginning of the picture: the looks of nodes and moves, as styles.
fn write_styles(
    out: &mut dyn Write,
    rated: &Rated,
    figure: &Figure<'_>,
    room: &TikzSpacing,
) -> io::Result<()> {
    let grow = match figure.style.flow {
        GrowthDirection::Down => "grow=down",
        // With the first child at the top.
        GrowthDirection::Right => "grow'=right",
    };
    let edges = match figure.style.edges {
        EdgeStyle::Elbowed if figure.style.flow == GrowthDirection::Down => {
            "\n  edge from parent path={(\\tikzparentnode.south) -- +(0,-6pt) -| (\\tikzchildnode.north)},"
        }
        EdgeStyle::Elbowed => {
            "\n  edge from parent path={(\\tikzparentnode.east) -- +(6pt,0) |- (\\tikzchildnode.west)},"
        }
        EdgeStyle::Curved | EdgeStyle::Straight => "",
    };
    writeln!(
        out,
        "\\begin{{tikzpicture}}[\n  {grow},{edges}\n  \
         every node/.style={{font=\\fontsize{{{FONT}}}{{{LINE}}}\\selectfont\\sffamily,align=center,\
         inner sep={SPACE}pt,text=doomtext,solid,thin,scale={}}},\n  edge from parent/.style={{draw=doomdim,solid,thin}},",
        (room.scale * 1e4).round() / 1e4
    )?;
    writeln!(
        out,
        "  level distance={}pt,",
        number(room.levels * room.scale)
    )?;
    for player in Player::all(rated.graph.graph().players()) {
        let (number, name) = (player.0, rated.graph.player_name(player));
        let name = Tex::comment(&name);
        writeln!(
            out,
            "  % {name}\n  player {number}/.style={{draw=doomplayer{number},fill=doomplayer{number}area,\
             rounded corners}},\n  won {number}/.style={{draw=doomplayer{number}}},"
        )?;
    }
    writeln!(
        out,
        "  final/.style={{draw=doomtext,thick,rectangle}},\n  \
         chance/.style={{draw=doomdim,chamfered rectangle}},\n  \
         horizon/.style={{dashed}},\n  folded/.style={{dotted}},\n  \
         move/.style={{pos={MOVE_AT},fill=doomground,inner sep=1pt}},\n  \
         best/.style={{very thick,draw=doomtext}},\n  \
         blunder/.style={{dashed,draw=doomblunder}},\n  \
         information set/.style={{dashed,draw=doomdim,thick}}]"
    )
}
