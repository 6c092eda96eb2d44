//! Likely causes: typical faults of programs, each planted in our rules or ratings, and named only
//! if it explains the whole output. If none does, it is measured how much each explains, and the
//! best are tried in pairs.

use std::sync::Arc;

use super::claims::{self, Claim};
use super::faults::{Part, Way};
use super::findings::{Findings, Texts};
use super::kept::Questions;
use super::kinds::DisagreementKind;
use super::node::Sides;
use super::probes::{Probes, shows_chance};
use super::ratings::{Simulation, leaf_values, sum_of_two};
use super::reference::{Reference, Rules};
use super::report::{Cause, Closest};
use super::suspects::{Suspect, both, suspects};
use super::walk::{Extent, Walk};
use crate::games::Setup;
use crate::save::Theirs;
use crate::session::pace::Ramp;
use crate::session::rated::{Build, Rated};

/// Position limits for building a fault's graph: most faults show soon.
const BUDGETS: [u64; 2] = [2_000, 400_000];

/// Position limit for measuring how much a fault explains.
const MEASURED: u64 = 20_000;

/// Ratings on which the ways of having a fault are compared, the wrong and the right.
const SAMPLED: usize = 300;

/// Positions up to which a fault in a table is tried also where hardly anything is wrong.
const MAX_RARE: usize = 20_000;

/// Number of the best faults that are tried in pairs.
pub(super) const PAIRED: usize = 12;

/// The result of the search for causes.
#[derive(Default)]
pub(super) struct CausesFound {
    pub causes: Vec<Cause>,
    pub closest: Option<Closest>,
    pub tried: u64,
    pub pairs: u64,
    pub untried: u64,
    /// The names of the refuted causes, if only some were tried.
    pub refuted: Vec<String>,
}

/// The stage of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Tries whether each suspect explains everything.
    Single,
    /// Measures how much each suspect explains.
    Measure,
    /// Tries whether pairs explain everything.
    Pairs,
    Done,
}

enum Now {
    /// The next suspect is taken.
    Next,
    Building(Box<dyn Build>),
    /// Its ratings are found.
    Rating(Box<Reference>),
    Walking(Box<Walk>),
}

/// How much a suspect explains.
struct Measured {
    suspect: usize,
    explained: u64,
    /// Nodes that agree without it, and don't with it.
    broken: u64,
}

/// What a walk beside the real rules has met.
struct Plain {
    /// The single positions as the real rules write them, and those rules' setup.
    texts: Arc<Texts>,
    setup: Setup,
    /// What was said of ratings, the wrong first.
    claims: Vec<Claim>,
    questions: Arc<Questions>,
    probes: Probes,
    /// Whether anything that was said tells of chance.
    has_chance: bool,
}

/// The search for causes: suspect after suspect, each first on a small graph.
pub(super) struct Trial {
    theirs: Arc<Theirs>,
    base: Rated,
    /// What the real rules leave unexplained.
    found: Findings,
    /// The number of positions that a cause may fail to reach: as with the real rules, or any
    /// number if the program was asked about them.
    unreached: u64,
    /// Whether nothing but orders differs, so that they matter.
    order: bool,
    /// Whether only some suspects are tried.
    among: bool,
    /// The walk beside the real rules.
    plain: Plain,
    /// The ways of the suspect's fault that are still to be tried.
    ways: Vec<Way>,
    /// Whether one of its ways was refuted, so that it isn't untried.
    refuted_way: bool,
    phase: Phase,
    singles: Vec<Suspect>,
    pairs: Vec<Suspect>,
    next: usize,
    budget: usize,
    now: Now,
    /// A task that has just started gets little work.
    ramp: Ramp,
    measured: Vec<Measured>,
    /// Each with whether it gives their order of moves too.
    causes: Vec<(Cause, bool)>,
    answer: CausesFound,
}

