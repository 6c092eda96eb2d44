//! The options of the export dialog, remembered from one export to the next.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::diagram::{Density, RatingsFor, TreeStyle};
use crate::export::{Appearance, Colors, ExportPart, FORMATS, Format, Scope, Show};
use crate::session::Session;
use crate::tree::Line;

/// The part of the tree to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

impl PartChoice {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 6] = [
        Self::Unfolded,
        Self::Whole,
        Self::ToPly,
        Self::BestLine,
        Self::Line,
        Self::Board,
    ];

    /// Its label.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unfolded => "What is on screen",
            Self::Whole => "Whole tree",
            Self::ToPly => "Up to ply",
            Self::BestLine => "Best line",
            Self::Line => "Current line",
            Self::Board => "Board only",
        }
    }

    /// Its name for programs.
    pub fn key(self) -> &'static str {
        match self {
            Self::Unfolded => "unfolded",
            Self::Whole => "whole",
            Self::ToPly => "to-ply",
            Self::BestLine => "best-line",
            Self::Line => "line",
            Self::Board => "board",
        }
    }

    /// Its description, in a sentence.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Unfolded => "Every node that the tree shows now",
            Self::Whole => "The whole tree, up to the node limit",
            Self::ToPly => "All nodes up to this ply, counted from the first node shown",
            Self::BestLine => "The best line, with the siblings of its moves",
            Self::Line => "The moves to the selected node and their siblings",
            Self::Board => "The board of the selected node, with its moves and the last one",
        }
    }
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
    /// Moves.
    pub moves: bool,
    /// The winners of ends.
    pub ends: bool,
    /// The best line.
    pub best_line: bool,
    /// Blunders.
    pub blunders: bool,
    /// Estimates.
    pub estimates: bool,
    /// Proven intervals.
    pub intervals: bool,
    /// Notes.
    pub notes: bool,
    /// The legend.
    pub legend: bool,
    /// Pixels for a unit of a picture of pixels.
    pub scale: u8,
    /// The width of a figure, in millimeters; default: the natural width.
    pub width: Option<u16>,
    /// The font size of its moves, in points.
    pub font_size: Option<u8>,
    /// The density of its layout.
    #[serde(with = "KeptDensity")]
    pub density: Density,
    /// Its colors.
    #[serde(with = "KeptColors")]
    pub colors: Colors,
    /// Whether its ground is dark.
    pub dark: bool,
    /// The display options; default: those of the window. The next export starts with what the
    /// window shows then.
    #[serde(skip)]
    pub look: Option<ExportLook>,
}

/// The stored form of a density.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Density", rename_all = "kebab-case")]
enum KeptDensity {
    Compact,
    Normal,
    Roomy,
}

/// The stored form of a choice of colors.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Colors", rename_all = "kebab-case")]
enum KeptColors {
    Color,
    Grey,
    HighContrast,
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
        let Show {
            moves,
            ends,
            best_line,
            blunders,
            estimates,
            intervals,
            notes,
            legend,
            ..
        } = Show::default();
        Self {
            format: "svg".to_owned(),
            part: PartChoice::default(),
            ply: 2,
            from_selected: false,
            boards: None,
            positions: None,
            moves,
            ends,
            best_line,
            blunders,
            estimates,
            intervals,
            notes,
            legend,
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
        }
    }

    /// The parts to show; `boards` says whether the window draws them in the nodes.
    pub fn show(&self, boards: bool) -> Show {
        let usual = self.format().usual(boards, self.part == PartChoice::Board);
        Show {
            boards: self.boards.unwrap_or(usual.boards),
            positions: self.positions.unwrap_or(usual.positions),
            moves: self.moves,
            ends: self.ends,
            best_line: self.best_line,
            blunders: self.blunders,
            estimates: self.estimates,
            intervals: self.intervals,
            notes: self.notes,
            legend: self.legend,
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
        self.moves = after.moves;
        self.ends = after.ends;
        self.best_line = after.best_line;
        self.blunders = after.blunders;
        self.estimates = after.estimates;
        self.intervals = after.intervals;
        self.notes = after.notes;
        self.legend = after.legend;
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
