//! Runs the game from frame to frame, and ends games without human players that would not end.

use std::collections::VecDeque;
use std::sync::Arc;

use eframe::egui;

use super::dice;
use super::{replay, resume_game};
use crate::app::base::{Job, waker};
use crate::app::document::{GameRoot, Playing, Rolling};
use crate::app::intent::{Root, SidePanel};
use crate::app::parts::Desk;
use crate::game::{Player, Refusal};
use crate::games::Setup;
use crate::session::Action;
use crate::session::play::{By, MAX_PLIES, Play, PlayPosition, Seat, Thought, WhoseTurn};
use crate::tree::{Limits, UnfoldingNode, Vertex, VertexKind};

/// Duration of rolling dice, in seconds.
const ROLLING: f64 = 0.55;
/// No sooner after the last move, in seconds, does the program make one, so that it can be seen.
const PACE: f64 = 0.4;

/// Starts a game at the selected node.
pub(super) fn start_game(desk: &mut Desk, seed: u64) {
    let session = &desk.document.session;
    let choices = &desk.settings.play;
    let play = Play::new(
        session.rated().clone(),
        session.vertex(),
        choices.seats(),
        choices.skill(),
        seed,
    );
    if desk.is_slim && desk.side != SidePanel::Players {
        // A phone's sheet has the board, where the game is.
        desk.drawer = false;
    }
    desk.playing = Some(Playing {
        play,
        grounds: vec![GameRoot {
            made: 0,
            root: desk.document.root(),
            line: desk.document.line_text(session.selected()),
        }],
        node: Some(session.selected()),
        thinking: None,
        thought: None,
        rolling: None,
        thrown: None,
        moved: f64::NEG_INFINITY,
        by_hand: choices.by_hand,
        ended: None,
        waits: false,
        is_reported: false,
        clock: 0.0,
        building: false,
        replays: VecDeque::new(),
    });
    desk.reviews = false;
    desk.notice = None;
    desk.marked = None;
    let seats = desk.settings.play.seats();
    let mut players = Player::all(desk.document.session.rated().graph.graph().players());
    if !desk.hidden && players.any(|player| seats.of(player) == Seat::Human) {
        // A game with every rating on the board is none.
        desk.hidden = true;
        desk.hidden_for_game = true;
        let message = "Ratings are hidden while you play. Press H to show them.";
        desk.tell(Ok(message.to_owned()));
    }
}

/// Ends the game; the tree stays where it is.
pub(super) fn stop_game(desk: &mut Desk) {
    if desk.playing.take().is_some() {
        desk.reviews = false;
        desk.tell(Ok(if desk.document.is_away() {
            "Game stopped beyond the tree's limits. Undo returns to the board.".to_owned()
        } else {
            "Game stopped. Its line stays in the tree.".to_owned()
        }));
    }
}

/// Does the next thing that is due: the computer's move, a random move, the dice, or finding the
/// game's node in the tree. Called before every frame.
pub(super) fn play_on(desk: &mut Desk, ctx: &egui::Context) {
    let now = ctx.input(|input| input.time);
    resume_game(desk);
    if desk.playing.is_none() {
        desk.show_after_game();
    }
    if let Some(playing) = &mut desk.playing {
        playing.clock = now;
    }
    find_game(desk, ctx);
    let Some(playing) = &mut desk.playing else {
        return;
    };
    let Some(node) = playing.node else {
        return;
    };
    let graph = desk.document.session.rated().graph.graph();
    let vertex = desk.document.session.unfolding().vertex(node);
    let horizon = matches!(graph.kind(vertex), VertexKind::Horizon(_));
    playing.waits = horizon && desk.document.is_building();
    if horizon {
        if !playing.waits {
            new_ground(desk, ctx);
        }
        return;
    }
    if playing.play.skill.plies.is_none() && (graph.is_complete() || graph.grows()) {
        // If the complete tree is known, the computer plays by its ratings, and so it does where they
        // are being proven.
        let rated = desk.document.session.rated();
        if !Arc::ptr_eq(&playing.play.here().rated().graph, &rated.graph) {
            let position = PlayPosition::new(rated.clone(), vertex);
            playing.play.stand_on(position);
        }
    }
    if playing.replays.is_empty() {
        take_turn(desk, ctx);
    } else {
        replay(desk);
        ctx.request_repaint();
    }
}

