//! The page of a browser that the window is in: its address, what it reads aloud, and files dropped
//! on it. A window of the desktop is in none.

use serde::Serialize;

use crate::app::base::machine::Instant;
use crate::tree::UnfoldingNode;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::*;
#[cfg(target_arch = "wasm32")]
pub use web::read_aloud;
#[cfg(target_arch = "wasm32")]
pub(crate) use web::*;

/// An element that stands for a widget.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Element {
    /// The widget's id.
    pub id: String,
    /// The name of its element in HTML.
    pub tag: &'static str,
    /// What is read.
    pub text: String,
    /// Whether it is switched on, or selected; `None` if it can't be.
    pub on: Option<bool>,
    /// Whether it can't be used now.
    pub off: bool,
}

/// What the page's address shows.
#[derive(Debug, Default)]
pub(crate) struct Address {
    /// The tree and the node that it shows.
    pub(crate) shown: Option<(u64, UnfoldingNode)>,
    /// When the last step was made since a link was opened.
    pub(crate) last_step: Option<Instant>,
    /// The link that it is.
    pub(crate) link: String,
    /// Whether the last step is one that a phone's way back takes to close a dialog.
    pub(crate) has_guard: bool,
    /// The index of the included tour that is presented.
    pub(crate) tour: usize,
    /// What was read aloud last.
    pub(crate) said: String,
}

/// A window of the desktop, which is in no page.
#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::path::PathBuf;

    use eframe::egui::DroppedFileHandle;

    use crate::app::base::page::Element;

    /// Whether the window is in a page.
    pub(crate) const IN_BROWSER: bool = false;

    /// The link that the user has gone to; none here.
    pub(crate) fn arrived_at() -> Option<String> {
        None
    }

    /// Shows a link as the page's address, as a step of its history or in place of the last.
    pub(crate) fn show_link(_link: &str, _new_step: bool) {}

    /// Goes back a step in the page's history.
    pub(crate) fn go_back() {}

    /// The address before a link; empty here, since a link alone can be opened.
    pub(crate) fn address() -> String {
        String::new()
    }

    /// Offers a link to the device's other programs: only a page does.
    pub(crate) fn share(_link: &str) -> bool {
        false
    }

    /// Shows the title of the window as that of the page.
    pub(crate) fn show_title(_title: &str) {}

    /// Whether the page mirrors the window for a screen reader; the desktop has its own way.
    pub(crate) fn is_read_aloud() -> bool {
        false
    }

    /// The widgets that were clicked in the mirror.
    pub(crate) fn clicked_aloud() -> Vec<u64> {
        Vec::new()
    }

    /// Mirrors the window.
    pub(crate) fn mirror(_elements: &[Element]) {}

    /// Has a text read aloud. Here the widgets are.
    pub(crate) fn say(_words: &str) {}

    /// The path of a file that was dropped.
    ///
    /// # Errors
    /// None here.
    pub(crate) async fn path_of(file: &DroppedFileHandle) -> Result<PathBuf, String> {
        Ok(file.path().to_owned())
    }
}

/// The page that the window is in.
#[cfg(target_arch = "wasm32")]
mod web {
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, OnceLock, PoisonError};

    use eframe::egui::DroppedFileHandle;
    use wasm_bindgen::JsCast as _;
    use wasm_bindgen::JsValue;
    use wasm_bindgen::closure::Closure;

    use crate::app::base::Wake;
    use crate::app::base::page::Element;
    use crate::save::storage;

    /// Whether the window is in a page.
    pub(crate) const IN_BROWSER: bool = true;

    /// The id of the element whose text is read aloud when it changes.
    const SAID: &str = "said";

    /// Whether the user has gone to another link since the last look.
    static HAS_ARRIVED: AtomicBool = AtomicBool::new(false);

    /// Watches the page's address: the user goes back and forward, or types a link.
    pub(crate) fn watch_address(wake: Wake, wake_aloud: Wake) {
        WAKE.set(wake_aloud).ok();
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

    /// Goes back a step in the page's history.
    pub(crate) fn go_back() {
        if let Some(Ok(history)) = web_sys::window().map(|window| window.history()) {
            history.back().ok();
        }
    }

    /// The address before a link.
    pub(crate) fn address() -> String {
        let href = web_sys::window().and_then(|window| window.location().href().ok());
        let href = href.unwrap_or_default();
        let before = href.split(['#', '?']).next();
        before.unwrap_or_default().to_owned()
    }

    /// Offers a link to the device's other programs; `false` where a browser can't.
    pub(crate) fn share(link: &str) -> bool {
        call("share", link).is_some_and(|shared| shared.is_truthy())
    }

    /// Calls a function of the page with a text; `None` where it has none, or it fails.
    fn call(name: &str, text: &str) -> Option<JsValue> {
        let function = js_sys::Reflect::get(&js_sys::global(), &name.into()).ok()?;
        let function = function.dyn_into::<js_sys::Function>().ok()?;
        function.call1(&JsValue::NULL, &text.into()).ok()
    }

    /// Memory limit of a build in bytes: a page has at most four gigabytes, and a phone says how many it has.
    pub(crate) fn usual_bytes() -> u64 {
        const USUAL: u64 = 1 << 30;
        let navigator = js_sys::Reflect::get(&js_sys::global(), &"navigator".into());
        let gigabytes =
            navigator.and_then(|all| js_sys::Reflect::get(&all, &"deviceMemory".into()));
        match gigabytes.ok().and_then(|number| number.as_f64()) {
            Some(small) if small < 8.0 => ((small / 8.0 * USUAL as f64) as u64).max(USUAL / 8),
            _ => USUAL,
        }
    }

    /// Shows the title of the window as that of the page.
    pub(crate) fn show_title(title: &str) {
        if let Some(document) = web_sys::window().and_then(|window| window.document()) {
            document.set_title(title);
        }
    }

    /// Whether the page mirrors the window for a screen reader.
    static IS_READ_ALOUD: AtomicBool = AtomicBool::new(false);

    /// The widgets that were clicked in the mirror since the last look.
    static CLICKED: Mutex<Vec<u64>> = Mutex::new(Vec::new());

    /// Wakes the window.
    static WAKE: OnceLock<Wake> = OnceLock::new();

    /// Mirrors the window from now on, or clicks a widget of the mirror.
    pub fn read_aloud(clicked: Option<u64>) {
        IS_READ_ALOUD.store(true, Ordering::Relaxed);
        let mut all = CLICKED.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(clicked);
        if let Some(wake) = WAKE.get() {
            wake();
        }
    }

    pub(crate) fn is_read_aloud() -> bool {
        IS_READ_ALOUD.load(Ordering::Relaxed)
    }

    /// The widgets that were clicked in the mirror.
    pub(crate) fn clicked_aloud() -> Vec<u64> {
        let mut all = CLICKED.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *all)
    }

    /// Mirrors the window, where something has changed.
    pub(crate) fn mirror(elements: &[Element]) {
        static LAST: Mutex<String> = Mutex::new(String::new());
        let json = serde_json::to_string(elements).unwrap_or_default();
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if *last == json {
            return;
        }
        call("mirror", &json);
        *last = json;
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
}
