//! doomtree builds the complete game tree of a board, rates every node by minimax, and explores it.
//! A 3×3 board of *Dice of Doom* can have 220 trillion nodes, yet only 4 million distinct
//! positions. Each position is rated once, exactly. Nodes are created only where you expand the
//! tree.
//!
//! The program `doomtree` is a window and a command line. This is its library. It opens a board, or
//! a game of your own, and returns a [`Tree`] with ratings, best moves, exact counts, graphs for
//! [`petgraph`], JSON and figures.
//!
//! # Rate a board
//! ```
//! use doomtree::{Player, Tree};
//!
//! let tree = Tree::open("a2a2b2/a3b1a3/a3a3b3 a")?;
//! assert_eq!(tree.nodes().to_string(), "1468919491");
//! assert_eq!(tree.positions(), 201_861);
//! for player in Player::all(tree.players()) {
//!     println!("{}: {}", player.letter(), tree.rating(player));
//! }
//! for mv in tree.root().moves() {
//!     println!("{mv}: {} for a", mv.after().rating(Player(0)));
//! }
//! # Ok::<(), doomtree::Error>(())
//! ```
//!
//! # A game of your own
//! ```
//! use doomtree::{Game, Kind, Player, Rational, Shown, Tree, one, zero};
//!
//! /// One heap, from which one or two are taken. The player who takes the last one wins.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = (u32, Player); // the number left, and the player to move
//!     type Move = u32; // the number taken
//!
//!     fn name(&self) -> &str {
//!         "heap"
//!     }
//!     fn players(&self) -> usize {
//!         2
//!     }
//!     fn moves(&self, &(left, mover): &(u32, Player), out: &mut Vec<u32>) -> Kind {
//!         out.extend(1..=left.min(2));
//!         if left == 0 { Kind::End } else { Kind::Decision(mover) }
//!     }
//!     fn play(&self, &(left, mover): &(u32, Player), taken: u32) -> (u32, Player) {
//!         (left - taken, Player(1 - mover.0))
//!     }
//!     fn payoff(&self, &(_, mover): &(u32, Player), player: Player) -> Rational {
//!         // The player to move at the end has not taken the last one.
//!         if player == mover { zero() } else { one() }
//!     }
//! }
//!
//! impl Shown for Heap {} // its picture is its notation
//!
//! let tree = Tree::open((Heap, (7, Player(0))))?;
//! assert_eq!(tree.nodes().to_string(), "54");
//! // Seven leave a remainder when shared out by threes: the mover wins by taking one.
//! assert_eq!(tree.rating(Player(0)).to_string(), "1");
//! assert_eq!(tree.best_moves()[0].to_string(), "1");
//! # Ok::<(), doomtree::Error>(())
//! ```
//! [`Game`] explains the rest: chance, settings, notation. [`Shown`] draws a board.
#![cfg_attr(
    feature = "cli",
    doc = "[`run_with`] makes a program of it, with the window and every command."
)]
//!
//! # Export a figure
#![cfg_attr(feature = "pictures", doc = "```")]
#![cfg_attr(not(feature = "pictures"), doc = "```ignore")]
//! use doomtree::Tree;
//!
//! let tree = Tree::open("b2b2/a2b1 a")?;
//! let part = tree.unfold(None, 1_000).title("The board of the book");
//! assert!(part.svg()?.starts_with("<svg"));
//! part.save(std::env::temp_dir().join("doomtree-book.pdf"))?;
//! # Ok::<(), doomtree::Error>(())
//! ```
//!
//! # Features
//! | feature | adds | default |
//! | --- | --- | --- |
//! | none | games, trees, ratings, [`petgraph`] graphs, JSON | |
//! | `pictures` | SVG, PDF, PNG, LaTeX, HTML and the other formats; saving to files | yes |
//! | `cli` | the program `doomtree`, and `run_with` | yes |
//! | `gui` | the window | yes |
//!
//! With `default-features = false` the library needs about 40 crates. It needs Rust 1.95.
//!
//! # What is promised
//! The names on this page follow semantic versioning. So do the re-exported crates [`petgraph`],
//! [`num_bigint`] and [`num_rational`]. Everything else in the crate is hidden from this page. It
//! is internal to the program, and any version may change it.

#![forbid(unsafe_code)]

#[cfg(feature = "gui")]
#[doc(hidden)]
pub mod app;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod diagram;
#[cfg(feature = "pictures")]
#[doc(hidden)]
pub mod export;
#[doc(hidden)]
pub mod game;
#[doc(hidden)]
pub mod games;
#[doc(hidden)]
pub mod layout;
mod library;
#[cfg(all(any(feature = "cli", feature = "gui"), not(target_arch = "wasm32")))]
#[doc(hidden)]
pub mod programs;
#[cfg(all(feature = "gui", target_arch = "wasm32"))]
#[doc(hidden)]
#[path = "programs/web.rs"]
pub mod programs;
#[doc(hidden)]
pub mod rating;
#[doc(hidden)]
pub mod save;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod session;
#[doc(hidden)]
pub mod tree;
mod words;
#[doc(hidden)]
pub mod work;

// The code of the guide is tried, too.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/game-in-rust.md")]
struct GameInRust;

#[cfg(feature = "cli")]
#[doc(inline)]
pub use cli::run_with;
#[doc(inline)]
pub use game::{
    Battle, Cell, CellEdit, CellShape, Estimate, Game, Kind, MAX_PLAYERS, NotationError, OpenError,
    Picture, Piece, Player, Rational, Refusal, RulesText, Shown, Switch, SwitchValue, Touched,
    Values, half, one, ratio, try_contract, whole, zero,
};
#[doc(inline)]
pub use library::summary::{InOrder, Summary, SummaryMove, WrittenRules, WrittenSetting};
#[doc(inline)]
pub use library::{Error, Move, Node, NodeKind, Start, StoppedBy, Tree, TreeBuilder, TreePart};
pub use num_bigint;
pub use num_rational;
pub use petgraph;
#[doc(inline)]
pub use rating::{Loss, Multiplayer, Rating};
#[doc(inline)]
pub use save::FileError;
#[doc(inline)]
pub use session::{Progress, Stage};
#[doc(inline)]
pub use tree::Count;
#[cfg(feature = "pictures")]
#[doc(inline)]
pub use {diagram::Density, export::Colors, library::Format};