/// Makes the next move, unless it is the user's.
fn take_turn(desk: &mut Desk, ctx: &egui::Context) {
    let Some(playing) = &mut desk.playing else {
        return;
    };
    let now = playing.clock;
    // Without animations there is no delay.
    let still = ctx.global_style().animation_time == 0.0;
    let due = playing.moved + if still { 0.0 } else { PACE };
    match playing.play.turn() {
        WhoseTurn::Over(_) => {
            if !std::mem::replace(&mut playing.is_reported, true) {
                let message = format!("The game is over: {}", dice::state(playing));
                desk.reviews |= !playing.play.made().is_empty();
                desk.show_after_game();
                desk.tell(Ok(message));
            }
        }
        WhoseTurn::Player(_, Seat::Human) => {}
        _ if playing.ended.is_some() => {}
        WhoseTurn::Player(..) if goes_nowhere(playing) => {}
        WhoseTurn::Player(player, Seat::Computer) => {
            think(desk, ctx);
            let Some(playing) = &mut desk.playing else {
                return;
            };
            let Some(index) = playing.thought.as_ref().map(|thought| thought.index) else {
                return;
            };
            if now < due {
                wait(ctx, due - now);
                return;
            }
            if let Some(whole) = playing.thought.take().and_then(|thought| thought.whole) {
                playing.play.stand_on(whole);
            }
            make_in_game(desk, index, By::Player(player, Seat::Computer));
        }
        WhoseTurn::Player(..) if now < due => wait(ctx, due - now),
        WhoseTurn::Player(player, seat) => {
            let index = playing.play.random_move();
            make_in_game(desk, index, By::Player(player, seat));
        }
        WhoseTurn::Chance(_) if playing.by_hand && playing.rolling.is_none() => {}
        WhoseTurn::Chance(_) => {
            if playing.rolling.is_none() {
                playing.roll(now);
            }
            let rolling = playing.rolling.as_ref();
            let until = rolling.map_or(now, |rolling| rolling.since + ROLLING);
            if now < until && !still {
                ctx.request_repaint();
            } else if let Some(rolling) = playing.rolling.take() {
                let Rolling { roll, thrown, .. } = rolling;
                let by = By::Chance(roll.throw);
                make_in_game(desk, roll.branch, by);
                if let Some(playing) = &mut desk.playing {
                    playing.thrown = thrown;
                }
            }
        }
    }
}

/// Lets the computer think on a background thread, and takes its answer.
fn think(desk: &mut Desk, ctx: &egui::Context) {
    let Some(playing) = &mut desk.playing else {
        return;
    };
    if playing.thought.is_some() {
        return;
    }
    if let Some(job) = &playing.thinking {
        match job.poll() {
            None => {}
            Some(Ok(thought)) => {
                playing.thinking = None;
                playing.thought = Some(thought);
            }
            Some(Err(why)) => {
                playing.thinking = None;
                playing.ended = Some(why.to_string());
                desk.tell(Err(why));
            }
        }
        return;
    }
    let play = &playing.play;
    let (position, skill) = (play.here().clone(), play.skill);
    playing.thought = Thought::known(&position, skill);
    // Where ratings are being proven, those of the game's node come first.
    if playing.thought.is_some() || skill.plies.is_none() && desk.document.is_proving() {
        return;
    }
    let label = dice::state(playing);
    let job = Job::spawn(
        "doomtree-computer",
        label,
        waker(ctx),
        async move |cancelled| Thought::find(position, skill, &cancelled.ctl, &|_| {}).await,
    );
    match job {
        Ok(job) => playing.thinking = Some(job),
        Err(why) => {
            playing.ended = Some(why.to_string());
            desk.tell(Err(why));
        }
    }
}

/// Makes a move or takes a branch in the game, and selects where it leads.
pub(super) fn make_in_game(desk: &mut Desk, index: usize, by: By) {
    let Some(playing) = &mut desk.playing else {
        return;
    };
    let node = playing.node;
    if playing.play.make(index, by).is_none() {
        return;
    }
    playing.interrupt();
    playing.moved = playing.clock;
    playing.node = None;
    let Some(node) = node else {
        return;
    };
    let graph = desk.document.session.rated().graph.graph();
    let vertex = desk.document.session.unfolding().vertex(node);
    if graph.edge(vertex, index).is_none() {
        return;
    }
    if desk.document.session.selected() != node {
        desk.walk(Action::Select(node));
    }
    desk.walk(Action::Move(index));
    let here = desk.document.session.selected();
    if let Some(playing) = &mut desk.playing {
        playing.node = Some(here);
    }
}

