//! The results of a check in sentences, shared by the window and the command line.

use super::coverage::{ComparedData, Coverage};
use super::node::plain_move;
use super::report::{
    AnswerSide, Cause, CheckReport, Disagreement, DisagreementKind, RatedPlace, SideMove,
};
use crate::game::{quoted, visible};
use crate::session::open::setup_position;
use crate::session::rated::Rated;
use crate::words::{counted, grouped, plural};

/// Why the output can't be checked, if that is so. `from` names its source.
pub fn fault(report: &CheckReport, rated: &Rated, from: &str) -> Option<String> {
    if let Some((line, position)) = &report.unreadable {
        let setup = rated.setup().at(position, None);
        let why = setup_position(&setup).err().map_or_else(
            || "write it in notation".to_owned(),
            |error| error.to_string(),
        );
        return Some(format!(
            "{from}, line {line}: invalid position {}: {why}",
            quoted(position)
        ));
    }
    report.says_nothing().then(|| {
        format!(
            "{from} says nothing of any position: give at least one of 'moves', 'rating', 'winners' \
             and 'payoffs'"
        )
    })
}

/// Whether everything agrees, and what differs, in one sentence.
pub fn verdict(report: &CheckReport) -> String {
    let tally = &report.tally;
    let compared = counted(tally.compared, report.form.record());
    if report.kinds.is_empty() {
        // Missing data can't agree.
        let missing = [ComparedData::Moves, ComparedData::Ratings].into_iter();
        let missing = missing.filter(|what| report.coverage.count(*what) == 0);
        let missing: Vec<String> = missing.map(|what| format!("no {}", what.name())).collect();
        let missing = match missing.is_empty() {
            true => String::new(),
            false => format!("; {} given", missing.join(", ")),
        };
        return format!("Everything agrees: {compared} compared{missing}.");
    }
    let kinds: Vec<String> = report
        .kinds
        .iter()
        .map(|found| {
            let name = found.kind.name().replace('-', " ");
            format!("{name} {}", grouped(found.count))
        })
        .collect();
    format!(
        "{compared} compared: {} agree, {} differ ({}).",
        grouped(tally.agreeing),
        grouped(tally.compared - tally.agreeing),
        kinds.join(", ")
    )
}

/// What was compared, with numbers; what wasn't given; and which features no position showed.
pub fn covered(coverage: &Coverage) -> Vec<String> {
    let (mut given, mut missing) = (Vec::new(), Vec::new());
    for what in ComparedData::ALL {
        match coverage.count(what) {
            0 if what == ComparedData::Payoffs => {}
            0 if what == ComparedData::Probabilities && !coverage.has_chance => {}
            0 => missing.push(what.label().1),
            number => {
                let (one, several) = what.label();
                given.push(format!(
                    "{} {}",
                    grouped(number),
                    plural(number, one, several)
                ));
            }
        }
    }
    let mut sentences = Vec::new();
    if !given.is_empty() {
        sentences.push(format!("Compared: {}.", given.join(", ")));
    }
    if !missing.is_empty() {
        sentences.push(format!(
            "Not given, so not compared: {}.",
            missing.join(", ")
        ));
    }
    let unseen = coverage.not_exercised();
    let unseen: Vec<String> = unseen.map(|one| format!("no {}", one.label())).collect();
    if !unseen.is_empty() {
        sentences.push(format!("Not exercised: {}.", unseen.join(", ")));
    }
    sentences
}

/// Notes on the extent of the comparison, one sentence each.
pub fn notes(report: &CheckReport, stopped: bool) -> Vec<String> {
    let record = report.form.record();
    let tally = &report.tally;
    let count = |number: u64| counted(number, record);
    let mut notes = Vec::new();
    if report.not_compared() > 0 {
        let why = if tally.beyond > 0 {
            "beyond a limit, or below a disagreement"
        } else {
            "below a disagreement, or unreachable"
        };
        notes.push(format!(
            "{} not compared: {why}.",
            count(report.not_compared())
        ));
    }
    if tally.beyond > 0 {
        notes.push(format!(
            "{}: the rules' tree ends here at a limit, so nothing below was compared.",
            count(tally.beyond)
        ));
    }
    if tally.last_ply > 0 {
        notes.push(format!(
            "{} {} at the last ply: can't tell an end from a cut, not compared.",
            grouped(tally.last_ply),
            plural(tally.last_ply, "leaf", "leaves")
        ));
    }
    if tally.left_out > tally.last_ply {
        notes.push(format!(
            "{} without a list of moves: their moves weren't compared.",
            count(tally.left_out - tally.last_ply)
        ));
    }
    if report.silent > 0 {
        notes.push(format!("{} with no data.", count(report.silent)));
    }
    if tally.unreached > 0 {
        let unchecked = match tally.unchecked {
            0 => "checked anyway".to_owned(),
            number => format!("{} of them not checked (too many)", grouped(number)),
        };
        let far = if stopped {
            " as far as its graph was built"
        } else {
            ""
        };
        notes.push(format!(
            "{} not reachable from this board{far}, {unchecked}.",
            count(tally.unreached)
        ));
    }
    notes.extend(report.scale.clone());
    if report.bare {
        notes.push("Captured dice (+N) aren't given, so they weren't compared.".to_owned());
    }
    if report.only_order_differs() {
        notes.push("Only the order of moves differs; no rating follows from it.".to_owned());
    }
    if tally.repeated > 0 {
        notes.push(format!("{} given more than once.", count(tally.repeated)));
    }
    notes
}

