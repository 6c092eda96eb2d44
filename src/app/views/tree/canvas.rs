//! Paints the visible part of the tree, as detailed as the scale allows: boards in nodes, positions
//! and ratings, ratings, marks, and blocks for parts too narrow for any of them. What has to fit on the
//! screen is here too: the whole tree, or the surroundings of the selected node.

use eframe::egui::{self, Align2, Response, vec2};

use super::far::{Far, Triangles};
use super::panel::{Painted, TreePanel};
use crate::app::base::{Identified as _, Transform, font, ids, paint::paint, size};
use crate::app::parts::{Cx, paint_in, scene_ui};
use crate::diagram::{
    Detail, Drawing, Family, FarBlock, FarSight, GrowthDirection, MeasuredTree, NodeMeasures,
    PlacedNode, Point, Rect, ShownTree, TreeDrawn, TreeMarks, TreeView, badge_rect,
    blocks_with_hits, board_rect, draw_far, draw_far_hits, draw_hits, draw_tree, far_in_sight,
    fold_rect, in_sight, node_rect, tree_bounds,
};
use crate::layout::{Layout, TreeShape as _};
use crate::session::Session;
use crate::tree::{Hits, UnfoldingNode};
use crate::words::short_number;

/// Below this scale nodes are marks without text.
pub(crate) const DETAIL: f64 = 0.34;

/// Below this scale the names of moves can't be read, and are left out.
const MOVE_NAMES: f64 = 0.5;

/// Minimum scale for small numbers …
const COUNTS: f64 = 0.47;

/// … for positions …
const POSITIONS: f64 = 1.3;

/// … and for boards.
const BOARDS: f64 = 2.2;

/// Maximum nodes drawn as separate shapes when zoomed out; more are one mesh.
const MAX_SHAPES: usize = 400;

/// Siblings that have less room than this from far away, in points, are one block.
const MIN: f64 = 1.25;

/// The height of the dark foot of a block with matches, in points.
const FOOT: f32 = 5.0;

/// The visible part of the tree.
pub(crate) struct InSight {
    /// The nodes with a box or a mark.
    pub(crate) nodes: Vec<PlacedNode>,
    /// The subtrees that are drawn as one.
    pub(crate) blocks: Vec<FarBlock>,
}

