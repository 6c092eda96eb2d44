//! What the page calls.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// Opens the window on a canvas. `of_other_tabs` are the recovery files that other tabs have; `tour`
/// is the file of an included tour to present.
///
/// # Errors
/// The browser can't draw on it.
#[wasm_bindgen]
pub async fn start(
    canvas: HtmlCanvasElement,
    of_other_tabs: Vec<String>,
    tour: Option<String>,
) -> Result<(), JsValue> {
    doomtree::app::start(canvas, of_other_tabs, tour).await
}
