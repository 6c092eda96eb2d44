//! The panel at the right: the options of a new exercise; or the question, the feedback, and the
//! score. Keyboard input during an exercise is here too: digits and signs go to the blank, Enter
//! gives the answer, Tab and arrows move, Space marks.

use eframe::egui::{self, Event, Key, Modifiers, Role, Vec2, WidgetInfo};

use super::ExercisePanel;
use super::practice::{Feedback, Practice};
use crate::app::base::{
    Identified as _, entry_ui, heading, ids, list_ui, name_region, path_of, row, size, strong,
    text_field,
};
use crate::app::document::game_words;
use crate::app::intent::{Command, CommandId, ExerciseAction, MainView};
use crate::app::parts::{Cx, Desk};
use crate::games::{dice_of_doom, tic_tac_toe};
use crate::session::exercise::{Filling, RatingSpread, Task, Ties, TreeSize, write_line};
use crate::words::with_minus;

impl ExercisePanel {
    /// The panel.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        name_region(ui, ids::EXERCISE);
        match self.practice.take() {
            Some(practice) => {
                self.practice_ui(ui, cx, &practice);
                self.practice = Some(practice);
            }
            None => self.choices_ui(ui, cx),
        }
    }

    /// The kind of exercise, and its source.
    fn choices_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        heading(ui, "Task");
        for (index, task) in Task::ALL.into_iter().enumerate() {
            let response = ui.radio_value(&mut self.task, task, task.title());
            let response = response.identified(&ids::task(task.name()));
            if index == 0 && std::mem::take(&mut self.lead) {
                response.request_focus();
            }
            response.on_hover_text(task.summary());
        }
        ui.label(cx.small(self.task.summary()));
        self.level_ui(ui, cx);
        ui.add_space(4.0);
        at_once_ui(ui, self.at_once, cx);
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            let busy = self.drawing.is_some();
            let draw = egui::Button::new("Generate exercise").fill(cx.theme.soft);
            let draw = ui.add_enabled(!busy, draw).identified(ids::DRAW);
            cx.push_on_click(&draw, || Command::Exercise(ExerciseAction::Draw));
            let here = egui::Button::new(CommandId::ExerciseHere.text()).fill(cx.theme.soft);
            cx.run_on_click_keeping_focus(ui.add_enabled(!busy, here), CommandId::ExerciseHere);
        });
        if let Some(drawing) = &self.drawing {
            ui.horizontal(|ui| {
                ui.add(egui::Spinner::new().size(14.0));
                let text = format!("Searching for a board ({} tried)", drawing.tried());
                ui.label(cx.small(&text));
                let cancel = ui.button(CommandId::CancelWork.text());
                cx.push_on_click(&cancel, || Command::Named(CommandId::CancelWork));
            });
        }
        if let Some(why) = &self.fault {
            ui.add_space(4.0);
            ui.label(cx.wrong(why));
        }
    }

    /// The level, and the game.
    fn level_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        heading(ui, "Level");
        let level = &mut self.level;
        choice_ui(ui, "Size", &mut level.size, &TreeSize::ALL, |size| {
            let blanks = size.blanks();
            format!(
                "{}, {} to {} blanks",
                size.name(),
                blanks.start(),
                blanks.end()
            )
        });
        choice_ui(
            ui,
            "Leaf values",
            &mut level.spread,
            &RatingSpread::ALL,
            |spread| {
                match spread {
                    RatingSpread::Any => "any",
                    RatingSpread::Two => "2 different",
                    RatingSpread::Three => "3 different",
                    RatingSpread::Many => "4 or more",
                }
                .to_owned()
            },
        );
        choice_ui(ui, "Ties", &mut level.ties, &Ties::ALL, |ties| {
            match ties {
                Ties::Any => "any",
                Ties::None => "none",
                Ties::Some => "at least one",
            }
            .to_owned()
        });
        let games = [None, Some(dice_of_doom::NAME), Some(tic_tac_toe::NAME)];
        let mut game = level.game.as_deref();
        choice_ui(ui, "Game", &mut game, &games, |game| {
            game.map_or("any".to_owned(), game_words)
        });
        level.game = game.map(str::to_owned);
        let chance = !self.task.is_alpha_beta();
        level.chance &= chance;
        ui.add_enabled_ui(chance, |ui| {
            ui.checkbox(&mut level.chance, "With chance")
                .on_disabled_hover_text("Not available for bounds and cuts");
        });
        ui.horizontal(|ui| {
            ui.label("Seed");
            let field = text_field(&mut self.seed).desired_width(90.0);
            let response = ui.add(field).called(Role::TextInput, "Seed");
            if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
                cx.push(Command::Exercise(ExerciseAction::Draw));
            }
            response.on_hover_text("The same seed and level always give the same exercise");
        });
    }

    /// The exercise in progress.
    fn practice_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, practice: &Practice) {
        let posed = &practice.posed;
        ui.label(strong(format!("Exercise: {}", posed.task().title().to_lowercase())).size(16.0));
        ui.add_space(2.0);
        // On a phone what is said takes the place of the task, above the keys.
        let told = practice.told.as_ref();
        let (above, below) = if cx.desk.is_slim {
            (told, None)
        } else {
            (None, told)
        };
        match above {
            Some(told) => told_ui(ui, cx, told),
            None => _ = ui.label(cx.small(posed.sentence())),
        }
        ui.add_space(4.0);
        ui.separator();
        match practice.is_over() {
            true => self.result_ui(ui, cx, practice),
            false => self.question_ui(ui, cx, practice),
        }
        if let Some(feedback) = below {
            told_ui(ui, cx, feedback);
        }
        self.standing_ui(ui, cx, practice);
        ui.add_space(2.0);
        at_once_ui(ui, practice.at_once, cx);
        heading(ui, "Exercise");
        ui.horizontal_wrapped(|ui| {
            for named in [
                CommandId::SaveExercise,
                CommandId::PrintSheet,
                CommandId::ShowAnswers,
                CommandId::LeaveExercise,
            ] {
                let enabled = self.enabled_with(practice, named);
                button_ui(ui, cx, named, enabled);
            }
        });
        self.asking_ui(ui, cx);
        if let Some(line) = write_line(posed) {
            heading(ui, "Share");
            let label = egui::RichText::new(&line).size(size::SMALL).monospace();
            ui.add(egui::Label::new(label).wrap());
            let copy = ui.button("Copy");
            cx.push_on_click(&copy, || Command::Exercise(ExerciseAction::CopyLine));
        }
    }

    fn enabled_with(&self, practice: &Practice, named: CommandId) -> bool {
        match named {
            CommandId::ShowAnswers => !practice.is_over(),
            CommandId::SaveExercise | CommandId::PrintSheet => self.writing.is_none(),
            _ => true,
        }
    }

    fn question_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, practice: &Practice) {
        let posed = &practice.posed;
        ui.label(strong(posed.question(practice.current)).size(size::BODY + 1.0));
        ui.label(cx.small(posed.task().keys()));
        ui.add_space(2.0);
        if cx.desk.is_touched {
            letters_ui(ui, cx, practice);
        }
        ui.horizontal_wrapped(|ui| {
            let answer = egui::Button::new("Answer").fill(cx.theme.soft);
            let response = ui.add(answer);
            if std::mem::take(&mut self.lead) {
                response.request_focus();
            }
            cx.push_once_on_click(&response, || Command::Exercise(ExerciseAction::Give));
            response.on_hover_text("Submit the answer and continue (Enter)");
            for named in [CommandId::Hint, CommandId::CheckAnswer, CommandId::CheckAll] {
                if named == CommandId::CheckAnswer && practice.at_once {
                    continue;
                }
                button_ui(ui, cx, named, true);
            }
        });
    }

    /// The result, in friendly words.
    fn result_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, practice: &Practice) {
        let score = practice.attempt.score(&practice.posed);
        let (text, id) = match (practice.attempt.is_shown(), score.first == score.asked) {
            (true, _) => ("Answers shown.", ids::ANSWERS),
            (false, true) => ("Everything right on the first try.", ids::RIGHT_AT_ONCE),
            (false, false) => ("All answers are correct.", ids::ALL_RIGHT),
        };
        let response = ui.label(strong(text).size(18.0)).called(Role::Label, text);
        response.identified(id);
        let points = format!("{} of {} points", score.points(), score.asked);
        ui.label(strong(points).size(size::BODY + 1.0))
            .identified(ids::POINTS);
        ui.add_space(4.0);
        let another = egui::Button::new("Next exercise").fill(cx.theme.soft);
        let response = ui.add_enabled(self.drawing.is_none(), another);
        if std::mem::take(&mut self.lead) {
            response.request_focus();
        }
        cx.push_on_click(&response, || Command::Exercise(ExerciseAction::Another));
        response.on_hover_text("Generate another exercise at this level, from the next seed");
    }

    /// The number of filled blanks, and the score.
    fn standing_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, practice: &Practice) {
        let (filled, all) = practice.attempt.progress(&practice.posed);
        let score = practice.attempt.score(&practice.posed);
        heading(ui, "Progress");
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(ui.available_width(), 8.0), egui::Sense::hover());
        let text = format!("{filled} of {all} filled in");
        response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &text));
        ui.painter().rect_filled(rect, 4.0, cx.theme.line);
        let mut done = rect;
        done.max.x = rect.min.x + rect.width() * filled as f32 / all.max(1) as f32;
        ui.painter().rect_filled(done, 4.0, cx.theme.text);
        ui.label(text);
        row(ui, "Correct on the first try", score.first.to_string());
        row(ui, "Correct with help", score.helped.to_string());
        row(ui, "Wrong or shown", score.wrong.to_string());
        // The total of points would reveal how many moves are cut.
        let points = match practice.is_over() {
            true => format!("{} of {}", score.points(), score.asked),
            false => score.points(),
        };
        row(ui, "Points", points);
    }

    /// The path of a file that is to be written.
    fn asking_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(asking) = &mut self.asking else {
            return;
        };
        let (name, id, phrase) = match asking.sheet {
            true => (
                "Worksheet file",
                ids::SHEET_FILE,
                "A worksheet to print, with its answers: .html or .pdf",
            ),
            false => (
                "Exercise file",
                ids::EXERCISE_FILE,
                "The exercise with your answers: .exercise.json",
            ),
        };
        ui.add_space(4.0);
        ui.label(cx.small(phrase));
        let field = text_field(&mut asking.path).desired_width(f32::INFINITY);
        let response = ui.add(field).called(Role::TextInput, name).identified(id);
        if !std::mem::replace(&mut asking.focused, true) {
            response.request_focus();
        }
        let entered =
            response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let path = path_of(asking.path.trim());
        let known = asking.known.as_deref() == std::path::absolute(&path).ok().as_deref();
        ui.horizontal(|ui| {
            let text = if known && asking.known.is_some() {
                "Replace"
            } else {
                "Save"
            };
            let write = ui.add(egui::Button::new(text).fill(cx.theme.soft));
            if write.clicked() || entered {
                asking.focused = !entered;
                cx.push(Command::Exercise(ExerciseAction::Write(path)));
            }
            let cancel = ui.button("Cancel");
            cx.push_on_click(&cancel, || Command::Exercise(ExerciseAction::StopAsking));
        });
    }
}