impl TreePanel {
    /// Draws the tree into the rest of `ui`; returns the clickable response, and the visible part.
    pub(crate) fn canvas_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        session: &Session,
    ) -> (Response, InSight) {
        let (screen, response) = scene_ui(ui, "Tree");
        let response = response.identified(ids::TREE);
        if self.canvas.pan_and_zoom(ui, &response) {
            self.motion.stop();
        }
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, cx.theme.ground);
        let nothing = InSight {
            nodes: Vec::new(),
            blocks: Vec::new(),
        };
        let Some(layout) = &self.layout else {
            self.painted = Painted::default();
            if self.is_laying_out() {
                let nodes = short_number(cx.view.unfolding.len());
                let text = format!("Laying out {nodes} nodes…");
                let (middle, align) = (screen.center(), Align2::CENTER_CENTER);
                painter.text(middle, align, text, font(size::BODY, false), cx.theme.dim);
            }
            return (response, nothing);
        };
        let tree = measured(cx.view, &self.looks, &self.marks);
        let scene = self.transform().scene_rect(screen).grown(8.0);
        if self.is_far() {
            let scale = self.transform().scale;
            let sight = far_in_sight(layout, &tree, scene, scale, MIN);
            self.painted = self.paint_far(&painter, cx, session, &sight);
            let FarSight { nodes, blocks, .. } = sight;
            self.paint_hint(&painter, cx, session);
            return (response, InSight { nodes, blocks });
        }
        let nodes = in_sight(layout, &tree, scene);
        let mut moving = nodes.clone();
        let transform = self.motion.step(ui.ctx(), &mut moving, &self.transform());
        self.painted = self.paint_near(&painter, cx, session, (&moving, &transform));
        let blocks = Vec::new();
        self.paint_hint(&painter, cx, session);
        (response, InSight { nodes, blocks })
    }

    fn paint_near(
        &mut self,
        painter: &egui::Painter,
        cx: &Cx<'_>,
        session: &Session,
        (sights, transform): (&[PlacedNode], &Transform),
    ) -> Painted {
        let scale = transform.scale;
        let boards = scale >= BOARDS
            && cx.view.elements.beside.is_none()
            && self
                .boards
                .of(
                    session.rated(),
                    cx.view.unfolding.vertex(session.selected()),
                )
                .is_some();
        let drawn = TreeDrawn {
            selected: Some(session.selected()),
            names: scale >= MOVE_NAMES,
            counts: scale >= COUNTS,
            detail: match () {
                () if boards => Detail::Board,
                () if scale >= POSITIONS && cx.view.elements.beside.is_none() => Detail::Position,
                () => Detail::Rating,
            },
        };
        let mut drawing = Drawing::default();
        let tree = measured(cx.view, &self.looks, &self.marks);
        draw_tree(&mut drawing, &tree, sights, drawn, |_| {});
        if let Some(hits) = &self.hits {
            draw_hits(&mut drawing, cx.view, hits, sights, drawn.counts);
        }
        let labels = paint(painter, transform, cx.theme, &drawing);
        if boards || cx.view.elements.beside.is_some() && scale >= MOVE_NAMES {
            for sight in sights {
                self.paint_board(painter, cx, session, (sight, transform));
            }
        }
        Painted {
            nodes: sights.len(),
            blocks: 0,
            labels,
        }
    }

    /// Paints the board of a node into it.
    fn paint_board(
        &mut self,
        painter: &egui::Painter,
        cx: &Cx<'_>,
        session: &Session,
        (sight, transform): (&PlacedNode, &Transform),
    ) {
        let vertex = cx.view.unfolding.vertex(sight.node);
        let room = transform.screen_rect(board_rect(cx.view, sight.node, sight.at));
        if !room.intersects(painter.clip_rect()) {
            return;
        }
        let Some(board) = self.boards.of(session.rated(), vertex) else {
            return;
        };
        paint_in(painter, cx, board, room);
    }

    /// Marks matches, as large as the space allows, and the feet of blocks with matches.
    fn paint_far_hits(&self, painter: &egui::Painter, cx: &Cx<'_>, hits: &Hits, sight: &FarSight) {
        let screen = painter.clip_rect().expand(8.0);
        let mut feet = Triangles::default();
        for block in blocks_with_hits(cx.view, hits, &sight.blocks) {
            let rect = self.transform().screen_rect(block.rect);
            let (min, max) = match cx.view.style.flow {
                GrowthDirection::Down => {
                    (rect.left_bottom(), rect.right_bottom() + vec2(0.0, FOOT))
                }
                GrowthDirection::Right => (rect.right_top(), rect.right_bottom() + vec2(FOOT, 0.0)),
            };
            feet.rect(min, max.max(min + vec2(1.0, 1.0)), cx.theme.text);
        }
        painter.add(feet.into_mesh());
        let placed = sight.nodes.iter().filter_map(|sight| {
            let at = self.transform().screen_from_scene(sight.at);
            screen.contains(at).then(|| PlacedNode {
                at: Point::new(at.x.into(), at.y.into()),
                ..*sight
            })
        });
        let placed: Vec<PlacedNode> = placed.collect();
        let mut drawing = Drawing::default();
        let radius = (self.transform().scale * 34.0).clamp(0.0, 7.0);
        draw_far_hits(&mut drawing, cx.view, hits, &placed, radius);
        paint(painter, &Transform::IDENTITY, cx.theme, &drawing);
    }

    fn paint_far(
        &self,
        painter: &egui::Painter,
        cx: &Cx<'_>,
        session: &Session,
        sight: &FarSight,
    ) -> Painted {
        let scale = self.transform().scale;
        let selected = session.selected();
        let [x, y] = self.transform().axes;
        let mut labels = 0;
        if sight.blocks.is_empty() && sight.nodes.len() <= MAX_SHAPES && x == y {
            let mut drawing = Drawing::default();
            let (marks, nodes) = (&self.marks, &sight.nodes);
            draw_far(&mut drawing, cx.view, marks, nodes, selected, scale);
            paint(painter, &self.transform(), cx.theme, &drawing);
        } else {
            // As large as the space between neighbors allows, and no larger than when zoomed in.
            let far = Far {
                view: cx.view,
                marks: &self.marks,
                selected,
                transform: &self.transform(),
                theme: cx.theme,
                screen: painter.clip_rect(),
                radius: ((scale * 34.0) as f32).clamp(0.6, 6.0),
            };
            labels = far.paint(painter, sight);
        }
        let apart = sight.nodes.iter().any(|sight| sight.node == selected);
        self.paint_far_lines(painter, cx, (session, apart));
        if let Some(hits) = &self.hits {
            self.paint_far_hits(painter, cx, hits, sight);
        }
        Painted {
            nodes: sight.nodes.len(),
            blocks: sight.blocks.len(),
            labels,
        }
    }
}

