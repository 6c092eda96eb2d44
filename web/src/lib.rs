//! What the page calls, and what is called of the page.

use doomtree::app;
use js_sys::Promise;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

#[wasm_bindgen]
extern "C" {
    /// A promise that is kept when the next slice of work may begin.
    #[wasm_bindgen(js_name = nextSlice)]
    fn next_slice() -> Promise;
}

/// Whether the window hears a key of the browser with these held; `types` while a text is typed.
#[wasm_bindgen]
pub fn hears_key(name: &str, command: bool, shift: bool, alt: bool, types: bool) -> bool {
    app::hears_key(name, [command, shift, alt], types)
}

/// The names of all keys that the window hears.
#[wasm_bindgen]
pub fn heard_keys() -> Vec<String> {
    app::heard_key_names()
}

/// Mirrors the window into elements for a screen reader from now on, or clicks the widget with an id.
#[wasm_bindgen]
pub fn read_aloud(clicked: Option<String>) {
    app::read_aloud(clicked.and_then(|id| id.parse().ok()));
}

/// Opens the window on a canvas. `of_other_tabs` are the recovery files that other tabs have; `tour`
/// is the file of an included tour to present, from a step counted from 1. `embedded`: another page shows
/// one board, which is presented and can't be changed.
///
/// # Errors
/// The browser can't draw on it.
#[wasm_bindgen]
pub async fn start(
    canvas: HtmlCanvasElement,
    of_other_tabs: Vec<String>,
    tour: Option<String>,
    step: usize,
    embedded: bool,
) -> Result<(), JsValue> {
    app::start(canvas, of_other_tabs, (tour, step), embedded, next_slice).await
}
