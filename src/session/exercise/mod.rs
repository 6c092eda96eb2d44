//! Exercises: a tree whose ratings, best moves, bounds or cuts the learner fills in. Answers are
//! checked, with the reason for each error.
//!
//! `Posed` computes the right answers from the graph's ratings and from a recording. `Attempt` has
//! the learner's answers. `ExerciseGenerator` generates boards step by step until one meets a level.
//! `save::ExerciseFile` stores one, `export::sheet` prints it. During an exercise, the window
//! allows only commands that reveal no rating.

mod answer;
mod attempt;
mod generator;
mod kept;
mod posed;
mod reason;
mod task;
mod words;

pub use self::attempt::ShownAttempt;
pub use self::kept::{ExerciseLine, MAX_LINE, is_line, read_line, write_line};
pub use self::task::{Level, RatingSpread, Ties, TreeSize};
pub use answer::{Answer, Right, Sense, read_answer, right_text};
pub use attempt::{Attempt, BlankEntry, Score};
pub use generator::{ExerciseGenerator, MAX_DRAWN, meets};
pub use posed::{Blank, MAX_NODES, Posed};
pub use reason::Verdict;
pub use task::{Exercise, Filling, Generated, Task};
