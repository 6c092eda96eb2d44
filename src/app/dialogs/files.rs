//! What every dialog about a file has: a box of text that keeps the focus, the list of folders, the
//! system's dialog, and a row of buttons. The open dialog also lists recent files and included
//! examples below its box. The system's dialog is asked off the UI thread. A system without one answers
//! at once with "nothing chosen", as it does for Cancel, so it is only an addition to our own lists.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use eframe::egui::{self, Event, Id, Key};
use egui_material_icons::icons;

use super::browser::{Browser, ListKeys, filter_id, icon};
use super::row::{DialogRow, buttons_ui, first_button, other_button, path_on_a_line, row_ui};
use crate::app::base::machine::Instant;
use crate::app::base::{Identified as _, file_name, ids, page, panics, size};
use crate::app::document::{IncludedExample, TEACHING};
use crate::app::intent::Command;
use crate::app::parts::Cx;
#[cfg(target_arch = "wasm32")]
use crate::save::storage;

/// The list of folders, and the system's dialog.
pub(super) struct FileChooser {
    pub browser: Browser,
    picker: Option<Picker>,
    /// Whether the box of text had the focus first.
    focused: bool,
}

/// The button that Enter presses.
pub(super) struct FileAction<'a> {
    pub text: &'a str,
    pub id: &'a str,
    /// Whether it can be pressed.
    pub ready: bool,
    /// Whether Enter was pressed.
    pub entered: bool,
    /// The system's dialog: none, for a file to read, or one to write with its suggested name.
    pub system: System<'a>,
}

/// The system's dialog beside the button.
pub(super) enum System<'a> {
    None,
    Read,
    Write(&'a str),
}

impl FileChooser {
    pub fn new(browser: Browser) -> Self {
        Self {
            browser,
            picker: None,
            focused: false,
        }
    }

    /// The keys of the list, and whether Enter was pressed for the dialog's button. They are heard
    /// while nothing, the filter, or the box has the focus. `is_row` is whether Enter belongs to
    /// the list. Backspace in an empty filter shows the folder above; so it does in the box if
    /// `box_goes_up`.
    pub fn take_keys(
        &self,
        ui: &egui::Ui,
        (id, text): (Id, &str),
        is_row: bool,
        box_goes_up: bool,
    ) -> (ListKeys, bool) {
        let focused = ui.memory(egui::Memory::focused);
        let in_box = focused == Some(id);
        let elsewhere = focused.is_some() && !in_box && focused != Some(filter_id());
        if elsewhere || egui::Popup::is_any_open(ui.ctx()) {
            return (ListKeys::default(), false);
        }
        // In a text of several lines the arrows walk in the text.
        let mut keys = match in_box && text.contains('\n') {
            true => ListKeys::default(),
            false => ListKeys::take(ui),
        };
        let entered = take_enter(ui);
        keys.enter = entered && is_row;
        let goes_up = match in_box {
            true => box_goes_up && text.is_empty(),
            false => self.browser.filter_is_empty(),
        };
        keys.back = goes_up && ui.input(|input| input.key_pressed(Key::Backspace));
        (keys, entered && !is_row)
    }

    /// Gives the focus to the box of text when it is first shown, and when nothing has it; returns
    /// whether it is shown first.
    pub fn focus(&mut self, ui: &egui::Ui, response: &egui::Response) -> bool {
        let first = !std::mem::replace(&mut self.focused, true);
        if first || ui.memory(egui::Memory::focused).is_none() {
            response.request_focus();
        }
        first
    }

    /// Gives the focus to the box of text again.
    pub fn focus_again(&mut self) {
        self.focused = false;
    }

    /// In a page, the button for a file of the device comes first.
    pub fn choose_ui(&mut self, ui: &mut egui::Ui) {
        if page::IN_BROWSER {
            Picker::button_ui(ui, &mut self.picker, None);
        }
    }

    /// The row of buttons; `Some(true)` for the action, `Some(false)` for Cancel.
    pub fn buttons_ui(&mut self, ui: &mut egui::Ui, action: &FileAction<'_>) -> Option<bool> {
        let mut done = None;
        buttons_ui(ui, |ui| {
            match action.system {
                System::None => {}
                _ if page::IN_BROWSER => {}
                System::Read => Picker::button_ui(ui, &mut self.picker, None),
                System::Write(name) => Picker::button_ui(ui, &mut self.picker, Some(name)),
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let button = first_button(ui, action.ready, action.text).identified(action.id);
                if button.clicked() || (action.entered && action.ready) {
                    done = Some(true);
                }
                if other_button(ui, "Cancel").clicked() {
                    done = Some(false);
                }
            });
        });
        done
    }

    /// The path chosen in the system's dialog.
    pub fn system_path(&mut self) -> Option<PathBuf> {
        let path = self.picker.as_mut().and_then(Picker::poll)?;
        self.picker = None;
        path
    }
}

