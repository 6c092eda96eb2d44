//! Playing a game in the window: seats, the computer's thinking off the UI thread, rolling dice,
//! and the tree that follows. User input is moves, undo, rolling, and other options. A game in a
//! recovery file is resumed: it starts at its original node, and all moves are replayed.

mod dice;
mod on;
mod panel;

use eframe::egui::{self, Context};
use on::{make_in_game, start_game};

use crate::app::intent::{Command, CommandId, PlayChoices, SidePanel};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::game::Refusal;
use crate::session::Action;
use crate::session::play::{By, Seat, WhoseTurn};
use crate::tree::{Vertex, VertexKind};

pub(crate) use panel::PlayPanel;

/// The commands of the game.
const COMMANDS: [CommandId; 6] = [
    CommandId::PlayHere,
    CommandId::StopGame,
    CommandId::TakeBack,
    CommandId::MakeAgain,
    CommandId::RollDice,
    CommandId::GoToGame,
];

impl Tool for PlayPanel {
    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::Players)
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.panel_ui(ui, cx);
        if let Some(playing) = cx.desk.playing.as_ref().filter(|_| cx.desk.reviews) {
            panel::review_ui(ui, cx, &mut self.reviewed, playing);
        }
    }

    fn left_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if let Some(playing) = &cx.desk.playing {
            let selected = cx.document.session.selected();
            dice::strip_ui(ui, cx, playing, selected);
        }
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        on::play_on(desk, ctx);
    }

    fn work(&self, desk: &Desk) -> Option<BackgroundWork> {
        let playing = desk.playing.as_ref().filter(|playing| playing.is_busy())?;
        Some(BackgroundWork {
            by_frames: playing.waits_for_its_time(),
            ..BackgroundWork::on_thread("a game goes on")
        })
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        cancel_thinking(desk)
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        COMMANDS
            .contains(&named)
            .then(|| is_game_enabled(desk, named))
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::Players).then(|| desk.shows_side(SidePanel::Players))
    }

    fn run(&mut self, desk: &mut Desk, _ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(CommandId::Players) => desk.toggle_side(SidePanel::Players),
            Command::Named(CommandId::PlayHere) => match self.next_seed() {
                Ok(seed) => on::start_game(desk, seed),
                Err(why) => desk.tell(Err(why)),
            },
            Command::Named(CommandId::StopGame) => on::stop_game(desk),
            Command::Named(named) if COMMANDS.contains(named) => run_in_game(desk, *named),
            // A move at the game's current node is a move of the game.
            Command::Act(Action::Move(index)) if desk.is_at_game() => {
                move_in_game(desk, *index);
            }
            Command::ChoosePlay(choices) => choose_play(desk, (**choices).clone()),
            _ => return None,
        }
        Some(Responder::Window)
    }
}

/// Moves replayed per frame.
const AT_A_TIME: usize = 32;

/// Starts the restored game, as soon as the tree has its first node.
fn resume_game(desk: &mut Desk) {
    let Some(kept) = &desk.resumes else { return };
    let graph = &desk.document.session.rated().graph;
    match graph.read_line(Vertex::ROOT, &kept.line) {
        Ok(line) => {
            desk.change(Action::SelectLine(line));
            let Some(kept) = desk.resumes.take() else {
                return;
            };
            desk.settings.play = kept.choices;
            let notice = desk.notice.take();
            start_game(desk, kept.seed);
            desk.notice = notice;
            if let Some(playing) = &mut desk.playing {
                playing.replays = kept.moves.into();
            }
        }
        Err(_) if desk.document.is_building() => {}
        Err(error) => {
            desk.resumes = None;
            desk.tell(Err(Refusal::of(error).at("The game can't be restored")));
        }
    }
}

/// Makes moves again, as far as the tree goes.
fn replay(desk: &mut Desk) {
    let notice = desk.notice.take();
    for _ in 0..AT_A_TIME {
        let Some(playing) = &mut desk.playing else {
            break;
        };
        let Some(node) = playing.node else { break };
        let graph = desk.document.session.rated().graph.graph();
        let vertex = desk.document.session.unfolding().vertex(node);
        if graph.edge(vertex, 0).is_none() {
            if graph.kind(vertex) == VertexKind::End {
                playing.replays.clear();
            }
            break;
        }
        let Some(kept) = playing.replays.pop_front() else {
            break;
        };
        match playing.play.here().find(kept.text()) {
            Some(index) => make_in_game(desk, index, kept.by()),
            None => {
                playing.replays.clear();
                let message = "The end of the game can't be restored: a move isn't allowed there";
                desk.tell(Err(Refusal::new(message, "")));
                return;
            }
        }
    }
    desk.notice = notice;
}

