//! Pointer input (click, hover, touch) and screen reader nodes of the tree: nodes, folds, badges and
//! tooltips; and the context menu of a node, opened by a right-click or by a key.

use eframe::egui::{
    self, CursorIcon, Id, Key, Modifiers, Popup, PopupAnchor, PopupKind, Pos2, Response, Role,
    Sense, SetOpenCommand, Vec2, WidgetInfo,
};

use super::canvas::{InSight, measured};
use super::panel::TreePanel;
use crate::app::base::{Identified as _, TabGroup, ids, size, strong};
use crate::app::intent::{Command, CommandId};
use crate::app::parts::node_boards::node_tooltip;
use crate::app::parts::{Cx, Desk, MIN_TARGET, tip_text, tip_ui, under};
use crate::diagram::{
    FarBlock, HIT, PlacedNode, TreeView, badge_rect, end_shares, fold_rect, fold_text, hit_marks,
    node_rect, places,
};
use crate::layout::TreeShape as _;
use crate::session::{Action, Session};
use crate::tree::UnfoldingNode;
use crate::words::{capitalised, counted};

/// Maximum nodes exposed to screen readers.
const MAX_NAMED: usize = 200;

/// Maximum visible nodes of a zoomed-out tree for exposing all of them; beyond it only the selected
/// node and those around it are.
const MAX_LOOKED_THROUGH: usize = 1_200;

/// A part of a node that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodePart {
    /// The node itself.
    Node,
    /// The triangle and the count below a folded node.
    Fold,
    /// The badge of a position that occurs several times.
    Badge,
}

const PARTS: [NodePart; 3] = [NodePart::Badge, NodePart::Node, NodePart::Fold];

impl TreePanel {
    /// A node with its marks, in one sentence.
    pub(crate) fn describe(&self, view: &TreeView<'_>, node: UnfoldingNode) -> String {
        let mut label = view.describe(node);
        if let Some(hits) = &self.hits {
            let marks = hit_marks(view, hits, node);
            let hit = marks.hit.then(|| HIT.to_owned());
            for text in hit.into_iter().chain(marks.text) {
                label.push_str(", ");
                label.push_str(&text);
            }
        }
        label
    }

    /// Queues commands of clicks, and shows tooltips.
    pub(crate) fn pointer_ui(
        &mut self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        (canvas, sight): (&Response, &InSight),
        session: &Session,
    ) {
        let before = cx.commands.len();
        if ui.rect_contains_pointer(self.canvas.screen())
            && let Some(family) = self.family(cx.view, session.selected())
        {
            self.canvas.keep_free(ui.ctx(), &family);
        }
        let in_order = self.in_order(cx.view, session.selected(), &sight.nodes);
        let (named, others) = in_order.split_at(in_order.len().min(MAX_NAMED));
        let mut menu = None;
        let group = TabGroup::scene(ui);
        for (sight, rect) in named {
            let selected = sight.node == session.selected();
            let opens = self.node_ui(ui, cx, (sight, *rect), selected);
            menu = opens.then_some(sight.node).or(menu);
        }
        group.end_at(ui, self.canvas.screen());
        // The others are found by their coordinates.
        let pointer = canvas.hover_pos().or(canvas.interact_pointer_pos());
        if let Some(pointer) = pointer
            && let Some(hit) = self.hit(cx.view, others, pointer).or_else(|| {
                let node = self.hit_far(cx.view, sight, pointer)?;
                Some((node, NodePart::Node))
            })
        {
            if canvas.secondary_clicked() {
                menu = Some(hit.0);
            }
            let response = under(pointer, canvas);
            match self.block_around(cx.view, sight, hit.0, pointer) {
                Some(block) => self.respond_in_block(cx, response, (hit.0, block)),
                None => self.respond(cx, response, hit),
            }
        }
        self.clicked = cx.commands.len() > before;
        let by_key = std::mem::take(&mut self.menu_wanted).then(|| session.selected());
        let at = by_key.and_then(|node| {
            let mut rects = named.iter().filter(|(sight, _)| sight.node == node);
            rects.next().map(|(_, rect)| rect.center_bottom())
        });
        self.menu_ui(ui, cx, canvas, (menu.or(by_key), at));
    }

