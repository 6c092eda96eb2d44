//! The views in the middle of the window; no view knows another one.
//!
//! The selected node is the session's, so that all views, the board and the tables change together.
//! A view stores only its scroll and zoom state. Zoomed out, a tree is one mesh of triangles, and
//! subtrees that are too narrow are blocks. The layout adds up the values for the legend and the
//! controls over the tree (`Tally`), so that a fold among a million nodes costs only the path to
//! the root.

pub(crate) mod map;
pub(crate) mod positions;
pub(crate) mod recording;
pub(crate) mod statistics;
pub(crate) mod tree;
