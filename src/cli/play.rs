//! `doomtree play`: the game of the Lisp and Haskell programs in the terminal, with their texts. It
//! draws the board and numbers the moves; human players type a number, the others move
//! automatically.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Read, Write};

use super::args::PlayArgs;
use super::asked::GivenOptions;
use super::fault::{CommandError, Done, Output, print_notice};
use super::progress::ProgressTarget;
use super::words::{counted, name};
use super::{build, input, progress};
use crate::diagram::board_text;
use crate::game::{MAX_PLAYERS, Player, Winners, line_words, quoted, ratio, visible, zero};
use crate::save::utf8_lines;
use crate::session::play::{By, MAX_PLIES, Play, Seat, Seats, Skill, Throw, WhoseTurn};
use crate::session::{MAX_POSITIONS, Rated};
use crate::tree::{Edge, Limits, Vertex};
use crate::words::{move_words, plies_text};

/// Maximum bytes of a line of input.
const MAX_BYTES: u64 = 64 << 10;

/// Position limit per move of a computer with a ply limit.
const LIMITED_POSITIONS: usize = MAX_POSITIONS as usize;

/// Runs the command.
pub fn run(args: &PlayArgs) -> Result<Done, CommandError> {
    let asked = GivenOptions::new(&args.rules, &args.build, None);
    let watch = ProgressTarget::unless(args.build.quiet);
    let most_plies = asked.limits()?.max_plies;
    let mut opened = input::open(&args.board, &asked)?;
    let limits = Limits {
        max_plies: Some(1),
        ..asked.limits()?
    };
    let rated = build::built(&mut opened, limits, &asked, watch)?.rated;
    let play = set_up(args, rated)?;
    let humans = play.asks_anybody();
    if humans && args.board == "-" {
        return Err(CommandError::Usage(
            "the board and the moves can't both come from standard input: write the board on the \
             command line or into a file"
                .to_owned(),
        ));
    }
    let most_plies = match most_plies {
        Some(plies) => plies as usize,
        None if humans => usize::MAX,
        None => MAX_PLIES,
    };
    let mut table = PlayTable {
        play,
        watch,
        input: utf8_lines(io::stdin().lock()),
        out: Output::standard(),
    };
    table.play(most_plies)?;
    table.out.finish()
}

/// Sets up the requested seats, seed and computer's skill.
fn set_up(args: &PlayArgs, rated: Rated) -> Result<Play, CommandError> {
    let graph = rated.graph.graph();
    let (players, chance) = (graph.players(), graph.is_chance_game());
    let mut seats = Seats::default();
    let who = &args.seats;
    let asked = [who.a, who.b, who.c, who.d, who.e, who.f];
    for (player, seat) in Player::all(MAX_PLAYERS).zip(asked) {
        let Some(seat) = seat else { continue };
        if player.index() >= players {
            let letter = player.letter();
            return Err(CommandError::Usage(format!(
                "--{letter}: this game has {}: leave it out",
                counted(players, "player")
            )));
        }
        seats.set(player, seat.into());
    }
    let skill = match args.ai_plies {
        None => Skill::default(),
        plies => Skill {
            plies,
            positions: LIMITED_POSITIONS,
        },
    };
    // The standard library seeds its hash maps from the operating system's randomness.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let drawn = chance || seats.any(players, Seat::Random);
    if drawn && args.seed.is_none() && !args.build.quiet {
        print_notice(&format!("--seed {seed} gives this game again"));
    }
    Ok(Play::new(rated, Vertex::ROOT, seats, skill, seed))
}

/// The meaning of the typed line.
enum PlayInput {
    /// The move of that number.
    Move(usize),
    Back,
    Forward,
    Quit,
    /// The input has ended.
    Nothing,
    /// None of these; the sentence says so.
    Nonsense(String),
}

struct PlayTable<R> {
    play: Play,
    watch: ProgressTarget,
    input: R,
    out: Output,
}

impl<R: BufRead> PlayTable<R> {
    fn play(&mut self, most_plies: usize) -> Result<(), CommandError> {
        loop {
            if progress::asked() {
                let reached = reached(&self.play);
                return Err(CommandError::Interrupted(format!("interrupted: {reached}")));
            }
            let turn = self.play.turn();
            if !matches!(turn, WhoseTurn::Chance(_)) {
                board(&self.play, &mut self.out)?;
            }
            match turn {
                WhoseTurn::Over(winners) => {
                    result(&self.play, winners, &mut self.out)?;
                    return Ok(());
                }
                WhoseTurn::Chance(_) => self.roll()?,
                WhoseTurn::Player(..) if self.play.plies() >= most_plies => {
                    let plies = plies_text(most_plies);
                    writeln!(
                        self.out,
                        "The game stops after {plies}: raise --max-plies to go on."
                    )?;
                    return Ok(());
                }
                WhoseTurn::Player(..) if !self.play.asks_anybody() && self.play.repeats() => {
                    writeln!(
                        self.out,
                        "No winner: the position repeats, and the computers would continue \
                         forever."
                    )?;
                    return Ok(());
                }
                WhoseTurn::Player(player, Seat::Human) => {
                    if !self.ask(player)? {
                        return Ok(());
                    }
                }
                WhoseTurn::Player(player, seat) => self.choose(player, seat)?,
            }
        }
    }

