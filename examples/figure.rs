//! Draws the whole tree of the book's board, for a page or a slide. The format follows from the
//! extension: .svg, .pdf, .png, .tex, .html and others.
//!
//! `cargo run --example figure -- book.svg` prints:
//!
//! ```text
//! book.svg has 13 nodes
//! read again: 13 nodes
//! ```

use doomtree::{Error, Tree};

fn main() -> Result<(), Error> {
    let path = std::env::args().nth(1);
    let path = path.as_deref().unwrap_or("book.svg");
    let tree = Tree::open("b2b2/a2b1 a")?;
    // A figure shows the expanded part: here everything, up to 1,000 nodes.
    let part = tree.unfold(None, 1_000).title("The board of the book");
    // Each node shows the rating for its player to move.
    let notices = part.clone().ratings_for_mover().save(path)?;
    notices.iter().for_each(|notice| eprintln!("{notice}"));
    println!("{path} has {} nodes", part.len());
    // The same nodes as a tree file, which doomtree opens.
    let again = Tree::read(&part.json())?;
    println!("read again: {} nodes", again.nodes());
    Ok(())
}