/// Makes the move, or takes the outcome, with this index at the game's current node. If it isn't
/// the user's, a message refuses it.
fn move_in_game(desk: &mut Desk, index: usize) {
    let Some(playing) = &desk.playing else {
        return;
    };
    if let Some(why) = dice::refusal(playing) {
        desk.tell(Ok(why));
        return;
    }
    let by = match playing.play.turn() {
        WhoseTurn::Player(player, seat) => By::Player(player, seat),
        WhoseTurn::Chance(_) => By::Hand,
        WhoseTurn::Over(_) => return,
    };
    let session = &desk.document.session;
    if session
        .rated()
        .graph
        .graph()
        .edge(session.vertex(), index)
        .is_some()
    {
        make_in_game(desk, index, by);
    }
}

/// Whether a command of the game would do anything now.
fn is_game_enabled(desk: &Desk, named: CommandId) -> bool {
    let Some(playing) = &desk.playing else {
        let session = &desk.document.session;
        let kind = session.rated().graph.graph().kind(session.vertex());
        return named == CommandId::PlayHere && kind != VertexKind::End;
    };
    match named {
        CommandId::PlayHere => {
            let session = &desk.document.session;
            session.rated().graph.graph().kind(session.vertex()) != VertexKind::End
        }
        CommandId::TakeBack => playing.play.can_take_back(),
        CommandId::MakeAgain => playing.play.can_go_forward(),
        CommandId::RollDice => {
            matches!(playing.play.turn(), WhoseTurn::Chance(_)) && playing.node.is_some()
        }
        CommandId::GoToGame => !desk.is_at_game(),
        _ => true,
    }
}

/// Does a command of the game.
fn run_in_game(desk: &mut Desk, named: CommandId) {
    let here = desk.document.session.selected();
    let Some(playing) = &mut desk.playing else {
        return;
    };
    match named {
        CommandId::TakeBack | CommandId::MakeAgain => {
            playing.interrupt();
            playing.thrown = None;
            let taken = if named == CommandId::TakeBack {
                playing.play.take_back()
            } else {
                playing.play.go_forward()
            };
            playing.node = None;
            playing.moved = playing.clock;
            let what = if taken == 1 { "move" } else { "moves" };
            let done = if named == CommandId::TakeBack {
                "taken back"
            } else {
                "made again"
            };
            desk.tell(Ok(format!("{taken} {what} {done}")));
        }
        CommandId::RollDice => match &mut playing.rolling {
            // A second roll command skips the animation.
            Some(rolling) => rolling.since = f64::NEG_INFINITY,
            None => playing.roll(playing.clock),
        },
        CommandId::GoToGame => {
            if let Some(node) = playing.node
                && node != here
            {
                desk.walk(Action::Select(node));
            }
        }
        _ => {}
    }
}

/// Other seats, another ply limit of the computer, or another way for chance, from now on.
fn choose_play(desk: &mut Desk, choices: PlayChoices) {
    if let Some(playing) = &mut desk.playing {
        let (seats, skill) = (choices.seats(), choices.skill());
        if playing.play.seats != seats || playing.play.skill != skill {
            playing.thinking = None;
            playing.thought = None;
            playing.ended = None;
        }
        if choices.by_hand {
            playing.rolling = None;
        }
        playing.play.seats = seats;
        playing.play.skill = skill;
        playing.by_hand = choices.by_hand;
    }
    desk.settings.play = choices;
}

/// Cancels the computer's thinking: its player is human from now on. Returns whether it was
/// thinking.
fn cancel_thinking(desk: &mut Desk) -> bool {
    let Some(playing) = &desk.playing else {
        return false;
    };
    let WhoseTurn::Player(player, seat) = playing.play.turn() else {
        return false;
    };
    // Other work that the game waits for comes first.
    if seat == Seat::Human || playing.ended.is_some() || playing.waits {
        return false;
    }
    let name = dice::name(playing.play.here(), player);
    choose_play(desk, desk.settings.play.with_seat(player, Seat::Human));
    desk.tell(Ok(format!("{name} is now played by you")));
    true
}