/// Finds the game's node in the tree, and selects it. If the document has another root now, the
/// game's root is built again.
fn find_game(desk: &mut Desk, ctx: &egui::Context) {
    let Some(playing) = &mut desk.playing else {
        return;
    };
    if playing.node.is_some() {
        return;
    }
    let made = playing.play.made().len();
    // The first ground was there before anything was made.
    playing.grounds.retain(|ground| ground.made <= made);
    let Some(ground) = playing.grounds.last() else {
        return;
    };
    let root = ground.root.clone();
    let (begun, ground_line) = (ground.made, ground.line.clone());
    let made = &playing.play.made()[begun..];
    let steps: Vec<String> = made.iter().map(|step| step.text()).collect();
    let line_after = |count: usize| {
        let moves = steps[..count].iter().map(String::as_str);
        let words: Vec<&str> = std::iter::once(&*ground_line).chain(moves).collect();
        words.join(" ")
    };
    if desk.document.root() != root && !build_for_game(desk, ctx, root) {
        return;
    }
    let notice = desk.notice.take();
    let read = desk
        .document
        .session
        .rated()
        .graph
        .read_line(Vertex::ROOT, &line_after(steps.len()));
    match read {
        Ok(line) => {
            desk.walk(Action::SelectLine(line));
            let here = desk.document.session.selected();
            if let Some(playing) = &mut desk.playing {
                playing.node = Some(here);
            }
        }
        Err(_) if desk.document.is_building() => {
            if let Some(playing) = &mut desk.playing {
                playing.waits = true;
            }
        }
        Err(_) => {
            // Several moves were redone: the tree continues where it ended before.
            let graph = &desk.document.session.rated().graph;
            let reaches =
                |count: &usize| graph.read_line(Vertex::ROOT, &line_after(*count)).is_ok();
            let known = (0..steps.len()).rev().find(reaches).unwrap_or_default();
            new_ground_at(desk, ctx, begun + known);
        }
    }
    // The message about the move that led here stays.
    desk.notice = desk.notice.take().or(notice);
}

/// Builds the tree again from the game's current position, since a limit stopped it there.
fn new_ground(desk: &mut Desk, ctx: &egui::Context) {
    if let Some(playing) = &desk.playing {
        new_ground_at(desk, ctx, playing.play.made().len());
    }
}

/// Builds the tree again from the game's position after this number of moves.
fn new_ground_at(desk: &mut Desk, ctx: &egui::Context, made: usize) {
    let Some(playing) = &mut desk.playing else {
        return;
    };
    let later = playing.play.made().get(made);
    let root = Root {
        setup: Setup {
            position: later.map_or_else(|| playing.play.here().text(), |step| step.from.text()),
            columns: None,
            ..desk.document.setup.clone()
        },
        limits: Limits {
            max_plies: desk.document.limits.max_plies.map(|plies| plies.max(1)),
            ..desk.document.limits
        },
        options: desk.document.root().options,
    };
    let here = later.is_none();
    let way = playing.line_to(made);
    let same = root == desk.document.root();
    if same && (!here || playing.node == Some(UnfoldingNode::ROOT)) {
        desk.playing = None;
        let what = "Game stopped: the limits allow no further move. Raise them in Setup.";
        desk.tell(Err(Refusal::new(what, "")));
        return;
    }
    playing.grounds.push(GameRoot {
        made,
        root: root.clone(),
        line: String::new(),
    });
    if same {
        // The game has come back to the root.
        desk.walk(Action::Root);
    } else {
        desk.document.leave_home(&way);
        let built = build_for_game(desk, ctx, root);
        if !built {
            // Nothing has changed.
            desk.document.come_home();
            return;
        }
    }
    let selected = desk.document.session.selected();
    if let Some(playing) = &mut desk.playing {
        // The moves made since then are found next.
        playing.node = here.then_some(selected);
    }
    ctx.request_repaint();
}

/// Gives the document another root for the game's sake; whether that could be.
fn build_for_game(desk: &mut Desk, ctx: &egui::Context, root: Root) -> bool {
    if let Some(playing) = &mut desk.playing {
        playing.building = true;
    }
    let before = desk.document.root();
    desk.edit_root(ctx, root);
    let after = desk.document.root();
    // The line is the game's to find.
    desk.pending_line = None;
    let Some(playing) = &mut desk.playing else {
        return false;
    };
    playing.building = false;
    if after != before {
        // It may have been given a limit meanwhile.
        if let Some(ground) = playing.grounds.last_mut() {
            ground.root = after;
        }
        return true;
    }
    let why = desk
        .notice
        .take()
        .map_or_else(String::new, |notice| notice.text);
    desk.playing = None;
    let what = format!("The game has stopped: {why}");
    desk.tell(Err(Refusal::new(what, "")));
    false
}

fn wait(ctx: &egui::Context, seconds: f64) {
    ctx.request_repaint_after(std::time::Duration::from_secs_f64(seconds));
}

/// Whether there are no human players, and the game repeats or exceeds the ply limit; then it is
/// ended.
pub(crate) fn goes_nowhere(playing: &mut Playing) -> bool {
    let play = &playing.play;
    if play.asks_anybody() {
        return false;
    }
    let why = if play.repeats() {
        "Stopped: the computers repeat moves".to_owned()
    } else if play.plies() >= MAX_PLIES {
        format!("Stopped after {MAX_PLIES} plies")
    } else {
        return false;
    };
    playing.ended = Some(why);
    true
}
