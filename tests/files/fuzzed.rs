//! What the fuzzer asks of every reader, asked here of so many altered files, drawn from a seed. It
//! begins with the same files and uses the same words; only the compiler's counters are missing.

use std::path::{Path, PathBuf};

use support::{Draws, altered};

#[path = "../../fuzz/src/targets.rs"]
mod targets;

use targets::{TARGETS, Target};

/// So many altered files a reader.
const ALTERED: usize = 20_000;
/// A longer file is altered by the fuzzer alone.
const MAX_BYTES: usize = 6_000;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of a folder whose names end so, by name.
fn files(folder: &Path, ending: &str) -> Vec<Vec<u8>> {
    let entries = folder
        .read_dir()
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).expect("a file"))
        .collect()
}

fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let mut seeds = files(&folder("fuzz/corpus").join(target.name), "");
    if !target.seeds.is_empty() {
        seeds.extend(files(&folder("saved_trees"), target.seeds));
    }
    seeds
}

/// The words of a dictionary, as libFuzzer writes them: a quoted word a line.
fn words(target: &Target) -> Vec<Vec<u8>> {
    let path = folder("fuzz/dictionaries").join(format!("{}.dict", target.name));
    let text = std::fs::read_to_string(&path).expect("a dictionary");
    text.lines().map(word).collect()
}

fn word(line: &str) -> Vec<u8> {
    let inner = line
        .strip_prefix('"')
        .and_then(|line| line.strip_suffix('"'));
    let mut bytes = inner.expect("a quoted word").bytes();
    let mut word = Vec::new();
    while let Some(byte) = bytes.next() {
        word.push(match (byte, byte == b'\\') {
            (_, true) => match bytes.next().expect("something is escaped") {
                b'x' => {
                    let digits =
                        [bytes.next(), bytes.next()].map(|digit| digit.expect("two digits"));
                    let digits = std::str::from_utf8(&digits).expect("digits");
                    u8::from_str_radix(digits, 16).expect("digits")
                }
                other => other,
            },
            (byte, false) => byte,
        });
    }
    word
}

/// The first file that a reader neither refuses as it should nor reads.
fn first_fault(target: &Target) -> Option<String> {
    let (mut seeds, words) = (seeds(target), words(target));
    assert!(!seeds.is_empty(), "{} begins with nothing", target.name);
    for seed in &seeds {
        (target.run)(seed);
    }
    seeds.retain(|seed| seed.len() <= MAX_BYTES);
    let mut draws = Draws::new(7);
    (0..ALTERED).find_map(|number| {
        let bytes = altered(&mut draws, &seeds, &words);
        let told = std::panic::catch_unwind(|| (target.run)(&bytes)).is_err();
        let name = target.name;
        told.then(|| {
            format!(
                "{name}, file {number}: {:?}",
                String::from_utf8_lossy(&bytes)
            )
        })
    })
}

#[test]
fn every_reader_refuses_altered_files_in_a_sentence_or_reads_them_again_as_it_wrote_them() {
    // The reasons stand above, where each panicked.
    let faults: Vec<String> = std::thread::scope(|scope| {
        let all = TARGETS
            .iter()
            .map(|target| scope.spawn(move || first_fault(target)));
        let all: Vec<_> = all.collect();
        let faults = all
            .into_iter()
            .filter_map(|one| one.join().expect("caught"));
        faults.collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_dictionary_is_read_as_the_fuzzer_reads_it() {
    assert_eq!(word(r#""a\"\\\x0a""#), b"a\"\\\n");
    for target in TARGETS {
        assert!(words(target).len() > 10, "{}", target.name);
    }
}
