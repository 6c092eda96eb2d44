//! Benchmark of the engine: speed and memory on the boards of benches/README.md, relative to a
//! plain program for these rules alone.
//!
//! The results are ratios within one run: the library and the reference take turns, and medians are
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
    pub mod names;
    pub mod proof;
    pub mod survey;
    pub mod times;
    pub mod tree;
}

use std::process::ExitCode;

use clap::Parser;

use engine::args::{Args, Case};
use engine::figures::Figures;
use engine::machine::{self, Machine};
use engine::{graph, names, proof, survey, tree};

fn main() -> ExitCode {
    let args = Args::parse();
    // `cargo test --benches` runs benches without it, only to check that they compile.
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
    let say = |what: &str| eprintln!("measuring {what} …");
    if args.wants_graph() {
        say("build and rate");
        graph::measure(&args, &pools, &mut figures);
    }
    let tree = [
        Case::Unfold,
        Case::Layout,
        Case::Save,
        Case::Load,
        Case::Svg,
    ];
    if tree.into_iter().any(|case| args.wants(case)) {
        say("unfold, layout, save, load and draw");
        tree::measure(&args, &pools, &mut figures);
    }
    if args.wants(Case::Survey) {
        say("survey");
        survey::measure(&args, &pools, &mut figures);
    }
    if args.wants(Case::Proof) {
        say("proofs");
        proof::measure(&args, &mut figures);
    }
    machine.end(&mut figures);
    let mut wanted = names::wanted(&args);
    wanted.sort_unstable();
    assert!(figures.names().eq(wanted), "every figure has its name");
    print!("{}", figures.tables());
    if args.json {
        println!("{}", figures.json());
    }
    ExitCode::SUCCESS
}
