//! The sheet as an HTML page, which any browser prints.

use std::io::{self, Write};

use super::super::svg;
use super::super::xml::Escaped;
use super::{Content, Picture, SheetPicture};

const STYLE: &str = "\
@page { size: A4 landscape; margin: 14mm; }
body { font: 15px/1.45 Inter, Helvetica, Arial, sans-serif; color: #1c1d20; background: #fff; \
max-width: 1100px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 24px; margin: 0 0 6px; }
h2 { font-size: 19px; margin: 0 0 6px; }
.who { display: flex; gap: 32px; margin: 10px 0 14px; color: #555; }
.who span { flex: 1; border-bottom: 1px solid #999; padding-bottom: 3px; }
.origin { color: #666; font-size: 12px; overflow-wrap: anywhere; }
figure { margin: 12px 0; }
figure svg { width: 100%; height: auto; max-height: 165mm; }
ol { columns: 2; column-gap: 40px; padding-left: 30px; }
li { break-inside: avoid; margin-bottom: 10px; }
li .line { display: block; border-bottom: 1px solid #999; height: 22px; }
ol.key { columns: 1; }
ol.key b { margin-right: 6px; }
.answers { break-before: page; page-break-before: always; }
";

/// Writes the page.
pub(super) fn write(out: &mut dyn Write, content: &Content) -> io::Result<()> {
    let title = Escaped(&content.title);
    writeln!(out, "<!DOCTYPE html>")?;
    writeln!(out, "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    )?;
    writeln!(
        out,
        "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>"
    )?;
    writeln!(out, "<section>\n<h1>{title}</h1>")?;
    writeln!(
        out,
        "<p class=\"who\"><span>Name</span><span>Date</span><span>Points: of {}</span></p>",
        content.rows.len()
    )?;
    writeln!(out, "<p>{}</p>", Escaped(&content.sentence))?;
    figure(out, &content.blank, &content.title)?;
    writeln!(out, "<ol>")?;
    for row in &content.rows {
        let question = Escaped(&row.question);
        writeln!(out, "<li>{question}<span class=\"line\"></span></li>")?;
    }
    writeln!(out, "</ol>")?;
    origin(out, content)?;
    writeln!(
        out,
        "</section>\n<section class=\"answers\">\n<h2>{title}: answers</h2>"
    )?;
    figure(out, &content.key, &format!("{}: answers", content.title))?;
    writeln!(out, "<ol class=\"key\">")?;
    for row in &content.rows {
        let (answer, reason) = (Escaped(&row.answer), Escaped(&row.reason));
        writeln!(out, "<li><b>{answer}</b> {reason}</li>")?;
    }
    writeln!(out, "</ol>")?;
    origin(out, content)?;
    writeln!(out, "</section>\n</body>\n</html>")
}

fn origin(out: &mut dyn Write, content: &Content) -> io::Result<()> {
    for line in &content.origin {
        writeln!(out, "<p class=\"origin\">{}</p>", Escaped(line))?;
    }
    Ok(())
}

fn figure(out: &mut dyn Write, picture: &Picture, title: &str) -> io::Result<()> {
    writeln!(out, "<figure>")?;
    let scene = SheetPicture {
        drawing: &picture.drawing,
        frame: picture.frame,
        title,
        words: &picture.words,
    };
    svg::write_scene(out, &scene)?;
    writeln!(out, "</figure>")
}
