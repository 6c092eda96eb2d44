//! Settings remembered between starts: theme, text size, panels, the window's size, and recent
//! files.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::app::base::page;
use crate::app::intent::{ExportChoice, PlayChoices, ThemeChoice, kept::by_key};
use crate::diagram::{EdgeStyle, GrowthDirection, SiblingOrder, TreeStyle};
use crate::game::{Refusal, repeated};
use crate::save::{self, storage};
use crate::session::UNFOLD_BUDGET;

/// The format's name in the file.
const FORMAT: &str = "doomtree-settings";

/// Maximum size of a settings file in bytes; a larger one isn't ours.
const MAX_BYTES: u64 = 1 << 20;

/// Maximum number of recent files.
const MAX_RECENT: usize = 12;

/// Text sizes in percent, from the smallest to the largest.
pub const TEXT_SIZES: [u16; 11] = [70, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];

/// The settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    format: String,
    version: u32,
    /// The theme.
    pub theme: ThemeChoice,
    /// The size of all text, in percent.
    pub text_size: u16,
    /// Whether the board's panel is shown.
    pub board_panel: bool,
    /// Its width, in points.
    pub board_width: f32,
    /// Whether the node's panel is shown.
    pub node_panel: bool,
    /// Its width, in points.
    pub node_width: f32,
    /// Whether *Start here* is shown when the program starts without a board.
    pub start_here: bool,
    /// Whether boards are drawn in the nodes of small trees.
    pub node_boards: bool,
    /// Whether nodes say how likely best play reaches them.
    pub reach: bool,
    /// Whether the legend is shown.
    pub legend: bool,
    /// Whether the ratings along the line are shown below the tree.
    pub history: bool,
    /// Whether the colors of the map show the winners of the ends below a node, instead of its
    /// rating.
    pub map_ends: bool,
    /// Whether trees grow to the right; by default, where a phone that is held upright has too little
    /// width for their first moves.
    pub tree_to_the_right: Option<bool>,
    /// The form of a tree's moves.
    #[serde(with = "by_key")]
    pub tree_edges: EdgeStyle,
    /// Whether the best sibling is first.
    pub best_first: bool,
    /// Whether moved nodes are animated.
    pub motion: bool,
    /// Whether unsaved work is stored in a recovery file.
    pub recovery: bool,
    /// Maximum number of nodes that one command expands.
    pub unfold_budget: usize,
    /// The window's size in points, once it has one.
    pub window: Option<[f32; 2]>,
    /// Whether the window filled the screen.
    pub maximized: bool,
    /// The options for games.
    pub play: PlayChoices,
    /// The options of the last export.
    pub export: ExportChoice,
    /// The files opened last, the last one first.
    pub recent: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: 1,
            theme: ThemeChoice::System,
            text_size: 100,
            board_panel: true,
            board_width: 348.0,
            node_panel: true,
            node_width: 286.0,
            start_here: true,
            node_boards: true,
            reach: false,
            legend: true,
            history: false,
            map_ends: false,
            tree_to_the_right: None,
            tree_edges: EdgeStyle::Curved,
            best_first: false,
            motion: true,
            recovery: true,
            unfold_budget: UNFOLD_BUDGET,
            window: None,
            maximized: false,
            play: PlayChoices::default(),
            export: ExportChoice::default(),
            recent: Vec::new(),
        }
    }
}

impl Settings {
    /// The path of the settings file, if the system has a folder for it.
    pub fn usual_path() -> Option<PathBuf> {
        let folders = directories::ProjectDirs::from("", "", "doomtree")?;
        Some(folders.config_dir().join("settings.json"))
    }

