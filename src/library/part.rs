//! [`TreePart`]: an expanded part of the tree, for files and figures.

use petgraph::graph::Graph as PetGraph;

use super::{Move, Node, Tree};
use crate::save::{Layer, write_tree};
use crate::tree::{Edge, Unfolded, Unfolding, UnfoldingNode, Vertex};

#[cfg(feature = "pictures")]
use {
    super::Error,
    crate::diagram::{Density, GrowthDirection, RatingsFor, TreeStyle},
    crate::export::{
        self, ASPECTS, Appearance, Colors, ExportContent, FONT_SIZES, FORMATS, Figure, Show,
        ShowPart, WIDTHS, has_boards,
    },
    crate::game::{Player, Refusal, quoted},
    crate::save::{BoardFile, write_file},
    std::io::Write,
    std::ops::RangeInclusive,
    std::path::Path,
    std::str::FromStr,
};

/// A part of a [`Tree`], one node for each line of play.
///
/// ```
/// use doomtree::{Tree, petgraph};
///
/// let tree = Tree::open("b2b2/a2b1 a")?;
/// let part = tree.unfold(3, 1_000);
/// assert_eq!(part.len(), 6);
/// let graph = part.graph(|node| node.position(), |mv| mv.to_string());
/// assert_eq!(petgraph::algo::toposort(&graph, None).map(|order| order.len()), Ok(6));
/// assert_eq!(Tree::read(&part.json())?.nodes().to_string(), "13");
/// # Ok::<(), doomtree::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreePart<'a> {
    tree: &'a Tree,
    unfolding: Unfolding,
    stopped: Option<u64>,
    layer: Layer,
    #[cfg(feature = "pictures")]
    drawing: FigureOptions,
}

/// How it is drawn.
#[cfg(feature = "pictures")]
#[derive(Clone, Debug, Default)]
struct FigureOptions {
    ratings_for: Option<RatingsFor>,
    style: TreeStyle,
    appearance: Appearance,
    /// The parts that are shown or hidden against what is usual.
    shows: Vec<(&'static ShowPart, bool)>,
    merges: bool,
}

impl<'a> TreePart<'a> {
    pub(super) fn new(tree: &'a Tree, max_plies: Option<u32>, max_nodes: usize) -> Self {
        let graph = tree.rated.graph.graph();
        let max_nodes = max_nodes.min(Unfolding::MAX_NODES);
        let mut unfolding = Unfolding::new();
        let all = unfolding.unfold_below(graph, UnfoldingNode::ROOT, max_plies, max_nodes);
        let stopped = (all == Unfolded::Stopped).then_some(max_nodes as u64);
        Self::of(tree, unfolding, stopped)
    }

    pub(super) fn along(tree: &'a Tree, line: &[Edge]) -> Self {
        let mut unfolding = Unfolding::new();
        unfolding.reveal(tree.rated.graph.graph(), UnfoldingNode::ROOT, line);
        Self::of(tree, unfolding, None)
    }

    fn of(tree: &'a Tree, unfolding: Unfolding, stopped: Option<u64>) -> Self {
        Self {
            tree,
            unfolding,
            stopped,
            layer: Layer::default(),
            #[cfg(feature = "pictures")]
            drawing: FigureOptions::default(),
        }
    }

    /// Gives it a title: in files, and as the title that a reader of a figure shows.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.layer.title = Some(title.to_owned());
        self
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.unfolding.len()
    }

