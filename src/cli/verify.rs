//! `doomtree verify`: whether a saved board or tree is what it says.

use std::io::Write;
use std::path::Path;

use super::args::{BuildArgs, VerifyArgs};
use super::asked::Asked;
use super::fault::{Done, Fault};
use super::input;
use super::output::Output;
use crate::export::visible;

/// Runs the command. A file that can't be opened is bad input; a fault in it is what the command
/// looks for.
pub fn run(args: &VerifyArgs) -> Result<Done, Fault> {
    let build = BuildArgs {
        columns: args.columns,
        ..BuildArgs::default()
    };
    let asked = Asked::new(&args.rules, &build, None);
    let opened = input::from_file(Path::new(&args.file), &asked)?;
    if let Err(error) = opened.check() {
        return Err(match opened.fault(error) {
            Fault::Usage(sentence) => Fault::Wrong(sentence),
            other => other,
        });
    }
    let mut out = Output::standard();
    let what = if opened.setup.position.is_empty() {
        "a script".to_owned()
    } else {
        format!("the position {}", visible(&opened.setup.position))
    };
    writeln!(
        out,
        "{}: {what}, nothing wrong",
        opened.file.unwrap_or_default()
    )?;
    out.finish()
}