    /// Reads the settings. An invalid file is renamed, so that nothing is lost; the message says
    /// so.
    pub fn read(path: &Path) -> (Self, Option<String>) {
        let text = match storage::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return (Self::default(), None);
            }
            Err(error) => Err(Refusal::of(error)),
            Ok(found) if !found.is_file() => Err(Refusal::new("it is not a file", "")),
            Ok(found) if found.len() > MAX_BYTES => Err(Refusal::new("it is too large", "")),
            Ok(_) => storage::read_to_string(path).map_err(Refusal::of),
        };
        match text.and_then(|text| Self::of_text(&text)) {
            Ok(settings) => (settings, None),
            Err(why) => {
                let aside = path.with_extension("json.broken");
                let moved = match storage::rename(path, &aside) {
                    Ok(()) => format!("the old file was renamed to {}", aside.display()),
                    Err(error) => format!("the old file couldn't be renamed ({error})"),
                };
                let message = format!(
                    "Couldn't read the settings in {} ({why}). Defaults are used; {moved}.",
                    path.display()
                );
                (Self::default(), Some(message))
            }
        }
    }

    fn of_text(text: &str) -> Result<Self, Refusal> {
        let settings: Self = serde_json::from_str(text)
            .map_err(|error| Refusal::new(repeated(&error.to_string()), "").because(error))?;
        if settings.format != FORMAT {
            return Err(Refusal::new(format!("its format isn't {FORMAT}"), ""));
        }
        Ok(settings.within_bounds())
    }

    /// The same with every number where it can be used.
    fn within_bounds(mut self) -> Self {
        let usual = Self::default();
        let width = |width: f32, usual: f32| {
            if width.is_finite() {
                width.clamp(180.0, 1_600.0)
            } else {
                usual
            }
        };
        self.version = usual.version;
        self.unfold_budget = self.unfold_budget.clamp(1_000, 20_000_000);
        self.board_width = width(self.board_width, usual.board_width);
        self.node_width = width(self.node_width, usual.node_width);
        self.text_size = self
            .text_size
            .clamp(TEXT_SIZES[0], TEXT_SIZES[TEXT_SIZES.len() - 1]);
        self.window = self
            .window
            .filter(|size| size.iter().all(|side| side.is_finite()))
            .map(|[width, height]| [width.clamp(320.0, 16_000.0), height.clamp(240.0, 16_000.0)]);
        self.recent.truncate(MAX_RECENT);
        self
    }

    /// The style of trees, which grow to the right or down.
    pub fn tree_style(&self, to_the_right: bool) -> TreeStyle {
        TreeStyle {
            flow: match to_the_right {
                true => GrowthDirection::Right,
                false => GrowthDirection::Down,
            },
            edges: self.tree_edges,
            order: match self.best_first {
                true => SiblingOrder::BestFirst,
                false => SiblingOrder::Rules,
            },
        }
    }

    /// Writes the settings atomically.
    ///
    /// # Errors
    /// Why they can't be written.
    pub fn write(&self, path: &Path) -> Result<(), Refusal> {
        let mut kept = self.clone();
        // A path that isn't Unicode can't be stored in the file.
        kept.recent.retain(|path| path.to_str().is_some());
        let text = serde_json::to_string_pretty(&kept).map_err(Refusal::of)?;
        if let Some(folder) = path.parent() {
            storage::create_dir_all(folder).map_err(|error| {
                Refusal::of(error).at(&format!("{} can't be made", folder.display()))
            })?;
        }
        save::write_file(path, |out| {
            out.write_all(text.as_bytes())?;
            out.write_all(b"\n")
        })?;
        Ok(())
    }

    /// Remembers a file as the one opened last.
    pub fn opened(&mut self, path: &Path) {
        // The next start of a page has none of them.
        if page::IN_BROWSER {
            return;
        }
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(MAX_RECENT);
    }

    /// Forgets a file; whether it was among those opened last.
    pub fn forget(&mut self, path: &Path) -> bool {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let before = self.recent.len();
        self.recent.retain(|known| *known != path);
        self.recent.len() < before
    }

    /// The next text size above, or below; the same at either end.
    pub fn step_text_size(&mut self, up: bool) {
        let mut sizes = TEXT_SIZES.iter().copied();
        let next = if up {
            sizes.find(|size| *size > self.text_size)
        } else {
            sizes.rfind(|size| *size < self.text_size)
        };
        self.text_size = next.unwrap_or(self.text_size);
    }

    /// Resets everything to its default, except recent files and the options for games.
    pub fn reset_layout(&mut self) {
        *self = Self {
            recent: std::mem::take(&mut self.recent),
            play: std::mem::take(&mut self.play),
            start_here: self.start_here,
            window: self.window,
            maximized: self.maximized,
            ..Self::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn settings_come_back_as_they_were_written() {
        let folder = folder();
        let path = folder.path().join("deep/settings.json");
        let mut settings = Settings {
            theme: ThemeChoice::Dark,
            text_size: 125,
            node_panel: false,
            window: Some([1_200.0, 800.0]),
            ..Settings::default()
        };
        settings.opened(Path::new("/somewhere/a.board.json"));
        settings.opened(Path::new("/somewhere/b.board.json"));
        settings.opened(Path::new("/somewhere/a.board.json"));
        assert_eq!(settings.recent.len(), 2);
        assert!(settings.recent[0].ends_with("a.board.json"));
        settings.write(&path).expect("written");
        assert_eq!(Settings::read(&path), (settings.clone(), None));
        assert!(settings.forget(Path::new("/somewhere/b.board.json")));
        assert!(!settings.forget(Path::new("/somewhere/b.board.json")));
        assert_eq!(settings.recent.len(), 1);
    }

    #[test]
    fn a_broken_settings_file_is_renamed_and_the_default_settings_are_used() {
        for broken in [
            "",
            "{",
            "null",
            "[1]",
            "{\"format\":\"other\"}",
            "{\"theme\":7}",
        ] {
            let folder = folder();
            let path = folder.path().join("settings.json");
            std::fs::write(&path, broken).expect("written");
            let (settings, report) = Settings::read(&path);
            assert_eq!(settings, Settings::default(), "{broken}");
            assert!(
                report.is_some_and(|message| message.contains("was renamed to")),
                "{broken}"
            );
            let aside = folder.path().join("settings.json.broken");
            assert_eq!(std::fs::read_to_string(aside).expect("kept"), broken);
            assert!(!path.exists());
        }
    }

    #[test]
    fn numbers_out_of_bounds_and_missing_members_do_no_harm() {
        let text = "{\"format\":\"doomtree-settings\",\"text_size\":9,\"board_width\":1e30,\
                    \"window\":[1,1e9],\"from_a_later_version\":true}";
        let settings = Settings::of_text(text).expect("settings");
        assert_eq!(settings.text_size, 70);
        assert_eq!(settings.board_width, 1_600.0);
        assert_eq!(settings.window, Some([320.0, 16_000.0]));
        assert!(settings.legend);
    }

    #[test]
    fn without_a_settings_file_the_settings_are_the_default_ones() {
        let folder = folder();
        let (settings, message) = Settings::read(&folder.path().join("settings.json"));
        assert_eq!((settings, message), (Settings::default(), None));
    }

    #[test]
    fn text_sizes_go_up_and_down_in_steps_and_stop_at_the_ends() {
        let mut settings = Settings::default();
        settings.step_text_size(true);
        assert_eq!(settings.text_size, 110);
        for _ in 0..20 {
            settings.step_text_size(true);
        }
        assert_eq!(settings.text_size, 300);
        for _ in 0..20 {
            settings.step_text_size(false);
        }
        assert_eq!(settings.text_size, 70);
    }
}
