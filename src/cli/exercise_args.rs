//! What `doomtree exercise` is asked for.

use clap::Args;

use super::args::{BuildArgs, RulesArgs};
use crate::session::exercise::{Size, Spread, Task, Ties};

#[derive(Clone, Debug, Args)]
pub struct ExerciseArgs {
    /// A position in notation, a file, or an exercise's line; without it a board is drawn
    pub board: Option<String>,
    /// What is to be filled in: ratings, best-moves, bounds or cuts [default: ratings]
    #[arg(long, value_name = "TASK", value_parser = task)]
    pub task: Option<Task>,
    /// What the board is drawn from; without it one is chosen and told
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// How much there is to fill in: small, middle or large [default: small]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub size: Option<Size>,
    /// How many different numbers the leaves have: any, two, three or many [default: any]
    #[arg(long, value_name = "SPREAD", value_parser = spread)]
    pub spread: Option<Spread>,
    /// Whether best moves tie: any, none or some [default: any]
    #[arg(long, value_name = "TIES", value_parser = ties)]
    pub ties: Option<Ties>,
    /// Let chance decide something
    #[arg(long)]
    pub chance: bool,
    /// Print the answers and their reasons, too
    #[arg(long)]
    pub answers: bool,
    /// Write a sheet (.html, .pdf) or the exercise (.exercise.json) to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Check the answers in a file that a learner has saved
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub check: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub build: BuildArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// The task of a name.
fn task(text: &str) -> Result<Task, String> {
    Task::from_name(text).ok_or_else(|| one_of(&Task::ALL.map(Task::name)))
}

/// The size of a name.
fn size(text: &str) -> Result<Size, String> {
    Size::from_name(text).ok_or_else(|| one_of(&Size::ALL.map(Size::name)))
}

/// The spread of a name or a number.
fn spread(text: &str) -> Result<Spread, String> {
    Spread::from_name(text).ok_or_else(|| one_of(&Spread::ALL.map(Spread::name)))
}

/// The ties of a name.
fn ties(text: &str) -> Result<Ties, String> {
    Ties::from_name(text).ok_or_else(|| one_of(&Ties::ALL.map(Ties::name)))
}

fn one_of(names: &[&str]) -> String {
    format!("use {}", names.join(", "))
}
