//! User input in a game: moves, undo, rolling, and other options during it.

use super::on::make_in_game;
use super::words;
use crate::app::intent::{Named, PlayChoices};
use crate::app::parts::Desk;
use crate::session::Action;
use crate::session::play::{By, Seat, Turn};
use crate::tree::VertexKind;

/// Makes the move, or takes the outcome, with this index at the game's current node. If it isn't
/// the user's, a message refuses it.
pub(super) fn move_in_game(desk: &mut Desk, index: usize) {
    let Some(playing) = &desk.playing else {
        return;
    };
    if let Some(why) = words::refusal(playing) {
        desk.tell(Ok(why));
        return;
    }
    let by = match playing.play.turn() {
        Turn::Player(player, seat) => By::Player(player, seat),
        Turn::Chance(_) => By::Hand,
        Turn::Over(_) => return,
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
pub(super) fn is_game_enabled(desk: &Desk, named: Named) -> bool {
    let Some(playing) = &desk.playing else {
        let session = &desk.document.session;
        let kind = session.rated().graph.graph().kind(session.vertex());
        return named == Named::PlayHere && kind != VertexKind::End;
    };
    match named {
        Named::PlayHere => {
            let session = &desk.document.session;
            session.rated().graph.graph().kind(session.vertex()) != VertexKind::End
        }
        Named::TakeBack => playing.play.can_take_back(),
        Named::MakeAgain => playing.play.can_go_forward(),
        Named::RollDice => matches!(playing.play.turn(), Turn::Chance(_)) && playing.node.is_some(),
        Named::GoToGame => !desk.is_at_game(),
        _ => true,
    }
}

/// Does a command of the game.
pub(super) fn run_in_game(desk: &mut Desk, named: Named) {
    let here = desk.document.session.selected();
    let Some(playing) = &mut desk.playing else {
        return;
    };
    match named {
        Named::TakeBack | Named::MakeAgain => {
            playing.interrupt();
            playing.thrown = None;
            let taken = if named == Named::TakeBack {
                playing.play.take_back()
            } else {
                playing.play.go_forward()
            };
            playing.node = None;
            playing.moved = playing.clock;
            let what = if taken == 1 { "move" } else { "moves" };
            let done = if named == Named::TakeBack {
                "taken back"
            } else {
                "made again"
            };
            desk.tell(Ok(format!("{taken} {what} {done}")));
        }
        Named::RollDice => match &mut playing.rolling {
            // A second roll command skips the animation.
            Some(rolling) => rolling.since = f64::NEG_INFINITY,
            None => playing.roll(playing.clock),
        },
        Named::GoToGame => {
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
pub(super) fn choose_play(desk: &mut Desk, choices: PlayChoices) {
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
pub(super) fn cancel_thinking(desk: &mut Desk) -> bool {
    let Some(playing) = &desk.playing else {
        return false;
    };
    let Turn::Player(player, seat) = playing.play.turn() else {
        return false;
    };
    // Other work that the game waits for comes first.
    if seat == Seat::Human || playing.ended.is_some() || playing.waits {
        return false;
    }
    let name = words::name(playing.play.here(), player);
    choose_play(desk, desk.settings.play.with_seat(player, Seat::Human));
    desk.tell(Ok(format!("{name} is now played by you")));
    true
}
