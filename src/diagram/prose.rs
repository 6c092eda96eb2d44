//! Users' Markdown texts as plain data: a flat list of blocks of runs, so that the window and a
//! page show the same. HTML is treated as plain text.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

/// The prefix of a link to a node of the tree; the line follows.
pub const LINE_LINK: &str = "line:";

/// A space in such a line: a link's target has none.
const SPACE: &str = "%20";

/// The deepest list that is set in further than the one around it.
const DEEPEST: u8 = 8;

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProseKind {
    /// A heading, from 1 to 6.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// Preformatted lines.
    Code,
    /// A line across.
    Rule,
}

/// The mark before the first block of a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProseMark {
    /// A dot.
    Dot,
    /// A number.
    Number(u64),
}

/// A block of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProseBlock {
    /// The kind.
    pub kind: ProseKind,
    /// The nesting depth in lists.
    pub depth: u8,
    /// Whether it is quoted.
    pub quoted: bool,
    /// The mark before it.
    pub mark: Option<ProseMark>,
    /// The text.
    pub runs: Vec<ProseRun>,
}

/// A run of text in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProseRun {
    /// The text; it may have line breaks.
    pub text: String,
    /// Whether they are bold.
    pub strong: bool,
    /// Whether they are slanted.
    pub emphasis: bool,
    /// Whether they are code.
    pub code: bool,
    /// The link target.
    pub link: Option<ProseLink>,
}

/// The prefix of a link to a page of the guide; the page's name follows.
pub const PAGE_LINK: &str = "guide:";

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProseLink {
    /// To a page of the guide, by its name.
    Page(String),
    /// To a node of the tree.
    Line(String),
    /// Out of the program.
    Web(String),
}

impl ProseLink {
    /// Parses a link target; `None` if it is neither a line nor a usual address.
    fn of(target: &str) -> Option<Self> {
        if let Some(line) = target.strip_prefix(LINE_LINK) {
            return Some(Self::Line(line.replace(SPACE, " ").trim().to_owned()));
        }
        if let Some(page) = target.strip_prefix(PAGE_LINK) {
            let name = page.split('#').next().unwrap_or(page);
            return Some(Self::Page(name.to_owned()));
        }
        let start = |scheme: &str| {
            let head = target.get(..scheme.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(scheme))
        };
        let safe = ["https://", "http://", "mailto:"].into_iter().any(start);
        safe.then(|| Self::Web(target.to_owned()))
    }
}

/// Allows spaces in the lines of links, as elsewhere.
fn with_lines(text: &str) -> String {
    const BEGIN: &str = "](line:";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(BEGIN) {
        let (before, from) = rest.split_at(at + BEGIN.len());
        out.push_str(before);
        let end = from.find([')', '\n']).unwrap_or(from.len());
        out.push_str(&from[..end].trim().replace(' ', SPACE));
        rest = &from[end..];
    }
    out.push_str(rest);
    out
}

/// The parser's state.
#[derive(Default)]
struct ProseParser {
    blocks: Vec<ProseBlock>,
    /// The lists that are open: the number of their next item, if they count.
    lists: Vec<Option<u64>>,
    mark: Option<ProseMark>,
    quotes: usize,
    strong: usize,
    emphasis: usize,
    links: Vec<Option<ProseLink>>,
    kind: Option<ProseKind>,
    runs: Vec<ProseRun>,
}

impl ProseParser {
    fn begin(&mut self, kind: ProseKind) {
        self.end();
        self.kind = Some(kind);
    }

    /// Ends the current block.
    fn end(&mut self) {
        let kind = self.kind.take();
        let mut runs = std::mem::take(&mut self.runs);
        if kind == Some(ProseKind::Code)
            && let Some(last) = runs.last_mut()
        {
            last.text.truncate(last.text.trim_end_matches('\n').len());
        }
        if runs.is_empty() && kind != Some(ProseKind::Rule) {
            return;
        }
        self.blocks.push(ProseBlock {
            kind: kind.unwrap_or(ProseKind::Paragraph),
            depth: self.lists.len().min(usize::from(DEEPEST)) as u8,
            quoted: self.quotes > 0,
            mark: self.mark.take(),
            runs,
        });
    }

    fn text(&mut self, text: &str, code: bool) {
        let run = ProseRun {
            text: String::new(),
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            code,
            link: self.links.last().cloned().flatten(),
        };
        let goes_on = self.runs.last_mut().filter(|last| {
            (last.strong, last.emphasis, last.code, &last.link)
                == (run.strong, run.emphasis, run.code, &run.link)
        });
        match goes_on {
            Some(last) => last.text.push_str(text),
            None => self.runs.push(ProseRun {
                text: text.to_owned(),
                ..run
            }),
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Paragraph => self.begin(ProseKind::Paragraph),
            Tag::Heading { level, .. } => self.begin(ProseKind::Heading(match level {
                HeadingLevel::H1 => 1,
                HeadingLevel::H2 => 2,
                HeadingLevel::H3 => 3,
                HeadingLevel::H4 => 4,
                HeadingLevel::H5 => 5,
                HeadingLevel::H6 => 6,
            })),
            Tag::CodeBlock(CodeBlockKind::Indented | CodeBlockKind::Fenced(_)) => {
                self.begin(ProseKind::Code);
            }
            Tag::BlockQuote(_) => {
                self.end();
                self.quotes += 1;
            }
            Tag::List(first) => {
                self.end();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.end();
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        let mark = ProseMark::Number(*number);
                        *number = number.saturating_add(1);
                        mark
                    }
                    _ => ProseMark::Dot,
                });
            }
            Tag::Strong => self.strong += 1,
            Tag::Emphasis => self.emphasis += 1,
            Tag::Link { dest_url, .. } => self.links.push(ProseLink::of(dest_url)),
            // Pictures aren't shown; their alternative text is.
            Tag::Image { .. } => self.links.push(None),
            _ => {}
        }
    }

    fn stop(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::BlockQuote(_) => {
                self.end();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::List(_) => {
                self.end();
                self.lists.pop();
            }
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Link | TagEnd::Image => {
                self.links.pop();
            }
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::CodeBlock
            | TagEnd::Item
            | TagEnd::HtmlBlock => self.end(),
            _ => {}
        }
    }
}

