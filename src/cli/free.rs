//! The free memory of the machine, so that a build that is too large stops in time.
//!
//! On Linux it is the memory available without swapping, or less if a control group limits the
//! program, or a limit on its addresses or data (`ulimit`). Other systems have no file for it, and
//! there is no limit unless one is requested.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

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
    fn what_is_available_is_free() {
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