impl Trial {
    /// Starts after a walk has found a disagreement with the real rules.
    pub fn new(walk: &Walk, base: Rated, asked: bool, before: &[Rated]) -> Self {
        Self {
            theirs: Arc::clone(&walk.theirs),
            base,
            unreached: if asked {
                u64::MAX
            } else {
                walk.found.unreached
            },
            order: walk.found.agrees_in_all_but_order(),
            among: false,
            plain: Plain {
                texts: Arc::clone(&walk.texts),
                setup: walk.rules.setup.clone(),
                claims: claims::claims(walk),
                questions: claims::questions(walk, before),
                probes: Probes::new(walk),
                has_chance: shows_chance(walk),
            },
            ways: Vec::new(),
            refuted_way: false,
            phase: Phase::Single,
            singles: suspects(&walk.rules),
            pairs: Vec::new(),
            next: 0,
            budget: 0,
            now: Now::Next,
            ramp: Ramp::default(),
            measured: Vec::new(),
            causes: Vec::new(),
            answer: CausesFound::default(),
            found: walk.found.clone(),
        }
    }

    /// Tries only these suspects, by the names of their causes, and finds those that don't explain
    /// this board. The order of moves is ignored.
    pub fn among(mut self, names: &[String]) -> Self {
        let single = |name: &str| self.singles.iter().find(|one| one.cause.name == name);
        let suspects = names.iter().filter_map(|name| {
            single(name).cloned().or_else(|| {
                let (a, b) = name.split_once('+')?;
                both(single(a)?, single(b)?, &self.plain.setup)
            })
        });
        self.singles = suspects.collect();
        self.order = false;
        self.among = true;
        self
    }

    pub fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    pub fn progress(&self) -> (u64, u64) {
        let of = self.suspects().len() as u64;
        (self.next as u64, of.max(1))
    }

    /// The results so far.
    pub fn answer(mut self) -> CausesFound {
        // A cause that also explains the order explains more of the output.
        let whole = self.causes.iter().any(|(_, order)| *order);
        self.causes.retain(|(_, order)| *order || !whole);
        let causes = self.causes.into_iter().map(|(cause, _)| cause);
        self.answer.causes = causes.collect();
        if self.answer.causes.is_empty() {
            let marks = self.found.marks.values();
            let of: u64 = marks.map(|count| u64::from(*count)).sum();
            // One that explains less misleads, and so does one that would bring others.
            let close = |one: &&Measured| 5 * one.explained >= 4 * of && 5 * one.broken <= of;
            let closest = self.measured.first().filter(close);
            self.answer.closest = closest.map(|measured| Closest {
                cause: self.singles[measured.suspect].cause_of(&self.base),
                explained: measured.explained,
                of,
                refuted_by: None,
            });
        }
        self.answer
    }

    fn suspects(&self) -> &[Suspect] {
        match self.phase {
            Phase::Pairs => &self.pairs,
            _ => &self.singles,
        }
    }

    /// Does as much work as a build or a walk does.
    pub fn step(&mut self, work: usize) {
        if self.next >= self.suspects().len() {
            self.next_phase();
            return;
        }
        let work = self.ramp.of(work);
        match std::mem::replace(&mut self.now, Now::Next) {
            Now::Next => self.begin(),
            Now::Building(mut build) => {
                if build.step(work).done {
                    self.rate(build.finish());
                } else {
                    self.now = Now::Building(build);
                }
            }
            Now::Rating(mut reference) => match reference.rate(work) {
                Some(true) => self.walk(*reference),
                Some(false) => self.now = Now::Rating(reference),
                None => self.pass_over(),
            },
            Now::Walking(mut walk) => {
                walk.step(work);
                match walk.is_done() {
                    true if self.phase == Phase::Measure => self.measure(&walk),
                    true => self.walked(&walk),
                    false => self.now = Now::Walking(walk),
                }
            }
        }
    }

