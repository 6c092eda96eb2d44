//! The answer of `rate --json`: one object on one line.

use std::io::{self, Write};

use serde::Serialize;

use super::what_if::{Supposed, WrittenWhatIf};
use crate::library::summary::Summary;
use crate::session::{Rated, Searched};

/// Writes the object and a line break: with what a search found, if the graph is too large, and
/// with the changes that assumptions make, if there are any.
pub fn write(
    rated: &Rated,
    searched: Option<&Searched>,
    supposed: Option<&Supposed>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut summary = Summary::new(rated);
    if let Some(searched) = searched {
        // The graph of the root and its moves stands for a tree without a limit.
        summary.max_plies = None;
        summary.best_line.clone_from(&searched.answer.line);
        summary.winners.clone_from(&searched.winners);
    }
    let answer = WrittenAnswer {
        summary,
        searched: searched.map(|searched| WrittenSearch {
            algorithm: searched.options.algorithm.name(),
            wins_within: searched.answer.wins_within,
        }),
        what_if: supposed.map(|supposed| supposed.json(rated)),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct WrittenAnswer {
    #[serde(flatten)]
    summary: Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    searched: Option<WrittenSearch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    what_if: Option<WrittenWhatIf>,
}

/// How a search rated what has too large a graph.
#[derive(Serialize)]
struct WrittenSearch {
    algorithm: &'static str,
    wins_within: Option<u32>,
}