/// A box for a path or a text of several lines.
pub(super) fn text_box_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (id, text): (Id, &mut String),
    (name, hint): (&str, &str),
    max_rows: usize,
) -> egui::Response {
    let name = ui.label(cx.small(name));
    let rows = text.lines().count().clamp(1, max_rows);
    let area = egui::ScrollArea::vertical()
        .id_salt(id)
        .max_height(19.0 * max_rows as f32);
    let field = egui::TextEdit::multiline(text)
        .id(id)
        .hint_text(hint)
        .desired_rows(rows)
        .desired_width(f32::INFINITY);
    let field = area.show(ui, |ui| ui.add(field)).inner;
    field.labelled_by(name.id)
}

/// Takes a plain Enter from the input; Shift+Enter starts another line.
fn take_enter(ui: &egui::Ui) -> bool {
    ui.input_mut(|input| {
        let before = input.events.len();
        input.events.retain(|event| {
            !matches!(
                event,
                Event::Key { key: Key::Enter, pressed: true, modifiers, .. }
                    if modifiers.is_none()
            )
        });
        input.events.len() < before
    })
}

/// The list below the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Recent,
    Teaching,
    Folder,
}

impl Tab {
    /// Its title.
    fn label(self) -> &'static str {
        match self {
            Self::Recent => "Recent files",
            Self::Teaching => "Examples",
            Self::Folder => "Folder",
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Recent => ids::OPEN_RECENT,
            Self::Teaching => ids::OPEN_TEACHING,
            Self::Folder => ids::OPEN_FOLDER,
        }
    }
}

/// The tabs; returns whether another one was chosen.
pub(super) fn tabs_ui(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &mut Tab) -> bool {
    let before = *shown;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let recent = cx.desk.settings.recent.len();
        for (tab, icon, number) in [
            (Tab::Recent, icons::ICON_HISTORY, recent),
            (Tab::Teaching, icons::ICON_SCHOOL, TEACHING.len()),
            (Tab::Folder, icons::ICON_FOLDER, 1),
        ] {
            if tab == Tab::Folder && page::IN_BROWSER {
                continue;
            }
            let color = cx.text_or_dim(number > 0);
            let icon = egui::RichText::new(icon.codepoint).size(16.0);
            let text = egui::RichText::new(tab.label());
            let chosen = *shown == tab;
            let button = egui::Button::new((icon.color(color), text.color(color)));
            let response = ui
                .add(button.selected(chosen))
                .chosen(egui::Role::Tab, chosen, tab.label())
                .identified(tab.id());
            if response.was_clicked() {
                *shown = tab;
            }
        }
    });
    *shown != before
}

/// The recent files or the included examples; returns the command of the chosen row.
pub(super) fn list_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    tab: Tab,
    chosen: &mut Option<usize>,
    (height, keys): (f32, ListKeys),
) -> Option<Command> {
    let recent = &cx.desk.settings.recent;
    let rows = match tab {
        Tab::Recent => recent.len(),
        _ => TEACHING.len(),
    };
    let command = |row: usize| match tab {
        Tab::Recent => recent.get(row).cloned().map(Command::OpenFile),
        _ => Some(Command::OpenTeaching(row)),
    };
    let (walked, moved) = keys.walk(*chosen, rows);
    *chosen = walked;
    if keys.enter
        && let Some(row) = walked
    {
        return command(row);
    }
    let frame = egui::Frame::new()
        .fill(ui.visuals().extreme_bg_color)
        .corner_radius(5)
        .inner_margin(4);
    let taken = frame.show(ui, |ui| {
        ui.set_height(height);
        ui.set_width(ui.available_width());
        if rows == 0 {
            let none = "No recent files: what you open or save is listed here";
            ui.centered_and_justified(|ui| {
                ui.label(cx.dim(none)).identified(ids::OPEN_NOTHING);
            });
            return None;
        }
        let mut taken = None;
        let area = egui::ScrollArea::vertical().auto_shrink([false, false]);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for row in 0..rows {
                let chosen_here = *chosen == Some(row);
                let response = match (tab, recent.get(row), TEACHING.get(row)) {
                    (Tab::Recent, Some(path), _) => recent_row(ui, cx, path, chosen_here),
                    (Tab::Teaching, _, Some(teaching)) => {
                        teaching_row(ui, cx, teaching, chosen_here)
                    }
                    _ => continue,
                };
                let response = response.identified(&ids::offer(row));
                if chosen_here && moved {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    taken = Some(row);
                }
            }
        });
        taken
    });
    taken.inner.and_then(command)
}

