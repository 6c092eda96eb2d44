//! The description of the map as a whole.

use crate::app::views::map::MapPanel;
use crate::diagram::{MapTree, short_count, whole_count};
use crate::tree::Vertex;
use crate::words::counted;

impl MapPanel {
    /// The visible part, for a screen reader.
    pub(crate) fn words(&self, tree: &MapTree<'_>, view: &crate::diagram::TreeView<'_>) -> String {
        let nodes = view.analysis.nodes.of(Vertex::ROOT);
        let size = match tree.leaves.plies() {
            Some(plies) => format!("the tree to ply {plies}"),
            None if self.seen.zoom < 0.01 => counted(whole_count(nodes), "node"),
            None => counted(short_count(nodes), "node"),
        };
        let rows = self.rows_in_sight();
        let last = rows
            .end
            .min(usize::from(tree.rows(crate::layout::map::MapShape::root(tree))) + 1);
        let part = match self.seen.zoom {
            zoom if zoom < 0.01 => "the whole width".to_owned(),
            zoom => format!(
                "enlarged 2^{zoom:.0} times at {:.1} % of the width",
                self.seen.part * 100.0
            ),
        };
        format!(
            "Map of {size}: {part}, rows {} to {}",
            rows.start,
            last.saturating_sub(1).max(rows.start)
        )
    }
}