/// Reads a text.
pub fn prose(text: &str) -> Vec<ProseBlock> {
    let text = with_lines(text);
    let mut reading = ProseParser::default();
    for event in Parser::new(&text) {
        match event {
            Event::Start(tag) => reading.start(&tag),
            Event::End(tag) => reading.stop(tag),
            Event::Text(text) => reading.text(&text, reading.kind == Some(ProseKind::Code)),
            Event::Code(text) => reading.text(&text, true),
            Event::Html(text) | Event::InlineHtml(text) => reading.text(&text, false),
            Event::SoftBreak => reading.text(" ", false),
            Event::HardBreak => reading.text("\n", false),
            Event::Rule => {
                reading.begin(ProseKind::Rule);
                reading.end();
            }
            _ => {}
        }
    }
    reading.end();
    reading.blocks
}

/// The first words of a text, as one line without marks.
pub fn first_words(text: &str) -> String {
    let blocks = prose(text);
    let first = blocks.iter().find(|block| !block.runs.is_empty());
    let runs = first.into_iter().flat_map(|block| &block.runs);
    let phrase: String = runs.map(|run| run.text.as_str()).collect();
    phrase.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts_of(blocks: &[ProseBlock]) -> Vec<String> {
        let text_of = |block: &ProseBlock| block.runs.iter().map(|run| run.text.as_str()).collect();
        blocks.iter().map(text_of).collect()
    }

    #[test]
    fn a_text_becomes_blocks_in_their_order() {
        let text = "# Head\n\nOne **bold** and *slanted* `code`\nline.\n\n1. first\n2. second\n   - inner\n\n> said\n\n---\n\n```\na\n  b\n```";
        let blocks = prose(text);
        let kinds: Vec<_> = blocks.iter().map(|block| block.kind).collect();
        use ProseKind::{Code, Heading, Paragraph, Rule};
        assert_eq!(
            kinds,
            [
                Heading(1),
                Paragraph,
                Paragraph,
                Paragraph,
                Paragraph,
                Paragraph,
                Rule,
                Code
            ]
        );
        assert_eq!(texts_of(&blocks)[1], "One bold and slanted code line.");
        assert!(blocks[1].runs[1].strong && blocks[1].runs[3].emphasis && blocks[1].runs[5].code);
        assert_eq!(blocks[2].mark, Some(ProseMark::Number(1)));
        assert_eq!(blocks[3].mark, Some(ProseMark::Number(2)));
        assert_eq!((blocks[4].mark, blocks[4].depth), (Some(ProseMark::Dot), 2));
        assert!(blocks[5].quoted);
        assert_eq!(texts_of(&blocks)[7], "a\n  b");
        assert_eq!(first_words(text), "Head");
        assert_eq!(first_words(""), "");
    }

    #[test]
    fn a_link_leads_to_a_line_or_out_and_nowhere_else() {
        let link = |text: &str| prose(text)[0].runs[0].link.clone();
        let line = |line: &str| Some(ProseLink::Line(line.to_owned()));
        assert_eq!(link("[a](line:2>3)"), line("2>3"));
        assert_eq!(link("[a](line:2>3 pass 0>2)"), line("2>3 pass 0>2"));
        assert_eq!(link("[a](line:)"), line(""));
        let web = ProseLink::Web("https://example.org".to_owned());
        assert_eq!(link("[a](https://example.org)"), Some(web));
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc",
            "JaVaScript:x",
        ] {
            assert_eq!(link(&format!("[a]({bad})")), None, "{bad}");
        }
    }

    #[test]
    fn what_looks_like_html_is_text() {
        let blocks = prose("<script>alert(1)</script>\n\nand <b onclick=x>this</b>");
        let all = texts_of(&blocks).join("\n");
        assert!(all.contains("<script>alert(1)</script>") && all.contains("<b onclick=x>"));
        assert!(
            blocks
                .iter()
                .all(|block| block.runs.iter().all(|run| !run.strong))
        );
    }

    #[test]
    fn a_text_that_is_nested_without_end_is_read() {
        for deep in [
            "> ".repeat(50_000),
            "- ".repeat(20_000),
            "[".repeat(20_000),
            "*".repeat(20_000),
        ] {
            prose(&format!("{deep}x"));
        }
    }
}
