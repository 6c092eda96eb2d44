//! What is tried as a cause: every fault of ratings and of rules, every other value of a setting, and
//! two of them at once.

use super::faults::{Part, RatingFault, Reading, Way};
use super::reference::Rules;
use super::report::Cause;
use crate::game::Player;
use crate::games::{self, Change, Setup};
use crate::session::known;
use crate::session::rated::Rated;

/// A fault that is tried, or two at once.
#[derive(Clone)]
pub(super) struct Suspect {
    pub cause: Cause,
    pub rules: Rules,
}

/// All that can be tried on a board, the simplest first.
pub(super) fn suspects(rules: &Rules) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    for fault in RatingFault::all() {
        suspects.push(Suspect {
            cause: named(&fault.name(), &fault.words()),
            rules: Rules {
                faults: vec![fault],
                ..rules.clone()
            },
        });
    }
    let switched = |(switch, value, setup): (&str, String, Setup)| Suspect {
        cause: Cause {
            name: format!("{switch}={value}"),
            words: switch_words(&rules.setup, switch, &value),
            switch: Some((switch.to_owned(), value)),
            rank: 0,
        },
        rules: Rules {
            setup,
            ..rules.clone()
        },
    };
    // A preset changes several settings at once, so it comes last.
    let (presets, single): (Vec<_>, Vec<_>) = other_switches(&rules.setup)
        .into_iter()
        .partition(|(switch, _, _)| *switch == "rules");
    suspects.extend(single.into_iter().map(switched));
    for plant in games::plants(&rules.setup.game) {
        suspects.push(Suspect {
            cause: named(plant.name(), plant.words()),
            rules: Rules {
                plants: (*plant).into(),
                ..rules.clone()
            },
        });
    }
    suspects.extend(other_numbers(&rules.setup).into_iter().map(switched));
    suspects.extend(presets.into_iter().map(switched));
    suspects
}

impl Suspect {
    /// The cause, with the way of having the fault.
    pub fn cause_of(&self, rated: &Rated) -> Cause {
        let rank = |fault: &RatingFault| fault.rank(self.rules.way);
        let rank = self.rules.faults.iter().map(rank).max().unwrap_or(0);
        Cause {
            rank,
            ..self.cause(rated)
        }
    }

    pub fn cause(&self, rated: &Rated) -> Cause {
        let player = |player: u8| rated.graph.player_name(Player(player));
        let whose = match self.rules.way.reading {
            Reading::Each => return self.cause.clone(),
            Reading::First => format!("one number is computed, {}'s", player(0)),
            Reading::Last => format!("one number is computed, {}'s", player(1)),
            Reading::Movers => "one number is computed, the mover's".to_owned(),
            Reading::AtEnds => "an end is rated for whoever would move".to_owned(),
        };
        let mut cause = self.cause.clone();
        let explained = self
            .rules
            .faults
            .iter()
            .any(|fault| matches!(fault.part(), Part::Ends | Part::Choice));
        if explained {
            cause.words = format!("{} ({whose}, and the other gets the rest)", cause.words);
        }
        cause
    }
}

fn named(name: &str, words: &str) -> Cause {
    Cause {
        name: name.to_owned(),
        words: words.to_owned(),
        switch: None,
        rank: 0,
    }
}

/// What a program with another value of a setting does, as text.
fn switch_words(setup: &Setup, switch: &str, value: &str) -> String {
    let about = games::about(&setup.game, switch, value);
    let words = match (switch, value) {
        ("reinforcement", "last-capture-minus-one") => "only the last capture of a turn counts",
        ("reinforcement", "pool") => "the reinforcement comes from a pool",
        ("pass_listed", "last") => "the pass is listed last",
        ("pass_listed", "first") => "the pass is listed first",
        ("geometry", _) => "different hexes are neighbors",
        _ => "",
    };
    match (words, about.trim_end_matches('.')) {
        ("", "") => format!("the rules' {} is {value}", switch.replace('_', " ")),
        ("", about) => format!("other rules hold: {about}"),
        (words, "") => words.to_owned(),
        (words, about) => format!("{words} ({about})"),
    }
}

/// The setup under rules that differ in one setting, or in a preset as a whole.
fn other_switches(setup: &Setup) -> Vec<(&'static str, String, Setup)> {
    let mut others = Vec::new();
    for choice in known::form(setup).iter().flat_map(|form| &form.choices) {
        for offer in &choice.offers {
            if offer.refused.is_some() || choice.chosen == Some(offer.name) {
                continue;
            }
            let change = Change::Choice(choice.name, offer.name);
            if let Ok(other) = known::changed(setup, change) {
                others.push((choice.name, offer.name.to_owned(), other));
            }
        }
    }
    others
}

/// The setup with one number of the rules increased or decreased by 1.
fn other_numbers(setup: &Setup) -> Vec<(&'static str, String, Setup)> {
    let mut others = Vec::new();
    for number in known::form(setup).iter().flat_map(|form| &form.numbers) {
        if !matches!(number.name, "max_dice" | "line") {
            continue;
        }
        for step in [-1, 1] {
            let value = number.value.saturating_add_signed(step);
            if let Ok(other) = known::changed(setup, Change::Number(number.name, value)) {
                others.push((number.name, value.to_string(), other));
            }
        }
    }
    others
}

/// Two faults at once, if both can be.
pub(super) fn both(a: &Suspect, b: &Suspect, base: &Setup) -> Option<Suspect> {
    let excluded = |one: &RatingFault| b.rules.faults.iter().any(|two| one.excludes(*two));
    if a.rules.faults.iter().any(excluded) {
        return None;
    }
    let setup = match (&a.cause.switch, &b.cause.switch) {
        (_, None) => a.rules.setup.clone(),
        (None, Some(_)) => b.rules.setup.clone(),
        (Some((a_switch, _)), Some((b_switch, _))) if a_switch == b_switch => return None,
        (Some((a_switch, _)), Some((b_switch, _)))
            if "rules" == a_switch || "rules" == b_switch =>
        {
            return None;
        }
        (Some(_), Some((switch, value))) => {
            let change = match value.parse() {
                Ok(number) => Change::Number(switch, number),
                Err(_) => Change::Choice(switch, value),
            };
            known::changed(&a.rules.setup, change).ok()?
        }
    };
    let plants = a.rules.plants.and(b.rules.plants);
    let faults = [&a.rules.faults[..], &b.rules.faults[..]].concat();
    let ways = [a.rules.way, b.rules.way];
    let way = ways.into_iter().find(|way| *way != Way::default());
    // Rules that come to those without a fault explain nothing.
    if plants.is_empty() && faults.is_empty() && setup == *base {
        return None;
    }
    Some(Suspect {
        cause: Cause {
            name: format!("{}+{}", a.cause.name, b.cause.name),
            words: format!("{}; and {}", a.cause.words, b.cause.words),
            switch: None,
            rank: 0,
        },
        rules: Rules {
            setup,
            plants,
            faults,
            way: way.unwrap_or_default(),
            ..a.rules.clone()
        },
    })
}
