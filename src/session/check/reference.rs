//! The reference for an answer: rules, perhaps with a fault, and their rated graph; and who is to move.

use std::sync::Arc;

use super::super::known;
use super::super::open::{GraphStart, open};
use super::faults::{FaultPart, FaultWay, RatingFault};
use super::kept::AskedPositions;
use super::ratings::{RatingColumns, Simulation};
use crate::game::{OpenError, Player, Rational, Winners, to_f64, winners_of};
use crate::games::{self, PlantedFaults, Setup};
use crate::rating::Rating;
use crate::session::rated::{Build, GraphRequest, Rated};
use crate::tree::{Edge, Limits, Vertex, VertexKind};
use crate::work::{Control, finished};

/// Rules with the faults being tried, and the limits of the graph.
#[derive(Clone)]
pub(super) struct CheckRules {
    pub setup: Setup,
    pub wanted: GraphRequest,
    pub plants: PlantedFaults,
    pub faults: Vec<RatingFault>,
    pub way: FaultWay,
}

impl CheckRules {
    /// Starts the graph of a position, or of the setup's own, with a position limit.
    pub fn open(&self, position: Option<&str>, max: u64) -> Result<Box<dyn Build>, OpenError> {
        let setup = match position {
            None => self.setup.clone(),
            Some(position) => self.setup.at(position, None),
        };
        let max_nodes = self.wanted.limits.max_nodes.map_or(max, |own| own.min(max));
        let wanted = GraphRequest {
            limits: Limits {
                max_nodes: Some(max_nodes),
                ..self.wanted.limits
            },
            ..self.wanted
        };
        match self.plants.is_empty() {
            true => open(&setup, wanted, ""),
            false => games::open_planted(&setup, self.plants, GraphStart { wanted, at: "" })?,
        }
    }

    /// Maximum number of dice on a hex, if there are dice.
    pub fn most_dice(&self) -> Option<u8> {
        let form = known::form(&self.setup)?;
        let max = form.numbers.iter().find(|number| number.name == "max_dice");
        u8::try_from(max?.value).ok()
    }

    /// A position as notation is written, however they wrote it; `None` if it can't be read.
    pub fn normal(&self, text: &str) -> Option<String> {
        normal(&self.setup, text)
    }

    /// Whether a text is a position, though perhaps of dice, players or a turn that the rules don't
    /// have.
    pub fn nearly_reads(&self, text: &str) -> bool {
        let mut words = text.split_whitespace();
        let mut board = String::new();
        let mut digits = false;
        for sign in words.next().unwrap_or_default().chars() {
            if !sign.is_ascii_digit() {
                board.push(sign);
            } else if !digits {
                board.push('1');
            }
            digits = sign.is_ascii_digit();
        }
        let mut setup = self.setup.at(
            &format!("{board} {}", words.next().unwrap_or_default()),
            None,
        );
        setup.switches.players = Some(6);
        crate::session::open::setup_position(&setup).is_ok()
    }
}

/// A position as notation is written, in upper case too; `None` if it can't be read.
pub(super) fn normal(setup: &Setup, text: &str) -> Option<String> {
    // A script has only one notation, and takes long to read.
    if games::takes_script(&setup.game) {
        return None;
    }
    let read = |text: &str| known::with_position(setup, text, setup.columns).ok();
    let setup = read(text).or_else(|| read(&text.to_lowercase()))?;
    Some(setup.position)
}

/// A position without its captured dice, for programs that don't write them.
pub(super) fn bare(text: &str) -> String {
    let words = text.split(' ').filter(|word| !word.starts_with('+'));
    words.collect::<Vec<_>>().join(" ")
}

/// A rated graph, with its ratings as the fault has them.
pub(super) struct Reference {
    pub rated: Rated,
    table: Option<RatingColumns>,
    /// Whose rating is said, if that is the fault and nothing else is.
    whose: Option<RatingFault>,
}

impl Reference {
    /// Without a fault.
    pub fn plain(rated: Rated) -> Self {
        Self {
            rated,
            table: None,
            whose: None,
        }
    }

    /// With the faults of the rules; a fault in a table needs the questions. `None` if the faults
    /// can't be planted in this graph.
    pub async fn new(
        rated: Rated,
        rules: &CheckRules,
        questions: Option<&Arc<AskedPositions>>,
        ctl: &Control,
    ) -> Option<Self> {
        let faults = &rules.faults;
        if !faults.iter().any(|fault| fault.needs_table()) {
            return Some(Self {
                whose: faults.first().copied(),
                ..Self::plain(rated)
            });
        }
        let simulation = Simulation::new(&rated, faults, rules.way, questions)?;
        Some(Self {
            table: Some(RatingColumns::new(simulation, ctl).await?),
            ..Self::plain(rated)
        })
    }

