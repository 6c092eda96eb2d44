//! Golden files: what was recorded once under `tests/golden`, and is compared from then on.

use std::fmt::Write as _;
use std::path::PathBuf;

/// So many differing lines of a file are shown.
const SHOWN: usize = 24;

/// Where the files lie.
pub fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../golden"))
}

/// Whether the files are written anew instead of being compared.
pub fn is_updating() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

/// Compares a text with the file of that name, or writes the file anew; `test` is what cargo is told to
/// run the test alone.
///
/// # Errors
/// The first lines that differ, and how the file is written anew.
pub fn compare(name: &str, test: &str, now: &str) -> Result<(), String> {
    let path = folder().join(name);
    let before = std::fs::read_to_string(&path).map(|text| text.replace("\r\n", "\n"));
    if before.as_deref().is_ok_and(|before| before == now) {
        return Ok(());
    }
    if is_updating() {
        let made = path.parent().map(std::fs::create_dir_all);
        made.transpose().expect("a folder for it");
        std::fs::write(&path, now).expect("written");
        return Ok(());
    }
    let told = match before {
        Ok(before) => differing(&before, now),
        Err(error) => format!("it can't be read: {error}\n"),
    };
    Err(format!(
        "tests/golden/{name} isn't what happens now (- recorded, + now):\n{told}\
         If that is meant, write it anew: UPDATE_GOLDEN=1 cargo test {test}\n"
    ))
}

/// Fails with all that went wrong, if anything did.
#[track_caller]
pub fn expect(outcomes: impl IntoIterator<Item = Result<(), String>>) {
    let faults: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The first lines that differ, by the longest lines that both have in common.
fn differing(before: &str, now: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - start;
    let ends = old.iter().rev().zip(new.iter().rev()).take(most);
    let end = ends.take_while(|(a, b)| a == b).count();
    let (from, to) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    // How many lines the rests from here on have in common.
    let width = to.len() + 1;
    let mut common = vec![0_u32; (from.len() + 1) * width];
    for a in (0..from.len()).rev() {
        for b in (0..to.len()).rev() {
            common[a * width + b] = if from[a] == to[b] {
                common[(a + 1) * width + b + 1] + 1
            } else {
                common[(a + 1) * width + b].max(common[a * width + b + 1])
            };
        }
    }
    let (mut a, mut b, mut count) = (0, 0, 0);
    let mut told = String::new();
    while a < from.len() || b < to.len() {
        if a < from.len() && b < to.len() && from[a] == to[b] {
            (a, b) = (a + 1, b + 1);
            continue;
        }
        let gone = a < from.len()
            && (b == to.len() || common[(a + 1) * width + b] >= common[a * width + b + 1]);
        let (sign, line, text) = match gone {
            true => ('-', start + a, from[a]),
            false => ('+', start + b, to[b]),
        };
        if count < SHOWN {
            writeln!(told, "{:>6} {sign} {text}", line + 1).expect("memory takes it");
        }
        count += 1;
        match gone {
            true => a += 1,
            false => b += 1,
        }
    }
    if count > SHOWN {
        writeln!(told, "       … and {} lines more", count - SHOWN).expect("memory takes it");
    }
    told
}

#[cfg(test)]
mod tests {
    use super::differing;

    #[test]
    fn only_the_lines_that_differ_are_told() {
        let told = differing("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n");
        assert_eq!(told, "     2 - b\n     2 + x\n     5 + e\n");
    }
}
