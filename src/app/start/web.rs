//! Starts the window in a page of a browser.

use std::path::{Path, PathBuf};

use wasm_bindgen::JsValue;
use web_sys::HtmlCanvasElement;

use crate::app::base::job::Ending;
use crate::app::base::job::waker;
use crate::app::base::page;
use crate::app::base::threads::{self, Turns};
use crate::app::document::files::{open_setup, window_limits};
use crate::app::document::settings::Settings;
use crate::app::document::teaching::TEACHING;
use crate::app::intent::command::Command;
use crate::app::shell::explorer::Explorer;
use crate::game::{Refusal, quoted};
use crate::save::storage::{self, KEPT, set_of_other_tabs};
use crate::session::{shown_first, usual_game};

/// In a page whose shorter side is less than this, in points, the first start has no legend.
const SMALL: i32 = 500;

/// Opens the window on a canvas. `of_other_tabs` are the recovery files that other tabs have; `tour`
/// is the file of an included tour that is presented, from a step counted from 1, unless the page's
/// address has a link. `embedded` presents what is open and lets nobody leave it. `turns` is how the page
/// gives work its turns.
///
/// # Errors
/// The browser can't draw on it, or the first board can't be opened.
pub async fn start(
    canvas: HtmlCanvasElement,
    of_other_tabs: Vec<String>,
    (tour, step): (Option<String>, usize),
    embedded: bool,
    turns: Turns,
) -> Result<(), JsValue> {
    set_of_other_tabs(of_other_tabs.into_iter().map(PathBuf::from).collect());
    threads::set_turns(turns);
    let is_small = canvas.client_height().min(canvas.client_width()) < SMALL;
    let presented = move |tour: String| {
        let place = TEACHING.iter().position(|own| own.file == tour);
        let present = |place| Command::PresentTeaching(place, step.saturating_sub(1));
        place.map(present).ok_or_else(|| {
            let what = format!("there is no tour {}", quoted(&tour));
            Refusal::new(what, "choose one in File › Examples")
        })
    };
    let create: eframe::AppCreator<'static> = Box::new(move |creation| {
        let ctx = &creation.egui_ctx;
        let path = Path::new(KEPT).join("settings.json");
        let exists = storage::exists(&path);
        let (mut settings, told) = match &exists {
            Ok(_) => Settings::read(&path),
            // The page says that nothing is kept.
            Err(_) => (Settings::default(), None),
        };
        if is_small && !exists.is_ok_and(|exists| exists) {
            // A phone has no room for it beside the tree.
            settings.legend = false;
        }
        let setup = shown_first(usual_game())?;
        let document = open_setup(setup, window_limits(), waker(ctx))?;
        let mut explorer = Explorer::with_settings(ctx, document, settings, Some(path));
        explorer.allow_bytes(Some(page::usual_bytes()));
        explorer.desk.embedded = embedded;
        explorer.notify(told);
        let link = page::fragment();
        let is_linked = link.is_some() || tour.is_some();
        match (link, tour.map(presented)) {
            (Some(link), _) => explorer.desk.commands.push(Command::OpenText(link)),
            (None, None) => explorer.greet(),
            (None, Some(Ok(present))) => {
                explorer.greet();
                explorer.desk.commands.push(present);
            }
            (None, Some(Err(why))) => {
                explorer.greet();
                explorer.desk.tell(Err(why));
            }
        }
        page::watch_address(waker(ctx), waker(ctx));
        let folder = Path::new(KEPT).join("recovery");
        let folder = (!embedded).then_some(folder);
        explorer.outlast(ctx, folder, Ending::default());
        if let Some(recovery) = &mut explorer.recovery {
            // A link's reader gets what it shows.
            recovery.is_quiet = is_linked;
        }
        Ok(Box::new(explorer))
    });
    let runner = eframe::WebRunner::new();
    runner
        .start(canvas, eframe::WebOptions::default(), create)
        .await
}
