//! A tree, a board or a recorded search as a TikZ drawing for LaTeX: the same drawing that the window
//! shows, in colors that are distinguishable in grayscale, as a document that a stock TeX Live
//! compiles.
//!
//! Every node of a tree has a coordinate with its number, `(n0)` at the root, so that an author can add to
//! the picture. Colors and fonts are named once, at the top, so that an author can change them. A
//! unit of the drawing is half a point, or less if the tree would be larger than a page can be.

pub mod tree;

use std::io::{self, Write};

use super::escape::Tex;
use super::scene::{Scene, fault_of, with_picture};
use super::{Appearance, Figure};
use crate::diagram::{Anchor, Drawing, Ink, Palette, Point, Rect, Shade, Shape, Stroke, Weight};
use crate::game::{Player, Refusal};
use crate::layout::shape::text_width;
use crate::session::Rated;
use crate::tree::Unfolding;
use crate::words::shortened;

/// Maximum number of nodes that are readable on one page, and take pdflatex some seconds.
pub const MAX_NODES: usize = 300;

/// Maximum number of nodes that pdflatex compiles. It runs out of its memory of 5,000,000 words: a
/// node takes some 7,000, and a stock TeX Live compiled at most 600 of them.
pub(super) const MAX_COMPILED: usize = 500;

/// Points on paper per unit of the drawing, unless a size is requested …
const UNIT: f64 = 0.5;

/// … and TeX points per 1/96 inch.
const POINTS: f64 = 72.27 / 96.0;

/// The longest side of a page in points: 200 inches, more than which readers of PDF don't show,
/// less a little.
const MAX_PAGE: f64 = 14_300.0;

/// Maximum number of characters of the title, which is a comment.
const MAX_TITLE: usize = 100;

/// The distance of the baseline below the middle of a line, as a fraction of the font size: half
/// the height of Computer Modern's capitals.
const BASELINE: f64 = 0.347;

/// Why a tree can't be written: LaTeX would run out of memory.
pub fn fault(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Option<Refusal> {
    let nodes = unfolding.preorder().take(MAX_COMPILED + 1).count();
    if figure.alone.is_none() && nodes > MAX_COMPILED {
        return Some(Refusal::new(
            format!("LaTeX has no memory for a drawing of more than {MAX_COMPILED} nodes"),
            "choose a smaller part of the tree, or write it as SVG",
        ));
    }
    fault_of(rated, unfolding, figure, |scene| {
        too_many_shapes(scene, figure)
    })
}

/// Writes the shown nodes of an unfolding, or the figure's board alone, as one picture.
///
/// # Errors
/// Those of the writer.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    with_picture(rated, unfolding, figure, |scene| {
        if let Some(fault) = too_many_shapes(scene, figure) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, fault));
        }
        let players = rated.graph.graph().players();
        write_scene(out, scene, players, figure.fragment)
    })
}

/// Writes one picture of a game with this number of players: as a document, or as a `fragment` for
/// one.
///
/// # Errors
/// Those of the writer.
pub(super) fn write_scene(
    out: &mut dyn Write,
    scene: &dyn Scene,
    players: usize,
    fragment: bool,
) -> io::Result<()> {
    let frame = scene.frame();
    let longest = frame.width().max(frame.height());
    let asked = scene.appearance();
    let unit = match (asked.width, asked.font_size) {
        (None, None) => UNIT,
        _ => POINTS * scene.enlarged(),
    };
    let paper = Paper {
        frame,
        unit: unit.min(MAX_PAGE / longest.max(1.0)),
    };
    paper.begin(out, scene, players, fragment)?;
    if !scene.sights().is_empty() {
        let what = "The nodes' middles, for what is added to the picture.";
        writeln!(out, "  % {what}")?;
    }
    for sight in scene.sights() {
        let (node, at) = (sight.node.0, paper.point(sight.at));
        writeln!(out, "  \\coordinate (n{node}) at {at};")?;
    }
    scene.draw(&mut |drawing| paper.shapes(out, drawing))?;
    let close = if fragment {
        "endgroup"
    } else {
        "end{document}"
    };
    writeln!(out, "\\end{{tikzpicture}}%\n\\{close}")
}

