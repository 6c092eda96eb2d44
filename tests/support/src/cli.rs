//! Drives the real program.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// A board of 1,468,919,491 tree nodes.
pub const LARGE: &str = "a2a2b2/a3b1a3/a3a3b3 a";

/// The path of the program: from cargo where it belongs to the test's own package, else beside the
/// test, where `cargo test` has built it.
///
/// # Panics
/// It isn't built.
pub fn program_path() -> String {
    std::env::var("CARGO_BIN_EXE_doomtree").unwrap_or_else(|_| {
        let test = std::env::current_exe().expect("this program");
        let folder = test.ancestors().nth(2).expect("a folder");
        let path = folder.join(format!("doomtree{}", std::env::consts::EXE_SUFFIX));
        assert!(path.exists(), "run cargo test --test cli --no-run first");
        path.into_os_string().into_string().expect("UTF-8")
    })
}

/// The program, ready to be started.
pub fn program() -> Command {
    Command::new(program_path())
}

/// What came of a run.
pub struct Answer {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
}

impl Answer {
    /// Runs a command to its end.
    pub fn of(command: &mut Command) -> Self {
        Self::from(command.output().expect("the program"))
    }

    /// The output, if the exit code is right.
    #[track_caller]
    pub fn expect(&self, code: i32) -> &str {
        assert_eq!(self.code, Some(code), "{}{}", self.output, self.errors);
        &self.output
    }

    /// That standard error holds one sentence, which begins or goes on with these words.
    #[track_caller]
    pub fn sentence(&self, words: &str) {
        assert!(self.errors.starts_with("doomtree: "), "{}", self.errors);
        assert!(self.errors.contains(words), "{words}: {}", self.errors);
        assert_eq!(self.errors.lines().count(), 1, "{}", self.errors);
    }

    /// That the input was refused in one sentence with these words.
    #[track_caller]
    pub fn refused(&self, words: &str) {
        self.expect(2);
        self.sentence(words);
        assert_eq!(self.output, "");
    }
}

impl From<std::process::Output> for Answer {
    fn from(output: std::process::Output) -> Self {
        Self {
            code: output.status.code(),
            output: String::from_utf8(output.stdout).expect("text"),
            errors: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// Runs the program.
pub fn doomtree(args: &[&str]) -> Answer {
    Answer::of(program().args(args).stdin(Stdio::null()))
}

/// Runs the program with something on its standard input.
pub fn fed(args: &[&str], input: &[u8]) -> Answer {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(input).expect("all of it is read");
    drop(pipe);
    Answer::from(child.wait_with_output().expect("an end"))
}

/// A script of one line of play, `plies` long.
pub fn chain(plies: u32) -> String {
    let mut script = String::new();
    for ply in 0..plies {
        script.push_str(&format!(
            "n{ply} {}: m -> n{}\n",
            if ply % 2 == 0 { 'a' } else { 'b' },
            ply + 1
        ));
    }
    script.push_str(&format!("n{plies} end: 1 0\n"));
    script
}
