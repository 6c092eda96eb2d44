//! Starts doomtree: everything happens in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    let position = std::env::args().nth(1).unwrap_or("b2b2/a2b1 a".into());
    let setup = doomtree::games::Setup {
        game: "dice-of-doom".into(),
        position,
        ..Default::default()
    };
    let options = doomtree::app::Options {
        open: Box::new(move |ctx| {
            let ctx = ctx.clone();
            Ok((
                doomtree::app::open_setup(setup, doomtree::app::window_limits(), move || {
                    ctx.request_repaint()
                })?,
                None,
            ))
        }),
        commands: vec![],
        size: None,
        theme: None,
        screenshot: std::env::args().nth(2).map(Into::into),
    };
    if let Err(e) = doomtree::app::run(options) {
        eprintln!("{e}");
    }
    ExitCode::SUCCESS
}
