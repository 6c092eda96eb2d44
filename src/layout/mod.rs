//! Shapes without ratings: where the nodes of a tree lie.
