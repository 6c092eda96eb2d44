//! Draws the whole tree of the book's board as a picture for a page or a slide.
//!
//! `cargo run --example export_figure -- book.svg`

use std::io::stdout;
use std::path::Path;

use doomtree::diagram::RatingsFor;
use doomtree::export::Figure;
use doomtree::export::svg::write;
use doomtree::games::Setup;
use doomtree::save::write_file;
use doomtree::session::open;
use doomtree::tree::{Limits, Unfolding, UnfoldingNode};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: "b2b2/a2b1 a".to_owned(),
        ..Setup::default()
    };
    let rated = open(&setup, Limits::default(), "")?.finish();

    // A picture shows what is unfolded: here everything, 13 nodes.
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, None, 1_000);

    let figure = Figure {
        title: Some("The board of the book"),
        // Of each node the rating for whoever is to move there.
        ratings_for: RatingsFor::Mover,
        ..Figure::default()
    };
    match std::env::args_os().nth(1) {
        // The file is replaced whole or not at all. What isn't kept of the old one is told.
        Some(path) => {
            let notices = write_file(Path::new(&path), |out| {
                write(out, &rated, &unfolding, &figure)
            })?;
            notices.iter().for_each(|notice| eprintln!("{notice}"));
        }
        None => write(&mut stdout().lock(), &rated, &unfolding, &figure)?,
    }
    Ok(())
}
