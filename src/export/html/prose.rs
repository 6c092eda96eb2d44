//! Notes and tour texts for the page: blocks of runs, which its script shows as plain text.

use std::io::{self, Write};

use super::json::{Between, Text};
use crate::diagram::{ProseBlock, ProseKind, ProseLink, ProseMark, ProseRun, prose};
use crate::save::Tour;
use crate::words::plural;

/// Flags of text style.
const STRONG: u8 = 1;
const EMPHASIS: u8 = 2;
const CODE: u8 = 4;

/// Writes a text as a list of `[kind, depth, mark, quoted, [[text, style, link]]]`.
pub(super) fn write(out: &mut dyn Write, text: &str) -> io::Result<()> {
    write!(out, "[")?;
    let mut between = Between::default();
    for block in prose(text) {
        write!(out, "{}", between.next())?;
        write_block(out, &block)?;
    }
    write!(out, "]")
}

fn write_block(out: &mut dyn Write, block: &ProseBlock) -> io::Result<()> {
    let kind = match block.kind {
        ProseKind::Heading(level) => format!("h{level}"),
        ProseKind::Paragraph => "p".to_owned(),
        ProseKind::Code => "code".to_owned(),
        ProseKind::Rule => "rule".to_owned(),
    };
    let mark = match block.mark {
        None => String::new(),
        Some(ProseMark::Dot) => "•".to_owned(),
        Some(ProseMark::Number(number)) => format!("{number}."),
    };
    let (depth, quoted) = (block.depth, u8::from(block.quoted));
    write!(out, "[\"{kind}\",{depth},\"{mark}\",{quoted},[")?;
    let mut between = Between::default();
    for run in &block.runs {
        write!(out, "{}", between.next())?;
        write_run(out, run)?;
    }
    write!(out, "]]")
}

fn write_run(out: &mut dyn Write, run: &ProseRun) -> io::Result<()> {
    let mut looks = 0;
    for (bit, is_so) in [
        (STRONG, run.strong),
        (EMPHASIS, run.emphasis),
        (CODE, run.code),
    ] {
        looks |= if is_so { bit } else { 0 };
    }
    write!(out, "[{},{looks}", Text(&run.text))?;
    match &run.link {
        // A page of the guide is in the program.
        None | Some(ProseLink::Page(_)) => {}
        Some(ProseLink::Line(line)) => write!(out, ",{}", Text(&format!("line:{line}")))?,
        Some(ProseLink::Web(address)) => write!(out, ",{}", Text(address))?,
    }
    write!(out, "]")
}

/// Writes tours as a list of `{"title", "steps": [{"line", "text", "hidden", "shows"}]}`.
pub(super) fn write_tours(out: &mut dyn Write, tours: &[Tour]) -> io::Result<()> {
    write!(out, "[")?;
    let mut between = Between::default();
    for tour in tours.iter().filter(|tour| !tour.steps.is_empty()) {
        let title = Text(&tour.title);
        write!(out, "{}\n{{\"title\":{title},\"steps\":[", between.next())?;
        let mut between = Between::default();
        for step in &tour.steps {
            let line = Text(&step.line);
            write!(out, "{}\n{{\"line\":{line},\"text\":", between.next())?;
            write(out, &step.text)?;
            if step.hidden {
                write!(out, ",\"hidden\":true")?;
            }
            if let Some(recording) = &step.recording {
                let name = recording.method.title(false, recording.plies.is_some());
                let plies = recording.plies.map_or_else(String::new, |plies| {
                    format!(", {plies} {}", plural(plies, "ply", "plies"))
                });
                let words = format!("{name}{plies}, step {}", recording.step);
                write!(out, ",\"shows\":{}", Text(&words))?;
            }
            write!(out, "}}")?;
        }
        write!(out, "]}}")?;
    }
    write!(out, "]")
}