    /// The clickable parts with their places. The selected node and those near the top come first,
    /// so they are the ones exposed.
    fn in_order(
        &self,
        view: &TreeView<'_>,
        selected: UnfoldingNode,
        sights: &[PlacedNode],
    ) -> Vec<(PlacedNode, egui::Rect)> {
        let kin;
        let sights = if self.is_far() && sights.len() > MAX_LOOKED_THROUGH {
            // Too many to be read aloud: a screen reader user walks from node to node.
            kin = kin_of(view, selected, sights);
            &kin
        } else {
            sights
        };
        let mut in_order: Vec<(PlacedNode, egui::Rect)> = sights
            .iter()
            .filter_map(|sight| Some((*sight, self.part_rect(view, sight, NodePart::Node)?)))
            .filter(|(_, rect)| rect.is_positive())
            .collect();
        if in_order.len() > MAX_NAMED {
            in_order.sort_by(|(a, _), (b, _)| {
                let order = (a.node != selected).cmp(&(b.node != selected));
                order.then(a.at.y.total_cmp(&b.at.y))
            });
        }
        in_order
    }

    /// An exposed node with its parts; returns whether its menu is requested.
    fn node_ui(
        &self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        (sight, rect): (&PlacedNode, egui::Rect),
        selected: bool,
    ) -> bool {
        let id = Id::unique("tree node").with(sight.node.0);
        let response = ui.interact(rect, id, Sense::click());
        response.widget_info(|| {
            let label = self.describe(cx.view, sight.node);
            WidgetInfo::selected(Role::TreeItem, true, selected, label)
        });
        let response = response.identified(&ids::node(sight.node));
        if response.has_focus() {
            self.canvas.paint_focus(ui, cx.theme, rect);
        }
        let opens = response.secondary_clicked();
        self.respond(cx, response, (sight.node, NodePart::Node));
        // Parts are too small from far away.
        let parts = [NodePart::Fold, NodePart::Badge];
        for part in parts.into_iter().filter(|_| !self.is_far()) {
            let Some(rect) = self.part_rect(cx.view, sight, part) else {
                continue;
            };
            if !rect.is_positive() {
                continue;
            }
            let id = Id::unique("tree mark").with((sight.node.0, part == NodePart::Fold));
            let response = ui.interact(rect, id, Sense::click());
            response.widget_info(|| {
                WidgetInfo::labeled(
                    Role::Button,
                    true,
                    self.part_text(cx.view, sight.node, part),
                )
            });
            let response = response.identified(&match part {
                NodePart::Fold => ids::unfold(sight.node),
                _ => ids::next_place(sight.node),
            });
            self.respond(cx, response, (sight.node, part));
        }
        opens
    }