/// What a drawing needs in the preamble of its document.
const PREAMBLE: &str = "\\usepackage[utf8]{inputenc}\n\\usepackage{fix-cm}\n\\usepackage{tikz}";

/// The beginning of a drawing for a document of an author's own.
const FRAGMENT_HEAD: &str = "\
% For \\input in a document with these lines in its preamble:\n\
% \\usepackage[utf8]{inputenc}\n\
% \\usepackage{fix-cm}\n\
% \\usepackage{tikz}\n\
% With the package babel it needs \\usetikzlibrary{babel} too.\n\
\\begingroup%";

/// The command that writes words. Its box is there once, however many drawings a document has.
const WORDS: &str = "\
% Words: where they are anchored, their place, their size, their color, how wide they\n\
% may be, what they say.\n\
\\ifdefined\\doombox\\else\\newsavebox\\doombox\\fi%\n\
\\providecommand*\\doomwords[6]{\\node[anchor=#1,inner sep=0pt,outer sep=0pt,text=#4] at #2 \
{\\sbox\\doombox{\\fontsize{#3}{#3}\\selectfont\\sffamily #6}%\n  \
\\ifdim\\wd\\doombox>#5\\resizebox{#5}{!}{\\usebox\\doombox}\\else\
\\usebox\\doombox\\fi};}%";

/// The average number of shapes per node without its board …
const SHAPES: usize = 12;

/// … and maximum number of shapes in all, including boards.
const MAX_SHAPES: usize = MAX_COMPILED * SHAPES;

/// Whether LaTeX has no memory for the boards in nodes.
fn too_many_shapes(scene: &dyn Scene, figure: &Figure<'_>) -> Option<Refusal> {
    if !figure.show.boards || figure.alone.is_some() {
        return None;
    }
    let mut shapes = 0;
    let counted = scene.draw(&mut |drawing| {
        shapes += drawing.shapes.len();
        match shapes > MAX_SHAPES {
            true => Err(io::ErrorKind::OutOfMemory.into()),
            false => Ok(()),
        }
    });
    counted.is_err().then(|| {
        let nodes = scene.sights().len();
        Refusal::new(
            format!("LaTeX has no memory for the boards of {nodes} nodes"),
            "leave boards out, or choose a smaller part of the tree",
        )
    })
}

/// What stands before the colors: the head of a document as large as its picture, in points, or of a
/// fragment.
fn write_preamble(out: &mut dyn Write, fragment: bool, size: [&str; 2]) -> io::Result<()> {
    if fragment {
        return writeln!(out, "{FRAGMENT_HEAD}");
    }
    let [width, height] = size;
    writeln!(
        out,
        "% Compile with pdflatex. For \\input in a document of your own, export it with\n\
         % --fragment.\n\
         \\documentclass{{article}}\n\
         \\usepackage[papersize={{{width}pt,{height}pt}},margin=0pt]{{geometry}}\n\
         {PREAMBLE}\n\
         \\pagestyle{{empty}}\n\
         \\setlength\\parindent{{0pt}}\n\
         \\setlength\\topskip{{0pt}}"
    )
}

/// The place of the drawing on paper.
struct Paper {
    frame: Rect,
    /// In points.
    unit: f64,
}

impl Paper {
    /// The document, or the fragment, up to the first shape. Each line of a fragment ends in a
    /// percent sign, since it may be in the middle of a paragraph.
    fn begin(
        &self,
        out: &mut dyn Write,
        scene: &dyn Scene,
        players: usize,
        fragment: bool,
    ) -> io::Result<()> {
        let appearance = scene.appearance();
        let title = shortened(scene.title(), MAX_TITLE);
        let width = self.length(self.frame.width());
        let height = self.length(self.frame.height());
        writeln!(out, "% {}", Tex::comment(&title))?;
        write_preamble(out, fragment, [&width, &height])?;
        define_all(out, players, &appearance)?;
        writeln!(out, "{WORDS}")?;
        if !fragment {
            writeln!(out, "\\begin{{document}}%")?;
        }
        writeln!(
            out,
            "\\begin{{tikzpicture}}[x=1pt,y=-1pt,line join=round]\n  \
             \\useasboundingbox (0,0) rectangle ({width},{height});"
        )?;
        if appearance.dark {
            writeln!(
                out,
                "  \\fill[doomground] (0,0) rectangle ({width},{height});"
            )?;
        }
        Ok(())
    }

