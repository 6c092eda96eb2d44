//! Limits of memory and time for work that doesn't check them itself: reading and writing files. A
//! watchdog thread ends the program at a limit with a sentence on the progress so far; existing
//! files are unchanged. Free memory limits builds too: on Linux what is available without swapping,
//! or less by a control group or `ulimit`. Other systems have no file for it, and no limit unless
//! one is requested.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::effort::Deadline;
use super::progress;
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
pub struct ResourceLimits {
    /// When it ends.
    pub deadline: Option<Deadline>,
    /// The memory that it may take.
    pub room: Option<ProcessMemoryLimit>,
}

/// The memory limit of the process, as text and in bytes.
#[derive(Clone, Debug)]
pub struct ProcessMemoryLimit {
    text: String,
    max: u64,
}

impl ProcessMemoryLimit {
    /// A limit of this many bytes more than the process uses now; `None` if its use is unknown.
    pub fn beside(text: &str, bytes: u64) -> Option<Self> {
        Some(Self {
            text: text.to_owned(),
            max: at_first()?.saturating_add(bytes),
        })
    }

    /// Whether the process has more.
    pub fn is_full(&self) -> bool {
        anonymous().is_some_and(|bytes| bytes > self.max)
    }

    /// The limit as it was written, with its flag.
    pub fn description(&self) -> String {
        format!("--max-memory {}", self.text)
    }
}

/// The memory of the process at the first call.
fn at_first() -> Option<u64> {
    static FIRST: OnceLock<Option<u64>> = OnceLock::new();
    *FIRST.get_or_init(anonymous)
}

/// The memory that the input takes.
static TAKEN: AtomicU64 = AtomicU64::new(0);

/// The bytes of the input read so far, in whole MiB; 0 if there is little.
pub fn taken() -> u64 {
    TAKEN.load(Ordering::Relaxed)
}

