//! The window without a screen: driven by commands, keys and the mouse.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

mod accessibility;
mod basics;
mod board;
mod budget;
mod building;
mod cells;
mod chance;
mod check;
mod commands;
mod compare;
mod editor_promise;
mod exercise;
mod export;
mod files;
mod films;
mod find;
mod follows;
mod history;
mod imports;
mod large;
mod links;
mod map;
mod million;
mod own_tree;
mod phone;
mod play;
mod positions;
mod promise;
mod ratings;
mod recording;
mod recovery;
mod responders;
mod restored;
mod robot;
mod setup;
mod situations;
mod slides;
mod start;
mod statistics;
mod tables;
mod text_width;
mod tour;
mod tree;
mod typing;
mod what_if;
mod words;
