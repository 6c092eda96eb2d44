//! The page that the window is in.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use eframe::egui::DroppedFileHandle;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

use crate::app::base::Wake;
use crate::save::storage;

/// Whether the window is in a page.
pub(crate) const IN_BROWSER: bool = true;
/// The id of the element whose text is read aloud when it changes.
const SAID: &str = "said";

/// Whether the user has gone to another link since the last look.
static HAS_ARRIVED: AtomicBool = AtomicBool::new(false);

/// Watches the page's address: the user goes back and forward, or types a link.
pub(crate) fn watch_address(wake: Wake) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let heard = Closure::<dyn FnMut()>::new(move || {
        HAS_ARRIVED.store(true, Ordering::Relaxed);
        wake();
    });
    // A typed link is such an event, too.
    let listener = heard.as_ref().unchecked_ref();
    window
        .add_event_listener_with_callback("popstate", listener)
        .ok();
    // The page keeps it as long as it lives.
    heard.forget();
}

/// The link that the user has gone to since the last call.
pub(crate) fn arrived_at() -> Option<String> {
    let arrived = HAS_ARRIVED.swap(false, Ordering::Relaxed);
    arrived.then(fragment).flatten()
}

/// The link in the page's address.
pub(crate) fn fragment() -> Option<String> {
    let hash = web_sys::window()?.location().hash().ok()?;
    (!hash.is_empty()).then_some(hash)
}

/// Shows a link as the page's address, as a step of its history or in place of the last. In a frame of
/// another page, whose visitor wants to go back from there, it is no step.
pub(crate) fn show_link(link: &str, new_step: bool) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let Ok(history) = window.history() else {
        return;
    };
    let is_framed = window
        .parent()
        .ok()
        .flatten()
        .is_some_and(|parent| parent != window);
    let link = Some(format!("{}{link}", address()));
    let shown = match new_step && !is_framed {
        true => history.push_state_with_url(&JsValue::NULL, "", link.as_deref()),
        false => history.replace_state_with_url(&JsValue::NULL, "", link.as_deref()),
    };
    // A browser that refuses it shows the link before.
    shown.ok();
}

/// The address before a link.
pub(crate) fn address() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok());
    let href = href.unwrap_or_default();
    let before = href.split(['#', '?']).next();
    before.unwrap_or_default().to_owned()
}

/// Has a text read aloud.
pub(crate) fn say(words: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(said) = document.and_then(|document| document.get_element_by_id(SAID)) {
        said.set_text_content(Some(words));
    }
}

/// Keeps a file that was dropped in memory, and returns its path there.
///
/// # Errors
/// The browser can't read it.
pub(crate) async fn path_of(file: &DroppedFileHandle) -> Result<PathBuf, String> {
    let bytes = file.bytes_async().await?;
    Ok(storage::add(&file.path().to_string_lossy(), bytes))
}
