//! Benchmark of a frame of the window: a million nodes unfolded, drawn, folded and walked, driven
//! by the window's own commands, without the graphics processor's part.
//!
//! `cargo bench --bench views -- --json` prints one JSON object as its last line;
//! benches/README.md explains the figures.

#![allow(
    clippy::disallowed_methods,
    reason = "a benchmark reads the clock and the machine"
)]

mod views {
    pub mod figures;
    pub mod map;
    pub mod recording;
    #[path = "../engine/times.rs"]
    #[allow(dead_code, reason = "another benchmark uses the rest")]
    pub mod times;
    pub mod tree;
    pub mod window;
}

use std::process::ExitCode;

use clap::Parser;
use views::figures::Figures;
use views::{map, recording, tree};

/// What can be asked for.
#[derive(Parser)]
#[command(about = "What a frame of the window costs")]
struct Args {
    /// Print one JSON object as the last line
    #[arg(long)]
    json: bool,
    /// Fewer frames: see that everything runs
    #[arg(long)]
    quick: bool,
    /// What `cargo bench` gives to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
    /// What asks benchmarks for no measurements.
    #[arg(long, hide = true)]
    test: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if !args.bench || args.test {
        println!("nothing is measured without --bench: use cargo bench --bench views");
        return ExitCode::SUCCESS;
    }
    let mut figures = Figures::default();
    let measured = tree::measure(args.quick, &mut figures)
        .and_then(|()| map::measure(args.quick, &mut figures))
        .and_then(|()| recording::measure(args.quick, &mut figures));
    if let Err(error) = measured {
        eprintln!("the window can't be opened: {error}");
        return ExitCode::FAILURE;
    }
    print!("{}", figures.table());
    if args.json {
        println!("{}", figures.json());
    }
    ExitCode::SUCCESS
}
