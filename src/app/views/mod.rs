//! What can stand in the middle of the window; no view knows another one.

pub(crate) mod map;
pub(crate) mod positions;
pub(crate) mod recording;
pub(crate) mod statistics;
pub(crate) mod tree;
