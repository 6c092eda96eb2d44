//! The arguments of `doomtree export`: the format, the part of the tree, and the display options.

use std::ffi::OsString;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::common_args::{BuildArgs, EffortArgs, RulesArgs};
use super::fault::CommandError;
use crate::diagram::{
    Density, EdgeStyle, GrowthDirection, RatingsFor, SiblingOrder, TreeStyle, Variants,
};
use crate::export::{
    ASPECTS, Appearance, Colors, FONT_SIZES, FORMATS, Figure, FontSize, Format, MIN_LETTERS,
    MIN_READ, PictureKind, Show, ShowPart, WIDTHS, font_size, min_font_size, png,
};
use crate::game::{Player, Refusal, quoted};
use crate::session::Rated;
use crate::tree::Unfolding;
use crate::words::joined_by;

#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// Position, file (./NAME if it looks like a position), or '-'
    pub board: String,
    /// Output format [default: from the file extension]
    #[arg(long, value_parser = formats())]
    pub format: Option<&'static Format>,
    /// Output file (replaced atomically), or '-'
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: String,
    /// Part of the tree to write (use --at to start lower)
    ///
    /// By default the whole tree, or of a large tree in a figure as many plies as can be read.
    #[arg(long, value_enum)]
    pub scope: Option<ScopeName>,
    /// Write only up to this ply
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub to_ply: Option<u32>,
    /// Write this line and the siblings of its moves; with --scope board the line to the node
    #[arg(long, value_name = "LINE", conflicts_with = "to_ply")]
    pub along: Option<String>,
    /// Maximum number of nodes to write
    ///
    /// If exceeded, the file is partial and the exit code is 3. [default: 1000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: Option<u64>,
    /// Merge equivalent siblings, such as mirror images, and say how many each stands for
    #[arg(long)]
    pub merge_symmetric: bool,
    #[command(flatten)]
    pub figure: FigureArgs,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub build: BuildArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

impl ExportArgs {
    /// The number of nodes that may be written.
    pub fn max_nodes(&self) -> u64 {
        self.max_nodes.unwrap_or(crate::export::MAX_NODES as u64)
    }

    /// The requested part of the tree.
    pub fn scope(&self) -> ScopeName {
        self.scope.unwrap_or(ScopeName::Whole)
    }

    /// Whether no part of the tree is requested.
    pub fn is_any_part(&self) -> bool {
        self.scope.is_none()
            && self.to_ply.is_none()
            && self.along.is_none()
            && self.max_nodes.is_none()
    }

    /// The requested format.
    ///
    /// # Errors
    /// No option or extension names a format.
    pub fn format(&self) -> Result<&'static Format, CommandError> {
        match self.format {
            Some(format) => Ok(format),
            None if self.output == "-" => Err(CommandError::Usage(
                "no format: use --format, or -o with a known extension".to_owned(),
            )),
            None => Format::of_file(&self.output)
                .map_err(|fault| CommandError::Usage(format!("{fault}, or --format"))),
        }
    }
}

fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS
        .iter()
        .map(|format| PossibleValue::new(format.id).help(format.text));
    // The parser above has refused every other name.
    PossibleValuesParser::new(names).map(|name| Format::of_id(&name).unwrap_or(&FORMATS[0]))
}

/// The parser of the parts that are shown or left out.
fn parts() -> impl TypedValueParser<Value = &'static ShowPart> {
    let values = Show::PARTS
        .iter()
        .map(|part| PossibleValue::new(part.key).help(part.help));
    PossibleValuesParser::new(values).map(|key| {
        let found = Show::PARTS.iter().find(|part| part.key == key);
        found.unwrap_or(&Show::PARTS[0])
    })
}

/// The parser of a display option.
fn choices<T: Variants + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::VARIANTS.iter().map(|choice| {
        let value = PossibleValue::new(choice.key).help(choice.help);
        value.aliases(choice.alias)
    });
    PossibleValuesParser::new(values).map(|key| T::from_key(&key).unwrap_or(T::VARIANTS[0].value))
}