    /// The block at a screen position of a zoomed-out tree, if a node is below its top.
    fn block_around<'a>(
        &self,
        view: &TreeView<'_>,
        sight: &'a InSight,
        node: UnfoldingNode,
        pointer: egui::Pos2,
    ) -> Option<&'a FarBlock> {
        let far = self.is_far().then_some(pointer);
        far.and_then(|pointer| self.block_at(sight, pointer))
            .filter(|block| {
                let mut above =
                    std::iter::successors(Some(node), |node| view.unfolding.parent(*node));
                node != block.node && above.any(|node| node == block.node)
            })
    }

    /// The screen rectangle of a part of a node, as far as it is visible.
    fn part_rect(
        &self,
        view: &TreeView<'_>,
        sight: &PlacedNode,
        part: NodePart,
    ) -> Option<egui::Rect> {
        let PlacedNode { node, at, .. } = *sight;
        let rect = match part {
            NodePart::Node => node_rect(view, node, at),
            NodePart::Fold => fold_rect(view, node, at)?,
            NodePart::Badge => badge_rect(view, &self.marks, node, at)?,
        };
        Some(self.canvas.target(rect))
    }

    /// The node, and its part, at a screen position.
    fn hit(
        &self,
        view: &TreeView<'_>,
        sights: &[(PlacedNode, egui::Rect)],
        pointer: egui::Pos2,
    ) -> Option<(UnfoldingNode, NodePart)> {
        let point = self.transform().scene_from_screen(pointer);
        let parts = if self.is_far() { &PARTS[1..2] } else { &PARTS };
        let flow = view.style.flow;
        let next = self.layout.as_ref().map_or(0.0, |layout| {
            layout.rows().widest(layout.bounds(layout.root()).depth)
        });
        let near = sights
            .iter()
            .filter(|(sight, _)| (flow.along(sight.at) - flow.along(point)).abs() < next);
        let hits = near.filter_map(|(sight, rect)| {
            let part = parts.iter().find(|part| {
                self.part_rect(view, sight, **part)
                    .is_some_and(|rect| rect.contains(pointer))
            })?;
            Some((rect.center().distance(pointer), (sight.node, *part)))
        });
        // Zoomed out, several may be under the pointer.
        let nearest = hits.min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest.map(|(_, hit)| hit)
    }

    /// The node or the block at a screen position of a zoomed-out tree.
    fn hit_far(
        &self,
        view: &TreeView<'_>,
        sight: &InSight,
        pointer: egui::Pos2,
    ) -> Option<UnfoldingNode> {
        if !self.is_far() {
            return None;
        }
        let distance = |at| self.transform().screen_from_scene(at).distance(pointer);
        let nodes = sight
            .nodes
            .iter()
            .map(|sight| (distance(sight.at), sight.node));
        let nearest = nodes.min_by(|(a, _), (b, _)| a.total_cmp(b));
        let node = nearest.filter(|(distance, _)| *distance <= MIN_TARGET);
        node.map(|(_, node)| node).or_else(|| {
            self.block_at(sight, pointer)
                .map(|block| self.nearest_in(view, block, pointer))
        })
    }

    /// The block at a screen position.
    fn block_at<'a>(&self, sight: &'a InSight, pointer: egui::Pos2) -> Option<&'a FarBlock> {
        let far = |block: &FarBlock| {
            let rect = self.transform().screen_rect(block.rect);
            rect.distance_sq_to_pos(pointer)
        };
        let near = sight.blocks.iter().filter(|block| far(block) < 16.0);
        near.min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// The node of a block nearest to a screen position: in its row, or in the last one above that.
    fn nearest_in(
        &self,
        view: &TreeView<'_>,
        block: &FarBlock,
        pointer: egui::Pos2,
    ) -> UnfoldingNode {
        let Some(layout) = &self.layout else {
            return block.node;
        };
        let tree = measured(view, &self.looks, &self.marks);
        let flow = view.style.flow;
        let point = self.transform().scene_from_screen(pointer);
        let (wanted, mut across) = (flow.across(point), flow.across(block.at));
        let mut node = block.node.0;
        let row = layout.rows().nearest(flow.along(point)).unwrap_or(0);
        let wanted_row = row.saturating_sub(layout.level(node)).max(1);
        for row in 1..=wanted_row {
            // Whether a child's subtree is deep enough, then the distance of its columns from the
            // position, then that of its center.
            let distance = |child: u32| {
                let (at, bounds) = (across + layout.offset(child), layout.bounds(child));
                let beside = (at + bounds.left - wanted).max(wanted - at - bounds.right);
                let short = (wanted_row - row).saturating_sub(bounds.depth);
                (short, beside.max(0.0), (at - wanted).abs())
            };
            let children = (0..tree.degree(node)).map(|index| tree.child(node, index));
            let nearest = children.min_by(|a, b| {
                let ((short, a, near), (less, b, other)) = (distance(*a), distance(*b));
                let columns = a.total_cmp(&b).then(near.total_cmp(&other));
                short.cmp(&less).then(columns)
            });
            let Some(child) = nearest else {
                break;
            };
            across += layout.offset(child);
            node = child;
        }
        UnfoldingNode(node)
    }

    /// The text of a part of a node.
    fn part_text(&self, view: &TreeView<'_>, node: UnfoldingNode, part: NodePart) -> String {
        match part {
            NodePart::Node => view.describe(node),
            NodePart::Fold => {
                let count = fold_text(view, node).unwrap_or_default();
                format!("Expand {}", counted(count, "node"))
            }
            NodePart::Badge => {
                let text = places(view, &self.marks, node).unwrap_or_default();
                capitalised(&text)
            }
        }
    }

    /// Queues the command of a click on a part of a node, and exposes it.
    fn respond(&self, cx: &Cx<'_>, response: Response, (node, part): (UnfoldingNode, NodePart)) {
        let action = match part {
            NodePart::Node if response.double_clicked() => Some(Action::ToggleFold(node)),
            NodePart::Node if response.clicked() => Some(Action::Select(node)),
            NodePart::Fold if response.clicked() => Some(Action::ToggleFold(node)),
            NodePart::Badge if response.clicked() => next_place(cx.view, node).map(Action::Select),
            _ => None,
        };
        cx.commands.extend(action.map(Command::Act));
        if below_dialog(&response.ctx) {
            return;
        }
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        match part {
            // The selected node is described at the right.
            NodePart::Node if node == cx.document.session.selected() => {}
            NodePart::Node => tip_ui(&response, cx, |ui| node_tooltip(ui, cx, &self.marks, node)),
            NodePart::Fold => tip_text(&response, cx, || self.part_text(cx.view, node, part)),
            NodePart::Badge => tip_text(&response, cx, || {
                let text = self.part_text(cx.view, node, part);
                format!("{text}.\nClick for the next occurrence")
            }),
        }
    }

    /// The same for a node in a block: its tooltip describes the block too.
    fn respond_in_block(
        &self,
        cx: &Cx<'_>,
        response: Response,
        (node, block): (UnfoldingNode, &FarBlock),
    ) {
        if response.double_clicked() {
            cx.push(Command::Act(Action::ToggleFold(node)));
        } else if response.clicked() {
            cx.push(Command::Act(Action::Select(node)));
        }
        if below_dialog(&response.ctx) {
            return;
        }
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        tip_ui(&response, cx, |ui| {
            let phrase = block_words(cx.view, block);
            ui.label(strong(phrase).size(size::BODY));
            ui.add_space(4.0);
            let text = "Click to select the nearest node:";
            ui.label(cx.small(text));
            node_tooltip(ui, cx, &self.marks, node);
        });
    }
}

