//! The guide inside the program: how to read the tree, and the pages of `docs/guide`, with a table
//! of contents and a search.

use eframe::egui::{self, Align, Role, Sense, Vec2, vec2};

use crate::app::base::{
    Identified as _, Transform, ids, name_region, paint::paint, size, strong, text_field,
};
use crate::app::intent::CommandId;
use crate::app::parts::{Cx, prose_ui};
use crate::diagram::{LegendSymbol, PAGE_LINK, ProseBlock, SIGN, prose, signs};

/// Pages by their names, in the order of `docs/SUMMARY.md`.
macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../docs/guide/", $name, ".md")))),*]
    };
}
const PAGES: [(&str, &str); 27] = pages![
    "index",
    "first-steps",
    "window",
    "walking",
    "reading-the-tree",
    "map-and-positions",
    "find",
    "setup",
    "rules",
    "play",
    "large-boards",
    "algorithms",
    "teaching",
    "exercises",
    "lesson",
    "from-the-book",
    "check",
    "open-and-export",
    "gallery",
    "shell",
    "own-game",
    "game-in-rust",
    "install",
    "browser",
    "troubleshooting",
    "glossary",
    "commands",
];
/// The title of the first page.
const READING: &str = "How to read this";
/// A narrower dialog shows the contents or a page, in points.
const NARROW: f32 = 520.0;
/// The room of the button beside the search field, in points.
const BESIDE_SEARCH: f32 = 84.0;
/// The width of the table of contents, in points …
const CONTENTS: f32 = 196.0;
/// … and the height of a row.
const ROW: f32 = 25.0;

/// A page of the guide.
struct GuidePage {
    title: String,
    blocks: Vec<ProseBlock>,
}

impl GuidePage {
    /// A page in Markdown, which starts with its title.
    fn of(text: &str) -> Self {
        let (title, text) = text.split_once('\n').unwrap_or((text, ""));
        let text = without_tables(&without_pictures(&with_page_links(text)));
        Self {
            title: title.trim_start_matches('#').trim().to_owned(),
            blocks: prose(&text),
        }
    }

    /// The number of its paragraphs that contain a text.
    fn matches(&self, text: &str) -> usize {
        let own = usize::from(contains(&self.title, text));
        own + self.blocks.iter().filter(|it| holds(it, text)).count()
    }
}

/// Whether a paragraph contains a text.
fn holds(block: &ProseBlock, phrase: &str) -> bool {
    let text: String = block.runs.iter().map(|run| run.text.as_str()).collect();
    contains(&text, phrase)
}

fn contains(text: &str, phrase: &str) -> bool {
    text.to_lowercase().contains(phrase)
}

/// The guide, with the current page and the search text.
pub struct GuideDialog {
    pages: Vec<GuidePage>,
    signs: Vec<LegendSymbol>,
    shown: usize,
    looked_for: String,
    /// Whether a narrow dialog shows the contents in place of the page.
    lists: bool,
    /// Whether the page must still scroll to the first match.
    leads: bool,
    focused: bool,
}

impl GuideDialog {
    pub(super) fn new() -> Self {
        let reading = GuidePage {
            title: READING.to_owned(),
            blocks: Vec::new(),
        };
        let pages = PAGES.map(|(_, text)| GuidePage::of(text));
        Self {
            pages: std::iter::once(reading).chain(pages).collect(),
            signs: signs(),
            shown: 0,
            looked_for: String::new(),
            lists: true,
            leads: false,
            focused: false,
        }
    }

    /// Shows a page by its name, if there is one.
    pub(crate) fn open(&mut self, name: &str) {
        if let Some(page) = PAGES.iter().position(|(own, _)| *own == name) {
            self.shown = page + 1;
            self.lists = false;
            self.looked_for.clear();
            self.leads = false;
        }
    }