    /// The same for a small graph, at once.
    pub fn small(rated: Rated, rules: &CheckRules) -> Option<Self> {
        finished(Self::new(rated, rules, None, &Control::default()))
    }

    /// The rating of a vertex; `None` if a limit that wasn't requested hides it,
    /// or if it depends on what a player doesn't know.
    pub fn rating(&self, vertex: Vertex, player: Player) -> Option<Rating> {
        let ratings = &self.rated.analysis.ratings;
        let graph = self.rated.graph.graph();
        let is_cut = graph.stopped().is_some() || graph.hides_positions();
        if is_cut && !ratings.all_proven(vertex) {
            return None;
        }
        if let Some(table) = &self.table {
            return table.rating(vertex, player);
        }
        let players = graph.players() as u8;
        let player = match self.whose {
            Some(RatingFault::OtherPlayers) => Player((player.0 + 1) % players),
            Some(RatingFault::FirstPlayers) => Player(0),
            Some(fault) if fault.part() == FaultPart::Whose => Player(players - 1),
            _ => player,
        };
        Some(ratings.rating(vertex, player))
    }

    /// The payoff of an end.
    pub fn payoff(&self, end: Vertex, player: Player) -> Option<Rational> {
        let own = self
            .table
            .as_ref()
            .and_then(|table| table.payoff(end, player));
        own.or_else(|| self.rated.graph.graph().outcome(end, player))
    }

    /// The winners of an end.
    pub fn winners(&self, end: Vertex) -> Winners {
        self.won(|player| self.payoff(end, player))
    }

    /// The winners of an end, which a program may tell rightly that rates it wrongly.
    pub fn right_winners(&self, end: Vertex) -> Winners {
        self.won(|player| self.rated.graph.graph().outcome(end, player))
    }

    /// The winners by these payoffs; none where one isn't known.
    pub fn won(&self, payoff: impl FnMut(Player) -> Option<Rational>) -> Winners {
        let payoffs: Option<Vec<Rational>> = Player::all(self.players()).map(payoff).collect();
        payoffs.map_or_else(Winners::default, |payoffs| winners_of(&payoffs))
    }

    /// The moves of a position with their notation, in the rules' order.
    pub fn moves(&self, vertex: Vertex) -> Vec<(Edge, String)> {
        let labels = &self.rated.graph;
        let edges = labels.graph().edges(vertex);
        edges
            .map(|edge| (edge, labels.move_text(vertex, edge)))
            .collect()
    }

    pub fn players(&self) -> usize {
        self.rated.graph.graph().players()
    }

    pub fn name(&self, player: Player) -> String {
        self.rated.graph.player_name(player)
    }

    /// The player of that name, in upper case too, or number.
    pub fn player(&self, name: &str) -> Option<Player> {
        let find = |is: &dyn Fn(&str) -> bool| {
            Player::all(self.players()).find(|player| is(&self.name(*player)))
        };
        let number = || {
            let number: u8 = name.parse().ok()?;
            (usize::from(number) < self.players()).then_some(Player(number))
        };
        find(&|own| own == name)
            .or_else(number)
            .or_else(|| find(&|own| own.eq_ignore_ascii_case(name)))
    }

    /// The player to move at a vertex; at an end, the one who would move next.
    pub fn mover(&self, vertex: Vertex) -> Option<Player> {
        mover_at(&self.rated, vertex)
    }

    /// Whether a limit hides what follows a vertex.
    pub fn is_horizon(&self, vertex: Vertex) -> bool {
        matches!(
            self.rated.graph.graph().kind(vertex),
            VertexKind::Horizon(_)
        )
    }

    /// Whether a limit that wasn't requested hides something.
    pub fn is_cut(&self) -> bool {
        self.rated.graph.graph().stopped().is_some()
    }
}

/// A rating as text.
pub(super) fn rating_words(rating: &Rating) -> String {
    match rating.exact() {
        Some(number) if *number.denom() <= 10_000 => number.to_string(),
        Some(number) => to_f64(&number).to_string(),
        None => rating.to_f64().to_string(),
    }
}

/// The player who is to move at a vertex, or would be at an end.
pub(super) fn mover_at(rated: &Rated, vertex: Vertex) -> Option<Player> {
    let graph = rated.graph.graph();
    graph.kind(vertex).player().or_else(|| {
        // At an end only the notation has it, after the board.
        let text = rated.graph.position_text(vertex);
        let name = text.split_whitespace().nth(1)?;
        let mut players = Player::all(graph.players());
        players.find(|player| rated.graph.player_name(*player) == name)
    })
}
