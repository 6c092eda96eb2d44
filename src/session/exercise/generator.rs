//! Generates an exercise: boards from a seed, one after the other, until one meets the level. The
//! same seed and level always give the same exercise, on every machine. What alpha-beta did at each
//! node of the tree, in the rules' order, is read from its recording.

use super::posed::PLAYER;
use super::{Exercise, Generated, Level, Posed, Task, Ties};
use crate::game::{Estimate, Rational, Refusal};
use crate::games::{SeededRandom, Setup, Switches, dice_of_doom, tic_tac_toe};
use crate::search::{Interval, Method, NodePhase, Recording as Steps, SearchStep, UNBOUNDED};
use crate::session::{Rated, RecordOptions, Recorded, random};
use crate::tree::{Unfolding, UnfoldingNode, VertexKind};

/// Maximum number of boards tried.
pub const MAX_DRAWN: usize = 4_000;

/// Maximum denominator of a rating that is worked out by hand.
const MAX_DENOMINATOR: i128 = 10_000;

/// Generates an exercise step by step. Dropping it cancels.
pub struct ExerciseGenerator {
    draws: SeededRandom,
    task: Task,
    drawn: Generated,
    tried: usize,
}

impl ExerciseGenerator {
    /// Starts generating.
    ///
    /// # Errors
    /// Fails if no board can meet the level.
    pub fn new(task: Task, seed: u64, level: Level) -> Result<Self, Refusal> {
        if task.is_alpha_beta() && level.chance {
            return Err(Refusal::new(
                "bounds and cuts are asked for in trees without chance",
                "leave chance out, or choose ratings or best moves",
            ));
        }
        if let Some(game) = &level.game
            && ![dice_of_doom::NAME, tic_tac_toe::NAME].contains(&game.as_str())
        {
            return Err(Refusal::new(
                format!("no exercises are drawn of the game '{game}'"),
                format!(
                    "choose {} or {}, or make one of an open tree",
                    dice_of_doom::NAME,
                    tic_tac_toe::NAME
                ),
            ));
        }
        if level.chance && level.game.as_deref() == Some(tic_tac_toe::NAME) {
            return Err(Refusal::new(
                format!("{} has no chance", tic_tac_toe::NAME),
                format!("leave chance out, or choose {}", dice_of_doom::NAME),
            ));
        }
        Ok(Self {
            draws: SeededRandom::new(seed),
            task,
            drawn: Generated { seed, level },
            tried: 0,
        })
    }

    /// The number of boards tried.
    pub fn tried(&self) -> usize {
        self.tried
    }

    /// Tries up to `work` more boards; the exercise once one meets the level, and an error where
    /// none did.
    pub fn step(&mut self, work: usize) -> Option<Result<Box<Posed>, Refusal>> {
        for _ in 0..work.max(1) {
            if self.tried >= MAX_DRAWN {
                let what = format!(
                    "No board out of {MAX_DRAWN} fits these settings. Change the seed, size, \
                     or leaf values."
                );
                return Some(Err(Refusal::new(what, "")));
            }
            self.tried += 1;
            let Some(exercise) = self.candidate() else {
                continue;
            };
            if let Ok(posed) = Posed::new(&exercise)
                && meets(&posed, &self.drawn.level)
            {
                return Some(Ok(Box::new(posed)));
            }
        }
        None
    }

    /// Completes the work.
    ///
    /// # Errors
    /// Fails if no board met the level.
    pub fn finish(mut self) -> Result<Box<Posed>, Refusal> {
        loop {
            if let Some(found) = self.step(100) {
                return found;
            }
        }
    }

    fn candidate(&mut self) -> Option<Exercise> {
        let level = &self.drawn.level;
        let chance = level.chance;
        let tic_tac_toe = match level.game.as_deref() {
            Some(game) => game == tic_tac_toe::NAME,
            None => !chance && self.draws.below(4) == 0,
        };
        let (setup, max_plies, estimate) = if tic_tac_toe {
            self.late_tic_tac_toe()
        } else {
            self.dice(chance)?
        };
        Some(Exercise {
            setup,
            max_plies,
            estimate,
            task: self.task,
            drawn: Some(self.drawn.clone()),
        })
    }

