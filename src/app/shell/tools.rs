//! The list of all views and tools, in the order they are asked.

use std::any::Any;

use crate::app::parts::Tool;
use crate::app::tools::board::BoardPanel;
use crate::app::tools::check::CheckPanel;
use crate::app::tools::compare::ComparePanel;
use crate::app::tools::exercise::ExercisePanel;
use crate::app::tools::find::Find;
use crate::app::tools::history::HistoryStrip;
use crate::app::tools::lesson::Lesson;
use crate::app::tools::line::LinePanel;
use crate::app::tools::moves::panel::MovesPanel;
use crate::app::tools::node::panel::NodePanel;
use crate::app::tools::play::PlayPanel;
use crate::app::tools::setup::SetupPanel;
use crate::app::tools::start::StartPanel;
use crate::app::tools::tour::TourPanel;
use crate::app::tools::tree_editor::TreeEditor;
use crate::app::tools::what_if::WhatIfPanel;
use crate::app::views::map::MapPanel;
use crate::app::views::positions::PositionsPanel;
use crate::app::views::recording::RecordingPanel;
use crate::app::views::statistics::StatisticsPanel;
use crate::app::views::tree::panel::TreePanel;

/// Creates a tool in its initial state.
type Make = fn() -> Box<dyn Tool>;

fn make<T: Tool + Default>() -> Box<dyn Tool> {
    Box::new(T::default())
}

/// The order decides who handles a command, whether it is enabled, and which work is canceled. An
/// exercise affects every command, a presentation the text size. A comparison covers the middle.
/// Each view gets the commands for its own picture before the tree, which gets those that no other
/// wants. The order is also that of the panel at the left.
pub(super) const TOOLS: [Make; 21] = [
    make::<ExercisePanel>,
    make::<TourPanel>,
    make::<TreeEditor>,
    make::<BoardPanel>,
    make::<PlayPanel>,
    make::<MovesPanel>,
    make::<LinePanel>,
    make::<ComparePanel>,
    make::<CheckPanel>,
    make::<MapPanel>,
    make::<StatisticsPanel>,
    make::<RecordingPanel>,
    make::<PositionsPanel>,
    make::<TreePanel>,
    make::<WhatIfPanel>,
    make::<Find>,
    make::<HistoryStrip>,
    make::<NodePanel>,
    make::<SetupPanel>,
    make::<StartPanel>,
    make::<Lesson>,
];

/// The views and tools of a window.
pub(crate) struct Tools(Vec<Box<dyn Tool>>);

impl Default for Tools {
    fn default() -> Self {
        Self(TOOLS.iter().map(|make| make()).collect())
    }
}

impl Tools {
    /// All of them, in the order they are asked.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Tool> {
        self.0.iter().map(|tool| &**tool)
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Box<dyn Tool>> {
        self.0.iter_mut()
    }

    /// One of them, for actions of several together.
    pub fn one<T: Tool>(&self) -> &T {
        let mut tools = self.iter();
        let own = tools.find_map(|tool| (tool as &dyn Any).downcast_ref());
        own.expect("every tool stands in the list")
    }

    /// The same, to be changed.
    pub fn one_mut<T: Tool>(&mut self) -> &mut T {
        let mut tools = self.0.iter_mut();
        let own = tools.find_map(|tool| (&mut **tool as &mut dyn Any).downcast_mut());
        own.expect("every tool stands in the list")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::intent::{Middle, Side};

    /// The index of a tool in that order.
    fn place<T: Tool>(tools: &Tools) -> usize {
        let is_own = |tool: &dyn Tool| (tool as &dyn Any).is::<T>();
        let place = tools.iter().position(is_own);
        place.expect("it stands in the list")
    }

    #[test]
    fn whoever_has_a_word_in_more_commands_is_asked_before_the_others() {
        let tools = Tools::default();
        assert_eq!(place::<ExercisePanel>(&tools), 0);
        assert_eq!(place::<TourPanel>(&tools), 1);
        let tree = place::<TreePanel>(&tools);
        let views = [
            place::<MapPanel>(&tools),
            place::<StatisticsPanel>(&tools),
            place::<RecordingPanel>(&tools),
            place::<PositionsPanel>(&tools),
        ];
        let compare = place::<ComparePanel>(&tools);
        for view in views {
            // A covering tool comes before the views, and the tree takes the rest.
            assert!(compare < view && view < tree);
        }
        // The panel at the left, from above.
        let left = [
            place::<BoardPanel>(&tools),
            place::<PlayPanel>(&tools),
            place::<MovesPanel>(&tools),
            place::<LinePanel>(&tools),
        ];
        assert!(left.is_sorted());
    }

    #[test]
    fn whatever_can_be_shown_is_shown_by_one_tool() {
        let tools = Tools::default();
        let middles = Middle::ALL
            .iter()
            .chain([&Middle::Exercise, &Middle::Editor]);
        for middle in middles {
            let own = tools.iter().filter(|tool| tool.middle() == Some(*middle));
            assert_eq!(own.count(), 1, "{middle:?}");
        }
        let mut sides: Vec<Side> = tools.iter().filter_map(Tool::side).collect();
        assert!(sides.contains(&Side::default()));
        let all = sides.len();
        sides.sort_by_key(|side| *side as u8);
        sides.dedup();
        assert_eq!(sides.len(), all);
        // None is left out: they are numbered from the first to the last.
        let last = sides.last().map(|side| *side as usize);
        assert_eq!(last, Some(all - 1));
    }
}
