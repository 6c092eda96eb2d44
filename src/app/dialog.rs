//! The dialogs: open and export, with a line to type in, so that they work where the system has no
//! dialog of its own, and the page of keys.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui::{self, Key};

use super::command::{Command, Named};
use super::files::path_of;
use super::theme::{Theme, size};

/// A dialog that is open.
pub enum Dialog {
    /// Open a file or a position.
    Open {
        /// What is typed.
        text: String,
        /// Why what was typed before can't be opened.
        error: Option<String>,
        /// The system's dialog, if it is open too.
        picker: Option<Picker>,
        /// Whether the line has had the focus given.
        focused: bool,
    },
    /// Write the tree to a file.
    Export {
        /// The path that is typed.
        text: String,
        /// The path of which the user knows that a file is there already.
        known: Option<String>,
        /// The system's dialog, if it is open too.
        picker: Option<Picker>,
        /// Whether the line has had the focus given.
        focused: bool,
    },
    /// All keys.
    Keys,
}

impl Dialog {
    /// The open dialog.
    pub fn open() -> Self {
        Self::Open {
            text: String::new(),
            error: None,
            picker: None,
            focused: false,
        }
    }

    /// The open dialog again, with what was typed and why it can't be opened.
    pub fn open_again(text: String, error: String) -> Self {
        Self::Open {
            text,
            error: Some(error),
            picker: None,
            focused: false,
        }
    }

    /// The export dialog, with a path to begin with.
    pub fn export(path: String) -> Self {
        Self::Export {
            text: path,
            known: None,
            picker: None,
            focused: false,
        }
    }
}

/// The system's file dialog on a thread of its own.
pub struct Picker {
    answer: Receiver<Option<PathBuf>>,
}

impl Picker {
    fn ask(ctx: &egui::Context, save_as: Option<String>) -> Option<Self> {
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        let asked = std::thread::Builder::new()
            .name("doomtree-dialog".to_owned())
            .spawn(move || {
                let dialog = rfd::FileDialog::new();
                let picked = match save_as {
                    Some(name) => dialog.set_file_name(name).save_file(),
                    None => dialog.pick_file(),
                };
                if sender.send(picked).is_ok() {
                    ctx.request_repaint();
                }
            });
        asked.is_ok().then_some(Self { answer })
    }

    /// The answer, once there is one: a path, or none where the dialog was closed or there is none.
    fn poll(&self) -> Option<Option<PathBuf>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }
}

/// Shows the dialog; `false` when it is done.
pub fn show(
    ctx: &egui::Context,
    theme: &Theme,
    dialog: &mut Dialog,
    commands: &mut Vec<Command>,
) -> bool {
    let mut open = true;
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18.0);
    let modal = egui::Modal::new(egui::Id::unique("dialog")).frame(frame);
    let modal = modal.show(ctx, |ui| {
        ui.set_width(520.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        open = match dialog {
            Dialog::Open {
                text,
                error,
                picker,
                focused,
            } => {
                ui.heading("Open");
                ui.label(
                    egui::RichText::new(
                        "A board or tree file, a script, or a position such as b2b2/a2b1 a",
                    )
                    .color(theme.dim),
                );
                let done = path_line(ui, "File or position", "Open", text, picker, focused, None);
                if let Some(error) = error {
                    ui.label(egui::RichText::new(&*error).color(theme.error));
                }
                if done == Some(true) {
                    commands.push(Command::OpenText(text.clone()));
                }
                done.is_none()
            }
            Dialog::Export {
                text,
                known,
                picker,
                focused,
            } => {
                ui.heading("Export");
                ui.label(
                    egui::RichText::new(
                        "The ending tells the format: .tree.json, .positions.json, .board.json, \
                         .txt or .dot. What is unfolded is written.",
                    )
                    .color(theme.dim),
                );
                let name = text.clone();
                let asked = path_line(ui, "File", "Export", text, picker, focused, Some(name));
                let path = path_of(text.trim());
                let there = path.exists();
                let mut done = asked.is_some();
                if asked == Some(true) && there && known.as_ref() != Some(text) {
                    // What is there is not replaced before the user knows of it.
                    *known = Some(text.clone());
                    *focused = false;
                    done = false;
                } else if asked == Some(true) {
                    commands.push(Command::ExportTo(path));
                }
                if there && known.as_ref() == Some(text) {
                    ui.label(
                        egui::RichText::new("There is such a file: export again to replace it")
                            .color(ui.visuals().error_fg_color),
                    );
                }
                !done
            }
            Dialog::Keys => keys_ui(ui, theme),
        };
    });
    open && !modal.should_close()
}

