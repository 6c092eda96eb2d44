//! Starts the window: on the desktop, or in a page of a browser.

#[cfg(not(target_arch = "wasm32"))]
pub use native::{OpenFirst, WindowOptions, display_is_there, run};
#[cfg(target_arch = "wasm32")]
pub use web::start;

/// Starts the window on the desktop.
#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex};

    use eframe::egui::{
        self, FontData,
        epaint::text::{FallbackRequest, FontInsert, FontPriority, InsertFontFamily},
    };

    use crate::app::base::job::{ExitQuestion, Wake, waker};
    use crate::app::base::panics::{self, Hook};
    use crate::app::document::model::Document;
    use crate::app::document::settings::Settings;
    use crate::app::intent::command::{Command, CommandId};
    use crate::app::intent::command_data::ThemeChoice;
    use crate::app::shell::explorer::{Explorer, SMALLEST_WINDOW};
    use crate::app::shell::screenshot::Screenshot;
    use crate::export::system_fonts;
    use crate::game::Refusal;

    /// Opens the first document, once there is a window to wake.
    pub type OpenFirst = Box<dyn FnOnce(Wake) -> Result<(Document, Option<String>), Refusal>>;

    /// Options of the window at its start.
    pub struct WindowOptions {
        /// The document.
        pub open: OpenFirst,
        /// Whether the program was started without arguments, so that new users see the start card.
        pub greets: bool,
        /// The file that is read when the window is there.
        pub file: Option<PathBuf>,
        /// The line to the node that is selected; the root where none is given.
        pub select: Option<String>,
        /// The tour to show, by index.
        pub tour: Option<usize>,
        /// The file or the line of an exercise that is opened over it.
        pub exercise: Option<String>,
        /// The commands that are done at first.
        pub commands: Vec<CommandId>,
        /// Default memory limit of a build in bytes; `None`: no limit.
        pub usual_bytes: Option<u64>,
        /// The window's size in points; the default where none is given.
        pub size: Option<[f32; 2]>,
        /// Whether the theme is the dark one; the system's where nothing is given.
        pub dark: Option<bool>,
        /// The path of the settings file; `None`: nothing is remembered.
        pub settings: Option<PathBuf>,
        /// The folder of the reports of panics; none is written where it is nowhere.
        pub reports: Option<PathBuf>,
        /// The folder of recovery files; `None`: nothing is recovered.
        pub recovery: Option<PathBuf>,
        /// Requests from outside the window to end it.
        pub ending: ExitQuestion,
        /// Take a picture once everything is built, and close.
        pub screenshot: Option<PathBuf>,
    }

    /// Opens the window, and returns when it is closed.
    ///
    /// # Errors
    /// Why no window can be opened: there is no display, or no way to draw on it.
    pub fn run(options: WindowOptions) -> Result<(), Refusal> {
        display_is_there()?;
        let (settings, message) = match &options.settings {
            Some(path) => Settings::read(path),
            None => (Settings::default(), None),
        };
        let native = native_options(options.size, &settings);
        let outcome = Arc::new(Mutex::new(Ok(())));
        let theirs = Arc::clone(&outcome);
        panics::name_pool();
        let hook = Hook::quiet();
        let create: eframe::AppCreator<'_> = Box::new(|creation| {
            // The display works: a panic from now on is a bug of ours.
            hook.speak(options.reports);
            let ctx = &creation.egui_ctx;
            ctx.add_font_provider(Arc::new(system_font));
            let (document, notice) = (options.open)(waker(ctx))?;
            let mut explorer = Explorer::with_settings(ctx, document, settings, options.settings);
            if let Some(dark) = options.dark {
                let theme = if dark {
                    ThemeChoice::Dark
                } else {
                    ThemeChoice::Light
                };
                explorer.use_theme(ctx, theme);
            }
            explorer.allow_bytes(options.usual_bytes);
            let opens = options.exercise.is_some() || options.file.is_some();
            if let Some(path) = options.file {
                explorer.open_path(ctx, path);
                explorer.waiting.line = options.select;
            } else if let Some(line) = &options.select {
                explorer.select_line(line);
            }
            explorer.fits_screen = options.size.is_none() && options.screenshot.is_none();
            if options.greets {
                explorer.greet();
            }
            explorer.notify(message.or(notice));
            explorer.outlast(ctx, options.recovery, options.ending);
            if let Some(path) = &options.screenshot {
                explorer.take_screenshot(Screenshot::new(path, theirs));
            }
            if let Some(tour) = options.tour {
                explorer.choose_tour(ctx, tour);
            }
            let commands = options.commands.into_iter().map(Command::Named);
            let exercise = options.exercise.map(Command::OpenText);
            explorer.waiting.commands.extend(exercise);
            match options.screenshot {
                // Commands for the file or the exercise wait until it is there.
                None if opens => explorer.waiting.commands.extend(commands),
                // Commands on a partial tree would not give the requested picture.
                Some(_) => explorer.waiting.commands.extend(commands),
                None => explorer.desk.commands.extend(commands),
            }
            Ok(Box::new(explorer))
        });
        let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            eframe::run_native("doomtree", native, create)
        }));
        drop(hook);
        match ran {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(Refusal::new(without_place(&error.to_string()), "")),
            // The window is gone, and the reason was shown.
            Err(panic) if panics::window_stands() => std::panic::resume_unwind(panic),
            Err(panic) => {
                let what = panics::message_of(&*panic);
                return Err(Refusal::new(what, "").at("the window system failed"));
            }
        }
        outcome
            .lock()
            .map_or_else(|_| Ok(()), |outcome| outcome.clone())
    }

    /// The window's options: a size that was asked for, otherwise that of the last time.
    fn native_options(asked: Option<[f32; 2]>, settings: &Settings) -> eframe::NativeOptions {
        // Lists of windows show it where no desktop entry names an icon.
        let icon = eframe::icon_data::from_png_bytes(include_bytes!("icon.png"));
        let size = asked.or(settings.window).unwrap_or([1440.0, 900.0]);
        eframe::NativeOptions {
            viewport: egui::ViewportBuilder::default()
                .with_maximized(settings.maximized && asked.is_none())
                .with_title("doomtree")
                .with_app_id("doomtree")
                .with_icon(icon.unwrap_or_default())
                .with_inner_size(size)
                .with_min_inner_size(SMALLEST_WINDOW),
            system_font_fallback: false,
            ..Default::default()
        }
    }

    /// A font of the system for a letter that the bundled ones lack.
    fn system_font(request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let (number, bytes, index) = system_fonts::file(request.cluster.chars().next()?)?;
        Some(FontInsert {
            name: format!("system font {number}"),
            data: FontData {
                index,
                ..FontData::from_static(bytes)
            },
            families: vec![InsertFontFamily {
                family: request.family.clone(),
                priority: FontPriority::Lowest,
            }],
        })
    }

    /// A message of the window system without its source location: `… at x11/mod.rs:76: why`.
    fn without_place(message: &str) -> String {
        message
            .rsplit_once(".rs:")
            .and_then(|(_, rest)| rest.split_once(": "))
            .map_or(message, |(_, why)| why)
            .to_owned()
    }

    /// Whether there is a display, on systems where that can be checked in advance.
    ///
    /// # Errors
    /// There is no display.
    pub fn display_is_there() -> Result<(), Refusal> {
        #[cfg(all(unix, not(target_os = "macos")))]
        {
            let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            if !["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
                .into_iter()
                .any(set)
            {
                return Err(Refusal::new("there is no display", ""));
            }
        }
        Ok(())
    }
}