/// Whether a dialog is over the tree, which then shows no tooltip: an open one would stay above the
/// dialog.
fn below_dialog(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}

/// The text of a block, with the winners of the ends below it.
fn block_words(view: &TreeView<'_>, block: &FarBlock) -> String {
    let nodes = counted(block.shown, "expanded node");
    let mix = end_shares(view, view.unfolding.vertex(block.node));
    let mut text = format!("Block of {nodes}");
    for (index, (player, share)) in mix.iter().enumerate() {
        let who = player.map_or_else(|| "ties".to_owned(), |player| view.name(player));
        let sign = if index == 0 { "; ends: " } else { ", " };
        let percent = share * 100.0;
        let percent = match percent {
            _ if percent < 1.0 => "<1".to_owned(),
            _ if percent > 99.0 && mix.len() > 1 => ">99".to_owned(),
            _ => format!("{percent:.0}"),
        };
        text.push_str(&format!("{sign}{who} {percent} %"));
    }
    text
}

/// The selected node, the one above it, its siblings and its children, as far as they are in sight.
fn kin_of(view: &TreeView<'_>, selected: UnfoldingNode, sights: &[PlacedNode]) -> Vec<PlacedNode> {
    let above = view.unfolding.parent(selected);
    let kin = sights.iter().filter(|sight| {
        let parent = view.unfolding.parent(sight.node);
        sight.node == selected
            || Some(sight.node) == above
            || parent == Some(selected)
            || parent.is_some() && parent == above
    });
    kin.take(MAX_NAMED).copied().collect()
}

/// The next node that shows the same position, in depth-first order; after the last comes the
/// first.
fn next_place(view: &TreeView<'_>, node: UnfoldingNode) -> Option<UnfoldingNode> {
    let vertex = view.unfolding.vertex(node);
    let mut places = view
        .unfolding
        .preorder()
        .filter(|place| view.unfolding.vertex(*place) == vertex);
    let mut first = None;
    while let Some(unfolding_node) = places.next() {
        if unfolding_node == node {
            return places.next().or(first);
        }
        first = first.or(Some(unfolding_node));
    }
    first
}

