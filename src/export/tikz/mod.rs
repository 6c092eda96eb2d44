//! The tree as a drawing for LaTeX (TikZ): the same drawing that the window shows, in inks that can
//! be told apart without colours, as a document that a stock TeX Live compiles by itself.
//!
//! Every node has a coordinate by its number, `(n0)` at the root, so that an author can add to the
//! picture, and colours and fonts are named once, at the top. A unit of the drawing is half a point,
//! less where a tree would be larger than a page can be.

mod inks;

use std::io::{self, Write};

use self::inks::ink_name;
use super::tex::Tex;
use super::told::Told;
use super::{Figure, heading_at};
use crate::diagram::{
    Anchor, BoardMarks, Detail, Drawing, Ink, Looks, MeasuredTree, NodeDrawn, Point, Rect, Shape,
    ShownTree, Sight, Stroke, TreeMarks, Weight, board, board_radius, board_rect, draw_move,
    draw_move_name, draw_node, in_sight, legend, place_legend, tree_bounds,
};
use crate::layout::Layout;
use crate::layout::text::text_width;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode, VertexKind};

/// As many nodes can be read on one page, and take pdflatex some seconds.
pub const MOST_NODES: usize = 300;

/// With more nodes pdflatex runs out of its memory of 5,000,000 words: a node takes some 7,000, and
/// 600 of them were the most that a stock TeX Live compiled.
const MOST_COMPILED: usize = 500;

/// How many points a unit of the drawing takes on paper.
const UNIT: f64 = 0.5;
/// The longest side of a page in points: 200 inches, more than which readers of PDF don't show, less
/// a little.
const MOST_PAGE: f64 = 14_300.0;

/// Around everything, in units of the drawing.
const MARGIN: f64 = 4.0;
/// Between the tree and the legend, and between that and the title.
const ABOVE_LEGEND: f64 = 14.0;
/// The legend of a narrower tree is as wide as this.
const LEAST_LEGEND: f64 = 480.0;
/// The title's letters, and how many there are at most.
const TITLE_SIZE: f64 = 14.0;
const MOST_TITLE: usize = 100;
/// How far below the middle of a line its letters stand, as a share of their size: half the height
/// of Computer Modern's capitals.
const BASELINE: f64 = 0.347;
/// The room that a board in a node has, as in the window.
const BOARD: [f64; 2] = [72.0, 42.0];

/// Why a tree can't be written: LaTeX would run out of memory.
pub fn fault(_rated: &Rated, unfolding: &Unfolding) -> Option<String> {
    let nodes = unfolding.preorder().take(MOST_COMPILED + 1).count();
    (nodes > MOST_COMPILED).then(|| {
        format!(
            "LaTeX has no memory for a drawing of more than {MOST_COMPILED} nodes: choose a \
             smaller part of the tree, or write it as SVG"
        )
    })
}

/// Writes the shown nodes of an unfolding as one picture.
///
/// # Errors
/// What the writer gives.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let told = Told::new(rated, unfolding, figure);
    check_boards(&told)?;
    let view = figure.view(told.rated, told.unfolding);
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    let best = figure.best_line(rated, root);
    let marks = TreeMarks::new(&view, &best);
    let looks = Looks::default();
    let shape = MeasuredTree {
        view: &view,
        looks: &looks,
        marks: &marks,
    };
    let mut layout = Layout::new(&shape, ShownTree::SPACING);
    layout.set_level_height(looks.level_height(&view));
    let bounds = tree_bounds(&layout, &view, &marks);
    let mut frame = bounds;
    let mut below = Drawing::default();
    if figure.show.legend {
        let width = bounds.width().max(LEAST_LEGEND);
        let placed = place_legend(&legend(&view, &marks), width, 0.0);
        let left = bounds.centre().x - placed.width / 2.0;
        let top = frame.max.y + ABOVE_LEGEND;
        below.append(&placed.drawing, left, top);
        frame.min.x = frame.min.x.min(left);
        frame.max.x = frame.max.x.max(left + placed.width);
        frame.max.y = top + placed.height;
    }
    let title = heading_at(rated, root, told.title);
    let title = crate::diagram::shortened(&title, MOST_TITLE);
    if told.title.is_some() || super::partial(rated).is_some() {
        let at = Point::new(bounds.centre().x, frame.max.y + ABOVE_LEGEND);
        below.text(
            at,
            Anchor::Middle,
            title.as_str(),
            TITLE_SIZE,
            Ink::Text,
            Weight::Normal,
        );
        let half = text_width(&title, TITLE_SIZE) / 2.0;
        frame.min.x = frame.min.x.min(at.x - half);
        frame.max.x = frame.max.x.max(at.x + half);
        frame.max.y = at.y + TITLE_SIZE;
    }
    let frame = frame.grown(MARGIN);
    let longest = frame.width().max(frame.height());
    let paper = Paper {
        frame,
        unit: UNIT.min(MOST_PAGE / longest.max(1.0)),
    };
    paper.begin(out, rated, &title)?;
    let sights = in_sight(&layout, &shape, bounds);
    paper.moves(out, &told, figure, &marks, &sights)?;
    for sight in &sights {
        paper.node(out, &told, figure, &marks, sight)?;
    }
    writeln!(out, "  % The legend.")?;
    paper.shapes(out, &below)?;
    writeln!(out, "\\end{{tikzpicture}}\n\\end{{document}}")
}

