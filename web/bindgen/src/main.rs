//! Writes a program for a page, with the script that loads it: `bindgen PROGRAM.wasm FOLDER`.

use std::env::args_os;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let [program, folder] = &args_os().skip(1).collect::<Vec<_>>()[..] else {
        eprintln!("usage: bindgen PROGRAM.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(program)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    let made = bindgen.web(true).and_then(|made| made.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
