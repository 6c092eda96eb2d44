//! doomtree builds the graph of positions of a small game, rates every position once, exactly,
//! and unfolds the complete game tree from it where somebody looks.

#![forbid(unsafe_code)]

#[cfg(feature = "gui")]
pub mod app;
pub mod cli;
pub mod diagram;
pub mod export;
pub mod game;
pub mod games;
pub mod layout;
pub mod programs;
pub mod rating;
pub mod save;
pub mod search;
pub mod session;
pub mod tree;
mod words;
