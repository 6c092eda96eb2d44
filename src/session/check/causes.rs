//! Likely causes: typical faults of programs, each planted in our rules or ratings, and named only
//! if it explains the whole output. If none does, it is measured how much each explains, and the
//! best are tried in pairs.

use std::sync::Arc;

use super::faults::{FaultPart, FaultWay, RatingFault};
use super::kept::AskedPositions;
use super::node::{self, Claim, ComparedPair};
use super::ratings::{Simulation, leaf_values, sum_of_two};
use super::reference::{CheckRules, Reference};
use super::report::{Cause, Closest, DisagreementKind, Findings, ReadTexts};
use super::suspects::{Probes, Suspect, both, shows_chance, suspects};
use super::walk::{ShowSteps, Walk, WalkExtent};
use crate::games::Setup;
use crate::save::ProgramOutput;
use crate::session::rated::{Rated, built};
use crate::work::{Control, PIECE};

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
    /// The names of the refuted causes, if only some were tried, or only the order differs.
    pub refuted: Vec<String>,
}

/// What a suspect explains.
enum Tried {
    /// All that was said; whether the order of moves, too.
    Explains { order: bool },
    /// Not all that was said.
    Refuted,
    /// It can't be tried on this board.
    Untried,
    /// Nothing follows from this board.
    Open,
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
    texts: Arc<ReadTexts>,
    setup: Setup,
    /// What was said of ratings, the wrong first.
    claims: Vec<Claim>,
    questions: Arc<AskedPositions>,
    probes: Probes,
    /// Whether anything that was said tells of chance.
    has_chance: bool,
}