    /// Takes the next suspect, or the next way of having its fault.
    fn begin(&mut self) {
        self.ramp = Ramp::default();
        let suspect = self.suspects()[self.next].clone();
        let kept = suspect.rules.faults.iter();
        // What is kept of one board may be taken for a position of the next.
        if self.among && kept.clone().any(|fault| fault.part() == Part::Kept) {
            self.go_on();
            return;
        }
        let whole = self.base.graph.graph().stopped().is_none();
        let same_rules = suspect.rules.plants.is_empty() && suspect.cause.switch.is_none();
        if same_rules && suspect.rules.setup == self.plain.setup && whole {
            // Their graph is that of the rules.
            self.begin_ratings(&suspect);
            return;
        }
        if self.budget == 0
            && self.plain.probes.refute(
                &suspect.rules,
                &self.theirs,
                (self.phase == Phase::Measure).then_some(self.found.marks.len()),
            )
        {
            self.refuted_at_once();
            return;
        }
        let budget = match self.phase {
            Phase::Measure => MEASURED,
            _ => BUDGETS[self.budget],
        };
        match suspect.rules.open(None, budget) {
            Ok(build) => self.now = Now::Building(build),
            // That rules can't have another board refutes nothing.
            Err(_) if self.among => self.go_on(),
            // Rules that can't have this board have made no such tree.
            Err(_) => self.conclude(None),
        }
    }

    fn refuted_at_once(&mut self) {
        match self.phase {
            Phase::Measure => self.go_on(),
            _ => self.conclude(None),
        }
    }

    /// Tries a suspect whose fault is in the ratings alone: first on what is rated wrongly.
    fn begin_ratings(&mut self, suspect: &Suspect) {
        let fault = suspect.rules.faults.first().copied();
        let Some(fault) = fault.filter(|fault| fault.needs_table()) else {
            self.rate(self.base.clone());
            return;
        };
        if !self.may_explain(suspect) {
            self.refuted_at_once();
            return;
        }
        // A fault in a table searches everything, so it is tried where much is wrong.
        let large = self.base.graph.graph().len() > MAX_RARE;
        if fault.part() == Part::Kept && large && self.is_rare() {
            self.pass_over();
            return;
        }
        let single = suspect.rules.faults.len() == 1;
        if self.ways.is_empty() {
            let graph = self.base.graph.graph();
            let split = graph.players() == 2 && sum_of_two(graph).is_some();
            let leaves = leaf_values(&self.base);
            self.ways = match single && self.phase != Phase::Pairs {
                true => fault.ways(split, leaves),
                false => vec![suspect.rules.way],
            };
            self.ways.reverse();
        }
        if self.phase == Phase::Measure {
            self.measure_ways(suspect);
            return;
        }
        let Some(way) = self.ways.pop() else {
            self.pass_over();
            return;
        };
        let rules = Rules {
            way,
            ..suspect.rules.clone()
        };
        match self.agrees(&rules) {
            Some(true) => {
                self.try_way(way);
                self.rate(self.base.clone());
            }
            agrees => {
                self.refuted_way |= agrees.is_some();
                match self.refuted_way {
                    _ if !self.ways.is_empty() => {}
                    true => self.conclude(None),
                    false => self.pass_over(),
                }
            }
        }
    }

    /// The way in which the fault is tried from now on.
    fn try_way(&mut self, way: Way) {
        let suspects = match self.phase {
            Phase::Pairs => &mut self.pairs,
            _ => &mut self.singles,
        };
        if let Some(suspect) = suspects.get_mut(self.next) {
            suspect.rules.way = way;
        }
    }

    /// Whether hardly any rating is wrong: fewer than one in a hundred.
    fn is_rare(&self) -> bool {
        let claims = &self.plain.claims;
        let wrong = claims.iter().filter(|claim| !claim.right).count();
        wrong * 100 < claims.len()
    }

    /// Whether a fault in ratings can explain every kind of disagreement that was found: it changes
    /// ratings, one in the worth of ends also winners and payoffs.
    fn may_explain(&self, suspect: &Suspect) -> bool {
        use DisagreementKind::{Order, Payoffs, Rating, Winners};
        let mut faults = suspect.rules.faults.iter();
        let of_ends = faults.any(|fault| fault.part() == Part::Ends);
        let mut kinds = self.found.kinds.iter().zip(DisagreementKind::ALL);
        self.phase == Phase::Measure
            || kinds.all(|(found, kind)| match kind {
                _ if found.count == 0 => true,
                Winners | Payoffs => of_ends,
                Rating | Order => true,
                _ => false,
            })
    }