    fn length(&self, length: f64) -> String {
        number(length * self.unit)
    }

    fn point(&self, point: Point) -> String {
        let x = self.length(point.x - self.frame.min.x);
        let y = self.length(point.y - self.frame.min.y);
        format!("({x},{y})")
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
            Shape::Text(text) => {
                let anchor = match text.anchor {
                    Anchor::Left => "base west",
                    Anchor::Middle => "base",
                    Anchor::Right => "base east",
                };
                let (size, ink) = (text.size, ink_name(text.ink));
                let at = self.point(text.at.moved(0.0, BASELINE * size));
                // The measured width, and a little more.
                let width = self.length(text_width(&text.text, size) + 0.1 * size);
                let size = self.length(size);
                let bold = match text.weight {
                    Weight::Normal => "",
                    Weight::Strong => "\\bfseries ",
                };
                let text = Tex::text(&text.text);
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

/// A length in points, to a hundredth.
fn number(points: f64) -> String {
    format!("{}", (points * 100.0).round() / 100.0 + 0.0)
}

/// Defines all colors for a game with this number of players.
fn define_all(out: &mut dyn Write, players: usize, appearance: &Appearance) -> io::Result<()> {
    let palette = appearance.palette();
    let mut define = |name: &str, ink| define(out, palette, name, ink);
    for (name, ink) in [
        ("text", Ink::Text),
        ("dim", Ink::Dim),
        ("line", Ink::Line),
        ("soft", Ink::Soft),
        ("onplayer", Ink::OnPlayer),
        ("nobody", Ink::Nobody),
        ("blunder", Ink::Blunder),
        ("blunderarea", Ink::BlunderArea),
    ] {
        define(name, ink)?;
    }
    for player in Player::all(players.min(6)) {
        for (shade, name) in SHADES {
            let name = format!("player{}{name}", player.0);
            define(&name, Ink::Player(player, shade))?;
        }
    }
    define("panel", Ink::Panel)?;
    define("ground", Ink::Ground)
}

const SHADES: [(Shade, &str); 6] = [
    (Shade::Full, ""),
    (Shade::Area, "area"),
    (Shade::Light, "light"),
    (Shade::Middle, "middle"),
    (Shade::Dark, "dark"),
    (Shade::Faint, "faint"),
];

fn define(out: &mut dyn Write, palette: &Palette, name: &str, ink: Ink) -> io::Result<()> {
    let hex = palette.color(ink).hex().to_uppercase();
    let hex = hex.trim_start_matches('#');
    writeln!(out, "\\definecolor{{doom{name}}}{{HTML}}{{{hex}}}%")
}

/// The name of an ink in the drawing.
fn ink_name(ink: Ink) -> String {
    match ink {
        Ink::Text => "doomtext".to_owned(),
        Ink::Dim => "doomdim".to_owned(),
        Ink::Line => "doomline".to_owned(),
        Ink::Panel => "doompanel".to_owned(),
        Ink::Ground => "doomground".to_owned(),
        Ink::Soft => "doomsoft".to_owned(),
        Ink::OnPlayer => "doomonplayer".to_owned(),
        Ink::Nobody => "doomnobody".to_owned(),
        Ink::Blunder => "doomblunder".to_owned(),
        Ink::BlunderArea => "doomblunderarea".to_owned(),
        Ink::Player(player, shade) => {
            let name = SHADES.iter().find(|(of, _)| *of == shade);
            let name = name.map_or("", |(_, name)| name);
            format!("doomplayer{}{name}", player.0 % 6)
        }
    }
}