/// The search for causes: suspect after suspect, each first on a small graph.
pub(super) struct Trial {
    theirs: Arc<ProgramOutput>,
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
    singles: Vec<Suspect>,
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
                walk.found.tally.unreached
            },
            order: walk.found.agrees_in_all_but_order(),
            among: false,
            plain: Plain {
                texts: Arc::clone(&walk.texts),
                setup: walk.rules.setup.clone(),
                claims: node::claims(walk),
                questions: node::questions(walk, before),
                probes: Probes::new(walk),
                has_chance: shows_chance(walk),
            },
            singles: suspects(&walk.rules),
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

    /// Tries each suspect, and, if none explains everything, the best in pairs. The progress is the
    /// number of the suspect, and that of all.
    pub async fn run(&mut self, ctl: &Control, show: &ShowSteps<'_>) {
        let singles = self.singles.clone();
        self.try_each(singles, false, ctl, show).await;
        if !self.causes.is_empty() || self.order || self.among {
            return;
        }
        for index in 0..self.singles.len() {
            show((index as u64, self.singles.len() as u64));
            if let Some((measured, way)) = self.measured(index, ctl).await {
                self.singles[index].rules.way = way;
                self.measured.push(measured);
            }
            ctl.tick(PIECE).await;
        }
        // The best explanation comes first; if several are equally good, the simplest.
        self.measured.sort_by_key(|one| {
            let gain = one.explained as i128 - one.broken as i128;
            (std::cmp::Reverse(gain), one.suspect)
        });
        self.measured.retain(|one| one.explained > one.broken);
        self.try_each(self.pairs(), true, ctl, show).await;
    }

    /// Tries whether each of these explains everything.
    async fn try_each(
        &mut self,
        suspects: Vec<Suspect>,
        paired: bool,
        ctl: &Control,
        show: &ShowSteps<'_>,
    ) {
        let of = suspects.len() as u64;
        for (index, mut suspect) in suspects.into_iter().enumerate() {
            show((index as u64, of));
            let tried = self.tried(&mut suspect, paired, ctl).await;
            let count = match (&tried, paired) {
                (Tried::Explains { .. } | Tried::Refuted, false) => &mut self.answer.tried,
                (Tried::Explains { .. } | Tried::Refuted, true) => &mut self.answer.pairs,
                (Tried::Untried, _) => &mut self.answer.untried,
                (Tried::Open, _) => continue,
            };
            *count += 1;
            match tried {
                Tried::Explains { order } => {
                    self.causes.push((suspect.cause_of(&self.base), order));
                }
                Tried::Refuted if self.among || self.order => {
                    self.answer.refuted.push(suspect.cause.name);
                }
                _ => {}
            }
            ctl.tick(PIECE).await;
        }
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

    /// Whether a suspect explains everything; its rules get the way of having the fault.
    async fn tried(&self, suspect: &mut Suspect, paired: bool, ctl: &Control) -> Tried {
        let mut faults = suspect.rules.faults.iter();
        // What is kept of one board may be taken for a position of the next.
        if self.among && faults.any(|fault| fault.part() == FaultPart::Kept) {
            return Tried::Open;
        }
        if self.is_of_ratings(suspect) {
            return self.tried_in_ratings(suspect, paired, ctl).await;
        }
        if self.plain.probes.refute(&suspect.rules, &self.theirs, None) {
            return Tried::Refuted;
        }
        for budget in BUDGETS {
            ctl.tick(PIECE).await;
            let build = match suspect.rules.open(None, budget) {
                Ok(build) => build,
                // That rules can't have another board refutes nothing.
                Err(_) if self.among => return Tried::Open,
                // Rules that can't have this board have made no such tree.
                Err(_) => return Tried::Refuted,
            };
            let rated = built(build, ctl, &|_| {}).await;
            let is_cut = rated.graph.graph().stopped().is_some();
            let (tried, agrees) = self.compared(rated, &suspect.rules, ctl).await;
            if !(agrees && is_cut) {
                return tried;
            }
        }
        Tried::Untried
    }

    /// Whether a suspect's graph is that of the rules.
    fn is_of_ratings(&self, suspect: &Suspect) -> bool {
        let rules = &suspect.rules;
        rules.plants.is_empty()
            && suspect.cause.switch.is_none()
            && rules.setup == self.plain.setup
            && self.base.graph.graph().stopped().is_none()
    }

    /// The same for a fault in the ratings alone, which is tried first on what is rated wrongly.
    async fn tried_in_ratings(&self, suspect: &mut Suspect, paired: bool, ctl: &Control) -> Tried {
        let Some(fault) = table_fault(suspect) else {
            return self
                .compared(self.base.clone(), &suspect.rules, ctl)
                .await
                .0;
        };
        if !self.may_explain(suspect) {
            return Tried::Refuted;
        }
        if self.is_too_rare(fault) {
            return Tried::Untried;
        }
        let ways = match suspect.rules.faults.len() == 1 && !paired {
            true => self.ways(fault),
            false => vec![suspect.rules.way],
        };
        // One of the ways that is refuted is enough for it to be tried.
        let mut is_refuted = false;
        let mut tried = Tried::Untried;
        for way in ways {
            ctl.tick(PIECE).await;
            suspect.rules.way = way;
            let agrees = self.agrees(&suspect.rules);
            if agrees == Some(true) {
                tried = self
                    .compared(self.base.clone(), &suspect.rules, ctl)
                    .await
                    .0;
                if !matches!(tried, Tried::Refuted) {
                    break;
                }
                continue;
            }
            is_refuted |= agrees.is_some();
            tried = match is_refuted {
                true => Tried::Refuted,
                false => Tried::Untried,
            };
        }
        tried
    }

    /// The ways of having a fault.
    fn ways(&self, fault: RatingFault) -> Vec<FaultWay> {
        let graph = self.base.graph.graph();
        let split = graph.players() == 2 && sum_of_two(graph).is_some();
        fault.ways(split, leaf_values(&self.base))
    }

    /// A fault in a table searches everything, so it is tried where much is wrong.
    fn is_too_rare(&self, fault: RatingFault) -> bool {
        let large = self.base.graph.graph().len() > MAX_RARE;
        fault.part() == FaultPart::Kept && large && self.is_rare()
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
        let of_ends = faults.any(|fault| fault.part() == FaultPart::Ends);
        let mut kinds = self.found.kinds.iter().zip(DisagreementKind::ALL);
        kinds.all(|(found, kind)| match kind {
            _ if found.count == 0 => true,
            Winners | Payoffs => of_ends,
            Rating | Order => true,
            _ => false,
        })
    }

    /// Whether a program with a fault in its ratings says all that was said of them; `None` if it
    /// can't be planted.
    fn agrees(&self, rules: &CheckRules) -> Option<bool> {
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

    fn sides<'a>(&'a self, rules: &'a CheckRules, reference: &'a Reference) -> ComparedPair<'a> {
        ComparedPair {
            rules,
            reference,
            theirs: &self.theirs,
            deepest: None,
        }
    }

    /// The way of a fault in ratings that explains most of what is rated wrongly.
    fn best_way(&self, suspect: &Suspect, fault: RatingFault) -> Option<FaultWay> {
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
        let mut best: Option<(i64, FaultWay)> = None;
        let wrong = of(false).count();
        if wrong == 0 || self.is_too_rare(fault) {
            return None;
        }
        let probes = self.plain.claims.iter().take_while(|claim| claim.right);
        for way in self.ways(fault) {
            let simulation = Simulation::new(&self.base, faults, way, questions);
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
                best = Some((explained - broken, way));
            }
        }
        best.filter(|(gain, _)| *gain > 0).map(|(_, way)| way)
    }

    /// Compares with a suspect's graph: what it explains, and whether what could be compared agrees.
    async fn compared(&self, rated: Rated, rules: &CheckRules, ctl: &Control) -> (Tried, bool) {
        let extent = WalkExtent::First { order: self.order };
        let walk = match self.walk(rated, rules, extent, ctl).await {
            Ok(walk) => walk,
            Err(tried) => return (tried, false),
        };
        let found = &walk.found;
        let agrees = found.agrees_in_all_but_order() && (!self.order || found.agrees());
        let tried = match agrees {
            true if walk.reference.is_cut() || found.tally.unchecked > 0 => Tried::Untried,
            // A program that lists a position without being asked has reached it.
            true if found.tally.unreached <= self.unreached => Tried::Explains {
                order: found.agrees(),
            },
            _ => Tried::Refuted,
        };
        (tried, agrees)
    }

    /// A walk beside a suspect's graph, with the ratings that it gives; or why there is none.
    async fn walk(
        &self,
        rated: Rated,
        rules: &CheckRules,
        extent: WalkExtent,
        ctl: &Control,
    ) -> Result<Walk, Tried> {
        if rated.graph.graph().is_chance_game() && !self.plain.has_chance {
            // Nothing that was said tells of chance.
            return Err(Tried::Refuted);
        }
        let questions = Some(&self.plain.questions);
        let reference = Reference::new(rated, rules, questions, ctl).await;
        let reference = Arc::new(reference.ok_or(Tried::Untried)?);
        let same = self.plain.probes.are_written_so(rules, &self.theirs);
        let mut walk = Walk::new(Arc::clone(&self.theirs), rules.clone(), reference, extent);
        let known = same.then(|| Arc::clone(&self.plain.texts));
        walk.run(known, ctl, &|_| {}).await;
        Ok(walk)
    }

    /// How much a suspect explains, in the way that explains most; `None` if nothing.
    async fn measured(&self, index: usize, ctl: &Control) -> Option<(Measured, FaultWay)> {
        let mut suspect = self.singles[index].clone();
        let rated = if self.is_of_ratings(&suspect) {
            if let Some(fault) = table_fault(&suspect) {
                suspect.rules.way = self.best_way(&suspect, fault)?;
            }
            self.base.clone()
        } else {
            let marks = Some(self.found.marks.len());
            if self
                .plain
                .probes
                .refute(&suspect.rules, &self.theirs, marks)
            {
                return None;
            }
            let build = suspect.rules.open(None, MEASURED).ok()?;
            built(build, ctl, &|_| {}).await
        };
        let walk = self
            .walk(rated, &suspect.rules, WalkExtent::Measure, ctl)
            .await;
        let walk = walk.ok()?;
        let found = &walk.found;
        let mut measured = Measured {
            suspect: index,
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
        (measured.explained > 0).then_some((measured, suspect.rules.way))
    }

    /// The pairs of the best.
    fn pairs(&self) -> Vec<Suspect> {
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
        pairs
            .filter_map(|(a, b)| both(best[a], best[b], &self.plain.setup))
            .collect()
    }
}

/// The fault of a suspect whose ratings have to be computed again.
fn table_fault(suspect: &Suspect) -> Option<RatingFault> {
    let fault = suspect.rules.faults.first().copied();
    fault.filter(|fault| fault.needs_table())
}