    /// Whether a program with a fault in its ratings says all that was said of them; `None` if it
    /// can't be planted.
    fn agrees(&self, rules: &Rules) -> Option<bool> {
        let questions = Some(&self.plain.questions);
        let mut simulation = Simulation::new(&self.base, &rules.faults, rules.way, questions)?;
        let reference = Reference::plain(self.base.clone());
        let sides = self.sides(rules, &reference);
        let wrong = &self.found.kinds[DisagreementKind::Winners as usize];
        let mut wrong = [&wrong.first, &wrong.smallest].into_iter().flatten();
        let mut claims = self.plain.claims.iter();
        let agrees = wrong
            .all(|record| record.aside.is_some() || sides.has_won(record, &mut simulation))
            && claims.all(|claim| claim.is_said_by(&sides, &mut simulation));
        (!simulation.is_unable()).then_some(agrees)
    }

    fn sides<'a>(&'a self, rules: &'a Rules, reference: &'a Reference) -> Sides<'a> {
        Sides {
            rules,
            reference,
            theirs: &self.theirs,
            deepest: None,
        }
    }

    /// Finds the way that explains most of what is rated wrongly, and measures it.
    fn measure_ways(&mut self, suspect: &Suspect) {
        let reference = Reference::plain(self.base.clone());
        let sides = self.sides(&suspect.rules, &reference);
        let of = |right: bool| {
            let claims = self.plain.claims.iter();
            claims
                .filter(move |claim| claim.right == right)
                .take(SAMPLED)
        };
        let questions = Some(&self.plain.questions);
        let faults = &suspect.rules.faults;
        let mut best: Option<(i64, Way)> = None;
        let wrong = of(false).count();
        if wrong == 0 {
            self.go_on();
            return;
        }
        let probes = self.plain.claims.iter().take_while(|claim| claim.right);
        for way in self.ways.iter().rev() {
            let simulation = Simulation::new(&self.base, faults, *way, questions);
            let Some(mut simulation) = simulation else {
                continue;
            };
            let mut said = |claim: &&Claim| claim.is_said_by(&sides, &mut simulation);
            // It would bring more than it explains.
            if probes.clone().filter(|claim| !said(claim)).count() >= wrong {
                continue;
            }
            let explained = of(false).filter(&mut said).count() as i64;
            if explained == 0 {
                continue;
            }
            let broken = of(true).filter(|claim| !said(claim)).count() as i64;
            if !simulation.is_unable() && best.is_none_or(|(gain, _)| explained - broken > gain) {
                best = Some((explained - broken, *way));
            }
        }
        self.ways.clear();
        match best {
            Some((gain, way)) if gain > 0 => {
                self.try_way(way);
                self.rate(self.base.clone());
            }
            _ => self.go_on(),
        }
    }

    fn walked(&mut self, walk: &Walk) {
        let agrees = walk.found.agrees_in_all_but_order() && (!self.order || walk.found.agrees());
        // A program that lists a position without being asked has reached it.
        let reached = walk.found.unreached <= self.unreached;
        let whole = !walk.reference.is_cut();
        if agrees && !whole && self.budget + 1 < BUDGETS.len() {
            self.budget += 1;
        } else if agrees && (!whole || walk.found.unchecked > 0) {
            self.answer.untried += 1;
            self.go_on();
        } else if !(self.ways.is_empty() || agrees && reached) {
            self.now = Now::Next;
        } else {
            self.conclude((agrees && reached).then(|| walk.found.agrees()));
        }
    }

    fn measure(&mut self, walk: &Walk) {
        let found = &walk.found;
        let mut measured = Measured {
            suspect: self.next,
            explained: 0,
            broken: 0,
        };
        let cut = walk.reference.is_cut();
        let sum = |at: &(u32, DisagreementKind)| found.marks.get(at).copied().unwrap_or(0);
        #[expect(clippy::iter_over_hash_type, reason = "sums know no order")]
        for (at, count) in &self.found.marks {
            // In an incomplete graph no rating is known.
            if found.looked[at.0 as usize] && !(cut && at.1 == DisagreementKind::Rating) {
                measured.explained += u64::from(count.saturating_sub(sum(at)));
            }
        }
        #[expect(clippy::iter_over_hash_type, reason = "sums know no order")]
        for (at, count) in &found.marks {
            let agreed = !self.found.marks.contains_key(at);
            if agreed && self.found.looked[at.0 as usize] {
                measured.broken += u64::from(*count);
            }
        }
        if measured.explained > 0 {
            self.measured.push(measured);
        }
        self.go_on();
    }

    fn next_phase(&mut self) {
        self.next = 0;
        self.phase = match self.phase {
            Phase::Single if self.causes.is_empty() && !self.order && !self.among => Phase::Measure,
            Phase::Measure => {
                // The best explanation comes first; if several are equally good, the simplest.
                self.measured.sort_by_key(|one| {
                    let gain = one.explained as i128 - one.broken as i128;
                    (std::cmp::Reverse(gain), one.suspect)
                });
                self.measured.retain(|one| one.explained > one.broken);
                self.pair();
                Phase::Pairs
            }
            Phase::Single | Phase::Pairs | Phase::Done => Phase::Done,
        };
    }

    fn pair(&mut self) {
        let best: Vec<&Suspect> = self
            .measured
            .iter()
            .take(PAIRED)
            .map(|measured| &self.singles[measured.suspect])
            .collect();
        // Pairs of those that explain most come first.
        let mut places: Vec<(usize, usize)> = (0..best.len())
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .collect();
        places.sort_by_key(|(a, b)| (a + b, *a));
        let pairs = places.into_iter();
        self.pairs = pairs
            .filter_map(|(a, b)| both(best[a], best[b], &self.plain.setup))
            .collect();
    }

    /// Starts computing the ratings of a suspect's graph.
    fn rate(&mut self, rated: Rated) {
        self.ramp = Ramp::default();
        let rules = &self.suspects()[self.next].rules;
        let chance = rated.graph.graph().is_chance_game();
        if chance && !self.plain.has_chance {
            // Nothing that was said tells of chance.
            self.refuted_at_once();
            return;
        }
        match Reference::unrated(rated, rules, Some(&self.plain.questions)) {
            Some(reference) => self.now = Now::Rating(Box::new(reference)),
            None => self.pass_over(),
        }
    }

    /// The suspect can't be tried on this board.
    fn pass_over(&mut self) {
        self.answer.untried += u64::from(self.phase != Phase::Measure);
        self.go_on();
    }

    /// Starts comparing with a suspect's graph.
    fn walk(&mut self, reference: Reference) {
        self.ramp = Ramp::default();
        let extent = match self.phase {
            Phase::Measure => Extent::Measure,
            _ => Extent::First { order: self.order },
        };
        let rules = self.suspects()[self.next].rules.clone();
        let same = self.plain.probes.are_written_so(&rules, &self.theirs);
        let walk = Walk::new(Arc::clone(&self.theirs), rules, Arc::new(reference), extent);
        let walk = match same {
            true => walk.knowing(Arc::clone(&self.plain.texts)),
            false => walk,
        };
        self.now = Now::Walking(Box::new(walk));
    }

    /// A suspect is done: whether it gives their order too, if it gives all that they say.
    fn conclude(&mut self, order: Option<bool>) {
        match self.phase {
            Phase::Single => self.answer.tried += 1,
            Phase::Pairs => self.answer.pairs += 1,
            Phase::Measure | Phase::Done => {}
        }
        let suspect = self.suspects().get(self.next);
        let cause = suspect.map(|one| one.cause_of(&self.base));
        match (order, cause) {
            (Some(order), Some(cause)) => self.causes.push((cause, order)),
            (None, Some(cause)) if self.among => self.answer.refuted.push(cause.name),
            _ => {}
        }
        self.go_on();
    }

    fn go_on(&mut self) {
        self.next += 1;
        self.ways.clear();
        self.refuted_way = false;
        self.budget = 0;
        self.now = Now::Next;
    }
}
