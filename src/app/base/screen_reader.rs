//! What a screen reader gets of the window. The selected node has the focus of the accessibility tree
//! while no widget has the keyboard; egui would give it to the window, which has no name. In a page,
//! where egui's tree reaches nobody, it is mirrored into elements that aren't seen.

use eframe::egui::accesskit::{
    Action, ActionRequest, Live, Node, NodeId, Role, Toggled, TreeId, TreeUpdate,
};
use eframe::egui::{Context, Event, FullOutput, Plugin, RawInput};
use rustc_hash::{FxHashMap, FxHashSet};

use super::page::{self, Element};

/// Lets screen readers follow the window.
pub(crate) fn install(ctx: &Context) {
    ctx.add_plugin(Aloud);
}

struct Aloud;

impl Plugin for Aloud {
    fn debug_name(&self) -> &'static str {
        "read aloud"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        if page::is_read_aloud() {
            ctx.enable_accesskit();
        }
        let clicks = page::clicked_aloud().into_iter().map(|node| {
            Event::AccessKitActionRequest(ActionRequest {
                action: Action::Click,
                target_tree: TreeId::ROOT,
                target_node: NodeId(node),
                data: None,
            })
        });
        input.events.extend(clicks);
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &mut output.platform_output.accesskit_update else {
            return;
        };
        let is_free =
            ctx.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
        let selected = update.nodes.iter_mut().find(|(_, node)| {
            node.role() == Role::TreeItem && node.toggled() == Some(Toggled::True)
        });
        if let Some((id, node)) = selected.filter(|_| is_free) {
            node.set_selected(true);
            // An edit changes its name, which is read too.
            node.set_live(Live::Polite);
            update.focus = *id;
        }
        if page::IN_BROWSER {
            page::mirror(&elements(update));
        }
    }
}

/// The widgets of a window in reading order, without those that only hold others.
pub(crate) fn elements(update: &TreeUpdate) -> Vec<Element> {
    let nodes: FxHashMap<NodeId, &Node> =
        update.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let inner: FxHashSet<NodeId> = nodes
        .values()
        .flat_map(|node| node.children())
        .copied()
        .collect();
    let roots = update.nodes.iter().map(|(id, _)| *id);
    let mut waiting: Vec<NodeId> = roots.filter(|id| !inner.contains(id)).collect();
    let mut elements = Vec::new();
    while let Some(id) = waiting.pop() {
        let Some(node) = nodes.get(&id).filter(|node| !node.is_hidden()) else {
            continue;
        };
        elements.extend(element(id, node));
        // The letters of a text are no widgets.
        if !matches!(
            node.role(),
            Role::Label | Role::TextInput | Role::MultilineTextInput
        ) {
            waiting.extend(node.children().iter().rev());
        }
    }
    elements
}

fn element(id: NodeId, node: &Node) -> Option<Element> {
    let name = node.label().unwrap_or_default();
    let value = node.value().unwrap_or_default();
    let on = node.toggled().map(|toggled| toggled == Toggled::True);
    let (tag, text) = match node.role() {
        Role::Label | Role::Paragraph => ("p", [name, value].concat()),
        Role::Heading | Role::Window | Role::Dialog => ("h2", name.to_owned()),
        Role::TextInput | Role::MultilineTextInput | Role::ComboBox | Role::SpinButton => {
            ("button", format!("{name}: {value}"))
        }
        Role::Button
        | Role::CheckBox
        | Role::RadioButton
        | Role::Tab
        | Role::Link
        | Role::TreeItem
        | Role::MenuItem
        | Role::ListBoxOption => ("button", name.to_owned()),
        _ => return None,
    };
    (!text.trim().is_empty()).then(|| Element {
        id: id.0.to_string(),
        tag,
        text,
        on: on.or_else(|| node.is_selected()),
        off: node.is_disabled(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_reader_gets_the_controls_in_reading_order_and_no_containers() {
        let node = |role, name: &str, children: &[u64]| {
            let mut node = Node::new(role);
            node.set_label(name);
            node.set_children(children.iter().map(|id| NodeId(*id)).collect::<Vec<_>>());
            node
        };
        let mut on = node(Role::CheckBox, "Legend", &[]);
        on.set_toggled(Toggled::True);
        let mut field = node(Role::TextInput, "Ply", &[9]);
        field.set_value("5");
        let update = TreeUpdate {
            nodes: vec![
                (NodeId(4), on),
                (NodeId(1), node(Role::Window, "", &[2, 3])),
                (NodeId(3), field),
                (NodeId(9), node(Role::TextRun, "5", &[])),
                (NodeId(2), node(Role::GenericContainer, "bar", &[5, 4])),
                (NodeId(5), node(Role::Button, "File", &[])),
            ],
            tree: None,
            tree_id: TreeId::ROOT,
            focus: NodeId(1),
        };
        let told = elements(&update);
        let told: Vec<_> = told.iter().map(|it| (it.tag, &*it.text, it.on)).collect();
        assert_eq!(
            told,
            [
                ("button", "File", None),
                ("button", "Legend", Some(true)),
                ("button", "Ply: 5", None),
            ]
        );
    }
}