    /// Whether it has no nodes: never, since a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.unfolding.is_empty()
    }

    /// Whether it was the limit of nodes that kept it from being larger.
    pub fn is_limited(&self) -> bool {
        self.stopped.is_some()
    }

    /// The nodes as a graph for petgraph, with weights of your choice: in depth-first order, the
    /// root first. `edges` lists moves in the rules' order.
    pub fn graph<N, E>(
        &self,
        mut node: impl FnMut(Node<'a>) -> N,
        mut mv: impl FnMut(Move<'a>) -> E,
    ) -> PetGraph<N, E> {
        let tree = self.tree;
        let own = self.unfolding.game_tree().graph;
        own.map(
            |_, vertex| node(tree.node(*vertex)),
            |edge_index, edge| {
                let ends = own.edge_endpoints(edge_index);
                let source = ends.map_or(Vertex::ROOT, |(source, _)| own[source]);
                mv(tree.mv(source, *edge))
            },
        )
    }

    /// It as a tree file, which doomtree opens and [`Tree::read`] reads.
    pub fn json(&self) -> String {
        let mut out = Vec::new();
        let source = self.tree.rated.source();
        let written = write_tree(
            &mut out,
            &source,
            &self.unfolding,
            self.stopped,
            &self.layer,
        );
        debug_assert!(written.is_ok(), "memory takes everything");
        String::from_utf8(out).unwrap_or_default()
    }
}

/// Figures and files of other formats. These methods need the feature `pictures`.
#[cfg(feature = "pictures")]
impl TreePart<'_> {
    /// Shows the ratings for this player. Default: the first one; by max-n with payoffs, all players.
    ///
    /// # Panics
    /// If the game has no such player.
    #[must_use]
    #[track_caller]
    pub fn ratings_for(mut self, player: Player) -> Self {
        let player = self.tree.root().known(player);
        self.drawing.ratings_for = Some(RatingsFor::Player(player));
        self
    }

    /// Shows on each node the rating for its player to move.
    #[must_use]
    pub fn ratings_for_mover(mut self) -> Self {
        self.drawing.ratings_for = Some(RatingsFor::Mover);
        self
    }

    /// Draws the board on every node, in pictures. Default: where at most 32 nodes are drawn.
    #[must_use]
    pub fn boards(self) -> Self {
        self.show("boards", true)
    }

    /// Shows or hides a part of the figure: `boards`, `positions`, `best-line`, `blunders`, `moves`,
    /// `ends`, `payoffs`, `estimates`, `intervals`, `reach`, `notes` or `legend`. A part that doesn't
    /// exist changes nothing.
    #[must_use]
    pub fn show(mut self, part: &str, is_shown: bool) -> Self {
        let found = Show::PARTS.iter().find(|known| known.key == part);
        self.drawing
            .shows
            .extend(found.map(|known| (known, is_shown)));
        self
    }

    /// The width of the whole figure in millimeters, at least 10, at most 5,000. What is wider is drawn
    /// smaller.
    #[must_use]
    pub fn width_mm(mut self, width: f64) -> Self {
        self.drawing.appearance.width = Some(within(width, WIDTHS));
        self
    }

    /// Width by height of the whole figure, such as 16.0 / 9.0 for a slide. The drawing is centered in
    /// it, and where the figure has a width, a small drawing fills it. At least 0.1, at most 10.
    #[must_use]
    pub fn aspect(mut self, width_by_height: f64) -> Self {
        self.drawing.appearance.aspect = Some(within(width_by_height, ASPECTS));
        self
    }

    /// The font size of the moves' names in points, at least 3, at most 72; everything else in
    /// proportion.
    #[must_use]
    pub fn font_size(mut self, points: f64) -> Self {
        self.drawing.appearance.font_size = Some(within(points, FONT_SIZES));
        self
    }

    /// The density of the layout. Default: [`Density::Normal`].
    #[must_use]
    pub fn density(mut self, density: Density) -> Self {
        self.drawing.appearance.density = density;
        self
    }

    /// The colors. Default: [`Colors::Color`].
    #[must_use]
    pub fn colors(mut self, colors: Colors) -> Self {
        self.drawing.appearance.colors = colors;
        self
    }

    /// Draws on a dark ground, for slides.
    #[must_use]
    pub fn dark(mut self) -> Self {
        self.drawing.appearance.dark = true;
        self
    }

    /// Lets the tree grow to the right. Default: downward.
    #[must_use]
    pub fn grow_right(mut self) -> Self {
        self.drawing.style.flow = GrowthDirection::Right;
        self
    }

    /// Merges equivalent siblings in figures, such as mirror images: `x@0 ×4` stands for four moves.
    #[must_use]
    pub fn merge_symmetric(mut self) -> Self {
        self.drawing.merges = true;
        self
    }

    /// The figure as SVG.
    ///
    /// # Errors
    /// A tree that is too large for a figure.
    pub fn svg(&self) -> Result<String, Error> {
        let mut out = Vec::new();
        self.write("svg".parse()?, &mut out)?;
        Ok(String::from_utf8(out).unwrap_or_default())
    }

    /// Writes it in a format.
    ///
    /// ```
    /// use doomtree::Tree;
    ///
    /// let tree = Tree::open("b2b2/a2b1 a")?;
    /// let mut pdf = Vec::new();
    /// tree.unfold(None, 1_000).width_mm(84.0).write("pdf".parse()?, &mut pdf)?;
    /// assert!(pdf.starts_with(b"%PDF"));
    /// # Ok::<(), doomtree::Error>(())
    /// ```
    ///
    /// # Errors
    /// A format that can't hold this part, or a writer that fails.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> Result<(), Error> {
        self.with_content(format.0, |content| Ok(format.0.write_to(content, out)?))
    }

    /// Saves it to a file; the write is atomic. The format follows from the extension. Returns one
    /// sentence for each attribute of a replaced file that isn't kept.
    ///
    /// # Errors
    /// An unknown extension, a format that can't hold this part, or a file that can't be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<Vec<String>, Error> {
        let path = path.as_ref();
        let name = path.to_string_lossy();
        let format = export::Format::of_file(&name)?;
        self.with_content(format, |content| {
            Ok(write_file(path, |out| format.write_to(content, out))?)
        })
    }

    /// Passes the content on, if the format can hold it.
    fn with_content<T>(
        &self,
        format: &export::Format,
        act: impl FnOnce(&ExportContent<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let rated = &self.tree.rated;
        let root = self.tree.root().position();
        let mut board = BoardFile::new(&rated.game, &rated.rules, &root);
        board.title.clone_from(&self.layer.title);
        let drawing = &self.drawing;
        let mut show = format.usual(has_boards(rated, &self.unfolding), false);
        for (part, is_shown) in &drawing.shows {
            *(part.of)(&mut show) = *is_shown;
        }
        let merged =
            (drawing.merges && format.is_figure()).then(|| self.unfolding.merged(&*rated.graph));
        let content = ExportContent {
            rated,
            unfolding: merged.as_ref().unwrap_or(&self.unfolding),
            layer: &self.layer,
            board: &board,
            figure: Figure {
                title: self.layer.title.as_deref(),
                ratings_for: drawing.ratings_for.unwrap_or_else(|| {
                    RatingsFor::usual(rated.graph.graph(), &rated.analysis.ratings)
                }),
                style: drawing.style,
                appearance: drawing.appearance,
                show: show.and(format.shows),
                ..Figure::default()
            },
            stopped: self.stopped,
        };
        match (format.fault)(&content) {
            Some(fault) => Err(fault.into()),
            None => act(&content),
        }
    }
}

