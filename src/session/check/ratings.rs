//! Computes ratings as a program with a fault would, on a correct graph: each where it is asked for,
//! so that a fault that says otherwise about a small position costs little.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::faults::{FaultPart, FaultWay, RatingFault, WhoseNumber};
use super::kept::{AskedPositions, Kept};
use super::reference::mover_at;
use crate::game::{Picture, Piece, Player, Rational, one, ratio, zero};
use crate::rating::Rating;
use crate::session::rated::Rated;
use crate::tree::{Graph, Vertex, VertexKind};
use crate::work::Control;

/// Maximum number of vertices of a graph that is rated again.
const MAX_VERTICES: usize = 1_000_000;

/// A vertex, the player whose number it is, and what else the fault distinguishes: the plies left,
/// or whether the maximum is taken.
type State = (Vertex, Player, u8);

/// What a program with faults says of the vertices of a correct graph.
pub(super) struct Simulation {
    rated: Rated,
    faults: Vec<RatingFault>,
    way: FaultWay,
    /// The constant sum of two players' payoffs.
    sum: Option<Rational>,
    /// What was computed already.
    known: FxHashMap<State, Rating>,
    /// What a fault in a table says, where one is tried.
    kept: Option<Kept>,
    /// Whether the faults can't be planted here.
    unable: bool,
}

/// The constant sum of two players' payoffs.
pub(super) fn sum_of_two(graph: &Graph) -> Option<Rational> {
    let mut sums = graph.outcomes().map(|payoffs| match payoffs {
        [a, b] => Some(*a + *b),
        _ => None,
    });
    let first = sums.next()??;
    sums.all(|sum| sum == Some(first)).then_some(first)
}

/// The number of values that a leaf at a limit may have.
pub(super) fn leaf_values(rated: &Rated) -> usize {
    rated.graph.estimates().len() + 2
}

impl Simulation {
    /// `None` for a graph that is too large, also for the memory that the check may take, or in
    /// which positions recur.
    pub fn new(
        rated: &Rated,
        faults: &[RatingFault],
        way: FaultWay,
        questions: Option<&Arc<AskedPositions>>,
    ) -> Option<Self> {
        let graph = rated.graph.graph();
        let bytes = (graph.len() * graph.players() * size_of::<Rating>()) as u64;
        let fits = rated.limits.max_bytes.is_none_or(|max| bytes <= max);
        if graph.is_cyclic() || graph.len() > MAX_VERTICES || !fits {
            return None;
        }
        let sum = match graph.players() {
            2 => sum_of_two(graph),
            _ => None,
        };
        let kept = faults.iter().find(|fault| fault.part() == FaultPart::Kept);
        let kept = match kept {
            Some(fault) => Some(Kept::new(rated, *fault, way, questions?, sum?)?),
            None => None,
        };
        Some(Self {
            rated: rated.clone(),
            faults: faults.to_vec(),
            way,
            sum,
            known: FxHashMap::default(),
            kept,
            unable: false,
        })
    }

    /// Whether the faults can't be planted, since an end doesn't show who wins with them.
    pub fn is_unable(&self) -> bool {
        self.unable
    }

    fn fault_of(&self, part: FaultPart) -> Option<RatingFault> {
        let mut faults = self.faults.iter().copied();
        faults.find(|fault| fault.part() == part)
    }

    /// What such a program says of a vertex for a player; `None` if that isn't known.
    pub fn predict(&mut self, vertex: Vertex, player: Player) -> Option<Rating> {
        let players = self.rated.graph.graph().players() as u8;
        let player = match self.fault_of(FaultPart::Whose) {
            Some(RatingFault::OtherPlayers) => Player((player.0 + 1) % players),
            Some(RatingFault::FirstPlayers) => Player(0),
            Some(_) => Player(players - 1),
            None => player,
        };
        let own = match self.way.reading {
            WhoseNumber::Each | WhoseNumber::AtEnds => Some(player),
            WhoseNumber::First => Some(Player(0)),
            WhoseNumber::Last => Some(Player(players - 1)),
            WhoseNumber::Movers => mover_at(&self.rated, vertex),
        };
        let own = own.unwrap_or(player);
        let number = match &mut self.kept {
            Some(kept) => {
                let said = kept.rating_of(&self.rated, vertex);
                self.unable |= kept.is_beyond();
                said?
            }
            None => self.value((vertex, own, self.first_flag()))?,
        };
        match own == player {
            true => Some(number),
            false => self.rest(&number),
        }
    }

    /// What the other of two players gets.
    fn rest(&self, number: &Rating) -> Option<Rating> {
        Some(Rating::Exact(self.sum?).less(number))
    }

    /// The plies left at a position that was asked about, or that the maximum is taken there.
    fn first_flag(&self) -> u8 {
        match self.fault_of(FaultPart::Search) {
            Some(RatingFault::Depth(plies)) => plies,
            Some(RatingFault::ByPly) => 1,
            _ => 0,
        }
    }