/// A line to type in with its buttons: `Some(true)` to go ahead, `Some(false)` to give up.
fn path_line(
    ui: &mut egui::Ui,
    label: &str,
    action: &str,
    text: &mut String,
    picker: &mut Option<Picker>,
    focused: &mut bool,
    save_as: Option<String>,
) -> Option<bool> {
    let mut done = None;
    let name = ui.label(egui::RichText::new(label).size(size::SMALL));
    let line = ui
        .add(egui::TextEdit::singleline(text).desired_width(f32::INFINITY))
        .labelled_by(name.id);
    if !std::mem::replace(focused, true) {
        line.request_focus();
    }
    let entered = line.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let asking = picker.is_some();
        let browse = ui.add_enabled(!asking, egui::Button::new("Browse…"));
        if browse.clicked() {
            *picker = Picker::ask(ui.ctx(), save_as);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let ready = !text.trim().is_empty();
            let go = egui::Button::new(action).stroke(ui.visuals().widgets.active.bg_stroke);
            if ui.add_enabled(ready, go).clicked() || (entered && ready) {
                done = Some(true);
            }
            if ui.button("Cancel").clicked() {
                done = Some(false);
            }
        });
    });
    if let Some(answer) = picker.as_ref().and_then(Picker::poll) {
        *picker = None;
        if let Some(path) = answer {
            *text = path.to_string_lossy().into_owned();
        }
    }
    done
}

/// A shortcut as it stands on the keys.
pub fn key_text(ctx: &egui::Context, shortcut: &egui::KeyboardShortcut) -> String {
    let mut text = ctx.format_shortcut(shortcut);
    for (name, sign) in [
        ("OpenBracket", "["),
        ("CloseBracket", "]"),
        ("Questionmark", "?"),
        ("Plus", "+"),
        ("Minus", "-"),
    ] {
        text = text.replace(name, sign);
    }
    // A question mark is typed with Shift anyway.
    text.replace("Shift+?", "?")
}

fn keys_ui(ui: &mut egui::Ui, theme: &Theme) -> bool {
    ui.heading("Keys");
    ui.add_space(4.0);
    let most = ui.ctx().content_rect().height() - 160.0;
    egui::ScrollArea::vertical()
        .max_height(most.max(120.0))
        .show(ui, |ui| {
            egui::Grid::new("keys")
                .num_columns(2)
                .spacing([20.0, 5.0])
                .show(ui, |ui| {
                    let row = |ui: &mut egui::Ui, keys: String, words: &str| {
                        ui.label(egui::RichText::new(keys).monospace());
                        ui.label(words);
                        ui.end_row();
                    };
                    row(ui, "1 – 9".to_owned(), "Make the numbered move");
                    for named in Named::ALL {
                        let Some(shortcut) = named.shortcuts().first() else {
                            continue;
                        };
                        row(ui, key_text(ui.ctx(), shortcut), named.tooltip());
                    }
                });
        });
    ui.add_space(8.0);
    ui.label(
        egui::RichText::new("Drag to pan, wheel to zoom, double-click to fold or unfold a node")
            .color(theme.dim),
    );
    !ui.vertical_centered(|ui| ui.button("Close").clicked())
        .inner
}
