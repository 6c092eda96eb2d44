//! The game itself: its current place, the moves made, undo and redo.

use super::{GameRandom, PlayPosition, Seat, Seats, Skill, Thought, Throw};
use crate::game::{Player, Winners};
use crate::session::{Rated, ShowProgress};
use crate::tree::{Edge, Vertex, VertexKind};
use crate::work::{Control, finished};

/// Default maximum number of plies of a game without human players.
pub const MAX_PLIES: usize = 1_000;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhoseTurn {
    /// A player, in a seat, chooses.
    Player(Player, Seat),
    /// Chance decides a player's move.
    Chance(Player),
    /// No player's: the game is over, with these winners.
    Over(Winners),
}

/// Who made a move, or chose an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// A player, in a seat.
    Player(Player, Seat),
    /// Chance, with the dice where dice were thrown.
    Chance(Option<Throw>),
    /// The user, choosing an outcome of chance.
    Hand,
}

/// One move or branch that was made.
#[derive(Clone)]
pub struct MadeMove {
    /// The place before it.
    pub from: PlayPosition,
    /// Which.
    pub edge: Edge,
    /// Who made it.
    pub by: By,
}

impl MadeMove {
    /// Its number among the moves, counted from 0.
    pub fn index(&self) -> usize {
        let graph = self.from.rated().graph.graph();
        graph.key(self.from.vertex(), self.edge)
    }

    /// Its notation.
    pub fn text(&self) -> String {
        self.from.move_text(self.edge)
    }
}

/// The outcome of chance, with its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The number of the branch, counted from 0.
    pub branch: usize,
    /// The dice, where dice decide.
    pub throw: Option<Throw>,
}

/// A game in progress.
#[derive(Clone)]
pub struct Play {
    /// Who plays each player; may be changed at any time.
    pub seats: Seats,
    /// The computer's search depth; may be changed at any time.
    pub skill: Skill,
    seed: u64,
    here: PlayPosition,
    made: Vec<MadeMove>,
    /// The undone moves, the last first.
    ahead: Vec<MadeMove>,
    /// The number of moves made or undone.
    changes: u64,
}

impl Play {
    /// Starts a game at a position.
    pub fn new(rated: Rated, vertex: Vertex, seats: Seats, skill: Skill, seed: u64) -> Self {
        Self {
            seats,
            skill,
            seed,
            here: PlayPosition::new(rated, vertex),
            made: Vec::new(),
            ahead: Vec::new(),
            changes: 0,
        }
    }

    /// The current place of the game.
    pub fn here(&self) -> &PlayPosition {
        &self.here
    }

    /// The moves made so far, in order.
    pub fn made(&self) -> &[MadeMove] {
        &self.made
    }

    /// The seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// A counter of changes: as long as it is the same, so is the game.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The number of plies played: moves, without outcomes of chance.
    pub fn plies(&self) -> usize {
        let moves = self.made.iter();
        moves
            .filter(|made| matches!(made.by, By::Player(..)))
            .count()
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.here.rated().graph.graph().players()
    }