/// One of several values, by name.
fn choice_ui<T: Copy + PartialEq>(
    ui: &mut egui::Ui,
    name: &str,
    chosen: &mut T,
    all: &[T],
    text_of: impl Fn(T) -> String,
) {
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(
            Vec2::new(62.0, ui.spacing().interact_size.y),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(62.0);
                ui.label(name);
            },
        );
        let list = egui::ComboBox::from_id_salt(("exercise", name))
            .selected_text(text_of(*chosen))
            .width(ui.available_width())
            .truncate();
        list_ui(ui, list, |ui| {
            for &value in all {
                entry_ui(ui, chosen, value, text_of(value));
            }
        })
        .called(Role::ComboBox, name);
    });
}

fn at_once_ui(ui: &mut egui::Ui, at_once: bool, cx: &Cx<'_>) {
    let mut now = at_once;
    let response = ui.checkbox(&mut now, "Check each answer immediately");
    if now != at_once {
        cx.push(Command::Exercise(ExerciseAction::AtOnce(now)));
    }
    response.on_hover_text("Or only when you ask for it, at the end");
}

fn button_ui(ui: &mut egui::Ui, cx: &Cx<'_>, named: CommandId, enabled: bool) {
    let button = egui::Button::new(named.text()).fill(cx.theme.soft);
    cx.run_on_click(ui.add_enabled(enabled, button), named);
}

