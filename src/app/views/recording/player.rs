//! A recording that is shown: its tree at its present step. All recordings show the same step; one
//! that is shorter waits at its end.

use std::cell::RefCell;
use std::ops::Range;

use eframe::egui;

use super::RecordingPanel;
use crate::app::parts::Canvas;
use crate::app::parts::canvas::legible;
use crate::diagram::{
    Density, READABLE, RecordedView, follow_recording, lay_out_recording, recorded_bounds,
};
use crate::export::recorded::recorded_tree;
use crate::layout::Layout;
use crate::search::{CodeAt, CodeLine, Event, NodePhase, SearchCounters, SearchStep, choice};
use crate::session::{Recorded, step_words};
use crate::tree::{Line, Unfolding, UnfoldingNode};

/// A recording of up to this many nodes is shown whole from the start, so that nothing moves while
/// it plays.
const MAX_STABLE: usize = 200;

/// A recording of more nodes than this is shown whole, too: laying it out again at every step would
/// take too long.
const MAX_GROWING: usize = 20_000;

/// Whether a recording's tree grows with its steps.
fn grows(recorded: &Recorded) -> bool {
    (MAX_STABLE + 1..=MAX_GROWING).contains(&recorded.recording.unfolding().len())
}

/// Maximum number of nodes of a slide for trying which branches must be folded.
const MAX_SLIDE_NODES: usize = 2_000;

/// A recording with its picture.
pub(crate) struct RecordingPlayer {
    pub recorded: Box<Recorded>,
    /// The nodes visited up to the present step, and the targets of their moves; all nodes, if the
    /// recording doesn't grow.
    shown: Unfolding,
    pub layout: Layout,
    pub canvas: Canvas,
    /// The algorithm, line by line.
    pub code: Vec<CodeLine>,
    /// The present step.
    event: usize,
    /// The node that the user selected in it.
    pub selected: Option<UnfoldingNode>,
    /// How close rows are to each other.
    density: Density,
    /// The part that a slide shows, with its layout, at a step in a room of this size.
    slide: Option<(usize, [u32; 2], SlideScene)>,
    /// Cache: the counters up to the last requested step.
    tally: RefCell<(usize, SearchCounters)>,
}

impl RecordingPlayer {
    pub fn new(recorded: Box<Recorded>, shown: Unfolding, layout: Layout) -> Self {
        let graph = recorded.rated.graph.graph();
        let options = recorded.options;
        let code = options
            .method
            .pseudocode(graph.has_chance(), options.max_plies.is_some());
        let mut player = Self {
            code,
            layout,
            recorded,
            shown,
            canvas: Canvas::default(),
            event: 0,
            selected: None,
            density: Density::Normal,
            slide: None,
            tally: RefCell::new((usize::MAX, SearchCounters::default())),
        };
        player.grow(0..1);
        player
    }

    /// The visible part of a recording before its first step.
    pub fn first_shown(recorded: &Recorded) -> Unfolding {
        let mut shown = recorded.recording.unfolding().clone();
        if grows(recorded) {
            shown.fold_all();
        }
        shown
    }

    /// Shows the moves of the nodes that these steps visit.
    fn grow(&mut self, steps: Range<usize>) {
        let recording = &self.recorded.recording;
        let graph = self.recorded.rated.graph.graph();
        let mut nodes = Vec::new();
        for event in &recording.events()[steps] {
            let node = event.node;
            if recording.unfolding().is_open(node) && !self.shown.is_open(node) {
                self.shown.unfold(graph, node);
                nodes.push(node.0);
            }
        }
        self.follow(&nodes);
    }

    /// Hides the moves of the nodes that only these steps visit.
    fn shrink(&mut self, steps: Range<usize>) {
        let recording = &self.recorded.recording;
        let Some(before) = steps.start.checked_sub(1) else {
            return;
        };
        let mut nodes = Vec::new();
        for event in &recording.events()[steps] {
            let node = event.node;
            if self.shown.is_open(node) && !recording.is_visited(node, before) {
                self.shown.fold(node);
                nodes.push(node.0);
            }
        }
        self.follow(&nodes);
    }

    /// Lays out new and removed nodes; the current node stays in place on the screen.
    fn follow(&mut self, nodes: &[u32]) {
        if nodes.is_empty() {
            return;
        }
        let fixed = self.top().0;
        let before = self.layout.position(fixed);
        let view = recorded_tree(&self.recorded, &self.shown, self.density);
        follow_recording(&mut self.layout, &view, nodes);
        if !self.canvas.is_fitted() {
            self.canvas.moved(before, self.layout.position(fixed));
        }
    }

