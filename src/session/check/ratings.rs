//! Computes ratings as a program with a fault would, on a correct graph.

use crate::game::{Picture, Piece, Player, Rational, one, ratio, zero};
use crate::rating::Rating;
use crate::session::rated::Rated;
use crate::tree::{Graph, Vertex, VertexKind};

/// A fault in the rating of positions, or in the winners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RatingFault {
    Swapped,
    AlwaysMax,
    AlwaysMin,
    OtherPlayers,
    FirstPlayers,
    TiesForFirst,
    TiesWhole,
    TiesNothing,
    PasserWins,
    MoverWins,
    DiceCounted,
}

impl RatingFault {
    /// All of them, the simplest first.
    pub const ALL: [Self; 11] = [
        Self::Swapped,
        Self::AlwaysMax,
        Self::AlwaysMin,
        Self::OtherPlayers,
        Self::FirstPlayers,
        Self::TiesForFirst,
        Self::TiesWhole,
        Self::TiesNothing,
        Self::PasserWins,
        Self::MoverWins,
        Self::DiceCounted,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Swapped => "min-max-swapped",
            Self::AlwaysMax => "always-max",
            Self::AlwaysMin => "always-min",
            Self::OtherPlayers => "other-players-rating",
            Self::FirstPlayers => "first-players-rating",
            Self::TiesForFirst => "ties-for-first",
            Self::TiesWhole => "ties-whole",
            Self::TiesNothing => "ties-nothing",
            Self::PasserWins => "passer-wins",
            Self::MoverWins => "mover-wins",
            Self::DiceCounted => "dice-counted",
        }
    }

    /// What a program with this fault does, in one clause.
    pub fn words(self) -> &'static str {
        match self {
            Self::Swapped => {
                "minimum and maximum are swapped: the smallest rating is taken where the rated \
                 player moves, the largest where another does"
            }
            Self::AlwaysMax => {
                "the largest rating is always taken, as if the rated player chose every move"
            }
            Self::AlwaysMin => "always the minimum, for every mover",
            Self::OtherPlayers => "the ratings are the next player's: the players are exchanged",
            Self::FirstPlayers => "the rating is always the first player's, whoever moves",
            Self::TiesForFirst => "a tie counts as a win of the first player",
            Self::TiesWhole => "a tie counts as a full win for each player who shares it",
            Self::TiesNothing => "a tie counts as nothing for everybody",
            Self::PasserWins => {
                "whoever passed last wins: an end is lost for the player who can't attack"
            }
            Self::MoverWins => "an end is won by the player who can't attack",
            Self::DiceCounted => "the most dice win instead of the most hexes",
        }
    }

    /// Whether ratings have to be computed again, rather than read differently.
    pub fn needs_table(self) -> bool {
        !matches!(self, Self::OtherPlayers | Self::FirstPlayers)
    }

    /// Whether another move is chosen.
    fn is_of_choice(self) -> bool {
        matches!(self, Self::Swapped | Self::AlwaysMax | Self::AlwaysMin)
    }

    /// Whether both concern the same part, so that only one of them can be present.
    pub fn excludes(self, other: Self) -> bool {
        let place = |fault: Self| (fault.is_of_ends(), fault.is_of_choice());
        place(self) == place(other)
    }

    /// Whether it changes the payoffs of ends.
    fn is_of_ends(self) -> bool {
        matches!(
            self,
            Self::TiesForFirst
                | Self::TiesWhole
                | Self::TiesNothing
                | Self::PasserWins
                | Self::MoverWins
                | Self::DiceCounted
        )
    }
}

/// Maximum number of vertices of a graph that is rated again.
const MAX_VERTICES: usize = 1_000_000;

/// Ratings of every vertex for every player.
pub(super) struct RatingColumns {
    players: usize,
    ratings: Vec<Rating>,
    of_ends: bool,
    /// The number of rated vertices, in the order of the graph.
    rated: usize,
}

impl RatingColumns {
    /// An empty table; `None` for a graph that is too large, also for the memory that the check may
    /// take, or in which positions recur.
    pub fn new(rated: &Rated, faults: &[RatingFault]) -> Option<Self> {
        let graph = rated.graph.graph();
        let players = graph.players();
        let bytes = (graph.len() * players * size_of::<Rating>()) as u64;
        let fits = rated.limits.max_bytes.is_none_or(|most| bytes <= most);
        if graph.is_cyclic() || graph.len() > MAX_VERTICES || !fits {
            return None;
        }
        Some(Self {
            players,
            ratings: vec![Rating::Exact(zero()); graph.len() * players],
            of_ends: faults.iter().any(|fault| fault.is_of_ends()),
            rated: 0,
        })
    }

