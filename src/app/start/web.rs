//! Starts the window in a page of a browser.

use std::path::{Path, PathBuf};

use wasm_bindgen::JsValue;
use web_sys::HtmlCanvasElement;

use crate::app::base::ending::Ending;
use crate::app::base::page;
use crate::app::base::threads::{self, Turns};
use crate::app::base::wake::waker;
use crate::app::document::files::{open_setup, window_limits};
use crate::app::document::settings::Settings;
use crate::app::document::teaching::TEACHING;
use crate::app::intent::command::{Command, Named};
use crate::app::shell::explorer::Explorer;
use crate::save::storage::{self, KEPT, set_of_other_tabs};
use crate::session::{first_setup, usual_game};

/// Memory limit of a build in bytes: a page has at most four gigabytes, and less on a phone.
const USUAL_BYTES: u64 = 1 << 30;

/// In a page whose shorter side is less than this, in points, the first start has no legend.
const SMALL: i32 = 500;

/// Opens the window on a canvas. `of_other_tabs` are the recovery files that other tabs have; `tour`
/// is the file of an included tour that is presented, unless the page's address has a link. `turns` is how
/// the page gives work its turns.
///
/// # Errors
/// The browser can't draw on it, or the first board can't be opened.
pub async fn start(
    canvas: HtmlCanvasElement,
    of_other_tabs: Vec<String>,
    tour: Option<String>,
    turns: Turns,
) -> Result<(), JsValue> {
    set_of_other_tabs(of_other_tabs.into_iter().map(PathBuf::from).collect());
    threads::set_turns(turns);
    let is_small = canvas.client_height().min(canvas.client_width()) < SMALL;
    let tour = tour.and_then(|tour| TEACHING.iter().position(|own| own.file == tour));
    let create: eframe::AppCreator<'static> = Box::new(move |creation| {
        let ctx = &creation.egui_ctx;
        let path = Path::new(KEPT).join("settings.json");
        let (mut settings, told) = Settings::read(&path);
        if is_small && !storage::exists(&path).is_ok_and(|exists| exists) {
            // A phone has no room for it beside the tree.
            settings.legend = false;
        }
        let setup = first_setup(usual_game())?;
        let document = open_setup(setup, window_limits(), waker(ctx))?;
        let mut explorer = Explorer::with_settings(ctx, document, settings, Some(path));
        explorer.allow_bytes(Some(USUAL_BYTES));
        match page::fragment() {
            None => match tour {
                None => explorer.greet(),
                Some(place) => {
                    let open = Command::OpenTeaching(place);
                    explorer.desk.commands.push(open);
                    explorer.once_built.push(Command::Named(Named::Present));
                }
            },
            Some(link) => explorer.desk.commands.push(Command::OpenText(link)),
        }
        page::watch_address(waker(ctx));
        explorer.notify(told);
        let recovery = Path::new(KEPT).join("recovery");
        explorer.outlast(ctx, Some(recovery), Ending::default());
        Ok(Box::new(explorer))
    });
    let runner = eframe::WebRunner::new();
    runner
        .start(canvas, eframe::WebOptions::default(), create)
        .await
}