    /// Shows the guide; `false` when it is closed.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        name_region(ui, ids::GUIDE);
        let closed = self.head_ui(ui, cx);
        let high = (ui.ctx().content_rect().height() - 150.0).clamp(160.0, 720.0);
        let text = self.looked_for.trim().to_lowercase();
        let wide = ui.available_width();
        if wide < NARROW {
            self.narrow_ui(ui, cx, high, &text);
            return !closed;
        }
        let (rect, _) = ui.allocate_exact_size(vec2(wide, high), Sense::hover());
        let (left, right) = rect.split_left_right_at_x(rect.left() + CONTENTS);
        let beside = |rect| {
            egui::UiBuilder::new()
                .max_rect(rect)
                .layout(egui::Layout::top_down(Align::Min))
        };
        self.contents_ui(&mut ui.new_child(beside(left)), cx, &text);
        let right = right.with_min_x((left.right() + 14.0).min(right.right()));
        self.page_ui(&mut ui.new_child(beside(right)), cx, high, &text);
        !closed
    }

    /// The contents, or a page below the way back to them.
    fn narrow_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, high: f32, text: &str) {
        if self.lists {
            ui.set_max_height(high);
            return self.contents_ui(ui, cx, text);
        }
        let back = format!("{} Contents", CommandId::Back.icon());
        let back = ui.button(back).called(Role::Button, "Contents");
        self.lists = back.clicked();
        self.page_ui(ui, cx, high - back.rect.height(), text);
    }

    /// The title, the search field and the close button; returns whether it was closed.
    fn head_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        let head = ui.horizontal(|ui| {
            ui.label(strong("Guide").size(18.0));
            ui.add_space(12.0);
            let line = text_field(&mut self.looked_for)
                .hint_text(cx.dim("Search the guide"))
                .desired_width((ui.available_width() - BESIDE_SEARCH).clamp(90.0, 260.0));
            let line = ui
                .add(line)
                .called(Role::TextInput, "Search the guide")
                .identified(ids::GUIDE_SEARCH);
            // On a touch screen the keyboard would cover the contents.
            if !std::mem::replace(&mut self.focused, true) && !cx.desk.is_touched {
                line.request_focus();
            }
            if line.changed() {
                self.go_to_first();
            }
            let right = egui::Layout::right_to_left(Align::Center);
            ui.with_layout(right, |ui| ui.button("Close").clicked())
                .inner
        });
        ui.add_space(8.0);
        head.inner
    }

    /// Shows the first page with a match, unless the current one has one.
    fn go_to_first(&mut self) {
        self.lists = true;
        let text = self.looked_for.trim().to_lowercase();
        self.leads = !text.is_empty();
        if text.is_empty() || self.matches(self.shown, &text) > 0 {
            return;
        }
        let mut pages = 0..self.pages.len();
        self.shown = pages
            .find(|page| self.matches(*page, &text) > 0)
            .unwrap_or(self.shown);
    }

    fn matches(&self, page: usize, text: &str) -> usize {
        let signs = self.signs.iter();
        let said = signs.filter(|sign| contains(sign.name, text) || contains(sign.text, text));
        let more = if page == 0 { said.count() } else { 0 };
        self.pages[page].matches(text) + more
    }

    fn contents_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, phrase: &str) {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut any = false;
        egui::ScrollArea::vertical()
            .id_salt("contents")
            .show(ui, |ui| {
                for page in 0..self.pages.len() {
                    let found = match phrase.is_empty() {
                        true => 0,
                        false => self.matches(page, phrase),
                    };
                    if found == 0 && !phrase.is_empty() {
                        continue;
                    }
                    any = true;
                    let title = &self.pages[page].title;
                    let text = match found {
                        0 => title.clone(),
                        found => format!("{title} ({found})"),
                    };
                    let chosen = page == self.shown;
                    let text = egui::RichText::new(text).color(cx.text_or_dim(chosen));
                    let button = egui::Button::selectable(chosen, text)
                        .truncate()
                        .min_size(vec2(ui.available_width() - 14.0, cx.row_height(ROW)));
                    let response = ui.add(button).identified(&ids::guide_page(page));
                    if response.clicked() {
                        self.shown = page;
                        self.lists = false;
                        self.leads = true;
                    }
                }
                if !any {
                    ui.label(cx.dim("No matches"));
                }
            });
    }

    fn page_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, high: f32, text: &str) {
        let leads = std::mem::take(&mut self.leads);
        let shown = self.shown;
        egui::ScrollArea::vertical()
            .id_salt(("page", shown))
            .max_height(high)
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.set_max_width((ui.available_width() - 14.0).max(40.0));
                ui.label(strong(&self.pages[shown].title).size(20.0));
                ui.add_space(8.0);
                if shown == 0 {
                    for sign in &self.signs {
                        sign_ui(ui, cx, sign);
                    }
                    return;
                }
                let blocks = &self.pages[shown].blocks;
                let found = (leads && !text.is_empty())
                    .then(|| blocks.iter().position(|block| holds(block, text)))
                    .flatten();
                let (before, after) = blocks.split_at(found.unwrap_or(0));
                prose_ui(ui, cx, before, TEXT);
                if found.is_some() {
                    ui.scroll_to_cursor(Some(Align::TOP));
                    ui.add_space(TEXT * 0.5);
                }
                prose_ui(ui, cx, after, TEXT);
                ui.add_space(12.0);
            });
    }
}

/// The font size of the guide.
const TEXT: f32 = 14.0;

