//! Limits of memory and time for work that doesn't check them itself: reading and writing files. A
//! watchdog thread checks them, and ends the program at a limit with a sentence on the progress so
//! far. Existing files are unchanged.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::effort::Deadline;
use super::free;
use super::stop;
use crate::words::short_bytes;

/// Interval between limit checks.
const LIMIT_CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// Grace period after the time limit, for work that is nearly done.
const GRACE_TIMEOUT: Duration = Duration::from_millis(300);

/// The program's own memory in bytes beyond a limit: buffers and the stacks of threads.
const ITSELF: u64 = 4 << 20;

/// A file so small is read at once, and takes nothing of the memory that is left for the work.
pub const SMALL: u64 = 1 << 20;

/// The exit code where a limit ended the program.
const STOPPED: i32 = 3;

/// The limits of a whole command.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// When it ends.
    pub deadline: Option<Deadline>,
    /// The memory that it may take.
    pub room: Option<Room>,
}

/// The memory limit of the process, as text and in bytes.
#[derive(Clone, Debug)]
pub struct Room {
    text: String,
    most: u64,
}

impl Room {
    /// A limit of this many bytes more than the process uses now; `None` if its use is unknown.
    pub fn beside(text: &str, bytes: u64) -> Option<Self> {
        Some(Self {
            text: text.to_owned(),
            most: at_first()?.saturating_add(bytes),
        })
    }

    /// Whether the process has more.
    pub fn is_full(&self) -> bool {
        free::anonymous().is_some_and(|bytes| bytes > self.most)
    }

    /// The limit as it was written, with its flag.
    pub fn words(&self) -> String {
        format!("--max-memory {}", self.text)
    }
}

/// The memory of the process at the first call.
fn at_first() -> Option<u64> {
    static FIRST: OnceLock<Option<u64>> = OnceLock::new();
    *FIRST.get_or_init(free::anonymous)
}

/// The memory that the input takes.
static TAKEN: AtomicU64 = AtomicU64::new(0);

/// The bytes of the input read so far, in whole MiB; 0 if there is little.
pub fn taken() -> u64 {
    TAKEN.load(Ordering::Relaxed)
}

/// Measures the memory that the input takes.
fn measure() {
    if let (Some(first), Some(now)) = (at_first(), free::anonymous()) {
        let grown = now.saturating_sub(first);
        TAKEN.store(grown.next_multiple_of(1 << 20), Ordering::Relaxed);
    }
}

/// Work that doesn't check limits.
struct GuardedWork {
    /// The message when a limit, given as text, is reached.
    sentence: Box<dyn Fn(&str) -> String + Send>,
    /// The time allowed beyond the limit.
    more: Duration,
}

/// The current work that doesn't check limits, the innermost last.
static NOW: Mutex<Vec<GuardedWork>> = Mutex::new(Vec::new());
static BEGUN: Condvar = Condvar::new();

fn now() -> MutexGuard<'static, Vec<GuardedWork>> {
    NOW.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Guards work that doesn't check limits: while it lives, the program ends at a limit.
pub struct Guarded(());

impl Guarded {
    /// From now on the program ends at a limit with this sentence, a function of the limit.
    pub fn new(
        bounds: &Bounds,
        sentence: impl Fn(&str) -> String + Send + 'static,
    ) -> Option<Self> {
        Self::with(bounds, Duration::ZERO, sentence)
    }

    /// The same with a grace period, so that nearly finished work is completed.
    pub fn patient(
        bounds: &Bounds,
        sentence: impl Fn(&str) -> String + Send + 'static,
    ) -> Option<Self> {
        Self::with(bounds, GRACE_TIMEOUT, sentence)
    }

    fn with(
        bounds: &Bounds,
        more: Duration,
        sentence: impl Fn(&str) -> String + Send + 'static,
    ) -> Option<Self> {
        static WATCHED: OnceLock<bool> = OnceLock::new();
        let Bounds { deadline, room } = bounds.clone();
        if deadline.is_none() && room.is_none() {
            return None;
        }
        let begun = || {
            let thread = std::thread::Builder::new().name("limits".to_owned());
            let room = room.map(|room| Room {
                most: room.most + ITSELF,
                ..room
            });
            thread.spawn(move || watch(deadline, room)).is_ok()
        };
        // If no thread can be started, the work runs to its end.
        WATCHED.get_or_init(begun).then(|| {
            let sentence = Box::new(sentence);
            now().push(GuardedWork { sentence, more });
            BEGUN.notify_one();
            Self(())
        })
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        now().pop();
    }
}

/// Ends the program where a limit is reached while something is guarded.
fn watch(deadline: Option<Deadline>, room: Option<Room>) {
    loop {
        std::thread::sleep(LIMIT_CHECK_INTERVAL);
        let waited = BEGUN.wait_while(now(), |now| now.is_empty());
        let guarded = waited.unwrap_or_else(PoisonError::into_inner);
        let Some(work) = guarded.last() else {
            continue;
        };
        let over = deadline.as_ref().filter(|it| it.is_over_by(work.more));
        let over = over.map(Deadline::words);
        let full = || room.as_ref().filter(|room| room.is_full());
        if let Some(limit) = over.or_else(|| full().map(Room::words)) {
            stop::end(STOPPED, |written| match written.saved {
                true => format!("{limit} reached when the file had been written"),
                false => (work.sentence)(&limit),
            });
        }
    }
}

/// Something that is being read, and guarded until it is understood.
pub struct Reading {
    read: Arc<AtomicU64>,
    of: Option<u64>,
    guarded: Option<Guarded>,
}

impl Reading {
    /// Starts reading an input with this name and size, if its size is known.
    pub fn new(bounds: &Bounds, name: &str, of: Option<u64>) -> Self {
        let read = Arc::new(AtomicU64::new(0));
        let (so_far, name) = (Arc::clone(&read), name.to_owned());
        let guard = |sentence| match of {
            Some(..=SMALL) => None,
            _ => Guarded::new(bounds, sentence),
        };
        let guarded = guard(move |limit: &str| {
            let read = so_far.load(Ordering::Relaxed);
            let how_far = match of {
                Some(of) if read >= of => {
                    let all = short_bytes(of);
                    format!("all {all} were read, but not yet understood")
                }
                Some(of) => format!("{} of {} were read", short_bytes(read), short_bytes(of)),
                None => format!("{} were read", short_bytes(read)),
            };
            format!("{name}: {limit} reached after {how_far}: raise it, or give a smaller file")
        });
        Self { read, of, guarded }
    }

    /// A reader that counts the bytes.
    pub fn of<R: Read>(&self, inner: R) -> impl Read {
        Counted {
            inner,
            read: Arc::clone(&self.read),
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        let read = self.read.load(Ordering::Relaxed);
        if self.guarded.take().is_some() && self.of.unwrap_or(read).max(read) > SMALL {
            measure();
        }
    }
}

struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.inner.read(out)?;
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}