/// What of a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScopeName {
    /// Whole tree
    Whole,
    /// Best line and the siblings of its moves
    BestLine,
    /// Expanded nodes of a tree file (root only for a board)
    Unfolded,
    /// Board of one node alone, as a picture
    Board,
}

/// How a tree is seen in a file that people read.
#[derive(Clone, Debug, Args)]
pub struct FigureArgs {
    /// Title
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Ratings shown: a player, 'mover', 'all', or 'none' (hides the best line too)
    ///
    /// By default those of the first player; by max-n with payoffs all players' ratings.
    #[arg(long, value_name = "PLAYER")]
    pub ratings: Option<String>,
    /// Also show these
    #[arg(long, value_parser = parts(), value_name = "WHAT", value_delimiter = ',')]
    pub show: Vec<&'static ShowPart>,
    /// Hide these
    #[arg(long, value_parser = parts(), value_name = "WHAT", value_delimiter = ',')]
    pub hide: Vec<&'static ShowPart>,
    /// PNG resolution as a multiple of 96 dpi [default: 2]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub scale: Option<f64>,
    #[command(flatten)]
    pub appearance: AppearanceArgs,
    /// Tree direction [default: down]
    #[arg(long, value_parser = choices::<GrowthDirection>())]
    pub grow: Option<GrowthDirection>,
    /// Edge style [default: curved]
    #[arg(long, value_parser = choices::<EdgeStyle>())]
    pub lines: Option<EdgeStyle>,
    /// Order of siblings
    #[arg(long, value_parser = choices::<SiblingOrder>(), default_value = "rules")]
    pub order: SiblingOrder,
}

/// Size, density and colors of a figure.
#[derive(Clone, Debug, Args)]
pub struct AppearanceArgs {
    /// Figure width on paper, such as 84mm, 8.4cm, 3.3in, 240pt, or 800px
    ///
    /// What is wider is drawn smaller. --width takes a length too.
    #[arg(long, value_name = "LENGTH", allow_negative_numbers = true, value_parser = millimetres)]
    pub figure_width: Option<f64>,
    /// Width by height of a figure, such as 16:9 for a slide, which a small drawing fills
    #[arg(long, value_name = "W:H", allow_negative_numbers = true, value_parser = ratio)]
    pub aspect: Option<f64>,
    /// Font size of the moves' names in a figure, in points; everything else in proportion
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub font_size: Option<f64>,
    /// Density of a figure
    #[arg(long, value_parser = choices::<Density>(), default_value = "normal")]
    pub density: Density,
    /// Colors of a figure
    #[arg(long, value_parser = choices::<Colors>(), default_value = "color")]
    pub palette: Colors,
    /// Background of a figure
    #[arg(long, value_enum, default_value = "light")]
    pub theme: FigureBackground,
    /// LaTeX to \input in a document of your own, rather than a document
    #[arg(long, hide_short_help = true)]
    pub fragment: bool,
}

impl AppearanceArgs {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let asked = [
            (self.figure_width.is_some(), "--figure-width"),
            (self.aspect.is_some(), "--aspect"),
            (self.font_size.is_some(), "--font-size"),
            (self.density != Density::Normal, "--density"),
            (self.palette != Colors::Color, "--palette"),
            (self.theme != FigureBackground::Light, "--theme"),
            (self.fragment, "--fragment"),
        ];
        let given = asked.into_iter().find(|(asked, _)| *asked);
        given.map(|(_, flag)| flag)
    }

    /// The size, density and colors of a figure.
    ///
    /// # Errors
    /// An option that the format doesn't support, and a font size that is unreadable or doesn't fit
    /// on a page.
    pub fn read(&self, format: &Format) -> Result<Appearance, CommandError> {
        if self.fragment && !format.id.starts_with("tikz") {
            return Err(CommandError::Usage(format!(
                "--fragment is for tikz and tikz-tree: leave it out for {}",
                format.id
            )));
        }
        let flag = self.given();
        if let Some(flag) = flag.filter(|_| !format.has_appearance()) {
            let drawn = FORMATS.iter().filter(|format| format.has_appearance());
            let names: Vec<&str> = drawn.map(|format| format.id).collect();
            return Err(CommandError::Usage(format!(
                "{flag} is for {}: leave it out for {}",
                joined_by("and", &names),
                format.id
            )));
        }
        if let Some(size) = self.font_size.filter(|size| !FONT_SIZES.contains(size)) {
            let (min, max) = (FONT_SIZES.start(), FONT_SIZES.end());
            return Err(CommandError::Usage(format!(
                "--font-size {size}: use {min} to {max} points"
            )));
        }
        Ok(Appearance {
            width: self.figure_width,
            aspect: self.aspect,
            font_size: self.font_size,
            density: self.density,
            colors: self.palette,
            dark: self.theme == FigureBackground::Dark,
        })
    }
}