/// The feedback on the answer, with an icon and a heading.
fn told_ui(ui: &mut egui::Ui, cx: &Cx<'_>, feedback: &Feedback) {
    use egui_material_icons::icons;
    let (icon, name, id, text) = match feedback {
        Feedback::Right(words) => (icons::ICON_CHECK, "Correct", ids::TOLD_RIGHT, words),
        Feedback::Wrong(words) => (icons::ICON_CLOSE, "Not quite", ids::TOLD_WRONG, words),
        Feedback::Hint(words) => (icons::ICON_LIGHTBULB, "Hint", ids::TOLD_HINT, words),
        Feedback::Fault(words) => (
            icons::ICON_ERROR,
            "Can't read the answer",
            ids::TOLD_FAULT,
            words,
        ),
        Feedback::Shown(phrase) => (icons::ICON_VISIBILITY, "Answer", ids::TOLD_ANSWER, phrase),
    };
    ui.add_space(6.0);
    let frame = egui::Frame::new()
        .fill(cx.theme.soft)
        .stroke(egui::Stroke::new(1.0, cx.theme.line))
        .corner_radius(6.0)
        .inner_margin(egui::Margin::symmetric(10, 8));
    frame.show(ui, |ui| {
        name_region(ui, id);
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.label(egui::RichText::new(icon.codepoint).size(17.0));
            ui.label(strong(name).size(size::BODY + 1.0));
        });
        let response = ui.add(egui::Label::new(text.as_str()).wrap());
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
    });
}