    /// The view for drawing.
    pub fn view(&self) -> RecordedView<'_> {
        RecordedView {
            tree: recorded_tree(&self.recorded, &self.shown, self.density),
            recording: &self.recorded.recording,
            event: self.event,
            numbers: &self.recorded.numbers,
            has_window: self.recorded.options.method.has_window(),
            fits: false,
        }
    }

    /// The name of its algorithm.
    pub fn title(&self) -> &'static str {
        let options = self.recorded.options;
        let chance = self.recorded.rated.graph.graph().has_chance();
        options.method.title(chance, options.max_plies.is_some())
    }

    /// The present step, counted from 0, and the number of steps.
    pub fn steps(&self) -> (usize, usize) {
        (self.event, self.recorded.recording.events().len())
    }

    /// The present step.
    pub fn at(&self) -> Option<&Event> {
        self.recorded.recording.events().get(self.event)
    }

    /// The text of the present step.
    pub fn step_text(&self) -> String {
        step_words(&self.recorded, self.event)
    }

    /// The node at work.
    pub fn top(&self) -> UnfoldingNode {
        self.recorded.recording.top(self.event)
    }

    /// The line from the start of the tree to a node of the recording.
    pub fn line_to(&self, node: UnfoldingNode) -> Line {
        let mut line = self.recorded.line.clone();
        line.extend(self.recorded.recording.unfolding().line(node));
        line
    }

    /// The node that the step is about.
    pub fn node(&self) -> UnfoldingNode {
        self.at().map_or(UnfoldingNode::ROOT, |event| event.node)
    }

    /// Which line of the algorithm is at work.
    pub fn line(&self) -> Option<usize> {
        let event = self.at()?;
        let graph = self.recorded.rated.graph.graph();
        let vertex = self.recorded.recording.unfolding().vertex(event.node);
        let choice = choice(graph.kind(vertex), self.recorded.options.player);
        let leaf = self.is_leaf(event);
        let at = CodeAt::of(event.step, choice, leaf);
        self.code.iter().position(|line| line.at == at)
    }

    /// Whether a node was left without visiting its moves.
    fn is_leaf(&self, event: &Event) -> bool {
        let before = self.event.checked_sub(1);
        let events = self.recorded.recording.events();
        let mut before = before.and_then(|before| events.get(before));
        if before.is_some_and(|before| before.step == SearchStep::Store) {
            before = self.event.checked_sub(2).and_then(|at| events.get(at));
        }
        before.is_some_and(|before| before.step == SearchStep::Enter && before.node == event.node)
    }

    /// The counters so far.
    pub fn tally(&self) -> SearchCounters {
        let mut known = self.tally.borrow_mut();
        if known.0 != self.event {
            *known = (self.event, self.recorded.recording.tally(self.event));
        }
        known.1.clone()
    }

    /// Shows a step, at most the last one.
    pub fn go_to(&mut self, event: usize) {
        let (_, all) = self.steps();
        let (before, event) = (self.event, event.min(all.saturating_sub(1)));
        // The difference is computed from the steps before and after.
        match event < before {
            _ if !grows(&self.recorded) => {}
            true => self.shrink(event + 1..before + 1),
            false => self.grow(before..(event + 1).min(all)),
        }
        self.event = event;
        if !self.canvas.is_fitted() {
            self.canvas.reveal();
        }
    }

    /// The next step that cuts something, or the one before.
    pub fn cut(&self, forward: bool) -> Option<usize> {
        self.recorded.recording.cut(self.event, forward)
    }

    /// Prepares the present step as a slide that shows all of the tree: what isn't visited yet is
    /// folded first, then finished branches, then rows get closer, then it is drawn smaller.
    pub fn frame_slide(&mut self, inner: egui::Rect, zoom: f32) {
        let size = [inner.width() as u32, inner.height() as u32];
        let is_framed =
            |(event, framed, _): &(usize, _, _)| (*event, *framed) == (self.event, size);
        if self.slide.as_ref().is_some_and(is_framed) {
            return;
        }
        self.canvas.set_room(inner, inner);
        let (unseen, (beside, below)) = match self.shown.len() <= MAX_SLIDE_NODES {
            true => (self.unseen(), self.finished()),
            false => Default::default(),
        };
        let before = unseen.len() + beside.len();
        let all = [&unseen[..], &beside, &below].concat();
        let ways = [(0, Density::Normal, READABLE)]
            .into_iter()
            .chain((unseen.len()..=before).map(|folds| (folds, Density::Normal, READABLE)))
            .chain([(before, Density::Compact, READABLE)])
            .chain((before..=all.len()).map(|folds| (folds, Density::Compact, legible(zoom))));
        let mut scene = None;
        for (folds, density, scale) in ways {
            let tried = scene.insert(self.scene(&all[..folds], density));
            if self.canvas.fits_at(recorded_bounds(&tried.layout), scale) {
                break;
            }
        }
        self.selected = None;
        self.slide = scene.map(|scene| (self.event, size, scene));
        self.canvas.fit_slide();
    }

    /// The nodes whose moves are shown before any of them is visited.
    fn unseen(&self) -> Vec<UnfoldingNode> {
        let recording = &self.recorded.recording;
        let is_unseen = |node: &UnfoldingNode| {
            recording.phase(*node, self.event) == NodePhase::Unseen && self.shown.is_open(*node)
        };
        self.shown.preorder().filter(is_unseen).collect()
    }

    /// The finished branches beside the way to the current node, and those below it, in the order in
    /// which they were visited.
    fn finished(&self) -> (Vec<UnfoldingNode>, Vec<UnfoldingNode>) {
        let recording = &self.recorded.recording;
        let is_done = |node: &UnfoldingNode| {
            let phase = recording.phase(*node, self.event);
            matches!(phase, NodePhase::Done { .. }) && self.shown.is_open(*node)
        };
        let node = self.node();
        let mut way = vec![node];
        way.extend(std::iter::successors(self.shown.parent(node), |node| {
            self.shown.parent(*node)
        }));
        let beside = way[1..].iter().rev();
        let beside = beside.flat_map(|node| self.shown.children(*node));
        let beside = beside.filter(|node| is_done(node) && !way.contains(node));
        let below = self.shown.children(node).filter(is_done);
        (beside.collect(), below.collect())
    }

    /// The shown tree laid out, with these nodes folded.
    fn scene(&self, folded: &[UnfoldingNode], density: Density) -> SlideScene {
        let mut shown = self.shown.clone();
        for node in folded {
            shown.fold(*node);
        }
        let layout = lay_out_recording(&recorded_tree(&self.recorded, &shown, density));
        SlideScene {
            shown,
            layout,
            density,
        }
    }

    /// The room of the slide, and the tree in it, on the screen.
    pub fn slide(&self) -> Option<[egui::Rect; 2]> {
        let (.., scene) = self.slide.as_ref()?;
        let whole = self
            .canvas
            .transform()
            .screen_rect(recorded_bounds(&scene.layout));
        Some([self.canvas.screen(), whole])
    }

    /// Exchanges what is shown for what the slide shows, and back.
    pub fn exchange_slide(&mut self) {
        if let Some((_, _, scene)) = &mut self.slide {
            std::mem::swap(&mut self.shown, &mut scene.shown);
            std::mem::swap(&mut self.layout, &mut scene.layout);
            std::mem::swap(&mut self.density, &mut scene.density);
        }
    }
}