/// Measures the memory that the input takes.
fn measure() {
    if let (Some(first), Some(now)) = (at_first(), anonymous()) {
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
        bounds: &ResourceLimits,
        sentence: impl Fn(&str) -> String + Send + 'static,
    ) -> Option<Self> {
        Self::with(bounds, Duration::ZERO, sentence)
    }

    /// The same with a grace period, so that nearly finished work is completed.
    pub fn patient(
        bounds: &ResourceLimits,
        sentence: impl Fn(&str) -> String + Send + 'static,
    ) -> Option<Self> {
        Self::with(bounds, GRACE_TIMEOUT, sentence)
    }

    fn with(
        bounds: &ResourceLimits,
        more: Duration,
        sentence: impl Fn(&str) -> String + Send + 'static,
    ) -> Option<Self> {
        static WATCHED: OnceLock<bool> = OnceLock::new();
        let ResourceLimits { deadline, room } = bounds.clone();
        if deadline.is_none() && room.is_none() {
            return None;
        }
        let begun = || {
            let thread = std::thread::Builder::new().name("limits".to_owned());
            let room = room.map(|room| ProcessMemoryLimit {
                max: room.max + ITSELF,
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
fn watch(deadline: Option<Deadline>, room: Option<ProcessMemoryLimit>) {
    loop {
        std::thread::sleep(LIMIT_CHECK_INTERVAL);
        let waited = BEGUN.wait_while(now(), |now| now.is_empty());
        let guarded = waited.unwrap_or_else(PoisonError::into_inner);
        let Some(work) = guarded.last() else {
            continue;
        };
        let over = deadline.as_ref().filter(|it| it.is_over_by(work.more));
        let over = over.map(Deadline::description);
        let full = || room.as_ref().filter(|room| room.is_full());
        if let Some(limit) = over.or_else(|| full().map(ProcessMemoryLimit::description)) {
            progress::end(STOPPED, |written| match written.saved {
                true => format!("{limit} reached when the file had been written"),
                false => (work.sentence)(&limit),
            });
        }
    }
}

/// Something that is being read, and guarded until it is understood.
pub struct GuardedRead {
    read: Arc<AtomicU64>,
    of: Option<u64>,
    guarded: Option<Guarded>,
}

impl GuardedRead {
    /// Starts reading an input with this name and size, if its size is known.
    pub fn new(bounds: &ResourceLimits, name: &str, of: Option<u64>) -> Self {
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
        CountingReader {
            inner,
            read: Arc::clone(&self.read),
        }
    }
}

impl Drop for GuardedRead {
    fn drop(&mut self) {
        let read = self.read.load(Ordering::Relaxed);
        if self.guarded.take().is_some() && self.of.unwrap_or(read).max(read) > SMALL {
            measure();
        }
    }
}

struct CountingReader<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.inner.read(out)?;
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// Half of the memory that was free at the first call; `None` if unknown.
pub fn half() -> Option<u64> {
    static HALF: OnceLock<Option<u64>> = OnceLock::new();
    *HALF.get_or_init(|| {
        let free = [free(Path::new("/")), addresses(), data()];
        free.into_iter().flatten().min().map(|bytes| bytes / 2)
    })
}

/// The bytes of private memory of the process; `None` if unknown.
pub fn anonymous() -> Option<u64> {
    let [_, resident, shared] = pages()?;
    Some(resident.saturating_sub(shared).saturating_mul(page()))
}

/// The remaining address space of the process in bytes; `None` without a limit.
pub fn addresses() -> Option<u64> {
    let [all, _, _] = pages()?;
    Some(limited(Limit::Addresses)?.saturating_sub(all.saturating_mul(page())))
}

/// The remaining data size of the process in bytes; `None` without a limit.
fn data() -> Option<u64> {
    Some(limited(Limit::Data)?.saturating_sub(anonymous()?))
}

/// All pages of the process, those in memory, and those among them that come from files.
fn pages() -> Option<[u64; 3]> {
    let text = read(Path::new("/proc/self/statm"))?;
    let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
    Some([numbers.next()?, numbers.next()?, numbers.next()?])
}

/// A resource limit of a process.
enum Limit {
    Addresses,
    Data,
}

#[cfg(unix)]
fn limited(limit: Limit) -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let resource = match limit {
        Limit::Addresses => Resource::As,
        Limit::Data => Resource::Data,
    };
    getrlimit(resource).current
}

#[cfg(not(unix))]
fn limited(_limit: Limit) -> Option<u64> {
    None
}

#[cfg(unix)]
fn page() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page() -> u64 {
    4_096
}

/// The free bytes, according to the files under `root`.
fn free(root: &Path) -> Option<u64> {
    let available = available(&read(&root.join("proc/meminfo"))?)?;
    let groups = read(&root.join("proc/self/cgroup")).unwrap_or_default();
    let limits = groups.lines().flat_map(|line| limits(root, line));
    limits.chain([available]).min()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the system tells of itself in files that aren't regular ones"
)]
fn read(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// `MemAvailable`, which is in KiB.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let number = line.trim().strip_suffix("kB")?.trim();
    number.parse::<u64>().ok()?.checked_mul(1_024)
}

/// The free memory of the control group in a line of `/proc/self/cgroup`, and of every group around
/// it.
fn limits(root: &Path, line: &str) -> Vec<u64> {
    let mut fields = line.splitn(3, ':');
    let (Some(_), Some(controllers), Some(group)) = (fields.next(), fields.next(), fields.next())
    else {
        return Vec::new();
    };
    let (mount, limit, used) = if controllers.is_empty() {
        ("sys/fs/cgroup", "memory.max", "memory.current")
    } else if controllers.split(',').any(|name| name == "memory") {
        (
            "sys/fs/cgroup/memory",
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
        )
    } else {
        return Vec::new();
    };
    let mount = root.join(mount);
    let group = PathBuf::from(group.trim_start_matches('/'));
    group
        .ancestors()
        .filter_map(|group| {
            let number = |name: &str| -> Option<u64> {
                let text = read(&mount.join(group).join(name))?;
                text.trim().parse().ok()
            };
            // Without a limit there is the word 'max', or no file. The file cache counts as used,
            // but is freed when needed.
            let limit = number(limit)?;
            let used = number(used).unwrap_or(0);
            let stat = read(&mount.join(group).join("memory.stat")).unwrap_or_default();
            let cached = stat
                .lines()
                .find_map(|line| line.strip_prefix("inactive_file "))
                .and_then(|text| text.trim().parse::<u64>().ok())
                .unwrap_or(0);
            Some(limit.saturating_sub(used.saturating_sub(cached)))
        })
        .collect()
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test makes the files that are read"
)]
mod tests {
    use super::*;

    const MEMINFO: &str = "MemTotal:       24689192 kB\nMemFree:          123456 kB\n\
                           MemAvailable:    8000000 kB\n";

    fn system(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
            std::fs::write(path, text).expect("a file");
        }
        free(root.path())
    }

    #[test]
    fn free_memory_is_what_the_system_reports_as_available() {
        assert_eq!(system(&[("proc/meminfo", MEMINFO)]), Some(8_192_000_000));
        assert_eq!(system(&[]), None);
        assert_eq!(system(&[("proc/meminfo", "MemTotal: 5 kB\n")]), None);
    }

    #[test]
    fn a_control_group_leaves_less_free_and_so_does_one_around_it() {
        let inner = [
            ("proc/meminfo", MEMINFO),
            ("proc/self/cgroup", "0::/user/job.scope\n"),
            ("sys/fs/cgroup/user/job.scope/memory.max", "1000000000\n"),
            ("sys/fs/cgroup/user/job.scope/memory.current", "300000000\n"),
            (
                "sys/fs/cgroup/user/job.scope/memory.stat",
                "anon 5\ninactive_file 100000000\n",
            ),
        ];
        assert_eq!(system(&inner), Some(800_000_000));
        let mut around = inner.to_vec();
        around.push(("sys/fs/cgroup/user/memory.max", "500000000\n"));
        around.push(("sys/fs/cgroup/user/memory.current", "400000000\n"));
        assert_eq!(system(&around), Some(100_000_000));
        let unlimited = [
            ("proc/meminfo", MEMINFO),
            ("proc/self/cgroup", "0::/job\n"),
            ("sys/fs/cgroup/job/memory.max", "max\n"),
        ];
        assert_eq!(system(&unlimited), Some(8_192_000_000));
    }

    #[test]
    fn the_first_kind_of_control_groups_is_read_too() {
        let files = [
            ("proc/meminfo", MEMINFO),
            ("proc/self/cgroup", "5:cpu,cpuacct:/job\n4:memory:/job\n"),
            ("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "7000000"),
            ("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "6000000"),
        ];
        assert_eq!(system(&files), Some(1_000_000));
    }
}