/// The width of the menu, in points, and the space above and below it in a low window.
const WIDTH: f32 = 220.0;

const AROUND: f32 = 28.0;

/// The commands for a node, in groups separated by lines.
const GROUPS: [&[CommandId]; 5] = [
    &[CommandId::PlayHere],
    &[
        CommandId::ToggleFold,
        CommandId::UnfoldBelow,
        CommandId::UnfoldBestLine,
        CommandId::FoldOthers,
    ],
    &[
        CommandId::Bookmark,
        CommandId::EditNote,
        CommandId::AddTourStep,
    ],
    &[
        CommandId::PinRating,
        CommandId::ForbidMove,
        CommandId::ChangePosition,
    ],
    &[
        CommandId::Record,
        CommandId::ExerciseHere,
        CommandId::Export,
        CommandId::CopyPosition,
        CommandId::CopyLine,
        CommandId::CopyLink,
    ],
];

impl TreePanel {
    /// Hears the keys that open the menu of the selected node.
    pub(super) fn hear_menu(&mut self, desk: &Desk, ctx: &egui::Context) {
        if desk.presents || !desk.tree_has_keys.get() {
            return;
        }
        self.menu_wanted |= ctx.input_mut(|input| {
            let by_menu = input.consume_key(Modifiers::NONE, Key::Menu);
            by_menu || input.consume_key(Modifiers::SHIFT, Key::F10)
        });
    }

    /// The menu of a node, where one is opened: its node, and where it is shown if not at the
    /// pointer.
    pub(super) fn menu_ui(
        &mut self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        canvas: &Response,
        (opened, at): (Option<UnfoldingNode>, Option<Pos2>),
    ) {
        if let Some(node) = opened {
            // The menu's commands apply to this node.
            if node != cx.document.session.selected() {
                cx.push(Command::Act(Action::Select(node)));
            }
            self.menu_at = at;
        }
        let anchor = match self.menu_at {
            Some(at) => PopupAnchor::Position(at),
            None => PopupAnchor::PointerFixed,
        };
        let menu = Popup::new(
            Id::unique("tree menu"),
            ui.ctx().clone(),
            anchor,
            canvas.layer_id,
        );
        menu.kind(PopupKind::Menu)
            .layout(egui::Layout::top_down_justified(egui::Align::Min))
            .style(egui::containers::menu::menu_style)
            .width(WIDTH)
            .open_memory(opened.map(|_| SetOpenCommand::Bool(true)))
            .show(|ui| {
                ui.set_width(WIDTH);
                let session = &cx.document.session;
                let leaf = session.rated().graph.graph().is_leaf(session.vertex());
                let max = ui.ctx().content_rect().height() - AROUND;
                let rows = egui::ScrollArea::vertical().max_height(max);
                rows.show(ui, |ui| {
                    for (index, group) in GROUPS.into_iter().enumerate() {
                        if index > 0 {
                            ui.separator();
                        }
                        for &named in group {
                            row_ui(ui, cx, named, leaf);
                        }
                    }
                });
            });
    }
}

/// A row; of a `leaf` nothing is unfolded.
fn row_ui(ui: &mut egui::Ui, cx: &Cx<'_>, named: CommandId, leaf: bool) {
    let on = cx.desk.states.is_on(named).unwrap_or(false);
    let unfolds = matches!(
        named,
        CommandId::ToggleFold | CommandId::UnfoldBelow | CommandId::UnfoldBestLine
    );
    let enabled = cx.desk.states.is_enabled(named) && !(leaf && unfolds);
    let (text, command) = match named {
        CommandId::Export => ("Export from here…", Command::ExportFromHere),
        _ => (named.text(), Command::Named(named)),
    };
    let icon = egui::RichText::new(named.icon()).size(16.0);
    let button = egui::Button::new((icon.color(cx.theme.dim), text))
        .selected(on)
        .min_size(Vec2::new(ui.available_width(), 24.0));
    let response = ui
        .add_enabled(enabled, button)
        .chosen(Role::Button, on, text)
        .identified(named.id());
    if response.clicked() {
        cx.push(command);
        ui.close();
    }
    response.on_hover_text(named.tooltip());
}
