//! The help: every command has an example that works, and nothing is offered that isn't there.

use std::fmt::Write as _;

use support::cli::{Answer, doomtree, program};
use support::golden;
use support::outside::{has, tool};

const COMMANDS: [&str; 14] = [
    "tree",
    "rate",
    "search",
    "count",
    "compare",
    "check",
    "random",
    "play",
    "export",
    "exercise",
    "verify",
    "open",
    "completions",
    "man",
];

fn help(args: &[&str]) -> String {
    doomtree(&[args, &["--help"]].concat()).expect(0).to_owned()
}

#[test]
fn the_help_lists_the_commands_that_there_are() {
    let text = help(&[]);
    let (_, commands) = text.split_once("Commands:").expect("a list");
    let (commands, _) = commands.split_once("Options:").expect("its end");
    let listed: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(listed.split_last(), Some((&"help", &COMMANDS[..])));
    for command in COMMANDS {
        let asked = doomtree(&["help", command]);
        assert_eq!(asked.expect(0), help(&[command]), "{command}");
    }
    let version = doomtree(&["--version"]);
    assert_eq!(
        version.expect(0),
        format!("doomtree {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn every_command_has_an_example_and_every_example_works() {
    let folder = tempfile::tempdir().expect("a folder");
    // What the examples open.
    std::fs::write(folder.path().join("book.board.json"), "b2b2/a2b1 a\n").expect("a file");
    let mine = "{\"position\":\"b2b2/a2b1 a\",\"rating\":\"0\",\"moves\":[\"2>3\"]}\n";
    std::fs::write(folder.path().join("mine.jsonl"), mine).expect("a file");
    let bin = std::path::PathBuf::from(program().get_program());
    let path = format!(
        "{}:{}",
        bin.parent().expect("a folder").display(),
        std::env::var("PATH").expect("a path")
    );
    for command in std::iter::once(None).chain(COMMANDS.map(Some)) {
        let args: Vec<&str> = command.into_iter().collect();
        let text = help(&args);
        let (_, examples) = text.split_once("Example").expect("an example");
        let examples: Vec<&str> = examples
            .lines()
            .filter_map(|line| line.strip_prefix("  "))
            .take_while(|line| line.contains("doomtree"))
            .collect();
        assert!(!examples.is_empty(), "{command:?}");
        for example in examples {
            let mut shell = std::process::Command::new("sh");
            shell.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
            shell.env("PATH", &path).current_dir(folder.path());
            let answer = Answer::of(shell.args(["-c", example]));
            assert_eq!(answer.code, Some(0), "{example}: {}", answer.errors);
        }
    }
}

#[test]
fn the_reference_of_commands_is_what_their_help_says() {
    let mut page = String::from(
        "# Commands and options\n\n`doomtree help COMMAND` prints the same. `doomtree COMMAND -h` is \
         shorter.\n",
    );
    let mut rules = None;
    for command in std::iter::once("").chain(COMMANDS) {
        let mut asked = program();
        asked.env("COLUMNS", "100").args(command.split_whitespace());
        let answer = Answer::of(asked.arg("--help"));
        let lines: Vec<&str> = answer.expect(0).lines().map(str::trim_end).collect();
        let mut text = lines.join("\n");
        if let Some((from, to)) = text.find("\nRules:\n").zip(text.find("\nExample")) {
            let own = text[from..to].to_owned();
            match rules.as_ref() {
                None => rules = Some(own),
                // They are the same nearly everywhere.
                Some(rules) if *rules == own => {
                    text.replace_range(from..to, "\nRules: as of 'doomtree tree'\n");
                }
                Some(_) => {}
            }
        }
        let name = format!("doomtree {command}");
        let name = name.trim_end();
        writeln!(page, "\n## {name}\n\n```text\n{text}\n```").expect("memory takes it");
    }
    let test = "--test cli reference";
    golden::expect([golden::compare("../../docs/command-line.md", test, &page)]);
}

/// Positions that stand in a sentence and not in an example.
#[test]
fn every_position_that_the_help_names_is_read() {
    let mut named = 0;
    for command in std::iter::once(None).chain(COMMANDS.map(Some)) {
        let args: Vec<&str> = command.into_iter().collect();
        let text = help(&args);
        let words: Vec<&str> = text.split_whitespace().collect();
        for (place, game) in words.windows(2).enumerate() {
            // "--game trilobite like ..../.b../aab. a"
            let [flag, game] = game else { continue };
            let rest = &words[place + 2..];
            let like = rest.iter().take(4).position(|word| *word == "like");
            if let (&"--game", Some(like)) = (flag, like) {
                let mover = rest[like + 2].trim_end_matches([',', '.']);
                let position = format!("{} {mover}", rest[like + 1]);
                doomtree(&["rate", "--game", game, &position]).expect(0);
                named += 1;
            }
        }
    }
    assert_eq!(named, 2);
}

/// Of a terminal as wide as most, and as high as most make it.
#[test]
fn the_short_help_fits_on_a_screen_and_the_long_one_has_all_options() {
    let short = |args: &[&str]| {
        let mut asked = program();
        asked.env("COLUMNS", "80").args(args).arg("-h");
        Answer::of(&mut asked).expect(0).to_owned()
    };
    assert!(short(&[]).lines().count() <= 25, "{}", short(&[]));
    for command in COMMANDS {
        let text = short(&[command]);
        assert!(text.lines().count() <= 24, "{command}: {text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
    }
    for command in COMMANDS {
        let mut asked = program();
        asked.env("COLUMNS", "80").args([command, "--help"]);
        let narrow = Answer::of(&mut asked);
        let narrow = narrow.expect(0);
        let whole = help(&[command]);
        for example in whole.lines().filter(|line| line.starts_with("  doomtree ")) {
            assert!(
                narrow.lines().any(|line| line == example),
                "{example} is broken"
            );
        }
    }
    let rate = help(&["rate"]);
    for option in ["--pass-listed", "--endless", "--threads", "--line <N>"] {
        assert!(rate.contains(option), "{option}");
        assert!(!short(&["rate"]).contains(option), "{option}");
    }
}

#[test]
fn a_command_that_there_is_not_is_told_which_one_is_near() {
    doomtree(&["rat", "b2b2/a2b1 a"]).refused("'rate'");
    doomtree(&["help", "rat"]).refused("there is no command 'rat'");
    doomtree(&["xyzzy"]).refused("there is no command 'xyzzy', nor such a file");
    doomtree(&["man", "rat"]).refused("there is no command 'rat': use tree, rate");
}

#[test]
fn manual_pages_are_sound_and_have_every_option_and_example() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a name");
    doomtree(&["man", "--dir", name]).expect(0);
    let names = std::iter::once("doomtree".to_owned());
    for name in names.chain(COMMANDS.map(|command| format!("doomtree-{command}"))) {
        let path = folder.path().join(format!("{name}.1"));
        let page = std::fs::read_to_string(&path).expect("a page");
        assert!(
            page.contains("EXIT STATUS") && !page.contains("help(1)"),
            "{name}"
        );
        let args: Vec<&str> = name.split('-').skip(1).collect();
        assert_eq!(doomtree(&[&["man"], &args[..]].concat()).expect(0), page);
        let mut groff = tool("groff");
        groff.args(["-man", "-ww", "-Tascii", "-P-c"]).arg(&path);
        if has(
            tool("groff").arg("--version"),
            "groff is missing: manual pages aren't read",
        ) {
            let read = Answer::of(&mut groff);
            assert_eq!(read.errors, "", "{name}");
            for example in help(&args)
                .lines()
                .filter(|line| line.starts_with("  doomtree "))
            {
                let shown = read.expect(0).contains(example.trim());
                assert!(shown, "{name}: {example}: {}", read.output);
            }
        }
    }
    doomtree(&["man", "rate", "--dir", name]).refused("cannot be used with");
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let answer = doomtree(&["completions", shell]);
        for command in COMMANDS {
            assert!(answer.expect(0).contains(command), "{shell}: {command}");
        }
    }
    let bash = doomtree(&["completions", "bash"]);
    for value in [
        "tic-tac-toe",
        "land-of-lisp-v4",
        "star1",
        "max-n",
        "best-moves",
        "book-table",
        "territory",
    ] {
        assert!(bash.expect(0).contains(value), "{value}");
    }
    doomtree(&["completions", "tcsh"]).refused("invalid value 'tcsh'");
}