    /// Rates up to `work` vertices more; whether all are rated. `None` if an end doesn't show who
    /// wins with these faults.
    pub fn step(&mut self, rated: &Rated, faults: &[RatingFault], work: usize) -> Option<bool> {
        let graph = rated.graph.graph();
        let end = self.rated.saturating_add(work);
        while let Some(vertex) = graph.in_order(self.rated).filter(|_| self.rated < end) {
            for player in Player::all(self.players) {
                let rating = self.backed_up(rated, graph, faults, vertex, player)?;
                self.ratings[vertex.index() * self.players + player.index()] = rating;
            }
            self.rated += 1;
        }
        Some(self.rated == graph.len())
    }

    pub fn rating(&self, vertex: Vertex, player: Player) -> Rating {
        self.ratings[vertex.index() * self.players + player.index()]
    }

    /// The payoff of an end, if the fault is in the payoffs.
    pub fn payoff(&self, end: Vertex, player: Player) -> Option<Rational> {
        self.of_ends.then(|| self.rating(end, player).exact())?
    }

    fn backed_up(
        &self,
        rated: &Rated,
        graph: &Graph,
        faults: &[RatingFault],
        vertex: Vertex,
        player: Player,
    ) -> Option<Rating> {
        let below = graph
            .targets(vertex)
            .iter()
            .map(|target| self.rating(*target, player));
        match graph.kind(vertex) {
            VertexKind::End => {
                let fault = faults.iter().find(|fault| fault.is_of_ends());
                payoff(rated, graph, fault.copied(), vertex, player).map(Rating::Exact)
            }
            VertexKind::Horizon(_) => graph.outcome(vertex, player).map(Rating::Exact),
            VertexKind::Chance(_) => {
                let edges = graph.edges(vertex);
                Some(edges.fold(Rating::Exact(zero()), |sum, edge| {
                    let rating = self.rating(graph.target(edge), player);
                    sum.plus(&graph.probability(edge), &rating)
                }))
            }
            VertexKind::Decision(mover) => {
                let largest = match faults.iter().find(|fault| fault.is_of_choice()) {
                    Some(RatingFault::Swapped) => mover != player,
                    Some(RatingFault::AlwaysMax) => true,
                    Some(RatingFault::AlwaysMin) => false,
                    _ => mover == player,
                };
                if largest {
                    below.max_by(Rating::compare)
                } else {
                    below.min_by(Rating::compare)
                }
            }
        }
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
    Some(match fault {
        RatingFault::TiesForFirst if tied => {
            let mut all = Player::all(players);
            let first = all.find(|player| graph.outcome(end, *player) > Some(zero()));
            won(first == Some(player))
        }
        RatingFault::TiesWhole if tied => won(ours > zero()),
        RatingFault::TiesNothing if tied => zero(),
        RatingFault::PasserWins | RatingFault::MoverWins => {
            let text = rated.graph.position_text(end);
            let name = text.split_whitespace().nth(1)?;
            let mut all = Player::all(players);
            let mover = all.find(|player| rated.graph.player_name(*player) == name)?;
            let passer = Player((mover.0 + players as u8 - 1) % players as u8);
            won(player
                == if fault == RatingFault::PasserWins {
                    passer
                } else {
                    mover
                })
        }
        RatingFault::DiceCounted => most_dice(&rated.graph.picture(end), players, player)?,
        _ => ours,
    })
}

fn won(won: bool) -> Rational {
    if won { one() } else { zero() }
}

/// The payoff of an end for a player if dice are counted; `None` without dice.
fn most_dice(picture: &Picture, players: usize, player: Player) -> Option<Rational> {
    let mut tally = vec![0_u32; players];
    for place in &picture.cells {
        let (Some(owner), Some(Piece::Dice(dice))) = (place.owner, &place.piece) else {
            return None;
        };
        *tally.get_mut(owner.index())? += u32::from(*dice);
    }
    let most = *tally.iter().max()?;
    let winners = tally.iter().filter(|dice| **dice == most).count();
    (most > 0).then(|| {
        if tally[player.index()] == most {
            ratio(1, winners as i128)
        } else {
            zero()
        }
    })
}
