//! The game that is on, from frame to frame.

use std::sync::Arc;

use eframe::egui;

use crate::app::base::job::Job;
use crate::app::base::wake::waker;
use crate::app::intent::edits::Root;
use crate::app::shell::explorer::Explorer;
use crate::app::tools::play::game::goes_nowhere;
use crate::app::tools::play::{Ground, PACE, Playing, ROLLING, Rolling, words};
use crate::games::Setup;
use crate::session::Action;
use crate::session::play::{By, Place, Play, Seat, Turn};
use crate::tree::{Limits, UnfoldingNode, Vertex, VertexKind};

/// How many positions the computer lists between two looks at whether it was cancelled.
const STEP: usize = 2_048;

impl Explorer {
    /// Begins a game at the selected node.
    pub(crate) fn start_game(&mut self) {
        let seed = match self.play_panel.next_seed() {
            Ok(seed) => seed,
            Err(why) => {
                self.tell(Err(why));
                return;
            }
        };
        let session = &self.document.session;
        let choices = &self.settings.play;
        let play = Play::new(
            session.rated().clone(),
            session.vertex(),
            choices.seats(),
            choices.skill(),
            seed,
        );
        self.playing = Some(Playing {
            play,
            grounds: vec![Ground {
                made: 0,
                root: self.document.root(),
                line: self.document.line_text(session.selected()),
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
            told: false,
            clock: 0.0,
            building: false,
        });
        self.history.review = false;
        self.notice = None;
        self.board.marked = None;
    }

    /// Ends the game; the tree stays where it is.
    pub(crate) fn stop_game(&mut self) {
        if self.playing.take().is_some() {
            self.history.review = false;
            self.tell(Ok(if self.document.is_away() {
                "The game has stopped beyond the limits of the board that it began on: undo leads back"
                    .to_owned()
            } else {
                "The game has stopped: its line stays in the tree".to_owned()
            }));
        }
    }

    /// The root of the document has changed. The game that changed it goes on; any other stops.
    pub(crate) fn root_has_changed(&mut self) {
        let root = self.document.root();
        let Some(playing) = &mut self.playing else {
            return;
        };
        let same = playing
            .grounds
            .last()
            .is_some_and(|ground| ground.root == root);
        if playing.building || same {
            playing.node = None;
        } else {
            self.playing = None;
            self.tell(Ok(
                "The game has stopped, since the board was changed".to_owned()
            ));
        }
    }

    /// What is due now: the computer's move, a draw, the dice, or a place for the game in the tree.
    /// Called before every frame.
    pub(crate) fn play_on(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        if let Some(playing) = &mut self.playing {
            playing.clock = now;
        }
        self.find_game(ctx);
        let Some(playing) = &mut self.playing else {
            return;
        };
        let Some(node) = playing.node else {
            return;
        };
        let graph = self.document.session.rated().graph.graph();
        let vertex = self.document.session.unfolding().vertex(node);
        let horizon = matches!(graph.kind(vertex), VertexKind::Horizon(_));
        playing.waits = horizon && self.document.is_building();
        if horizon {
            if !playing.waits {
                self.new_ground(ctx);
            }
            return;
        }
        if playing.play.skill.plies.is_none() && graph.is_complete() {
            // Where the tree is known whole, the computer plays by its ratings.
            let rated = self.document.session.rated();
            if !Arc::ptr_eq(&playing.play.here().rated().graph, &rated.graph) {
                let place = Place::new(rated.clone(), vertex);
                playing.play.stand_on(place);
            }
        }
        // Whoever wants no movement waits for none.
        let still = ctx.global_style().animation_time == 0.0;
        let due = playing.moved + if still { 0.0 } else { PACE };
        let turn = playing.play.turn();
        match turn {
            Turn::Over(_) => {
                if !std::mem::replace(&mut playing.told, true) {
                    let told = format!("The game is over: {}", words::state(playing));
                    self.history.review |= !playing.play.made().is_empty();
                    self.tell(Ok(told));
                }
            }
            Turn::Player(_, Seat::Human) => {}
            _ if playing.ended.is_some() => {}
            Turn::Player(..) if goes_nowhere(playing) => {}
            Turn::Player(player, Seat::Computer) => {
                self.think(ctx);
                let Some(playing) = &mut self.playing else {
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
                self.make_in_game(index, By::Player(player, Seat::Computer));
            }
            Turn::Player(..) if now < due => wait(ctx, due - now),
            Turn::Player(player, seat) => {
                let index = playing.play.random_move();
                self.make_in_game(index, By::Player(player, seat));
            }
            Turn::Chance(_) if playing.by_hand && playing.rolling.is_none() => {}
            Turn::Chance(_) => {
                if playing.rolling.is_none() {
                    playing.roll(now);
                }
                let until = playing
                    .rolling
                    .as_ref()
                    .map_or(now, |rolling| rolling.since + ROLLING);
                if now < until && !still {
                    ctx.request_repaint();
                } else if let Some(rolling) = playing.rolling.take() {
                    let Rolling { roll, thrown, .. } = rolling;
                    let by = By::Chance(roll.throw);
                    self.make_in_game(roll.branch, by);
                    if let Some(playing) = &mut self.playing {
                        playing.thrown = thrown;
                    }
                }
            }
        }
    }

    /// Lets the computer think on a thread of its own, and takes its answer.
    fn think(&mut self, ctx: &egui::Context) {
        let Some(playing) = &mut self.playing else {
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
                    playing.thought = thought;
                }
                Some(Err(why)) => {
                    playing.thinking = None;
                    playing.ended = Some(why.clone());
                    self.tell(Err(why));
                }
            }
            return;
        }
        let mut thinking = playing.play.think();
        if thinking.step(0).done {
            // All is known already.
            playing.thought = Some(thinking.finish());
            return;
        }
        let label = words::state(playing);
        let job = Job::spawn("doomtree-computer", label, waker(ctx), move |cancelled| {
            while !thinking.step(STEP).done {
                if cancelled.is_set() {
                    return None;
                }
            }
            Some(thinking.finish())
        });
        match job {
            Ok(job) => playing.thinking = Some(job),
            Err(why) => {
                playing.ended = Some(why.clone());
                self.tell(Err(why));
            }
        }
    }

    /// Makes a move or takes a branch in the game, and selects where it leads.
    pub(crate) fn make_in_game(&mut self, index: usize, by: By) {
        let Some(playing) = &mut self.playing else {
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
        let graph = self.document.session.rated().graph.graph();
        let vertex = self.document.session.unfolding().vertex(node);
        if graph.edge(vertex, index).is_none() {
            return;
        }
        if self.document.session.selected() != node {
            self.walk(Action::Select(node));
        }
        self.walk(Action::Move(index));
        let here = self.document.session.selected();
        if let Some(playing) = &mut self.playing {
            playing.node = Some(here);
        }
    }

    /// Finds where the game stands in the tree, and selects it; where the document has another root
    /// by now, that one is built again.
    fn find_game(&mut self, ctx: &egui::Context) {
        let Some(playing) = &mut self.playing else {
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
        if self.document.root() != root && !self.build_for_game(ctx, root) {
            return;
        }
        let told = self.notice.take();
        let read = self
            .document
            .session
            .rated()
            .graph
            .read_line(Vertex::ROOT, &line_after(steps.len()));
        match read {
            Ok(line) => {
                self.walk(Action::SelectLine(line));
                let here = self.document.session.selected();
                if let Some(playing) = &mut self.playing {
                    playing.node = Some(here);
                }
            }
            Err(_) if self.document.is_building() => {
                if let Some(playing) = &mut self.playing {
                    playing.waits = true;
                }
            }
            Err(_) => {
                // Several moves were made again: the tree goes on where it ended before.
                let graph = &self.document.session.rated().graph;
                let reaches =
                    |count: &usize| graph.read_line(Vertex::ROOT, &line_after(*count)).is_ok();
                let known = (0..steps.len()).rev().find(reaches).unwrap_or_default();
                self.new_ground_at(ctx, begun + known);
            }
        }
        // What was told of the move that led here stands.
        self.notice = self.notice.take().or(told);
    }

    /// Builds the tree anew from where the game stands, since a limit stopped it there.
    fn new_ground(&mut self, ctx: &egui::Context) {
        if let Some(playing) = &self.playing {
            self.new_ground_at(ctx, playing.play.made().len());
        }
    }

    /// Builds the tree anew from where the game stood after so many moves.
    fn new_ground_at(&mut self, ctx: &egui::Context, made: usize) {
        let Some(playing) = &mut self.playing else {
            return;
        };
        let later = playing.play.made().get(made);
        let root = Root {
            setup: Setup {
                position: later.map_or_else(|| playing.play.here().text(), |step| step.from.text()),
                columns: None,
                ..self.document.setup.clone()
            },
            limits: Limits {
                max_plies: self.document.limits.max_plies.map(|plies| plies.max(1)),
                ..self.document.limits
            },
            options: self.document.root().options,
        };
        let here = later.is_none();
        let way = playing.line_to(made);
        let same = root == self.document.root();
        if same && (!here || playing.node == Some(UnfoldingNode::ROOT)) {
            self.playing = None;
            self.tell(Err(
                "The game has stopped, since the tree's limits leave no room for a move: raise \
                 them in the setup"
                    .to_owned(),
            ));
            return;
        }
        playing.grounds.push(Ground {
            made,
            root: root.clone(),
            line: String::new(),
        });
        if same {
            // The game has come back to the root.
            self.walk(Action::Root);
        } else {
            self.document.leave_home(&way);
            let built = self.build_for_game(ctx, root);
            if !built {
                // Nothing has changed.
                self.document.come_home();
                return;
            }
        }
        let selected = self.document.session.selected();
        if let Some(playing) = &mut self.playing {
            // What was made since then is found next.
            playing.node = here.then_some(selected);
        }
        ctx.request_repaint();
    }

    /// Gives the document another root for the game's sake; whether that could be.
    fn build_for_game(&mut self, ctx: &egui::Context, root: Root) -> bool {
        if let Some(playing) = &mut self.playing {
            playing.building = true;
        }
        let before = self.document.root();
        self.edit_root(ctx, root);
        let after = self.document.root();
        // The line is the game's to find.
        self.pending_line = None;
        let Some(playing) = &mut self.playing else {
            return false;
        };
        playing.building = false;
        if after != before {
            // It may have been given a budget on the way.
            if let Some(ground) = playing.grounds.last_mut() {
                ground.root = after;
            }
            return true;
        }
        let why = self
            .notice
            .take()
            .map_or_else(String::new, |notice| notice.text);
        self.playing = None;
        self.tell(Err(format!("The game has stopped: {why}")));
        false
    }
}

fn wait(ctx: &egui::Context, seconds: f64) {
    ctx.request_repaint_after(std::time::Duration::from_secs_f64(seconds));
}
