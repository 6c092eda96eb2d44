//! `doomtree rate -`: a Unix filter. Every line is a request and gets one line as its answer, in
//! order, as soon as it is done.

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;

use super::asked::{Asked, Request};
use super::build::{self, Watch};
use super::fault::{Done, Fault};
use super::input;
use super::output::Output;
use super::rate_json;
use super::stop;

/// The most bytes of a line.
const MOST_BYTES: u64 = 64 << 20;

/// Answers every line of standard input.
pub fn run(asked: &Asked) -> Result<Done, Fault> {
    asked.limits()?;
    asked.options(crate::rating::Options::default())?;
    let mut input = io::stdin().lock();
    let mut out = Output::standard();
    let mut bytes = Vec::new();
    for line in 1_u64.. {
        bytes.clear();
        (&mut input)
            .take(MOST_BYTES)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| {
                Fault::Usage(format!(
                    "standard input can't be read ({error}) after line {}: send the rest again",
                    line - 1
                ))
            })?;
        if bytes.is_empty() {
            break;
        }
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MOST_BYTES {
            return Err(Fault::Usage(format!(
                "line {line} of standard input has more than {} MiB: send positions, one a line",
                MOST_BYTES >> 20
            )));
        }
        match answer(&bytes, asked, &mut out) {
            Ok(()) => {}
            Err(Fault::Usage(error)) => {
                serde_json::to_writer(&mut out, &Bad { error, line }).map_err(io::Error::from)?;
                out.write_all(b"\n")?;
            }
            Err(fault) => return Err(fault),
        }
        out.flush()?;
        stop::reached(format!("{line} of the lines were answered"));
    }
    Ok(Done::Complete)
}

#[derive(Serialize)]
struct Bad {
    error: String,
    line: u64,
}

fn answer(bytes: &[u8], flags: &Asked, out: &mut Output) -> Result<(), Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Fault::Usage(format!(
            "the line is no text (byte {}): send UTF-8",
            error.valid_up_to() + 1
        ))
    })?;
    let text = text.trim();
    if text.is_empty() {
        return Err(Fault::Usage(
            "the line is empty: write a position or a JSON object".to_owned(),
        ));
    }
    let (asked, position) = if text.starts_with('{') {
        let request = Request::read(text).map_err(Fault::Usage)?;
        (flags.with(&request), request.position)
    } else {
        (flags.clone(), text.to_owned())
    };
    let opened = input::from_argument(&position, &asked);
    let rated = build::rated(&opened, &asked, Watch::Nobody)?;
    // Put together first, so that a fault never leaves half an answer.
    let mut line = Vec::new();
    rate_json::write(&rated, &mut line)?;
    out.write_all(&line)?;
    Ok(())
}
