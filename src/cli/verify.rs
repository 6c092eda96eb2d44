//! `doomtree verify`: checks a saved board or tree against its rules.

use std::io::Write;
use std::path::Path;

use super::args::VerifyArgs;
use super::asked::Asked;
use super::build;
use super::common_args::BuildArgs;
use super::fault::{Done, Fault, Output, print, say};
use super::input::{self, Opened};
use super::progress::Watch;
use super::words::counted;
use crate::game::visible;
use crate::save::{self, FileError, TreeFile};
use crate::session::Loaded;

/// Runs the command. A file that can't be opened is bad input; an error in its content is a result.
pub fn run(args: &VerifyArgs) -> Result<Done, Fault> {
    let build = BuildArgs {
        columns: args.columns,
        ..BuildArgs::default()
    };
    let asked = Asked::new(&args.rules, &build, None);
    let content = save::open_path(Path::new(&args.file)).map_err(found)?;
    let mut opened = input::from_content(content, args.file.clone(), &asked)?;
    let name = input::shown(Path::new(&args.file));
    let contents = match opened.tree.take() {
        Some(tree) => verify_tree(&name, tree, args.quiet)?,
        None => verify_board(&opened)?,
    };
    let mut out = Output::standard();
    writeln!(out, "{name}: {contents}, valid")?;
    out.finish()
}

/// An error with a location is in the file's content; any other kept it from being read.
fn found(error: FileError) -> Fault {
    if error.place.is_some() {
        Fault::Wrong(error.to_string())
    } else {
        Fault::Usage(error.to_string())
    }
}

/// Rebuilds the tree and compares every node; prints the differences, one per line.
fn verify_tree(name: &str, tree: Box<TreeFile>, quiet: bool) -> Result<String, Fault> {
    for notice in &tree.notices {
        say(&format!("{name}: {notice}"));
    }
    let nodes = counted(tree.node_count(), "node");
    let edges = counted(tree.edge_count(), "move");
    let loaded = build::follow(Watch::unless(quiet), async |ctl, show| {
        Loaded::find(*tree, None, ctl, show).await
    })?;
    let problems = loaded.map_err(found)?.problems;
    let Some(first) = problems.first() else {
        return Ok(format!("{nodes} and {edges}"));
    };
    let wrong = Fault::Wrong(format!(
        "{name} doesn't match its rules ({first}): correct it, or save the tree again"
    ));
    print(Err(wrong), |out| {
        for problem in &problems {
            writeln!(out, "{name}: {problem}")?;
        }
        Ok(())
    })
    .map(|_| String::new())
}

fn verify_board(opened: &Opened) -> Result<String, Fault> {
    if let Err(error) = opened.check() {
        return Err(match opened.fault(error) {
            Fault::Usage(sentence) => Fault::Wrong(sentence),
            other => other,
        });
    }
    Ok(if opened.setup.position.is_empty() {
        "a script".to_owned()
    } else {
        format!("the position {}", visible(&opened.setup.position))
    })
}