fn recent_row(ui: &mut egui::Ui, cx: &Cx<'_>, path: &Path, chosen: bool) -> egui::Response {
    let name = file_name(path);
    let folder = path.parent().unwrap_or(Path::new("")).display().to_string();
    let max = ui.available_width() * 0.5;
    let folder = path_on_a_line(ui, &folder, size::SMALL, max);
    let row = DialogRow {
        icon: icon(&name),
        text: &name,
        description: "",
        right: &folder,
        enabled: true,
        label: &format!("Open {name}"),
    };
    row_ui(ui, cx, &row, chosen).on_hover_text(path.to_string_lossy())
}

fn teaching_row(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    teaching: &IncludedExample,
    chosen: bool,
) -> egui::Response {
    let row = DialogRow {
        icon: icon(teaching.file),
        text: teaching.title,
        description: teaching.shows,
        right: "",
        enabled: true,
        label: &format!("Open {}", teaching.title),
    };
    row_ui(ui, cx, &row, chosen)
}

/// Maximum time of an answer that no user could have given: there is no such dialog.
const MIN_ANSWER_TIME: Duration = Duration::from_millis(150);

/// The system's file dialog on a background thread.
struct Picker {
    answer: Receiver<Option<PathBuf>>,
    asked: Instant,
    /// Whether it answered "nothing chosen" sooner than any user could have.
    is_missing: bool,
}

impl Picker {
    /// The button that opens it; with a name, for a file to write.
    pub(super) fn button_ui(ui: &mut egui::Ui, picker: &mut Option<Self>, save_as: Option<&str>) {
        let missing = picker.as_ref().is_some_and(|picker| picker.is_missing);
        let line = ui.visuals().widgets.noninteractive.bg_stroke;
        let (text, hint) = match page::IN_BROWSER {
            true => (
                "Choose a file…",
                "A file of this device; it isn't sent anywhere",
            ),
            false => ("System dialog…", "Use the system's file dialog"),
        };
        let button = egui::Button::new(text).stroke(line);
        let button = ui.add_enabled(picker.is_none(), button);
        if button
            .on_hover_text(hint)
            .on_disabled_hover_text(if missing {
                "No system dialog is available. Use the list above."
            } else {
                "The system's file dialog is already open"
            })
            .clicked()
        {
            *picker = Self::ask(ui.ctx(), save_as.map(str::to_owned));
        }
        if missing {
            ui.label("No system dialog available. Use the list.");
        }
    }

    fn ask(ctx: &egui::Context, save_as: Option<String>) -> Option<Self> {
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        let pick = async move || picked(save_as).await;
        let asked = panics::spawn("doomtree-dialog", pick, move |picked| {
            // A dialog that panics has chosen nothing.
            if sender.send(picked.unwrap_or_default()).is_ok() {
                ctx.request_repaint();
            }
        });
        asked.is_ok().then(|| Self {
            answer,
            asked: Instant::now(),
            is_missing: false,
        })
    }

    /// The path that was chosen, once there is an answer: `Some(None)` where there is none.
    pub(super) fn poll(&mut self) -> Option<Option<PathBuf>> {
        if self.is_missing {
            return None;
        }
        let answer = match self.answer.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        if answer.is_none() && self.asked.elapsed() < MIN_ANSWER_TIME {
            self.is_missing = true;
            return None;
        }
        Some(answer)
    }
}

/// The path that the system's dialog gives; for a file to write where there is a name.
#[cfg(not(target_arch = "wasm32"))]
async fn picked(save_as: Option<String>) -> Option<PathBuf> {
    let dialog = rfd::FileDialog::new();
    match save_as {
        Some(path) => {
            let path = Path::new(&path);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            dialog.set_file_name(name).save_file()
        }
        None => dialog.pick_file(),
    }
}

/// The file that the browser's dialog gives, in memory. For a file to write it has none.
#[cfg(target_arch = "wasm32")]
async fn picked(save_as: Option<String>) -> Option<PathBuf> {
    if save_as.is_some() {
        return None;
    }
    let file = rfd::AsyncFileDialog::new().pick_file().await?;
    Some(storage::add(&file.file_name(), file.read().await))
}