    fn value(&mut self, state: State) -> Option<Rating> {
        // What can't be rated once isn't looked for again.
        if self.unable {
            return None;
        }
        let labels = Arc::clone(&self.rated.graph);
        let graph = labels.graph();
        let mut waiting = vec![state];
        while let Some(&next) = waiting.last() {
            if self.known.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let below = self.below(graph, next);
            let before = waiting.len();
            let missing = below.iter().filter(|one| !self.known.contains_key(one));
            waiting.extend(missing);
            if waiting.len() > before {
                continue;
            }
            let Some(value) = self.backed_up(graph, next, &below) else {
                self.unable = true;
                return None;
            };
            self.known.insert(next, value);
            waiting.pop();
        }
        self.known.get(&state).copied()
    }

    /// The states on which one depends, in the order of the moves.
    fn below(&self, graph: &Graph, (vertex, player, flag): State) -> Vec<State> {
        let search = self.fault_of(FaultPart::Search);
        let is_decision = matches!(graph.kind(vertex), VertexKind::Decision(_));
        let flag = match search {
            Some(RatingFault::Depth(_)) if flag == 0 => return Vec::new(),
            Some(RatingFault::Depth(_)) => flag - u8::from(is_decision),
            Some(RatingFault::ByPly) if is_decision => 1 - flag,
            _ => flag,
        };
        let targets = graph.targets(vertex).iter();
        let mut below: Vec<State> = targets.map(|target| (*target, player, flag)).collect();
        let unless_won = [RatingFault::LastUnlessWon, RatingFault::FirstUnlessWon];
        let by_mover = unless_won
            .map(Some)
            .contains(&self.fault_of(FaultPart::Choice));
        if let (VertexKind::Decision(mover), true) = (graph.kind(vertex), by_mover)
            && mover != player
        {
            let of_mover = below.clone().into_iter();
            below.extend(of_mover.map(|(target, _, flag)| (target, mover, flag)));
        }
        below
    }

    fn backed_up(
        &self,
        graph: &Graph,
        (vertex, player, flag): State,
        below: &[State],
    ) -> Option<Rating> {
        let search = self.fault_of(FaultPart::Search);
        let at = |state: &State| self.known.get(state).copied();
        let numbers: Vec<Rating> = below.iter().map(at).collect::<Option<_>>()?;
        let largest = || numbers.iter().copied().max_by(Rating::compare);
        let smallest = || numbers.iter().copied().min_by(Rating::compare);
        match graph.kind(vertex) {
            VertexKind::End => {
                let player = match search {
                    Some(RatingFault::SignEveryPly) => self.negamax_leaf(vertex)?,
                    _ => player,
                };
                self.worth(vertex, player).map(Rating::Exact)
            }
            VertexKind::Horizon(_) => graph.outcome(vertex, player).map(Rating::Exact),
            _ if below.is_empty() => self.at_limit(vertex, player),
            VertexKind::Chance(_) if search == Some(RatingFault::SignEveryPly) => None,
            VertexKind::Chance(_) => {
                let edges = graph.edges(vertex).zip(&numbers);
                Some(edges.fold(Rating::Exact(zero()), |sum, (edge, number)| {
                    sum.plus(&graph.probability(edge), number)
                }))
            }
            VertexKind::Decision(mover) => match (self.fault_of(FaultPart::Choice), search) {
                (_, Some(RatingFault::SignEveryPly)) => self.rest(&smallest()?),
                (_, Some(RatingFault::ByPly)) if flag == 1 => largest(),
                (_, Some(RatingFault::ByPly)) => smallest(),
                (Some(RatingFault::Swapped), _) if mover == player => smallest(),
                (Some(RatingFault::Swapped | RatingFault::AlwaysMax), _) => largest(),
                (Some(RatingFault::AlwaysMin), _) => smallest(),
                (Some(RatingFault::Averaged), _) if mover != player => {
                    let share = ratio(1, numbers.len() as i128);
                    let sum = |sum: Rating, number| sum.plus(&share, number);
                    Some(numbers.iter().fold(Rating::Exact(zero()), sum))
                }
                (Some(fault @ (RatingFault::LastUnlessWon | RatingFault::FirstUnlessWon)), _) => {
                    let moves = graph.degree(vertex);
                    let of_mover = &numbers[numbers.len() - moves..];
                    let max = Rating::Exact(graph.range().1);
                    let mut won = of_mover.iter();
                    let won = won.position(|number| number.ties_with(&max));
                    let last = fault == RatingFault::LastUnlessWon;
                    let otherwise = if last { moves - 1 } else { 0 };
                    numbers.get(won.unwrap_or(otherwise)).copied()
                }
                _ if mover == player => largest(),
                _ => smallest(),
            },
        }
    }

    /// Whose payoff a negamax that flips its sign every ply takes at an end.
    fn negamax_leaf(&self, end: Vertex) -> Option<Player> {
        match self.way.variant {
            0 => mover_at(&self.rated, end),
            _ => Some(Player(0)),
        }
    }