/// The place of a disagreement: `at ply 3, after 3>2 pass 1>3 (line 4; 10 tree nodes from there)`.
pub fn location(disagreement: &Disagreement) -> String {
    place_in("line", disagreement)
}

/// The same where it is given in another [unit](CheckReport::unit).
pub fn place_in(unit: &str, disagreement: &Disagreement) -> String {
    let line = grouped(disagreement.text_line);
    let at = match (&disagreement.ply, &disagreement.line) {
        (Some(0), _) | (Some(_), None) => "at the root".to_owned(),
        (Some(ply), Some(moves)) => format!("at ply {ply}, after {}", visible(moves)),
        (None, _) => "not reachable from this board".to_owned(),
    };
    let nodes = match disagreement.tree_nodes.as_str() {
        "" => String::new(),
        nodes => format!("; {} from there", counted(nodes, "tree node")),
    };
    format!("{at} ({unit} {line}{nodes})")
}

/// A fact about a position, by both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// The program's value, then the rules' value; `–` if there is none.
    pub sides: [String; 2],
    /// Whether that isn't the same, however it is written.
    pub differs: bool,
}

/// The facts of both sides about the position. Equal values are left out, except the position and
/// its rating.
pub fn facts(found: &Disagreement) -> Vec<Fact> {
    let over = |side: &AnswerSide| {
        let text_of = |over| if over { "yes" } else { "no" };
        side.over.map(|over| text_of(over).to_owned())
    };
    type Of<'a> = &'a dyn Fn(&AnswerSide) -> Option<String>;
    let of: [(DisagreementKind, Of<'_>); 6] = [
        (DisagreementKind::Position, &|side| side.position.clone()),
        (DisagreementKind::Mover, &|side| side.mover.clone()),
        (DisagreementKind::End, &over),
        (DisagreementKind::Winners, &|side| side.winners.clone()),
        (DisagreementKind::Payoffs, &|side| side.payoffs.clone()),
        (DisagreementKind::Rating, &|side| side.rating.clone()),
    ];
    of.into_iter()
        .filter_map(|(kind, of)| {
            let values = [of(&found.theirs), of(&found.ours)];
            let is_reported = values[0].is_some() && values[0] != values[1];
            let always = matches!(kind, DisagreementKind::Position | DisagreementKind::Rating);
            let name = match kind {
                DisagreementKind::End => "over",
                kind => kind.name(),
            };
            (is_reported || always && values[0].is_some()).then(|| Fact {
                name,
                sides: values.map(|value| shown(value.as_ref())),
                differs: found.position_differs.contains(&kind),
            })
        })
        .collect()
}

/// The text to show; `–` for none.
pub fn shown(text: Option<&String>) -> String {
    text.map_or_else(|| "–".to_owned(), |text| visible(text).into_owned())
}

/// A move of the program beside the same move of the rules; at least one is present.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveOfBoth<'a> {
    /// Theirs.
    pub theirs: Option<&'a SideMove>,
    /// The rules'.
    pub ours: Option<&'a SideMove>,
}

impl MoveOfBoth<'_> {
    /// Whether it isn't the same on both sides.
    pub fn differs(&self) -> bool {
        [self.theirs, self.ours]
            .into_iter()
            .flatten()
            .any(|mv| mv.differs)
    }

    /// Its notation.
    pub fn name(&self) -> String {
        let mv = self.theirs.or(self.ours);
        shown(mv.map(|mv| &mv.mv))
    }
}

/// The moves of both sides: theirs in their order, then those that only the rules have.
pub fn moves(found: &Disagreement) -> Vec<MoveOfBoth<'_>> {
    let theirs = found.theirs.moves.as_deref().unwrap_or_default();
    let ours = found.ours.moves.as_deref().unwrap_or_default();
    let is = |a: &SideMove, b: &SideMove| plain_move(&a.mv) == plain_move(&b.mv);
    let both = theirs.iter().map(|mv| MoveOfBoth {
        theirs: Some(mv),
        ours: ours.iter().find(|own| is(own, mv)),
    });
    let only_ours = ours
        .iter()
        .filter(|own| !theirs.iter().any(|mv| is(own, mv)));
    let only_ours = only_ours.map(|side_move| MoveOfBoth {
        theirs: None,
        ours: Some(side_move),
    });
    both.chain(only_ours).collect()
}