    /// Whether any player is human.
    pub fn asks_anybody(&self) -> bool {
        self.seats.any(self.players(), Seat::Human)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> WhoseTurn {
        match self.here.kind() {
            VertexKind::Decision(player) | VertexKind::Horizon(player) => {
                WhoseTurn::Player(player, self.seats.of(player))
            }
            VertexKind::Chance(player) => WhoseTurn::Chance(player),
            VertexKind::End => {
                let graph = self.here.rated().graph.graph();
                WhoseTurn::Over(graph.winners(self.here.vertex()).unwrap_or_default())
            }
        }
    }

    /// The random move of a player who plays at random.
    pub fn random_move(&self) -> usize {
        self.draws().one_of(self.here.moves().len())
    }

    /// The outcome of chance here: by dice if the game has them, otherwise by the probabilities.
    /// Dice are rolled even if the rules rate an attack by a table of odds.
    pub fn roll(&self) -> Roll {
        let mut draws = self.draws();
        let graph = &self.here.rated().graph;
        if let Some(battle) = graph.battle(self.here.vertex()) {
            let throw = draws.throw(battle);
            return Roll {
                branch: usize::from(!throw.wins()),
                throw: Some(throw),
            };
        }
        let probabilities: Vec<_> = self
            .here
            .moves()
            .map(|edge| graph.graph().probability(edge))
            .collect();
        Roll {
            branch: draws.branch(&probabilities),
            throw: None,
        }
    }

    fn draws(&self) -> GameRandom {
        GameRandom::new(self.seed, self.made.len())
    }

    /// Searches for the computer's move.
    pub fn think(&self) -> Thought {
        finished(self.thinking(&Control::default(), &|_| {}))
    }

    /// The same in pieces.
    pub fn thinking<'a>(
        &self,
        ctl: &'a Control,
        show: &'a ShowProgress<'a>,
    ) -> impl Future<Output = Thought> + Send + use<'a> {
        Thought::find(self.here.clone(), self.skill, ctl, show)
    }

    /// Continues in a graph that holds the current position, and more of what may follow.
    pub fn stand_on(&mut self, position: PlayPosition) {
        if position.text() == self.here.text() {
            self.here = position;
        }
    }

    /// Makes the move, or takes the outcome, with this index; undone moves are discarded. `None` if
    /// there is no such move.
    pub fn make(&mut self, index: usize, by: By) -> Option<&MadeMove> {
        let edge = self
            .here
            .rated()
            .graph
            .graph()
            .edge(self.here.vertex(), index)?;
        self.ahead.clear();
        self.go(edge, by);
        self.made.last()
    }

    fn go(&mut self, edge: Edge, by: By) {
        let target = self.here.rated().graph.graph().target(edge);
        let there = PlayPosition::new(self.here.rated().clone(), target);
        let from = std::mem::replace(&mut self.here, there);
        self.made.push(MadeMove { from, edge, by });
        self.changes += 1;
    }

    /// Whether there is a human player's decision to go back to.
    pub fn can_take_back(&self) -> bool {
        self.made.iter().any(|made| self.is_asked(&made.from))
    }

    fn is_asked(&self, position: &PlayPosition) -> bool {
        match position.kind() {
            VertexKind::Decision(player) => self.seats.of(player) == Seat::Human,
            _ => false,
        }
    }

    /// Undoes the last move of a human player, with everything after it. Returns the number of
    /// moves and outcomes, 0 if there are none.
    pub fn take_back(&mut self) -> usize {
        let Some(last) = self.made.iter().rposition(|made| self.is_asked(&made.from)) else {
            return 0;
        };
        let before = self.made.len();
        while self.made.len() > last {
            self.step_back();
        }
        before - last
    }

    /// Undoes one move or outcome, no matter who made it.
    pub fn step_back(&mut self) -> bool {
        let Some(made) = self.made.pop() else {
            return false;
        };
        self.here = made.from.clone();
        self.ahead.push(made);
        self.changes += 1;
        true
    }

    /// Whether anything was taken back that can be made again.
    pub fn can_go_forward(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Redoes undone moves, up to the next decision of a human player. Returns the number of moves
    /// and outcomes.
    pub fn go_forward(&mut self) -> usize {
        let before = self.made.len();
        while let Some(made) = self.ahead.pop() {
            self.here = made.from;
            self.go(made.edge, made.by);
            if self.is_asked(&self.here) {
                break;
            }
        }
        self.made.len() - before
    }

    /// Whether the game repeats forever: this position occurred before, and since then only
    /// computers have moved, which repeat their moves if nothing has changed.
    pub fn repeats(&self) -> bool {
        let here = self.here.text();
        self.made
            .iter()
            .rev()
            .take_while(|made| matches!(made.by, By::Player(_, Seat::Computer)))
            .any(|made| made.from.text() == here)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Setup, Switches};
    use crate::session::open;
    use crate::tree::Limits;
    use crate::work::{self, at_once};

    const BOOK: &str = "b2b2/a2b1 a";

    fn setup(board: &str) -> Setup {
        let game = if board.contains("end:") {
            "scripted"
        } else {
            "dice-of-doom"
        };
        Setup::of_board(game, Switches::default(), board, None)
    }

    fn play(board: &str, seats: &[Seat], seed: u64) -> Play {
        let limits = Limits {
            max_plies: Some(1),
            ..Limits::default()
        };
        let rated = open(&setup(board), limits, "").expect(board).finish();
        let seats = Seats(seats.to_vec());
        Play::new(rated, Vertex::ROOT, seats, Skill::default(), seed)
    }

    fn line(play: &Play) -> String {
        let moves: Vec<_> = play.made().iter().map(MadeMove::text).collect();
        moves.join(" ")
    }

    fn human(play: &mut Play, text: &str) {
        let WhoseTurn::Player(player, Seat::Human) = play.turn() else {
            panic!("{:?}", play.turn());
        };
        let index = play.here().find(text).expect(text);
        play.make(index, By::Player(player, Seat::Human));
    }

    /// Everything but humans, up to the next of them or the end.
    fn advance(play: &mut Play) {
        for _ in 0..200 {
            match play.turn() {
                WhoseTurn::Over(_) | WhoseTurn::Player(_, Seat::Human) => return,
                WhoseTurn::Chance(_) => {
                    let roll = play.roll();
                    play.make(roll.branch, By::Chance(roll.throw));
                }
                WhoseTurn::Player(player, seat) => {
                    let index = if seat == Seat::Random {
                        play.random_move()
                    } else {
                        play.think().index
                    };
                    play.make(index, By::Player(player, seat));
                }
            }
        }
    }

    fn winners(play: &Play) -> Vec<u8> {
        let WhoseTurn::Over(winners) = play.turn() else {
            panic!("{:?}", play.turn());
        };
        winners.iter().map(|player| player.0).collect()
    }

    #[test]
    fn a_game_goes_on_beyond_the_graph_that_it_began_in() {
        let mut play = play(BOOK, &[Seat::Human, Seat::Human], 0);
        for mv in ["2>3", "pass", "0>2", "1>3", "pass"] {
            human(&mut play, mv);
        }
        // Two dice were captured in the turn: one comes back at its end.
        assert_eq!(play.here().text(), "b2b1/b1b1 a");
        assert_eq!(winners(&play), [1]);
        assert_eq!(play.plies(), 5);
        assert!(play.make(0, By::Hand).is_none(), "the game is over");
    }

    #[test]
    fn the_computer_plays_the_best_line() {
        let mut play = play(BOOK, &[Seat::Computer, Seat::Computer], 0);
        advance(&mut play);
        assert_eq!(line(&play), "2>3 pass 0>2 pass");
        assert_eq!(winners(&play), [1]);
    }

    #[test]
    fn a_computer_that_looks_one_ply_ahead_can_lose_what_one_that_looks_further_wins() {
        let script = "top a: greedy -> g, wise -> w; g b: take -> lost, leave -> won;\
                      w b: on -> won; won end: 1 0; lost end: 0 1";
        let mut play = play(script, &[Seat::Computer, Seat::Computer], 0);
        play.skill.plies = Some(1);
        let short = play.think();
        assert_eq!(
            play.here()
                .move_text(play.here().moves().nth(short.index).expect("a move")),
            "greedy"
        );
        assert_eq!(short.plies, Some(1));
        play.skill.plies = Some(2);
        assert_eq!(play.think().index, 1);
    }

    #[test]
    fn the_computer_looks_as_deep_as_its_budget_allows_and_without_a_limit_it_proves_its_move() {
        let mut play = play("b2a1a1/a2b2a3/b3b1b1 a", &[], 0);
        let thought = |play: &Play| {
            let thought = play.think();
            (thought.index, thought.plies, thought.whole.is_some())
        };
        let whole = thought(&play);
        assert_eq!((whole.1, whole.2), (None, true));
        play.skill.positions = 50;
        assert_eq!(thought(&play).1, None);
        play.skill.plies = Some(60);
        let shallow = thought(&play).1.expect("a limit");
        play.skill.positions = 500;
        let deep = thought(&play).1.expect("a limit");
        assert!(1 < shallow && shallow < deep, "{shallow} {deep}");
        play.skill.positions = 1;
        assert_eq!(thought(&play).1, Some(1));
        // A requested limit is used if the budget allows it.
        play.skill = Skill {
            plies: Some(3),
            positions: 500,
        };
        assert_eq!(thought(&play).1, Some(3));
    }

    #[test]
    fn a_game_continues_in_the_complete_graph_that_the_computer_found() {
        let mut play = play(BOOK, &[], 0);
        let thought = play.think();
        play.stand_on(thought.whole.expect("a small graph"));
        assert_eq!(play.here().rated().graph.graph().len(), 11);
        let known = at_once(work::TurnLength::Work(0), async |ctl| {
            play.thinking(ctl, &|_| {}).await
        });
        assert!(known.is_some(), "nothing is left to look at");
        advance(&mut play);
        assert_eq!(line(&play), "2>3 pass 0>2 pass");
        // Another position is not stood on.
        let (position, text) = (play.made()[0].from.clone(), play.here().text());
        play.stand_on(position);
        assert_eq!(play.here().text(), text);
    }

    #[test]
    fn taking_back_leads_to_ones_own_last_decision_and_forward_again() {
        let mut play = play(BOOK, &[Seat::Human, Seat::Computer], 0);
        assert_eq!((play.can_take_back(), play.take_back()), (false, 0));
        human(&mut play, "2>3");
        human(&mut play, "pass");
        advance(&mut play);
        assert_eq!(line(&play), "2>3 pass 0>2 pass");
        assert_eq!(play.take_back(), 3);
        assert_eq!(line(&play), "2>3");
        assert_eq!(play.take_back(), 1);
        assert_eq!(play.here().text(), BOOK);
        assert_eq!(play.go_forward(), 1);
        assert_eq!(play.go_forward(), 3);
        assert_eq!(line(&play), "2>3 pass 0>2 pass");
        assert_eq!(play.go_forward(), 0);
        play.take_back();
        human(&mut play, "pass");
        assert_eq!(
            play.go_forward(),
            0,
            "a new move forgets what was taken back"
        );
    }

    const CHANCE: &str = "top a: roll -> dice, stay -> mid; \
        dice chance a: good 1/2 -> mid, bad 1/2 -> mid; mid b: back -> top, out -> over; \
        over end: 1 0";

    #[test]
    fn a_seed_gives_the_same_game_again_and_another_seed_another_one() {
        let game = |seed| {
            let mut play = play(CHANCE, &[Seat::Random, Seat::Random], seed);
            advance(&mut play);
            line(&play)
        };
        assert_eq!(game(5), game(5));
        let games: std::collections::BTreeSet<_> = (0..8).map(game).collect();
        assert!(games.len() > 3, "{games:?}");
    }

    #[test]
    fn a_move_that_is_made_again_meets_the_same_luck() {
        for seed in 0..6 {
            let mut play = play(CHANCE, &[Seat::Human, Seat::Human], seed);
            human(&mut play, "roll");
            assert_eq!(play.turn(), WhoseTurn::Chance(Player(0)));
            let first = play.roll();
            play.make(first.branch, By::Chance(None));
            assert_eq!(play.take_back(), 2);
            human(&mut play, "roll");
            assert_eq!(play.roll(), first);
        }
    }

    #[test]
    fn a_game_that_computers_repeat_is_known_to_go_on_for_ever() {
        let script = "top a: on -> next, out -> lost\nnext b: back -> top, out -> won\n\
                      won end: 1 0\nlost end: 0 1";
        let mut play = play(script, &[Seat::Computer, Seat::Computer], 0);
        assert!(!play.repeats());
        for step in 0..2 {
            let WhoseTurn::Player(player, seat) = play.turn() else {
                panic!("{step}: {:?}", play.turn());
            };
            let thought = play.think();
            play.make(thought.index, By::Player(player, seat));
            assert_eq!(play.repeats(), step == 1);
        }
        play.take_back();
        let mut drawn = self::play(CHANCE, &[Seat::Random, Seat::Random], 3);
        advance(&mut drawn);
        assert!(!drawn.repeats(), "chance may decide otherwise next time");
    }
}