    /// A board of Dice of Doom, as the programs draw one.
    fn dice(&mut self, chance: bool) -> Option<(Setup, Option<u32>, Estimate)> {
        const BOARDS: [(u64, u64); 6] = [(1, 3), (2, 2), (1, 4), (2, 3), (3, 2), (3, 3)];
        const RULES: [&str; 3] = ["land-of-lisp", "haskell", "realm-of-racket"];
        let draws = &mut self.draws;
        let (rows, columns) = *BOARDS.get(usize::from(draws.below(6)))?;
        let mut switches = Switches::default();
        if chance {
            switches.preset = Some("land-of-lisp-v4".to_owned());
            switches.players = Some(2);
            switches.max_dice = Some(3);
        } else {
            let rules = RULES.get(usize::from(draws.below(3)))?;
            switches.preset = Some((*rules).to_owned());
        }
        let seed = (0..4).fold(0, |seed, _| seed << 8 | u64::from(draws.below(255)));
        let plies = match chance {
            true => 1 + u32::from(draws.below(3)),
            false => 2 + u32::from(draws.below(5)),
        };
        let estimates = dice_of_doom::ESTIMATES;
        let estimate = estimates[usize::from(draws.below(estimates.len() as u8))];
        let game = dice_of_doom::NAME;
        let position = random(game, &switches, Some(rows), Some(columns), seed).ok()?;
        let setup = Setup {
            game: game.to_owned(),
            switches,
            position,
            columns: None,
        };
        Some((setup, Some(plies), estimate))
    }

    /// A position of tic-tac-toe with a few empty cells and no line yet. It may be one that can't
    /// arise in play.
    fn late_tic_tac_toe(&mut self) -> (Setup, Option<u32>, Estimate) {
        let empty = 3 + self.draws.below(3);
        let mut cells = ['.'; 9];
        for slot in 0..9 - empty {
            let mark = if slot.is_multiple_of(2) { 'x' } else { 'o' };
            let nth = self.draws.below(9 - slot);
            let free = cells.iter_mut().filter(|cell| **cell == '.');
            if let Some(cell) = free.into_iter().nth(usize::from(nth)) {
                *cell = mark;
            }
        }
        let mover = if (9 - empty).is_multiple_of(2) {
            'x'
        } else {
            'o'
        };
        let mut position = String::new();
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 && index.is_multiple_of(3) {
                position.push('/');
            }
            position.push(*cell);
        }
        position.push(' ');
        position.push(mover);
        let setup = Setup {
            game: tic_tac_toe::NAME.to_owned(),
            position,
            ..Setup::default()
        };
        (setup, None, Estimate::WINNERS)
    }
}

/// Whether an exercise meets a level, and is worth doing.
pub fn meets(posed: &Posed, level: &Level) -> bool {
    let blanks = posed.blanks();
    let asked = blanks.iter().filter(|blank| blank.asked).count();
    // Half of the nodes that chance adds have no blank.
    let most_nodes = level.size.most_nodes() * if level.chance { 2 } else { 1 };
    if !level.size.blanks().contains(&asked)
        || posed.unfolding().len() > most_nodes
        || !level.spread.allows(posed.leaf_ratings())
        || posed.graph().has_chance() != level.chance
    {
        return false;
    }
    if let Some(game) = &level.game
        && *game != posed.exercise().setup.game
    {
        return false;
    }
    let mut seen = TreeTraits::default();
    for node in posed.unfolding().preorder() {
        seen.see(posed, node);
    }
    let ties = match level.ties {
        Ties::Any => true,
        Ties::None => !seen.ties,
        Ties::Some => seen.half_ties,
    };
    let chance = !level.chance || seen.chance;
    let is_varied = (posed.task().row().is_varied)(blanks, seen.choices);
    ties && chance && is_varied && seen.short
}

/// Properties of a tree.
struct TreeTraits {
    /// Decisions in which one move is worse than another.
    choices: usize,
    /// Whether any best moves tie.
    ties: bool,
    /// Whether any best moves tie beside a worse one.
    half_ties: bool,
    /// Whether an outcome of chance matters.
    chance: bool,
    /// Whether all numbers can be worked out by hand.
    short: bool,
}

impl Default for TreeTraits {
    fn default() -> Self {
        Self {
            choices: 0,
            ties: false,
            half_ties: false,
            chance: false,
            short: true,
        }
    }
}

impl TreeTraits {
    fn see(&mut self, posed: &Posed, node: UnfoldingNode) {
        let rating = posed.rating(node);
        self.short &= *rating.denom() <= MAX_DENOMINATOR;
        let children = posed.children(node);
        let ratings = children.iter().map(|child| posed.rating(*child));
        let best = ratings.clone().filter(|other| *other == rating).count();
        let differ = {
            let mut ratings = ratings;
            let first = ratings.next();
            ratings.any(|other| Some(other) != first)
        };
        match posed.kind(node) {
            VertexKind::Decision(_) => {
                self.choices += usize::from(differ);
                self.ties |= best > 1;
                self.half_ties |= best > 1 && differ;
            }
            VertexKind::Chance(_) => self.chance |= differ,
            VertexKind::End | VertexKind::Horizon(_) => {}
        }
    }
}

/// Maximum number of steps per node; an exercise's tree is small.
const STEPS_A_NODE: usize = 8;