/// Background of a figure
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FigureBackground {
    /// White, for paper
    Light,
    /// Dark, for slides
    Dark,
}

/// The units of length, in millimeters.
const UNITS: [(&str, f64); 5] = [
    ("mm", 1.0),
    ("cm", 10.0),
    ("in", 25.4),
    ("pt", 25.4 / 72.0),
    ("px", 25.4 / 96.0),
];

/// No board has more columns.
const MAX_COLUMNS: u32 = 64;

/// Converts the arguments so that a figure's width has a separate name. The `--width` of a board is
/// a number of cells, that of a figure a length with its unit.
pub fn with_units(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let draws = |command: &OsString| command == "export" || command == "search";
    if !words.get(1).is_some_and(draws) {
        return words;
    }
    // No board has this many columns: a length without its unit, which the error says.
    let is_columns = |text: &str| text.parse().is_ok_and(|number: u32| number <= MAX_COLUMNS);
    let is_length = |text: &str| !is_columns(text) && !text.starts_with('-');
    for at in 2..words.len() {
        let Some(word) = words[at].to_str() else {
            continue;
        };
        if let Some(value) = word
            .strip_prefix("--width=")
            .filter(|value| is_length(value))
        {
            words[at] = format!("--figure-width={value}").into();
        } else if word == "--width" {
            let next = words.get(at + 1).and_then(|next| next.to_str());
            if next.is_some_and(is_length) {
                words[at] = "--figure-width".into();
            }
        }
    }
    words
}

/// Reads a length in millimetres.
fn millimetres(text: &str) -> Result<f64, Refusal> {
    let found = UNITS.iter().find_map(|(unit, each)| {
        let number = text.trim().strip_suffix(unit)?.trim_end();
        Some(number.parse::<f64>().ok()? * each)
    });
    let Some(width) = found else {
        let what = "write a number and mm, cm, in, pt or px, such as 84mm";
        return Err(Refusal::new(what, ""));
    };
    match WIDTHS.contains(&width) {
        true => Ok(width),
        false => {
            let what = format!("use {} to {} mm", WIDTHS.start(), WIDTHS.end());
            Err(Refusal::new(what, ""))
        }
    }
}

/// Reads a width by a height, such as 16:9.
fn ratio(text: &str) -> Result<f64, Refusal> {
    let sides = text.split_once(':').and_then(|(width, height)| {
        let side = |text: &str| text.trim().parse::<f64>().ok();
        Some(side(width)? / side(height)?)
    });
    sides
        .filter(|ratio| ASPECTS.contains(ratio))
        .ok_or_else(|| Refusal::new("write width and height, such as 16:9", ""))
}

impl FigureArgs {
    /// The parts to show: the `usual` ones of the format, unless others are requested.
    ///
    /// # Errors
    /// A part that the format doesn't support.
    pub fn shown(&self, format: &Format, usual: Show) -> Result<Show, CommandError> {
        let mut show = Show {
            legend: true,
            ..usual
        };
        let mut both = self.show.iter();
        let both = both.find(|what| self.is_hidden(what.key));
        if let Some(what) = both {
            return Err(CommandError::Usage(format!(
                "--show and --hide both name '{}': leave one of them out",
                what.key
            )));
        }
        for (list, on) in [(&self.show, true), (&self.hide, false)] {
            for what in list {
                if !*(what.of)(&mut format.shows.clone()) {
                    return Err(CommandError::Usage(format!(
                        "{} has no place for '{}': leave it out",
                        format.id, what.key
                    )));
                }
                *(what.of)(&mut show) = on;
            }
        }
        Ok(show)
    }

