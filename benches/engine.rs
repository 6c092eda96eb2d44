//! How fast the engine is, and how much memory it takes, on boards that docs/performance.md names,
//! beside a plain program for these rules alone.
//!
//! What counts are ratios within one run: the library and the yardstick take turns, and medians are
//! compared. `cargo bench --bench engine -- --help` lists the options.

#![allow(
    clippy::disallowed_methods,
    reason = "a benchmark reads the clock and the machine"
)]

mod plain;

mod engine {
    pub mod args;
    pub mod figures;
    pub mod graph;
    pub mod machine;
    pub mod times;
}

use std::process::ExitCode;

use clap::Parser;

use engine::args::{Args, Case};
use engine::figures::Figures;
use engine::machine::Machine;
use engine::{graph, machine};

fn main() -> ExitCode {
    let args = Args::parse();
    // `cargo test --benches` runs benches without it: that they compile is all it asks for.
    if !args.bench || args.test {
        println!("nothing is measured without --bench: use cargo bench --bench engine");
        return ExitCode::SUCCESS;
    }
    let machine = Machine::now();
    let pools = match machine::pools() {
        Ok(pools) => pools,
        Err(error) => {
            eprintln!("threads can't be started ({error}): end other programs, and try again");
            return ExitCode::FAILURE;
        }
    };
    let mut figures = Figures::default();
    if [Case::Build, Case::Rate, Case::Both]
        .into_iter()
        .any(|case| args.wants(case))
    {
        graph::measure(&args, &pools, &mut figures);
    }
    machine.end(&mut figures);
    figures.print(args.json);
    ExitCode::SUCCESS
}
