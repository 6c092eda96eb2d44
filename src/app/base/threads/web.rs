//! Runs background work in slices between the events of the page, which has one thread.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::MessageChannel;

use crate::app::base::clock::Instant;

/// Maximum time of a slice, if the work's steps are short.
const SLICE_BUDGET: Duration = Duration::from_millis(10);

thread_local! {
    /// The work that waits for its next slice, in turn.
    static WAITING: RefCell<VecDeque<Waker>> = const { RefCell::new(VecDeque::new()) };
    /// When the last slice ends.
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
    /// A message of the page to itself starts a slice. It comes at once, whereas timers wait.
    static MESSAGES: Option<MessageChannel> = channel();
}

fn channel() -> Option<MessageChannel> {
    let channel = MessageChannel::new().ok()?;
    let heard = Closure::<dyn FnMut()>::new(|| {
        if let Some(next) = WAITING.with_borrow_mut(VecDeque::pop_front) {
            END.set(Some(Instant::now() + SLICE_BUDGET));
            next.wake();
        }
    });
    let port = channel.port1();
    port.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    // The page keeps it as long as it lives.
    heard.forget();
    Some(channel)
}

/// Runs work between the events of the page, and passes its result to `ended`. A panic ends the
/// page.
///
/// # Errors
/// None here.
pub(crate) fn spawn<T, W>(
    _name: &str,
    work: impl FnOnce() -> W + Send + 'static,
    ended: impl FnOnce(thread::Result<T>) + Send + 'static,
) -> io::Result<()>
where
    T: 'static,
    W: Future<Output = T> + 'static,
{
    spawn_local(async move {
        next_slice().await;
        ended(Ok(work().await));
    });
    Ok(())
}

/// Lets the page have its turn if the slice is over.
pub(crate) async fn pause() {
    if END.get().is_none_or(|end| Instant::now() >= end) {
        next_slice().await;
    }
}

async fn next_slice() {
    let mut asked = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut asked, true) {
            return Poll::Ready(());
        }
        WAITING.with_borrow_mut(|waiting| waiting.push_back(context.waker().clone()));
        MESSAGES.with(|messages| {
            if let Some(messages) = messages {
                messages.port2().post_message(&JsValue::NULL).ok();
            }
        });
        Poll::Pending
    })
    .await;
}