/// The events of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Did {
    /// The step that entered it.
    entered: Option<usize>,
    /// The step that left it.
    left_at: Option<usize>,
    /// The step that cut moves at it.
    cut_at: Option<usize>,
    /// The step at which it was cut itself.
    pruned: Option<usize>,
    /// Its node in the recording.
    node: Option<UnfoldingNode>,
}

/// The recording of alpha-beta on a whole tree.
#[derive(Clone)]
pub(super) struct AlphaBeta {
    recorded: Recorded,
    nodes: Vec<Did>,
    /// The nodes in the order the search left them.
    left: Vec<UnfoldingNode>,
}

impl AlphaBeta {
    /// Searches a tree that is unfolded whole.
    pub fn new(rated: &Rated, unfolding: &Unfolding) -> Result<Self, Refusal> {
        let options = RecordOptions {
            method: Method::AlphaBeta,
            player: PLAYER,
            max_plies: None,
            estimate: rated.graph.graph().estimate(),
            sampling: Default::default(),
            most_events: unfolding.len() * STEPS_A_NODE + 64,
            max_nodes: None,
        };
        let recorded = Recorded::of(rated, &[], options)?;
        if recorded.answer.is_none() {
            let what = "alpha-beta came to no end on this tree";
            return Err(Refusal::new(what, "choose a smaller one"));
        }
        let theirs = recorded.recording.unfolding();
        let mut own = vec![None; theirs.len()];
        let mut nodes = vec![Did::default(); unfolding.len()];
        for index in 0..theirs.len() {
            let node = UnfoldingNode(index as u32);
            // Parents are made before their children.
            let mine = match (theirs.parent(node), theirs.edge(node)) {
                (Some(parent), Some(edge)) => own
                    .get(parent.index())
                    .copied()
                    .flatten()
                    .and_then(|parent| unfolding.child(parent, edge)),
                _ => Some(UnfoldingNode::ROOT),
            };
            if let Some(slot) = own.get_mut(index) {
                *slot = mine;
            }
            if let Some(did) = mine.and_then(|mine| nodes.get_mut(mine.index())) {
                did.node = Some(node);
            }
        }
        let of = |node: UnfoldingNode| own.get(node.index()).copied().flatten();
        let mut pending = Vec::new();
        let steps = &recorded.recording;
        for (index, event) in steps.events().iter().enumerate() {
            let Some(mine) = of(event.node) else { continue };
            for pruned in steps.pruned(index) {
                if let Some(did) = of(*pruned).and_then(|node| nodes.get_mut(node.index())) {
                    did.pruned = Some(index);
                }
            }
            let Some(did) = nodes.get_mut(mine.index()) else {
                continue;
            };
            match event.step {
                SearchStep::Enter => did.entered = Some(index),
                SearchStep::Cut => did.cut_at = Some(index),
                SearchStep::Return => {
                    did.left_at = Some(index);
                    pending.push(mine);
                }
                // Other events don't matter here.
                _ => {}
            }
        }
        Ok(Self {
            recorded,
            nodes,
            left: pending,
        })
    }

    fn did(&self, node: UnfoldingNode) -> Did {
        self.nodes.get(node.index()).copied().unwrap_or_default()
    }

    fn steps(&self) -> &Steps {
        &self.recorded.recording
    }

    /// The nodes in the order the search left them.
    pub fn leaving_order(&self) -> &[UnfoldingNode] {
        &self.left
    }

    /// Whether the search visited a node.
    pub fn visited(&self, node: UnfoldingNode) -> bool {
        self.did(node).entered.is_some()
    }

    /// Whether it left out the move to a node.
    pub fn is_cut(&self, node: UnfoldingNode) -> bool {
        self.did(node).pruned.is_some()
    }

    /// Whether it left out moves of a node.
    pub fn cuts_at(&self, node: UnfoldingNode) -> bool {
        self.did(node).cut_at.is_some()
    }

    /// The final interval of a node; unbounded if it wasn't visited.
    pub fn known(&self, node: UnfoldingNode) -> Interval {
        let did = self.did(node);
        let event = did
            .left_at
            .and_then(|event| self.steps().events().get(event));
        event.map_or(UNBOUNDED, |event| event.known)
    }

    /// Alpha and beta when the search entered a node, or left out the move to it.
    pub fn window(&self, node: UnfoldingNode) -> Interval {
        let did = self.did(node);
        let event = did.entered.or(did.pruned);
        let event = event.and_then(|event| self.steps().events().get(event));
        event.map_or(UNBOUNDED, |event| event.window)
    }