/// How many shapes a node takes without its board, on the average …
const SHAPES: usize = 12;
/// … and how many there may be, boards among them.
const MOST_SHAPES: usize = MOST_COMPILED * SHAPES;

/// Whether LaTeX has memory for the boards too, where they are shown.
fn check_boards(told: &Told<'_>) -> io::Result<()> {
    if !told.show.boards {
        return Ok(());
    }
    let mut shapes = 0;
    for (number, node) in told.unfolding.preorder().enumerate() {
        let board = node_board(told.rated, told.unfolding.vertex(node));
        shapes += SHAPES + board.map_or(0, |(drawing, _)| drawing.shapes.len());
        if shapes > MOST_SHAPES {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!(
                    "LaTeX has memory for {number} of these boards in nodes: leave boards out, or \
                     choose a smaller part of the tree"
                ),
            ));
        }
    }
    Ok(())
}

/// A position's board, and the rectangle of its places.
fn node_board(rated: &Rated, vertex: crate::tree::Vertex) -> Option<(Drawing, Rect)> {
    let picture = rated.graph.picture(vertex);
    if picture.places.is_empty() {
        return None;
    }
    let radius = board_radius(&picture, BOARD[0], BOARD[1]);
    let board = board(&picture, &[], &BoardMarks::default(), radius);
    let bounds = board.bounds_of_places().grown(0.5);
    Some((board.drawing, bounds))
}

/// Where the drawing lies on paper.
struct Paper {
    frame: Rect,
    /// In points.
    unit: f64,
}

impl Paper {
    /// The document up to the first shape.
    fn begin(&self, out: &mut dyn Write, rated: &Rated, title: &str) -> io::Result<()> {
        let width = self.length(self.frame.width());
        let height = self.length(self.frame.height());
        writeln!(
            out,
            "% {}\n\
             % Compile with pdflatex, or take the tikzpicture and the lines before it that begin\n\
             % with \\usetikz, \\definecolor and \\new into a document of your own.\n\
             \\documentclass{{article}}\n\
             \\usepackage[papersize={{{width}pt,{height}pt}},margin=0pt]{{geometry}}\n\
             \\usepackage[utf8]{{inputenc}}\n\
             \\usepackage{{fix-cm}}\n\
             \\usepackage{{tikz}}\n\
             \\pagestyle{{empty}}\n\
             \\setlength\\parindent{{0pt}}\n\
             \\setlength\\topskip{{0pt}}",
            Tex::comment(title)
        )?;
        inks::define_all(out, rated.graph.graph().players())?;
        writeln!(
            out,
            "% Words: where they are anchored, their place, their size, their colour, how wide they\n\
             % may be, what they say.\n\
             \\newsavebox\\doombox\n\
             \\newcommand*\\doomwords[6]{{\\node[anchor=#1,inner sep=0pt,outer sep=0pt,text=#4] at #2 \
             {{\\sbox\\doombox{{\\fontsize{{#3}}{{#3}}\\selectfont\\sffamily #6}}%\n  \
             \\ifdim\\wd\\doombox>#5\\resizebox{{#5}}{{!}}{{\\usebox\\doombox}}\\else\
             \\usebox\\doombox\\fi}};}}\n\
             \\begin{{document}}%\n\
             \\begin{{tikzpicture}}[x=1pt,y=-1pt,line join=round]\n  \
             \\useasboundingbox (0,0) rectangle ({width},{height});"
        )
    }