/// The nearest number in a range; its start for what is no number.
#[cfg(feature = "pictures")]
fn within(number: f64, range: RangeInclusive<f64>) -> f64 {
    number.max(*range.start()).min(*range.end())
}

/// A format of files. It is read from its name on the command line: `"svg".parse::<Format>()`.
/// It needs the feature `pictures`.
///
/// ```
/// use doomtree::Format;
///
/// let names: Vec<&str> = Format::all().map(|format| format.id()).collect();
/// assert!(names.contains(&"pdf"));
/// assert!("mp3".parse::<Format>().is_err());
/// ```
#[cfg(feature = "pictures")]
#[derive(Clone, Copy)]
pub struct Format(&'static export::Format);

#[cfg(feature = "pictures")]
impl Format {
    /// All formats.
    pub fn all() -> impl Iterator<Item = Self> {
        FORMATS.iter().map(Self)
    }

    /// Its name on the command line, such as `svg`.
    pub fn id(self) -> &'static str {
        self.0.id
    }

    /// The extension of its files, with the dot.
    pub fn extension(self) -> &'static str {
        self.0.ending()
    }

    /// What it is for, in a line.
    pub fn about(self) -> &'static str {
        self.0.text
    }
}

#[cfg(feature = "pictures")]
impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = export::Format::of_id(name).map(Self);
        found.ok_or_else(|| {
            let what = format!("unknown format {}", quoted(name));
            let names: Vec<&str> = Self::all().map(Self::id).collect();
            Refusal::new(what, format!("use one of {}", names.join(", "))).into()
        })
    }
}

#[cfg(feature = "pictures")]
impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

#[cfg(feature = "pictures")]
impl Eq for Format {}

#[cfg(feature = "pictures")]
impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Format({})", self.id())
    }
}
