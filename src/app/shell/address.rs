//! Links to the selected node. In a browser the page's address is one, too: it follows the walk, and
//! the walk follows it.

use std::time::Duration;

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::clock::Instant;
use crate::app::base::page;
use crate::app::document::{Begun, Ready, Refused, TEACHING, Words, refused};
use crate::app::intent::Command;
use crate::app::tools::tour::TourPanel;
use crate::app::views::tree::panel::TreePanel;
use crate::diagram::prose;
use crate::game::Refusal;
use crate::session::{Link, read_link, write_link};

/// Steps that come sooner than this after the last are one step of the browser's history.
const MIN_STEP_INTERVAL: Duration = Duration::from_millis(400);

impl Explorer {
    /// The link to the selected node, without the address of a page.
    fn link(&self) -> Result<String, Refusal> {
        let document = &self.desk.document;
        let line = document.line_text(document.session.selected());
        write_link(document.session.rated(), &line)
    }

    /// Copies the link to the selected node.
    pub(crate) fn copy_link(&mut self, ctx: &egui::Context) {
        match self.link() {
            Ok(link) => {
                let link = format!("{}{link}", page::address());
                self.desk.copy(ctx, link, "Copied the link");
            }
            Err(why) => self.desk.tell(Err(why)),
        }
    }

    /// Opens a link. On the open board it only selects a node.
    pub(crate) fn open_link(&mut self, ctx: &egui::Context, text: &str) {
        let usual = self.desk.usual_limits();
        let link = match read_link(text, usual) {
            Ok(link) => link,
            Err(why) => return self.arrived(ctx, Err(corrected(why, text))),
        };
        let rated = self.desk.document.session.rated();
        let own = write_link(rated, "").and_then(|own| read_link(&own, usual));
        let Link {
            setup,
            line,
            wanted,
        } = link;
        if own.is_ok_and(|own| (&own.setup, own.wanted) == (&setup, wanted)) {
            self.select_line(&line);
            return;
        }
        let words = Words {
            line: Some(line),
            ..Words::default()
        };
        let text = text.to_owned();
        self.read(ctx, "opening the link".to_owned(), async move |_| {
            let begun = Begun::new(setup, wanted, "");
            let begun = begun.map_err(|why| corrected(Refusal::of(why), &text))?;
            Ok(Ready::Begun(Box::new((begun, words)), None))
        });
    }

    /// Opens the link that the user has gone to, or shows that of the selected node.
    pub(crate) fn follow_address(&mut self, ctx: &egui::Context) {
        if !page::IN_BROWSER {
            return;
        }
        if let Some(link) = page::arrived_at() {
            self.address.shown = None;
            self.address.link.clear();
            self.desk.commands.push(Command::OpenText(link));
            ctx.request_repaint();
            return;
        }
        let is_moving = self.opening.is_some() || self.desk.pending_line.is_some();
        if is_moving || !self.desk.commands.is_empty() {
            return;
        }
        if self.desk.visited_from.is_some() {
            self.follow_tour();
            return;
        }
        let (tree, node) = (self.desk.tree, self.desk.document.session.selected());
        let before = self.address.shown.replace((tree, node));
        if before != Some((tree, node)) {
            let link = self.link().unwrap_or_else(|_| "#".to_owned());
            // The same link comes again when a tree is built further.
            if self.address.link != link {
                let now = Instant::now();
                let last = before.and(self.address.last_step);
                let is_soon = last.is_some_and(|last| now - last < MIN_STEP_INTERVAL);
                page::show_link(&link, before.is_some() && !is_soon);
                self.address.link = link;
                self.address.last_step = before.is_some().then_some(now);
            }
        }
        // A rating may become known later.
        let view = self.desk.view();
        let said = self.tools.one::<TreePanel>().describe(&view, node);
        self.say(said);
    }

    /// Shows the step of an included tour in the page's address, so that it is there again after a
    /// reload, and has its text read aloud.
    fn follow_tour(&mut self) {
        let panel = self.tools.one::<TourPanel>();
        let Some((tour, step)) = panel.shown_tour(&self.desk).zip(self.desk.slide) else {
            return;
        };
        let text = tour.steps.get(step).map_or("", |step| step.text.as_str());
        let (number, all) = (step + 1, tour.steps.len());
        let said = format!("{}, step {number} of {all}: {}", tour.title, plain(text));
        let file = TEACHING.get(self.address.tour).map_or("", |tour| tour.file);
        let link = format!("?tour={file}&step={number}");
        if self.address.link != link {
            page::show_link(&link, false);
            self.address.link = link;
            self.address.shown = None;
        }
        self.say(said);
    }

    fn say(&mut self, said: String) {
        if self.address.said != said {
            page::say(&said);
            self.address.said = said;
        }
    }
}

/// A text without its marks.
fn plain(text: &str) -> String {
    let blocks = prose(text);
    let runs = blocks.iter().flat_map(|block| {
        let runs = block.runs.iter().map(|run| run.text.as_str());
        runs.chain([" "])
    });
    runs.collect()
}

/// A refusal of a typed link, which can be corrected.
fn corrected(why: Refusal, text: &str) -> Refused {
    Refused {
        typed: Some(text.to_owned()),
        ..refused(why)
    }
}