/// A symbol with its meaning.
fn sign_ui(ui: &mut egui::Ui, cx: &Cx<'_>, sign: &LegendSymbol) {
    ui.horizontal(|ui| {
        let room = Vec2::new(SIGN[0] as f32, SIGN[1] as f32 + 8.0);
        let (rect, _) = ui.allocate_exact_size(room, Sense::hover());
        let middle = Transform::moved(rect.center().to_vec2());
        paint(ui.painter(), &middle, cx.theme, &sign.drawing);
        ui.add_space(10.0);
        ui.vertical(|ui| {
            ui.add_space(4.0);
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.label(strong(sign.name).size(TEXT));
            let text = egui::RichText::new(sign.text).size(size::BODY);
            ui.add(egui::Label::new(text).wrap());
        });
    });
}

/// A Markdown text in which links to other pages of the guide are links within it.
fn with_page_links(text: &str) -> String {
    let mut text = text.to_owned();
    for (name, _) in PAGES {
        text = text.replace(&format!("]({name}.md"), &format!("]({PAGE_LINK}{name}"));
    }
    text
}

/// A Markdown text without its pictures: what they show is in the window.
fn without_pictures(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("![") {
        out.push_str(before);
        // Their alternative text may continue on the next line.
        let end = from
            .find("](")
            .and_then(|at| Some(at + from[at..].find(')')? + 1));
        rest = &from[end.unwrap_or(from.len())..];
    }
    out.push_str(rest);
    out
}

/// The same with each row of a table as an item of a list: a table has no room in a narrow dialog.
fn without_tables(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(row) = line.trim().strip_prefix('|') else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        let is_rule = |line: &str| line.starts_with("| ---");
        if is_rule(line) || lines.peek().is_some_and(|next| is_rule(next)) {
            continue;
        }
        let cells = row.trim_end_matches('|').split('|').map(str::trim);
        let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
        let (last, first) = cells.split_last().unwrap_or((&"", &[]));
        out.push_str(&format!("- {}: {last}\n", first.join(" ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{ProseKind, ProseLink};

    #[test]
    fn the_pages_are_those_of_the_sites_table_of_contents_in_its_order() {
        let contents = include_str!("../../../docs/SUMMARY.md");
        let names: Vec<&str> = contents
            .lines()
            .filter_map(|line| line.split_once("(guide/")?.1.strip_suffix(".md)"))
            .collect();
        assert_eq!(names, PAGES.map(|(name, _)| name));
    }

    #[test]
    fn a_link_on_a_page_opens_the_page_that_it_names() {
        let mut guide = GuideDialog::new();
        guide.open("find");
        assert_eq!(
            guide.pages[guide.shown].title,
            GuidePage::of(PAGES[6].1).title
        );
        guide.open("nowhere");
        assert_eq!(guide.shown, 7, "it stays");
    }

    #[test]
    fn every_page_of_the_guide_has_a_title_words_and_links_that_lead_somewhere() {
        let guide = GuideDialog::new();
        for page in &guide.pages[1..] {
            assert!(
                !page.title.is_empty() && !page.blocks.is_empty(),
                "{}",
                page.title
            );
            let links = page.blocks.iter().flat_map(|block| &block.runs);
            for link in links.filter_map(|run| run.link.as_ref()) {
                if let ProseLink::Page(name) = link {
                    assert!(PAGES.iter().any(|(own, _)| own == name), "{name}");
                }
            }
            for block in &page.blocks {
                let text: String = block.runs.iter().map(|run| run.text.as_str()).collect();
                assert!(!text.contains("| ---"), "{text}");
                let is_code = block.kind == ProseKind::Code;
                assert!(is_code || !text.contains("]("), "{text}");
            }
        }
    }

    #[test]
    fn a_search_in_the_guide_shows_the_first_page_with_the_words_unless_the_shown_page_has_them() {
        let mut guide = GuideDialog::new();
        "gambit".clone_into(&mut guide.looked_for);
        guide.go_to_first();
        let found = guide.shown;
        assert!(found > 0 && guide.matches(found, "gambit") > 0);
        assert!((0..found).all(|page| guide.matches(page, "gambit") == 0));
        "no such words at all".clone_into(&mut guide.looked_for);
        guide.go_to_first();
        assert_eq!(guide.shown, found);
        "blunder".clone_into(&mut guide.looked_for);
        guide.shown = 0;
        guide.go_to_first();
        assert_eq!(guide.shown, 0, "the page that is shown has it too");
    }

    #[test]
    fn a_row_of_a_table_is_an_item_of_a_list() {
        let text = "before\n| File | key | |\n| --- | --- | --- |\n| Open | `Ctrl+O` | Open it |\n";
        assert_eq!(without_tables(text), "before\n- Open `Ctrl+O`: Open it\n");
    }
}
