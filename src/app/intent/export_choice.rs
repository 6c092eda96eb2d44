//! The options of the export dialog, remembered from one export to the next.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::kept::by_key;
use crate::diagram::{Density, RatingsFor, TreeStyle, Variant, Variants};
use crate::export::{Appearance, Colors, ExportPart, FORMATS, Format, Scope, Show};
use crate::session::Session;
use crate::tree::Line;

/// The part of the tree to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartChoice {
    /// The unfolded part.
    #[default]
    Unfolded,
    /// The whole tree.
    Whole,
    /// Down to a ply.
    ToPly,
    /// The best line, with the siblings of its moves.
    BestLine,
    /// The line to the selected node, with the siblings of its moves.
    Line,
    /// The board of the selected node, in a picture.
    Board,
}

impl Variants for PartChoice {
    const VARIANTS: &'static [Variant<Self>] = &[
        Variant::new(
            Self::Unfolded,
            "unfolded",
            "What is on screen",
            "Every node that the tree shows now",
        ),
        Variant::new(
            Self::Whole,
            "whole",
            "Whole tree",
            "The whole tree, up to the node limit",
        ),
        Variant::new(
            Self::ToPly,
            "to-ply",
            "Up to ply",
            "All nodes up to this ply, counted from the first node shown",
        ),
        Variant::new(
            Self::BestLine,
            "best-line",
            "Best line",
            "The best line, with the siblings of its moves",
        ),
        Variant::new(
            Self::Line,
            "line",
            "Current line",
            "The moves to the selected node and their siblings",
        ),
        Variant::new(
            Self::Board,
            "board",
            "Board only",
            "The board of the selected node, with its moves and the last one",
        ),
    ];
}

/// Display options of a tree that differ from the window's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportLook {
    /// The player whose ratings are shown.
    pub ratings_for: RatingsFor,
    /// Whether they are hidden.
    pub hidden: bool,
    /// The direction of growth, the form of moves and the order of siblings.
    pub style: TreeStyle,
}

/// The options of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportChoice {
    /// The format's name on the command line.
    pub format: String,
    /// The part of the tree to write.
    #[serde(with = "by_key")]
    pub part: PartChoice,
    /// The last ply, where that is chosen.
    pub ply: u32,
    /// Whether it starts at the selected node.
    pub from_selected: bool,
    /// Whether boards are drawn in the nodes; default: as in the window.
    #[serde(rename = "node_boards")]
    pub boards: Option<bool>,
    /// Whether positions are shown in notation; default: where no boards can be drawn.
    #[serde(rename = "notation")]
    pub positions: Option<bool>,
    /// The other parts that are shown.
    #[serde(flatten, with = "by_key::parts")]
    pub others: Show,
    /// Pixels for a unit of a picture of pixels.
    pub scale: u8,
    /// The width of a figure, in millimeters; default: the natural width.
    pub width: Option<u16>,
    /// The font size of its moves, in points.
    pub font_size: Option<u8>,
    /// The density of its layout.
    #[serde(with = "by_key")]
    pub density: Density,
    /// Its colors.
    #[serde(with = "by_key")]
    pub colors: Colors,
    /// Whether its ground is dark.
    pub dark: bool,
    /// The display options; default: those of the window. The next export starts with what the
    /// window shows then.
    #[serde(skip)]
    pub look: Option<ExportLook>,
}

/// An export request: the content and the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportRequest {
    /// The content; the format follows from the path's extension.
    pub choice: ExportChoice,
    /// The file.
    pub path: PathBuf,
}

impl Default for ExportChoice {
    fn default() -> Self {
        Self {
            format: "svg".to_owned(),
            part: PartChoice::default(),
            ply: 2,
            from_selected: false,
            boards: None,
            positions: None,
            others: Show::default(),
            scale: 2,
            width: None,
            font_size: None,
            density: Density::default(),
            colors: Colors::default(),
            dark: false,
            look: None,
        }
    }
}

impl ExportChoice {
    /// The chosen format; the first, where this version doesn't know it.
    pub fn format(&self) -> &'static Format {
        Format::of_id(&self.format).unwrap_or(&FORMATS[0])
    }

    /// The size, density and colors of the figure.
    pub fn appearance(&self) -> Appearance {
        if !self.format().has_appearance() {
            return Appearance::default();
        }
        Appearance {
            width: self.width.map(f64::from),
            font_size: self.font_size.map(f64::from),
            density: self.density,
            colors: self.colors,
            dark: self.dark,
            aspect: None,
        }
    }

    /// The parts to show; `boards` says whether the window draws them in the nodes.
    pub fn show(&self, boards: bool) -> Show {
        let usual = self.format().usual(boards, self.part == PartChoice::Board);
        Show {
            boards: self.boards.unwrap_or(usual.boards),
            positions: self.positions.unwrap_or(usual.positions),
            ..self.others
        }
    }

    /// Changes the parts to show. What was left to the window stays so until it is changed.
    pub fn set_show(&mut self, before: Show, after: Show) {
        if before.boards != after.boards {
            self.boards = Some(after.boards);
        }
        if before.positions != after.positions {
            self.positions = Some(after.positions);
        }
        self.others = after;
    }

    /// The part of the walked tree to write.
    pub fn scope(&self, session: &Session) -> Scope {
        let walked = session.line();
        let from: Line = match self.part {
            PartChoice::Board => walked.clone(),
            PartChoice::Line => Line::new(),
            _ if self.from_selected => walked.clone(),
            _ => Line::new(),
        };
        Scope {
            from,
            part: match self.part {
                PartChoice::Unfolded => ExportPart::Unfolded,
                PartChoice::Whole => ExportPart::Whole,
                PartChoice::ToPly => ExportPart::ToPly(self.ply),
                PartChoice::BestLine => ExportPart::BestLine,
                PartChoice::Line => ExportPart::Line(walked),
                PartChoice::Board => ExportPart::Board,
            },
        }
    }
}