/// The distance from the ring of a node to other elements.
const AROUND: f64 = 11.0;

/// The distance that a fold's count reaches below its node's surroundings.
const FOLD: f64 = 25.0;

/// The tree as it is laid out.
pub(super) fn measured<'a>(
    view: &'a TreeView<'a>,
    looks: &'a NodeMeasures,
    marks: &'a TreeMarks,
) -> MeasuredTree<'a> {
    MeasuredTree { view, looks, marks }
}

/// The bounds of a view's tree, laid out for it alone.
pub(super) fn bounds_of(
    view: &TreeView<'_>,
    session: &Session,
    bounds: impl FnOnce(&Layout, &MeasuredTree<'_>) -> Rect,
) -> Rect {
    let marks = TreeMarks::new(view, session.best_line());
    let looks = NodeMeasures::default();
    let tree = measured(view, &looks, &marks);
    let mut layout = Layout::new(&tree, ShownTree::spacing(&view.elements));
    layout.set_rows(looks.rows(view));
    bounds(&layout, &tree)
}

/// The important parts of a drawn tree: the selected node, its children, and its parent.
pub(super) fn family(
    layout: &Layout,
    view: &TreeView<'_>,
    (looks, marks): (&NodeMeasures, &TreeMarks),
    selected: UnfoldingNode,
) -> Option<Family> {
    let tree = measured(view, looks, marks);
    let rect = |node: u32| {
        let at = layout.position(node);
        let at = view.style.flow.point(at.x, at.y);
        let node = UnfoldingNode(node);
        let rect = node_rect(view, node, at).grown(AROUND);
        let fold = fold_rect(view, node, at);
        let badge = badge_rect(view, marks, node, at);
        [fold, badge].into_iter().flatten().fold(rect, Rect::and)
    };
    let all = tree.degree(selected.0);
    let child = |index: usize| {
        let node = tree.child(selected.0, index);
        let rect = rect(node);
        // With the name of its move, and the cost of its blunder.
        let more = match view.style.flow {
            GrowthDirection::Down => (tree.width(node) - rect.width()).max(0.0),
            GrowthDirection::Right => 0.0,
        };
        let (width, height) = (rect.width() + more, rect.height());
        rect.and(Rect::around(rect.centre(), width, height))
    };
    let mut children = (all > 0).then(|| child(0).and(child(all - 1)));
    if let Some(children) = &mut children
        && view.style.flow == GrowthDirection::Down
        && marks.occurring().folds
    {
        // Any of them may be folded.
        let min = children.min.y + 2.0 * AROUND + view.elements.node_height();
        children.max.y = children.max.y.max(min + FOLD);
    }
    Some(Family {
        whole: tree_bounds(layout, &tree),
        selected: rect(selected.0),
        children,
        parent: view.unfolding.parent(selected).map(|parent| rect(parent.0)),
    })
}