/// Starts the window in a page of a browser.
#[cfg(target_arch = "wasm32")]
mod web {
    use std::path::{Path, PathBuf};

    use wasm_bindgen::JsValue;
    use web_sys::HtmlCanvasElement;

    use crate::app::base::job::{ExitQuestion, waker};
    use crate::app::base::machine::{self, Turns};
    use crate::app::base::page;
    use crate::app::document::examples::TEACHING;
    use crate::app::document::files::{open_setup, window_limits};
    use crate::app::document::settings::Settings;
    use crate::app::intent::command::Command;
    use crate::app::shell::explorer::Explorer;
    use crate::game::{Refusal, quoted};
    use crate::save::storage::{self, KEPT, set_of_other_tabs};
    use crate::session::{shown_first, usual_game};

    /// In a page whose shorter side is less than this, in points, the first start has no legend.
    const SMALL: i32 = 500;

    /// Opens the window on a canvas. `of_other_tabs` are the recovery files that other tabs have; `tour`
    /// is the file of an included tour that is presented, from a step counted from 1, unless the page's
    /// address has a link. `embedded` presents what is open and lets nobody leave it. `turns` is how the page
    /// gives work its turns.
    ///
    /// # Errors
    /// The browser can't draw on it, or the first board can't be opened.
    pub async fn start(
        canvas: HtmlCanvasElement,
        of_other_tabs: Vec<String>,
        (tour, step): (Option<String>, usize),
        embedded: bool,
        turns: Turns,
    ) -> Result<(), JsValue> {
        set_of_other_tabs(of_other_tabs.into_iter().map(PathBuf::from).collect());
        machine::set_turns(turns);
        let is_small = canvas.client_height().min(canvas.client_width()) < SMALL;
        let presented = move |tour: String| {
            let place = TEACHING.iter().position(|own| own.file == tour);
            let present = |place| Command::PresentTeaching(place, step.saturating_sub(1));
            place.map(present).ok_or_else(|| {
                let what = format!("there is no tour {}", quoted(&tour));
                Refusal::new(what, "choose one in File › Examples")
            })
        };
        let create: eframe::AppCreator<'static> = Box::new(move |creation| {
            let ctx = &creation.egui_ctx;
            let path = Path::new(KEPT).join("settings.json");
            let exists = storage::exists(&path);
            let (mut settings, told) = match &exists {
                Ok(_) => Settings::read(&path),
                // The page says that nothing is kept.
                Err(_) => (Settings::default(), None),
            };
            if is_small && !exists.is_ok_and(|exists| exists) {
                // A phone has no room for it beside the tree.
                settings.legend = false;
            }
            let setup = shown_first(usual_game())?;
            let document = open_setup(setup, window_limits(), waker(ctx))?;
            let mut explorer = Explorer::with_settings(ctx, document, settings, Some(path));
            explorer.allow_bytes(Some(page::usual_bytes()));
            explorer.desk.embedded = embedded;
            explorer.notify(told);
            let link = page::fragment();
            let is_linked = link.is_some() || tour.is_some();
            match (link, tour.map(presented)) {
                (Some(link), _) => explorer.desk.commands.push(Command::OpenText(link)),
                (None, None) => explorer.greet(),
                (None, Some(Ok(present))) => {
                    explorer.greet();
                    explorer.desk.commands.push(present);
                }
                (None, Some(Err(why))) => {
                    explorer.greet();
                    explorer.desk.tell(Err(why));
                }
            }
            page::watch_address(waker(ctx), waker(ctx));
            let folder = Path::new(KEPT).join("recovery");
            let folder = (!embedded).then_some(folder);
            explorer.outlast(ctx, folder, ExitQuestion::default());
            if let Some(recovery) = &mut explorer.recovery {
                // A link's reader gets what it shows.
                recovery.is_quiet = is_linked;
            }
            Ok(Box::new(explorer))
        });
        let runner = eframe::WebRunner::new();
        runner
            .start(canvas, eframe::WebOptions::default(), create)
            .await
    }
}
