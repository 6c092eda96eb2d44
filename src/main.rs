//! Starts doomtree: everything happens in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    doomtree::cli::run()
}