    fn length(&self, length: f64) -> String {
        number(length * self.unit)
    }

    fn point(&self, point: Point) -> String {
        let x = self.length(point.x - self.frame.min.x);
        let y = self.length(point.y - self.frame.min.y);
        format!("({x},{y})")
    }

    /// The moves, the best line last, and then their names, so that no line cuts one.
    fn moves<'a>(
        &self,
        out: &mut dyn Write,
        told: &Told<'a>,
        figure: &Figure<'a>,
        marks: &TreeMarks,
        sights: &[Sight],
    ) -> io::Result<()> {
        let view = figure.view(told.rated, told.unfolding);
        let mut drawing = Drawing::default();
        writeln!(out, "  % Moves.")?;
        for heavy in [false, true] {
            for sight in sights {
                let Some(above) = sight.above else { continue };
                if marks.on_best_line(sight.node) == heavy {
                    draw_move(&mut drawing, &view, marks, sight.node, above, sight.at);
                    self.drain(out, &mut drawing)?;
                }
            }
        }
        if told.show.moves {
            writeln!(out, "  % Their names.")?;
            for sight in sights {
                let Some(above) = sight.above else { continue };
                draw_move_name(&mut drawing, &view, marks, sight.node, above, sight.at);
                self.drain(out, &mut drawing)?;
            }
        }
        Ok(())
    }

    /// A node, with its board if that is shown.
    fn node<'a>(
        &self,
        out: &mut dyn Write,
        told: &Told<'a>,
        figure: &Figure<'a>,
        marks: &TreeMarks,
        sight: &Sight,
    ) -> io::Result<()> {
        let view = figure.view(told.rated, told.unfolding);
        let vertex = told.unfolding.vertex(sight.node);
        let end = told.rated.graph.graph().kind(vertex) == VertexKind::End;
        let board = told.show.boards.then(|| node_board(told.rated, vertex));
        let board = board.flatten().filter(|_| !end);
        let drawn = NodeDrawn {
            node: sight.node,
            selected: false,
            counts: true,
            detail: match (&board, told.show.positions) {
                (Some(_), _) => Detail::Board,
                (None, true) => Detail::Position,
                (None, false) => Detail::Rating,
            },
        };
        writeln!(
            out,
            "  \\coordinate (n{}) at {};",
            sight.node.0,
            self.point(sight.at)
        )?;
        let mut drawing = Drawing::default();
        draw_node(&mut drawing, &view, marks, drawn, sight.at);
        if end && !told.show.ends {
            untold(&mut drawing);
        }
        self.drain(out, &mut drawing)?;
        let Some((board, bounds)) = board else {
            return Ok(());
        };
        let room = board_rect(&view, sight.node, sight.at);
        let across = room.width() / bounds.width().max(1.0);
        let scale = across.min(room.height() / bounds.height().max(1.0));
        // The board has units of its own.
        let (middle, of) = (room.centre(), bounds.centre());
        let within = Self {
            unit: self.unit * scale,
            frame: Rect {
                min: Point::new(
                    of.x - (middle.x - self.frame.min.x) / scale,
                    of.y - (middle.y - self.frame.min.y) / scale,
                ),
                max: bounds.max,
            },
        };
        within.shapes(out, &board)
    }

    fn drain(&self, out: &mut dyn Write, drawing: &mut Drawing) -> io::Result<()> {
        self.shapes(out, drawing)?;
        drawing.shapes.clear();
        Ok(())
    }

    fn shapes(&self, out: &mut dyn Write, drawing: &Drawing) -> io::Result<()> {
        let mut shapes = drawing.shapes.iter();
        shapes.try_for_each(|shape| self.shape(out, shape))
    }

    fn shape(&self, out: &mut dyn Write, shape: &Shape) -> io::Result<()> {
        match shape {
            Shape::Polygon {
                points,
                fill,
                stroke,
            } => {
                let points: Vec<String> = points.iter().map(|point| self.point(*point)).collect();
                let looks = self.looks(*fill, *stroke, None);
                writeln!(out, "  \\path[{looks}] {} -- cycle;", points.join(" -- "))
            }
            Shape::Box {
                rect,
                rounding,
                fill,
                stroke,
            } => {
                let looks = self.looks(*fill, *stroke, Some(*rounding));
                let (from, to) = (self.point(rect.min), self.point(rect.max));
                writeln!(out, "  \\path[{looks}] {from} rectangle {to};")
            }
            Shape::Disc {
                centre,
                radius,
                fill,
            } => {
                let (at, radius) = (self.point(*centre), self.length(*radius));
                let looks = self.looks(Some(*fill), None, None);
                writeln!(out, "  \\path[{looks}] {at} circle[radius={radius}pt];")
            }
            Shape::Curve { points, stroke } => {
                let [from, over, and, to] = points.map(|point| self.point(point));
                let looks = self.looks(None, Some(*stroke), None);
                writeln!(
                    out,
                    "  \\path[{looks}] {from} .. controls {over} and {and} .. {to};"
                )
            }
            Shape::Segment { points, stroke } => {
                let [from, to] = points.map(|point| self.point(point));
                let looks = self.looks(None, Some(*stroke), None);
                writeln!(out, "  \\path[{looks}] {from} -- {to};")
            }
            Shape::Text {
                at,
                anchor,
                text,
                size,
                ink,
                weight,
            } => {
                let anchor = match anchor {
                    Anchor::Left => "base west",
                    Anchor::Middle => "base",
                    Anchor::Right => "base east",
                };
                let at = self.point(at.moved(0.0, BASELINE * size));
                // What was made room for, and a little more.
                let width = self.length(text_width(text, *size) + 0.1 * size);
                let (size, ink) = (self.length(*size), ink_name(*ink));
                let bold = match weight {
                    Weight::Normal => "",
                    Weight::Strong => "\\bfseries ",
                };
                let text = Tex::text(text);
                writeln!(
                    out,
                    "  \\doomwords{{{anchor}}}{{{at}}}{{{size}pt}}{{{ink}}}{{{width}pt}}{{{bold}{text}}}"
                )
            }
        }
    }

    /// The options of a path.
    fn looks(&self, fill: Option<Ink>, stroke: Option<Stroke>, rounding: Option<f64>) -> String {
        let mut looks = Vec::new();
        if let Some(ink) = fill {
            looks.push(format!("fill={}", ink_name(ink)));
        }
        if let Some(stroke) = stroke {
            let width = self.length(stroke.width);
            looks.push(format!("draw={}", ink_name(stroke.ink)));
            looks.push(format!("line width={width}pt"));
            if let Some(dash) = stroke.dash {
                let dash = self.length(dash);
                looks.push(format!("dash pattern=on {dash}pt off {dash}pt"));
            }
        }
        if let Some(rounding) = rounding.filter(|rounding| *rounding > 0.0) {
            looks.push(format!("rounded corners={}pt", self.length(rounding)));
        }
        looks.join(",")
    }
}

/// Takes away who has won from the drawing of an end.
fn untold(drawing: &mut Drawing) {
    let dim = |ink: &mut Ink| {
        if matches!(ink, Ink::Player(..)) {
            *ink = Ink::Dim;
        }
    };
    let mut first = true;
    for shape in &mut drawing.shapes {
        match shape {
            Shape::Box {
                stroke: Some(stroke),
                ..
            } => dim(&mut stroke.ink),
            Shape::Text { text, ink, .. } if std::mem::take(&mut first) => {
                dim(ink);
                "end".clone_into(text);
            }
            _ => {}
        }
    }
}

/// A length in points, to a hundredth.
fn number(points: f64) -> String {
    format!("{}", (points * 100.0).round() / 100.0 + 0.0)
}