    /// The known interval of a node's parent when the search came to the move to the node, or cut
    /// it.
    pub fn known_above(&self, node: UnfoldingNode) -> Interval {
        let did = self.did(node);
        let (Some(event), Some(theirs)) = (did.entered.or(did.pruned), did.node) else {
            return UNBOUNDED;
        };
        let parent = self.steps().unfolding().parent(theirs);
        match parent.map(|parent| self.steps().phase(parent, event)) {
            Some(
                NodePhase::Open { known, .. }
                | NodePhase::Done { known }
                | NodePhase::Hit { known },
            ) => known,
            _ => UNBOUNDED,
        }
    }

    /// The exact number of a bound; `None` if it is infinite.
    pub fn exact(&self, number: f64) -> Option<Rational> {
        self.recorded.numbers.exact(number)
    }

    /// Bounds as text.
    pub fn bounds_text(&self, known: Interval) -> Option<String> {
        let text = self.recorded.numbers.bounds(known)?;
        Some(text.replace("≥ ", "≥").replace("≤ ", "≤"))
    }

    /// A number as text.
    pub fn number(&self, number: f64) -> String {
        self.recorded.numbers.text(number)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Answer, Attempt, RatingSpread, Right, Sense, TreeSize, Verdict, read_answer,
    };
    use super::*;
    use crate::game::{Rational, half};

    /// An answer of the same kind that isn't right.
    fn wrong(right: &Right) -> Answer {
        let more = |number: &Rational| *number + half();
        match right {
            Right::Rating(rating) => Answer::Rating(more(rating), None),
            Right::Payoffs(payoffs) => {
                Answer::Payoffs(payoffs.iter().map(|payoff| (more(payoff), None)).collect())
            }
            Right::Moves(best) => match best.as_slice() {
                [0] => Answer::Moves(vec![1]),
                _ => Answer::Moves(vec![0, 7]),
            },
            Right::Bound(low, high) => {
                let number = low.or(*high).unwrap_or_default();
                match low == high {
                    true => Answer::Bound(Sense::AtLeast, number),
                    false => Answer::Bound(Sense::Exact, number),
                }
            }
            Right::Cut(cut) => Answer::Cut(!cut),
        }
    }

    fn check(posed: &Posed, level: &Level) {
        assert!(meets(posed, level));
        let mut attempt = Attempt::right(posed);
        assert_eq!(attempt.check_all(posed), 0);
        let score = attempt.score(posed);
        assert_eq!((score.first, score.open()), (score.asked, 0));
        assert!(attempt.is_done(posed));
        let chance = posed.graph().has_chance();
        for (index, blank) in posed.blanks().iter().enumerate() {
            if !blank.asked {
                continue;
            }
            let right = blank.right.answer();
            let read = read_answer(&blank.right, &right.text()).expect("it reads back");
            assert!(
                blank.right.allows(&read, chance),
                "{right:?} as {}",
                right.text()
            );
            let answer = wrong(&blank.right);
            let told = |_| true;
            let Some(Verdict { right, text }) = posed.judge(index, &answer, told) else {
                panic!("no verdict");
            };
            assert!(!right, "{answer:?}");
            assert!(text.ends_with('.') && text.len() > 20, "{text}");
            assert!(posed.hint(index, 2, told).is_some());
        }
        let begun = Attempt::new(posed);
        let hidden = posed.judge(0, &wrong(&posed.blanks()[0].right), |_| false);
        assert!(hidden.is_some_and(|verdict| !verdict.right));
        assert_eq!(begun.score(posed).open(), begun.score(posed).asked);
    }

    fn all(size: TreeSize, seeds: std::ops::Range<u64>) {
        for task in Task::ALL {
            for chance in [false, true] {
                if task.is_alpha_beta() && chance {
                    continue;
                }
                for seed in seeds.clone() {
                    let level = Level {
                        size,
                        chance,
                        spread: RatingSpread::ALL[seed as usize % 3],
                        ..Level::default()
                    };
                    let level = if chance {
                        Level {
                            spread: RatingSpread::Any,
                            ..level
                        }
                    } else {
                        level
                    };
                    let drawing =
                        ExerciseGenerator::new(task, seed, level.clone()).expect("a level");
                    match drawing.finish() {
                        Ok(posed) => check(&posed, &level),
                        Err(why) => panic!("{task:?} {level:?} {seed}: {why}"),
                    }
                }
            }
        }
    }

    #[test]
    fn small_exercises_of_seventy_seeds_meet_their_level_and_their_right_answers_have_full_marks() {
        all(TreeSize::Small, 0..70);
    }

    #[test]
    fn middle_exercises_of_seventy_seeds_meet_their_level_too() {
        all(TreeSize::Middle, 70..140);
    }

    #[test]
    fn large_exercises_of_sixty_seeds_meet_their_level_too() {
        all(TreeSize::Large, 140..200);
    }
}
