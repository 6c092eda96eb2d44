//! The answer of `rate --json`: one object on one line.

use std::io::{self, Write};

use serde::Serialize;

use super::what_if::{Supposed, WrittenWhatIf};
use crate::library::summary::Summary;
use crate::session::Rated;

/// Writes the object and a line break.
pub fn write(rated: &Rated, out: &mut impl Write) -> io::Result<()> {
    write_with(rated, None, out)
}

/// The same with the changes that assumptions make, if there are any.
pub fn write_with(
    rated: &Rated,
    supposed: Option<&Supposed>,
    out: &mut impl Write,
) -> io::Result<()> {
    let answer = WrittenAnswer {
        summary: Summary::new(rated),
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
    what_if: Option<WrittenWhatIf>,
}
