//! The arguments of `doomtree exercise`.

use clap::Args;

use super::common_args::{BuildArgs, RulesArgs};
use crate::game::Refusal;
use crate::session::exercise::{Size, Spread, Task, Ties};

#[derive(Clone, Debug, Args)]
pub struct ExerciseArgs {
    /// Position, file, or an exercise's line [default: a random board]
    pub board: Option<String>,
    /// Task: ratings, best-moves, bounds, or cuts [default: ratings]
    #[arg(long, value_name = "TASK", value_parser = task)]
    pub task: Option<Task>,
    /// Random seed [default: chosen and printed]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Number of blanks: small, middle, or large [default: small]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub size: Option<Size>,
    /// Number of distinct leaf values: any, two, three, or many [default: any]
    #[arg(long, value_name = "SPREAD", value_parser = spread)]
    pub spread: Option<Spread>,
    /// Ties among best moves: any, none, or some [default: any]
    #[arg(long, value_name = "TIES", value_parser = ties)]
    pub ties: Option<Ties>,
    /// Include chance nodes
    #[arg(long)]
    pub chance: bool,
    /// Print the answers and their reasons
    #[arg(long)]
    pub answers: bool,
    /// Write a sheet (.html, .pdf) or the exercise (.exercise.json)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Check a learner's saved exercise
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub check: Option<String>,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub build: BuildArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// The task of a name.
fn task(text: &str) -> Result<Task, Refusal> {
    Task::from_name(text).ok_or_else(|| one_of(&Task::ALL.map(Task::name)))
}

/// The size of a name.
fn size(text: &str) -> Result<Size, Refusal> {
    Size::from_name(text).ok_or_else(|| one_of(&Size::ALL.map(Size::name)))
}

/// The spread of a name or a number.
fn spread(text: &str) -> Result<Spread, Refusal> {
    Spread::from_name(text).ok_or_else(|| one_of(&Spread::ALL.map(Spread::name)))
}

/// The ties of a name.
fn ties(text: &str) -> Result<Ties, Refusal> {
    Ties::from_name(text).ok_or_else(|| one_of(&Ties::ALL.map(Ties::name)))
}

fn one_of(names: &[&str]) -> Refusal {
    Refusal::new(format!("use {}", names.join(", ")), "")
}