/// The part of a recording's tree that a slide shows.
struct SlideScene {
    shown: Unfolding,
    layout: Layout,
    density: Density,
}

/// The speeds in steps per second, from slow to fast.
const SPEEDS: [f64; 9] = [0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0, 1_000.0, 10_000.0];
/// The index of the initial speed.
const USUAL: usize = 2;

/// The present step, and how it moves.
pub(super) struct Playback {
    pub step: usize,
    /// The index of the speed.
    speed: usize,
    /// When it plays: the time of the last step, in seconds, once a frame has seen it.
    playing: Option<Option<f64>>,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            step: 0,
            speed: USUAL,
            playing: None,
        }
    }
}

impl Playback {
    pub fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// The speed, in steps per second.
    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// Whether it plays too fast to follow on the board.
    pub fn is_fast(&self) -> bool {
        self.is_playing() && self.speed() > 10.0
    }

    pub fn pause(&mut self) {
        self.playing = None;
    }

    pub fn change_speed(&mut self, faster: bool) {
        self.speed = match faster {
            true => (self.speed + 1).min(SPEEDS.len() - 1),
            false => self.speed.saturating_sub(1),
        };
    }
}

impl RecordingPanel {
    /// The present step, counted from 0, and the number of steps of the longest recording.
    pub fn place(&self) -> Option<(usize, usize)> {
        let lengths = self.players.iter().map(|player| player.steps().1);
        Some((self.playback.step, lengths.max()?))
    }

    /// Shows a step, at most the last one.
    pub(super) fn go_to(&mut self, step: usize) {
        let (_, all) = self.place().unwrap_or_default();
        self.playback.step = step.min(all.saturating_sub(1));
        for player in &mut self.players {
            player.go_to(step);
        }
    }

    /// The next step at which any recording cuts something, or the one before.
    pub(super) fn cut(&self, forward: bool) -> Option<usize> {
        let cuts = self.players.iter();
        let cuts = cuts.filter_map(|player: &RecordingPlayer| player.cut(forward));
        match forward {
            true => cuts.min(),
            false => cuts.max(),
        }
    }

    /// Starts or pauses playback; at the end it starts from the beginning.
    pub(super) fn toggle(&mut self) {
        let (at, all) = self.place().unwrap_or_default();
        if self.playback.is_playing() {
            self.playback.pause();
            return;
        }
        if at + 1 >= all {
            self.go_to(0);
        }
        self.playback.playing = Some(None);
    }

    /// Plays up to a time, in seconds; returns the seconds until the next step.
    pub(super) fn play_up_to(&mut self, now: f64) -> Option<f64> {
        let last = self.playback.playing?.unwrap_or(now);
        let each = 1.0 / self.playback.speed();
        let (at, all) = self.place().unwrap_or_default();
        if at + 1 >= all {
            self.playback.pause();
            return None;
        }
        let due = ((now - last) / each).floor().max(0.0);
        // After a long pause it doesn't jump to the end.
        let steps = due.min((0.25 / each).max(1.0));
        let last = match steps < due {
            true => now,
            false => last + due * each,
        };
        if steps >= 1.0 {
            self.go_to(at + steps as usize);
        }
        self.playback.playing = Some(Some(last));
        Some((last + each - now).max(0.0))
    }
}