    /// Throws the dice, or draws a branch.
    fn roll(&mut self) -> Result<(), CommandError> {
        let roll = self.play.roll();
        if let Some(throw) = &roll.throw {
            dice(throw, &mut self.out)?;
        }
        branch(&self.play, roll.branch, &mut self.out)?;
        self.play.make(roll.branch, By::Chance(roll.throw));
        Ok(())
    }

    /// Lets the program move for a player.
    fn choose(&mut self, player: Player, seat: Seat) -> Result<(), CommandError> {
        // Flush, so that the board is visible while the computer thinks.
        self.out.flush()?;
        let index = if seat == Seat::Random {
            self.play.random_move()
        } else {
            let play = &self.play;
            let thought =
                build::follow(self.watch, async |ctl, show| play.thinking(ctl, show).await)?;
            if let Some(whole) = thought.whole {
                self.play.stand_on(whole);
            }
            thought.index
        };
        choice(&self.play, player, index, &mut self.out)?;
        self.play.make(index, By::Player(player, seat));
        Ok(())
    }

    /// Asks a player for a move until one is valid; returns whether the game continues.
    fn ask(&mut self, player: Player) -> Result<bool, CommandError> {
        moves(&self.play, &mut self.out)?;
        loop {
            self.out.flush()?;
            progress::reached(reached(&self.play));
            match self.read()? {
                PlayInput::Move(index) => {
                    self.play.make(index, By::Player(player, Seat::Human));
                    return Ok(true);
                }
                PlayInput::Back if self.play.take_back() > 0 => return Ok(true),
                PlayInput::Back => writeln!(
                    self.out,
                    "There is no move of yours to take back: choose again."
                )?,
                PlayInput::Forward if self.play.go_forward() > 0 => return Ok(true),
                PlayInput::Forward => {
                    writeln!(self.out, "Nothing was taken back: choose again.")?;
                }
                PlayInput::Quit => {
                    writeln!(self.out, "{}.", stopped(&self.play, "The game stops"))?;
                    return Ok(false);
                }
                PlayInput::Nothing => {
                    let ended = "The input has ended, and the game stops";
                    writeln!(self.out, "{}.", stopped(&self.play, ended))?;
                    return Ok(false);
                }
                PlayInput::Nonsense(what) => {
                    let by = match self.play.here().moves().len() {
                        1 => "by 1".to_owned(),
                        max => format!("by a number from 1 to {max}"),
                    };
                    writeln!(
                        self.out,
                        "{what}: choose again, {by}, or write a move, 'back' or 'quit'."
                    )?;
                }
            }
        }
    }

    fn read(&mut self) -> Result<PlayInput, CommandError> {
        let mut bytes = Vec::new();
        (&mut self.input)
            .take(MAX_BYTES)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| {
                CommandError::Usage(format!(
                    "standard input can't be read ({error}): start the game again"
                ))
            })?;
        if bytes.is_empty() {
            return Ok(PlayInput::Nothing);
        }
        Ok(self.understand(&String::from_utf8_lossy(&bytes)))
    }

    /// A number comes first, then a move in notation, then one of our commands: a game may have
    /// moves with the same text.
    fn understand(&self, line: &str) -> PlayInput {
        let text = line.trim();
        let here = self.play.here();
        if let Some(index) = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1))
            && index < here.moves().len()
        {
            return PlayInput::Move(index);
        }
        let in_quotes = || {
            let words = line_words(text).ok()?;
            let [(_, word)] = &words[..] else { return None };
            here.find(word)
        };
        let found = here.find(text).or_else(in_quotes);
        if let Some(index) = found.or_else(|| here.find(&notation(text))) {
            return PlayInput::Move(index);
        }
        match text.to_lowercase().as_str() {
            "back" | "undo" => PlayInput::Back,
            "forward" | "redo" => PlayInput::Forward,
            "quit" | "exit" | "q" => PlayInput::Quit,
            "" => PlayInput::Nonsense("Nothing was typed".to_owned()),
            _ => PlayInput::Nonsense(format!("{} is no move here", quoted(text))),
        }
    }
}

