//! The results of a comparison, prepared for display.

use eframe::egui;

use super::side::Sides;
use crate::app::base::{Sign, banner, ids};
use crate::app::document::files;
use crate::app::parts::Cx;
use crate::diagram::{NoNotes, RatingsFor, TreeView};
use crate::session::{
    Both, Comparison, Difference, DifferenceKind, Names, Rated, what_differs, where_it_differs,
};
use crate::tree::Unfolding;
use crate::words::{counted, short_number};

/// One difference of the list.
pub(crate) struct DifferenceRow {
    /// The difference.
    pub difference: Difference,
    /// Its place, as text.
    pub place: String,
    /// Its description, as text.
    pub words: String,
}

/// A comparison that is done.
pub(crate) struct FoundDifferences {
    /// Both graphs, the open board's first.
    pub rated: Both<Rated>,
    /// The names of the rule sets.
    pub names: Names,
    /// The figures.
    pub comparison: Comparison,
    /// The differences: those that change what can happen before those of order, ratings last.
    pub rows: Vec<DifferenceRow>,
    /// The other tree's unfolding, of which nothing but the root is needed.
    unfolding: Unfolding,
}

impl FoundDifferences {
    /// The results for two graphs.
    pub fn new(rated: Both<Rated>, comparison: Comparison) -> Self {
        let both = [&rated[0], &rated[1]];
        let names = Names::by(both, files::describe_rules, files::describe_setting);
        let mut told: Vec<&Difference> = comparison.differences.iter().collect();
        told.sort_by_key(|difference| difference.kind == DifferenceKind::Order);
        told.extend(&comparison.rating);
        let rows = told.into_iter().map(|difference| DifferenceRow {
            place: where_it_differs(both, difference),
            words: what_differs(both, &names, difference),
            difference: difference.clone(),
        });
        Self {
            rows: rows.collect(),
            names,
            comparison,
            rated,
            unfolding: Unfolding::new(),
        }
    }

    /// The other tree as it is drawn.
    pub fn other_view(&self, ratings_for: RatingsFor, hidden: bool) -> TreeView<'_> {
        let labels: &dyn crate::tree::Labels = &*self.rated[1].graph;
        TreeView {
            labels,
            analysis: &self.rated[1].analysis,
            unfolding: &self.unfolding,
            notes: &NoNotes,
            what_if: None,
            ratings_for,
            hidden,
            ends: None,
            style: Default::default(),
            elements: Default::default(),
        }
    }

    /// Whether the trees agree, and how far they were compared.
    pub fn verdict_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, sides: &Sides<'_>) {
        let found = &self.comparison;
        let pairs = counted(found.pairs, "pair");
        let mut words = if found.differences.is_empty() {
            format!("The trees agree ({pairs} of positions compared)")
        } else {
            let kinds: Vec<String> = DifferenceKind::ALL
                .into_iter()
                .filter(|kind| *kind != DifferenceKind::Rating && found.count(*kind) > 0)
                .map(|kind| format!("{} in {}", short_number(found.count(kind)), kind.text()))
                .collect();
            format!(
                "{pairs} of positions compared: {} agree, {} differ ({})",
                short_number(found.agreeing),
                short_number(found.pairs - found.agreeing),
                kinds.join(", ")
            )
        };
        if found.stopped {
            words.push_str("; there are more");
        }
        if found.unknown > 0 {
            words.push_str("; some are beyond a limit");
        } else if sides.is_limited() {
            words.push_str(", down to the ply limit");
        }
        let sign = match found.differences.is_empty() {
            true => Sign::Agree,
            false => Sign::Differ,
        };
        banner(ui, cx.theme, sign, &words, ids::COMPARISON_VERDICT);
    }
}