    /// Whether a part is named by `--hide`.
    pub fn is_hidden(&self, key: &str) -> bool {
        self.hide.iter().any(|part| part.key == key)
    }

    /// The figure without boards in its nodes, if they weren't asked for and the names of moves or the
    /// smallest letters would be too small because of them, in the requested width.
    pub fn without_small_boards<'a>(
        &self,
        rated: &Rated,
        unfolding: &Unfolding,
        figure: Figure<'a>,
    ) -> Figure<'a> {
        let is_asked = self.show.iter().any(|part| part.key == "boards");
        if figure.appearance.width.is_none() || !figure.show.boards || is_asked {
            return figure;
        }
        let mut without = figure;
        without.show.boards = false;
        let sizes: [(FontSize, f64); 2] = [(font_size, MIN_READ), (min_font_size, MIN_LETTERS)];
        let is_better = |(size, min): &(FontSize, f64)| {
            let [with, without] = [&figure, &without].map(|figure| size(rated, unfolding, figure));
            with < *min && with < without
        };
        match sizes.iter().any(is_better) {
            true => without,
            false => figure,
        }
    }

    /// Pixels for a unit of the drawing.
    ///
    /// # Errors
    /// A scale for a format that has no pixels, or one that no picture can have.
    pub fn scale(&self, format: &Format) -> Result<f64, CommandError> {
        let Some(scale) = self.scale else {
            return Ok(Figure::default().scale);
        };
        if format.picture != Some(PictureKind::Pixels) {
            return Err(CommandError::Usage(format!(
                "{} has no pixels: leave out --scale",
                format.id
            )));
        }
        if !png::SCALES.contains(&scale) {
            let (min, max) = (png::SCALES.start(), png::SCALES.end());
            return Err(CommandError::Usage(format!(
                "--scale {scale}: use a number from {min} to {max}"
            )));
        }
        Ok(scale)
    }

    /// The style of the tree.
    ///
    /// # Errors
    /// A direction or an edge style for a format that has no edges.
    pub fn style(&self, format: &Format) -> Result<TreeStyle, CommandError> {
        let given = [
            ("--grow", self.grow.is_some()),
            ("--lines", self.lines.is_some()),
        ];
        if let Some((flag, _)) = given.iter().find(|(_, given)| *given)
            && !format.is_drawing()
        {
            return Err(CommandError::Usage(format!(
                "{flag} is for formats that draw the tree: leave it out for {}",
                format.id
            )));
        }
        Ok(TreeStyle {
            flow: self.grow.unwrap_or_default(),
            edges: self.lines.unwrap_or_default(),
            order: self.order,
        })
    }

    /// The player whose ratings are shown, and whether ratings are hidden.
    ///
    /// # Errors
    /// A player that the game doesn't have.
    pub fn ratings(&self, rated: &Rated) -> Result<(RatingsFor, bool), CommandError> {
        let first = RatingsFor::Player(Player(0));
        let players = rated.graph.graph().players();
        match self.ratings.as_deref() {
            None => Ok((
                RatingsFor::usual(rated.graph.graph(), &rated.analysis.ratings),
                false,
            )),
            Some("none") => Ok((first, true)),
            Some("mover") => Ok((RatingsFor::Mover, false)),
            Some("all") => Ok((RatingsFor::All, false)),
            Some(name) => Player::all(players)
                .find(|player| rated.graph.player_name(*player) == name)
                .map(|player| (RatingsFor::Player(player), false))
                .ok_or_else(|| {
                    let names: Vec<String> = Player::all(players)
                        .map(|player| rated.graph.player_name(player))
                        .collect();
                    CommandError::Usage(format!(
                        "--ratings: no player is called {}: use {}, mover, all or none",
                        quoted(name),
                        names.join(", ")
                    ))
                }),
        }
    }
}
