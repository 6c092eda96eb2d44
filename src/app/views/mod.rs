//! What can stand in the middle of the window; no view knows another one.
//!
//! The selected node is the session's, so that all of them, the board and the tables move together;
//! a view keeps nothing but where one looks. From far away a tree is one mesh of triangles, and
//! subtrees that are too narrow are one block; the layout adds up what legend and controls say of
//! the whole tree on its way (`Tally`), so that a fold among a million nodes costs the way to the
//! root.

pub(crate) mod map;
pub(crate) mod positions;
pub(crate) mod recording;
pub(crate) mod statistics;
pub(crate) mod tree;