    /// What a search that stops gives a position: an estimate, a tie, or nothing.
    fn at_limit(&self, vertex: Vertex, player: Player) -> Option<Rating> {
        let estimates = self.rated.graph.estimates();
        let variant = usize::from(self.way.variant);
        let graph = self.rated.graph.graph();
        let number = match estimates.get(variant) {
            Some(estimate) => self.rated.graph.estimate(vertex, *estimate, player),
            None if variant == estimates.len() => self.sum? / ratio(2, 1),
            None => graph.range().0,
        };
        Some(Rating::Exact(number))
    }

    /// What an end is worth to a player.
    fn worth(&self, end: Vertex, player: Player) -> Option<Rational> {
        let graph = self.rated.graph.graph();
        let fault = self.fault_of(FaultPart::Ends);
        let own = match self.way.reading {
            WhoseNumber::AtEnds => mover_at(&self.rated, end)?,
            _ => player,
        };
        let number = payoff(&self.rated, graph, fault, end, own)?;
        match own == player {
            true => Some(number),
            false => Some(self.sum? - number),
        }
    }
}

/// Ratings of every vertex for every player.
pub(super) struct RatingColumns {
    players: usize,
    ratings: Vec<Option<Rating>>,
    of_ends: bool,
}

impl RatingColumns {
    /// Rates every vertex. `None` if an end doesn't show who wins with these faults.
    pub async fn new(mut simulation: Simulation, ctl: &Control) -> Option<Self> {
        let labels = Arc::clone(&simulation.rated.graph);
        let graph = labels.graph();
        let players = graph.players();
        let mut ratings = vec![None; graph.len() * players];
        for vertex in (0..graph.len()).map_while(|index| graph.in_order(index)) {
            for player in Player::all(players) {
                let rating = simulation.predict(vertex, player);
                ratings[vertex.index() * players + player.index()] = rating;
            }
            if simulation.is_unable() {
                return None;
            }
            ctl.tick(1 + graph.degree(vertex)).await;
        }
        Some(Self {
            players,
            ratings,
            of_ends: simulation.fault_of(FaultPart::Ends).is_some(),
        })
    }

    pub fn rating(&self, vertex: Vertex, player: Player) -> Option<Rating> {
        self.ratings[vertex.index() * self.players + player.index()]
    }

    /// The payoff of an end, if the fault is in the payoffs.
    pub fn payoff(&self, end: Vertex, player: Player) -> Option<Rational> {
        self.of_ends
            .then(|| self.rating(end, player).and_then(|rating| rating.exact()))?
    }
}

fn payoff(
    rated: &Rated,
    graph: &Graph,
    fault: Option<RatingFault>,
    end: Vertex,
    player: Player,
) -> Option<Rational> {
    let ours = graph.outcome(end, player)?;
    let players = graph.players();
    // A tie is an end where several or all players get a share.
    let tied = Player::all(players)
        .filter_map(|player| graph.outcome(end, player))
        .any(|payoff| payoff > zero() && payoff < one());
    let Some(fault) = fault else {
        return Some(ours);
    };
    let shares = |player: &Player| graph.outcome(end, *player) > Some(zero());
    Some(match fault {
        RatingFault::TiesForFirst if tied => won(Player::all(players).find(shares) == Some(player)),
        RatingFault::TiesForLast if tied => {
            won(Player::all(players).filter(shares).last() == Some(player))
        }
        RatingFault::TiesWhole if tied => won(ours > zero()),
        RatingFault::TiesNothing if tied => zero(),
        RatingFault::PasserWins | RatingFault::MoverWins => {
            let mover = mover_at(rated, end)?;
            let passer = Player((mover.0 + players as u8 - 1) % players as u8);
            won(player
                == if fault == RatingFault::PasserWins {
                    passer
                } else {
                    mover
                })
        }
        RatingFault::Elimination => all_hexes(&rated.graph.picture(end), players, player)?,
        RatingFault::DiceCounted => most_dice(&rated.graph.picture(end), players, player)?,
        _ => ours,
    })
}

fn won(won: bool) -> Rational {
    if won { one() } else { zero() }
}

/// The payoff of an end for a player if only all hexes win; `None` without hexes of players.
fn all_hexes(picture: &Picture, players: usize, player: Player) -> Option<Rational> {
    let owners = picture.cells.iter().map(|cell| cell.owner);
    let owners: std::collections::BTreeSet<Player> = owners.collect::<Option<_>>()?;
    match (owners.first(), owners.len()) {
        (Some(owner), 1) => Some(won(*owner == player)),
        (Some(_), _) => Some(ratio(1, players as i128)),
        (None, _) => None,
    }
}

/// The payoff of an end for a player if dice are counted; `None` without dice.
fn most_dice(picture: &Picture, players: usize, player: Player) -> Option<Rational> {
    let mut tally = vec![0_u32; players];
    for cell in &picture.cells {
        let (Some(owner), Some(Piece::Dice(dice))) = (cell.owner, &cell.piece) else {
            return None;
        };
        *tally.get_mut(owner.index())? += u32::from(*dice);
    }
    let max = *tally.iter().max()?;
    let winners = tally.iter().filter(|dice| **dice == max).count();
    (max > 0).then(|| {
        if tally[player.index()] == max {
            ratio(1, winners as i128)
        } else {
            zero()
        }
    })
}