/// The ratings against the program's own ratings of its moves, in sentences: whether it contradicts
/// itself, and what that means. Empty if no rating is wrong, or nothing is known.
pub fn own_ratings_words(report: &CheckReport) -> Vec<String> {
    let ratings = &report.own;
    if ratings.compared == 0 {
        return Vec::new();
    }
    let at = |rated_place: &RatedPlace| {
        let at = match rated_place.ply {
            0 => "at the root".to_owned(),
            ply => format!("at ply {ply}, after {}", visible(&rated_place.line)),
        };
        let position = visible(&rated_place.position).into_owned();
        let line = grouped(rated_place.text_line);
        format!("{at} ({} {line}, {position})", report.unit())
    };
    if let Some(smallest) = &ratings.smallest {
        let mut sentences = vec![format!(
            "{} of {} don't follow from your own ratings of the moves. The smallest is {}: {}.",
            grouped(ratings.contradicting),
            counted(ratings.compared, "rating"),
            at(smallest),
            visible(&smallest.text)
        )];
        // A known cause says more.
        if report.causes.is_empty() {
            // Where the choice itself is at fault, it is so nearly everywhere.
            let means = match 2 * ratings.contradicting > ratings.choices {
                true => {
                    "That means the choice between moves (who takes the highest, and who the \
                     lowest), a table, a bound or a cut, not an end or a rule"
                }
                false => {
                    "That means a table (what it is keyed by), a bound that is kept as exact or a \
                     cut (a limit of depth), not an end or a rule"
                }
            };
            sentences.push(format!("{means}."));
        }
        return sentences;
    }
    let Some(lowest) = ratings.lowest.first() else {
        return Vec::new();
    };
    let what = match ratings.lowest_ends {
        0 => "a rule: which moves there are, or where they lead",
        ends if ends == ratings.lowest_count => "an end: its payoff",
        _ => "an end or a rule",
    };
    let all = match ratings.compared {
        1 => "1 rating follows".to_owned(),
        compared => format!("All {} ratings follow", grouped(compared)),
    };
    // Those that couldn't be compared may contradict each other.
    let mut sentences = vec![match ratings.open {
        0 => format!(
            "{all} from your own ratings of the moves: your program is consistent, and what is \
             wrong is {what}."
        ),
        open => format!(
            "{all} from your own ratings of the moves, where all moves are rated; {} couldn't be \
             compared.",
            grouped(open)
        ),
    }];
    let others = ratings.lowest.iter().skip(1).map(&at).collect::<Vec<_>>();
    let more = ratings.lowest_count - ratings.lowest.len() as u64;
    let mut also = match others.as_slice() {
        [] => String::new(),
        others => format!("; then {}", others.join("; ")),
    };
    if more > 0 {
        also.push_str(&format!("; and {} more", grouped(more)));
    }
    sentences.push(format!(
        "From below it differs first {}: {}{also}.",
        at(lowest),
        visible(&lowest.text)
    ));
    sentences
}

/// The likely causes, in sentences: a lead, then a clause for each cause. Empty if everything
/// agrees or no causes were searched.
pub fn causes(report: &CheckReport) -> (String, Vec<String>) {
    let untried = match report.untried {
        0 => String::new(),
        number => format!(", {} not tried", grouped(number)),
    };
    let lead = match report.causes.as_slice() {
        // From an order nothing follows that would have to be explained.
        [] if report.tried > 0 && (!report.only_order_differs() || report.closest.is_some()) => {
            let pairs = match report.pairs {
                0 => String::new(),
                pairs => format!(" and {}", counted(pairs, "pair")),
            };
            let tried = counted(report.tried, "fault");
            let closest = report.closest.as_ref().map(|closest| {
                let explained = match (&closest.refuted_by, closest.explained == closest.of) {
                    (Some(board), _) => {
                        format!("explains this board, but not {}", visible(board))
                    }
                    (None, true) => "explains all, but would bring others".to_owned(),
                    (None, false) => {
                        let of = counted(closest.of, "disagreement");
                        format!("explains {} of {of}", grouped(closest.explained))
                    }
                };
                let cause = self::cause(&closest.cause);
                format!(" The closest {explained}: {cause}.")
            });
            format!(
                "No single known fault explains every answer ({tried}{pairs} tried{untried}).{}",
                closest.unwrap_or_default()
            )
        }
        [] => String::new(),
        [_] if report.pairs > 0 => "Likely cause, two faults at once".to_owned(),
        _ if report.pairs > 0 => {
            "Likely causes, two faults at once (each pair explains every answer)".to_owned()
        }
        [_] => "Likely cause".to_owned(),
        _ => "Likely causes (each explains every answer)".to_owned(),
    };
    (lead, report.causes.iter().map(cause).collect())
}

fn cause(cause: &Cause) -> String {
    match &cause.switch {
        None => format!("{} [{}]", cause.text, cause.name),
        Some((switch, value)) => format!(
            "{} [setting {} = {value}]",
            cause.text,
            switch.replace('_', "-")
        ),
    }
}