/// The player to move, and the board.
pub fn board(play: &Play, out: &mut Output) -> io::Result<()> {
    let (rated, vertex) = (play.here().rated(), play.here().vertex());
    if let Some(player) = play.here().kind().player() {
        writeln!(out, "current player = {}", name(rated, player))?;
    }
    let picture = rated.graph.picture(vertex);
    for line in board_text(&*rated.graph, &picture) {
        writeln!(out, "{line}")?;
    }
    // The state that the board doesn't show, except the dice captured in this turn, which the moves
    // show.
    let text = rated.graph.position_text(vertex);
    let rest: Vec<_> = text
        .split_whitespace()
        .skip(2)
        .filter(|word| !picture.cells.is_empty() && !word.starts_with(['+', '?']))
        .collect();
    if !rest.is_empty() {
        writeln!(out, "  {}", visible(&rest.join(" ")))?;
    }
    Ok(())
}

/// The numbered moves.
pub fn moves(play: &Play, out: &mut Output) -> io::Result<()> {
    writeln!(out, "choose your move:")?;
    for (index, edge) in play.here().moves().enumerate() {
        writeln!(out, "{}. {}", index + 1, spoken(play, edge))?;
    }
    Ok(())
}

/// A move as text: `2 -> 3`, `end turn`, and any other as it is written.
fn spoken(play: &Play, edge: Edge) -> String {
    let text = play.here().move_text(edge);
    if text == "pass" {
        return "end turn".to_owned();
    }
    move_words(&visible(&text)).replace('→', "->")
}

/// The notation of a move that was typed in text form.
pub fn notation(typed: &str) -> String {
    if typed.eq_ignore_ascii_case("end turn") {
        return "pass".to_owned();
    }
    let unspaced: String = typed.split_whitespace().collect();
    unspaced.replace("->", ">").replace('→', ">")
}

/// The program's choice for a player.
pub fn choice(play: &Play, player: Player, index: usize, out: &mut Output) -> io::Result<()> {
    let who = name(play.here().rated(), player);
    match play.here().moves().nth(index) {
        Some(edge) => writeln!(out, "{who} chooses {}", spoken(play, edge)),
        None => Ok(()),
    }
}

/// The dice of an attack.
pub fn dice(throw: &Throw, out: &mut Output) -> io::Result<()> {
    for (faces, sum) in [
        (&throw.attacker, throw.attacker_sum()),
        (&throw.defender, throw.defender_sum()),
    ] {
        let each: Vec<String> = faces.iter().map(u8::to_string).collect();
        let dice = faces.len();
        let each = each.join(" ");
        writeln!(out, "On {dice} dice rolled {sum}. ({each})")?;
    }
    Ok(())
}

/// The outcome of chance.
pub fn branch(play: &Play, branch: usize, out: &mut Output) -> io::Result<()> {
    match play.here().moves().nth(branch) {
        Some(edge) => writeln!(out, "Chance decides: {}", spoken(play, edge)),
        None => Ok(()),
    }
}

/// The winner, and each player's payoff if it doesn't follow from that.
pub fn result(play: &Play, winners: Winners, out: &mut Output) -> io::Result<()> {
    let rated = play.here().rated();
    let names: Vec<String> = winners.iter().map(|player| name(rated, player)).collect();
    match names.as_slice() {
        [one] => writeln!(out, "The winner is {one}")?,
        [rest @ .., last] => {
            let rest = rest.join(", ");
            writeln!(out, "The game is a tie between {rest} and {last}")?;
        }
        [] => writeln!(out, "Nobody wins")?,
    }
    let share = ratio(1, winners.len().max(1) as i128);
    let payoffs: Vec<_> = Player::all(play.players())
        .filter_map(|player| {
            let payoff = rated.graph.graph().outcome(play.here().vertex(), player)?;
            Some((player, payoff))
        })
        .collect();
    let usual = |(player, payoff): &(Player, _)| {
        let expected = if winners.contains(*player) {
            share
        } else {
            zero()
        };
        *payoff == expected
    };
    if !payoffs.iter().all(usual) {
        let each: Vec<String> = payoffs
            .iter()
            .map(|(player, payoff)| format!("{} {payoff}", name(rated, *player)))
            .collect();
        writeln!(out, "Payoffs: {}", each.join(", "))?;
    }
    Ok(())
}

/// The message that the game was stopped before its end, with the command to restart it.
pub fn stopped(play: &Play, what: &str) -> String {
    let moves = counted(play.made().len(), "move");
    format!("{what} after {moves}, at {}", visible(&play.here().text()))
}

/// The progress of an interrupted game.
pub fn reached(play: &Play) -> String {
    stopped(play, "the game stopped")
}
