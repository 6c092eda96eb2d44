//! Playback: the present step, which all recordings show. One that is shorter waits at its end.

use super::RecordingPanel;
use super::player::Player;

/// The speeds in steps per second, from slow to fast.
const SPEEDS: [f64; 9] = [0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0, 1_000.0, 10_000.0];
/// The index of the initial speed.
const USUAL: usize = 2;

/// The present step, and how it moves.
pub(super) struct Playback {
    pub step: usize,
    /// The index of the speed.
    speed: usize,
    /// When it plays: the time of the last step, in seconds, once a frame has seen it.
    playing: Option<Option<f64>>,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            step: 0,
            speed: USUAL,
            playing: None,
        }
    }
}

impl Playback {
    pub fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// The speed, in steps per second.
    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// Whether it plays too fast to follow on the board.
    pub fn is_fast(&self) -> bool {
        self.is_playing() && self.speed() > 10.0
    }

    pub fn pause(&mut self) {
        self.playing = None;
    }

    pub fn change_speed(&mut self, faster: bool) {
        self.speed = match faster {
            true => (self.speed + 1).min(SPEEDS.len() - 1),
            false => self.speed.saturating_sub(1),
        };
    }
}

impl RecordingPanel {
    /// The present step, counted from 0, and the number of steps of the longest recording.
    pub fn place(&self) -> Option<(usize, usize)> {
        let lengths = self.players.iter().map(|player| player.place().1);
        Some((self.playback.step, lengths.max()?))
    }

    /// Shows a step, at most the last one.
    pub(super) fn go_to(&mut self, step: usize) {
        let (_, all) = self.place().unwrap_or_default();
        self.playback.step = step.min(all.saturating_sub(1));
        for player in &mut self.players {
            player.go_to(step);
        }
    }

    /// The next step at which any recording cuts something, or the one before.
    pub(super) fn cut(&self, forward: bool) -> Option<usize> {
        let cuts = self.players.iter();
        let cuts = cuts.filter_map(|player: &Player| player.cut(forward));
        match forward {
            true => cuts.min(),
            false => cuts.max(),
        }
    }

    /// Starts or pauses playback; at the end it starts from the beginning.
    pub(super) fn toggle(&mut self) {
        let (at, all) = self.place().unwrap_or_default();
        if self.playback.is_playing() {
            self.playback.pause();
            return;
        }
        if at + 1 >= all {
            self.go_to(0);
        }
        self.playback.playing = Some(None);
    }

    /// Plays up to a time, in seconds; returns the seconds until the next step.
    pub(super) fn play_up_to(&mut self, now: f64) -> Option<f64> {
        let last = self.playback.playing?.unwrap_or(now);
        let each = 1.0 / self.playback.speed();
        let (at, all) = self.place().unwrap_or_default();
        if at + 1 >= all {
            self.playback.pause();
            return None;
        }
        let due = ((now - last) / each).floor().max(0.0);
        // After a long pause it doesn't jump to the end.
        let steps = due.min((0.25 / each).max(1.0));
        let last = match steps < due {
            true => now,
            false => last + due * each,
        };
        if steps >= 1.0 {
            self.go_to(at + steps as usize);
        }
        self.playback.playing = Some(Some(last));
        Some((last + each - now).max(0.0))
    }
}