/// Typing keys whose shortcuts are disabled during an exercise.
const TYPING: [Key; 19] = [
    Key::Num0,
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
    Key::Period,
    Key::Comma,
    Key::Slash,
    Key::Backspace,
    Key::Delete,
    Key::Space,
    Key::Enter,
    Key::Tab,
    Key::Home,
];

/// The letters of an answer, where there may be no keys.
fn letters_ui(ui: &mut egui::Ui, cx: &Cx<'_>, practice: &Practice) {
    let letters = practice.letters();
    let erase = ("Erase", ExerciseAction::Erase);
    let shown: Vec<String> = letters
        .chars()
        .map(|letter| with_minus(letter.into()))
        .collect();
    let keys = letters.chars().zip(&shown);
    let keys = keys.map(|(letter, shown)| (&**shown, ExerciseAction::Type(letter)));
    let erase = (!letters.is_empty()).then_some(erase);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(4.0);
        for (name, what) in keys.chain(erase) {
            let key = egui::Button::new(name).fill(cx.theme.soft);
            let key = key.min_size(cx.button_size());
            let response = ui.add(key).called(Role::Button, name);
            cx.push_once_on_click(&response, || Command::Exercise(what));
        }
    });
}

impl ExercisePanel {
    /// Handles the keys of an exercise before all others.
    pub(super) fn hear(&mut self, desk: &Desk, ctx: &egui::Context) {
        if desk.middle != MainView::Exercise {
            return;
        }
        let Some(practice) = &self.practice else {
            return;
        };
        let typing = practice.typed.is_some() || practice.pending.is_some();
        // A focused button should be pressed by the key.
        let focused = ctx.memory(|memory| memory.focused()).is_some();
        let mut heard: Vec<ExerciseAction> = Vec::new();
        ctx.input_mut(|input| {
            let signs = practice.hear_letters(input, &mut heard);
            let mut press = |key: Key| input.consume_key(Modifiers::NONE, key);
            if press(Key::Backspace) {
                heard.push(ExerciseAction::Erase);
            }
            if typing && press(Key::Escape) {
                heard.push(ExerciseAction::Clear);
            } else if !focused && press(Key::Escape) {
                self.lead = true;
            }
            if !focused {
                let walks = walking(practice.posed.task()).into_iter();
                heard.extend(walks.filter_map(|(modifiers, key, what)| {
                    input.consume_key(modifiers, key).then_some(what)
                }));
            }
            // A key that typed a sign of an answer doesn't zoom.
            let zooms = [Key::Minus, Key::Equals, Key::Plus];
            input.events.retain(|event| match event {
                Event::Key { key, modifiers, .. } if !modifiers.command && !modifiers.alt => {
                    let walks = [Key::Enter, Key::Space, Key::Tab].contains(key) && focused;
                    walks || !(TYPING.contains(key) || (signs && zooms.contains(key)))
                }
                _ => true,
            });
        });
        if !focused {
            // Tab walks the blanks.
            ctx.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
        }
        for what in heard {
            desk.commands.push(Command::Exercise(what));
        }
    }
}

impl Practice {
    /// Takes the characters of an answer; returns whether one of them has a key that zooms.
    fn hear_letters(&self, input: &mut egui::InputState, heard: &mut Vec<ExerciseAction>) -> bool {
        let mut typed = self.typed.clone();
        let mut signs = false;
        input.events.retain(|event| {
            let Event::Text(text) = event else {
                return true;
            };
            let mut taken = false;
            for letter in text.chars() {
                let compares = |typed: &String| typed.ends_with(['≥', '≤']);
                let sign = letter == '=' && typed.as_ref().is_some_and(compares);
                if sign || self.types(letter) {
                    heard.push(ExerciseAction::Type(letter));
                    typed.get_or_insert_default().push(letter);
                    signs |= sign || letter == '-';
                    taken = true;
                }
            }
            !taken
        });
        signs
    }
}

/// The keys that walk the blanks, choose moves, and answer.
fn walking(task: Task) -> [(Modifiers, Key, ExerciseAction); 8] {
    let none = Modifiers::NONE;
    let aside = |forward| match task.filling() {
        Filling::MarkBest => ExerciseAction::Choose(forward),
        _ => ExerciseAction::Step(forward),
    };
    [
        (Modifiers::SHIFT, Key::Tab, ExerciseAction::Step(false)),
        (none, Key::Tab, ExerciseAction::Step(true)),
        (none, Key::ArrowUp, ExerciseAction::Step(false)),
        (none, Key::ArrowDown, ExerciseAction::Step(true)),
        (none, Key::ArrowLeft, aside(false)),
        (none, Key::ArrowRight, aside(true)),
        (none, Key::Space, ExerciseAction::Toggle),
        (none, Key::Enter, ExerciseAction::Give),
    ]
}
