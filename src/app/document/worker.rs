//! Background builds: a build on a named thread, with progress and cancellation.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::app::base::machine::Instant;
use crate::app::base::{Wake, drop_in_background, machine, panics};
use crate::game::Refusal;
use crate::session::{Build, Progress, Rated};
use crate::tree::EndsByWinners;
use crate::work::{Control, TurnLength, poll};

/// The time between two checks of the cancel flag, about.
const TURN: TurnLength = TurnLength::Time(Duration::from_millis(15));

/// Interval between progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(60);

/// Number of positions at which partial results are first rated and shown while the build
/// continues; then at eight times as many, and so on. That costs little compared with the whole
/// build.
const FIRST_SHOWN: usize = 24_000;

const MAX_SHOWN: usize = 400_000;

/// A message of the worker.
pub enum Message {
    /// Progress.
    Progress(Progress),
    /// The partial graph, rated, with its distinct positions; the build continues.
    Partial(Box<Rated>, u64),
    /// All is done.
    Done(Box<Finished>),
    /// The graph doesn't fit, and isn't built any further.
    TooLarge,
    /// Paused on request: the build so far, to be resumed.
    Paused(Box<dyn Build>),
    /// The work panicked, and said this.
    Failed(Refusal),
}

/// A finished build.
pub struct Finished {
    /// The rated graph.
    pub rated: Rated,
    /// Its ends by winners.
    pub ends: EndsByWinners,
    /// Its distinct positions.
    pub positions: u64,
    /// The duration of the work.
    pub took: Duration,
}

/// Requests to the work.
#[derive(Default)]
struct StopRequest {
    cancel: AtomicBool,
    stop: AtomicBool,
    pause: AtomicBool,
}

/// How uncanceled work ended.
enum Ended {
    Finished(Box<Finished>),
    TooLarge,
    Paused(Box<dyn Build>),
}

/// A build on a background thread. Dropping it cancels.
pub struct Worker {
    /// `None` only while it is dropped.
    messages: Option<Receiver<Message>>,
    asked: Arc<StopRequest>,
}

impl Worker {
    /// Starts the thread, which starts or takes over a build. With `may_grow` it gives up a graph that
    /// won't fit as soon as that is seen. `wake` is called whenever there is a
    /// message.
    ///
    /// # Errors
    /// The system can't start a thread.
    pub fn spawn(
        begin: impl FnOnce() -> Box<dyn Build> + Send + 'static,
        started: Instant,
        may_grow: bool,
        wake: Wake,
    ) -> std::io::Result<Self> {
        let (sender, messages) = sync_channel(64);
        let asked = Arc::new(StopRequest::default());
        let heard = Arc::clone(&asked);
        let wake = Arc::new(Mutex::new(wake));
        let wake = move || {
            let wake = wake.lock();
            wake.unwrap_or_else(PoisonError::into_inner)();
        };
        let (reports, wakes) = (sender.clone(), wake.clone());
        let work = async move || {
            let tell = |message| {
                // A dropped progress report is harmless; a closed channel means canceled.
                if reports.try_send(message).is_ok() {
                    wakes();
                }
            };
            work(begin(), started, may_grow, &heard, tell).await
        };
        panics::spawn("doomtree-build", work, move |ended| {
            let message = match ended {
                Ok(Some(Ended::Finished(finished))) => Message::Done(finished),
                Ok(Some(Ended::Paused(build))) => Message::Paused(build),
                Ok(Some(Ended::TooLarge)) => Message::TooLarge,
                Ok(None) => return,
                Err(why) => Message::Failed(why),
            };
            // The receiver is gone if the window has opened another board.
            if sender.send(message).is_ok() {
                wake();
            }
        })?;
        Ok(Self {
            messages: Some(messages),
            asked,
        })
    }

    /// Stops the build where it is: its results are rated, and arrive as a complete build would.
    pub fn stop(&self) {
        self.asked.stop.store(true, Ordering::Relaxed);
    }

    /// Pauses the build: it is sent back, to be resumed later.
    pub fn pause(&self) {
        self.asked.pause.store(true, Ordering::Relaxed);
    }

    /// The next message; `Err` if the worker is gone without a result.
    pub fn receive(&self) -> Result<Option<Message>, ()> {
        match self.messages.as_ref().map(Receiver::try_recv) {
            Some(Ok(message)) => Ok(Some(message)),
            Some(Err(TryRecvError::Empty)) => Ok(None),
            Some(Err(TryRecvError::Disconnected)) | None => Err(()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.asked.cancel.store(true, Ordering::Relaxed);
        // A graph that arrived too late may be there.
        drop_in_background(self.messages.take());
    }
}

/// Does all the work; `None` if it was canceled, which is heard between two steps, whatever they
/// are about.
async fn work(
    mut build: Box<dyn Build>,
    started: Instant,
    may_grow: bool,
    asked: &StopRequest,
    tell: impl Fn(Message),
) -> Option<Ended> {
    let mut too_large = false;
    let mut stopped = false;
    let mut next = FIRST_SHOWN;
    let mut paused = false;
    let mut last = Progress::default();
    stepwise(
        asked,
        |turn| {
            if !stopped && asked.stop.load(Ordering::Relaxed) {
                stopped = true;
                build.stop();
            }
            last = build.step(turn);
            if !stopped && !last.is_explored() && last.positions >= next {
                let shown = last.positions <= MAX_SHOWN;
                next = last.positions.saturating_mul(8);
                if shown {
                    let rated = build.snapshot();
                    let positions = rated.graph.distinct().positions;
                    tell(Message::Partial(Box::new(rated), positions));
                }
            }
            too_large = may_grow && !stopped && last.is_too_large();
            paused = !last.done && asked.pause.load(Ordering::Relaxed);
            Progress {
                done: last.done || paused || too_large,
                ..last
            }
        },
        &tell,
    )
    .await?;
    if paused {
        return Some(Ended::Paused(build));
    }
    if too_large {
        return Some(Ended::TooLarge);
    }
    let rated = build.finish();
    let control = Control::default();
    let mut ends = None;
    {
        let mut counting = pin!(EndsByWinners::count(rated.graph.graph(), &control));
        let step = |turn| {
            control.begin(turn);
            ends = poll(counting.as_mut());
            Progress {
                done: ends.is_some(),
                ..last
            }
        };
        stepwise(asked, step, &tell).await?;
    }
    let ends = ends?;
    let positions = rated.graph.distinct().positions;
    Some(Ended::Finished(Box::new(Finished {
        rated,
        ends,
        positions,
        took: started.elapsed(),
    })))
}

/// Steps to the end, with an ear to the cancel flag; `None` if that was set.
async fn stepwise(
    asked: &StopRequest,
    mut step: impl FnMut(TurnLength) -> Progress,
    tell: &impl Fn(Message),
) -> Option<()> {
    let mut stage = None;
    let mut reported = Instant::now();
    loop {
        let progress = step(TURN);
        if asked.cancel.load(Ordering::Relaxed) {
            return None;
        }
        if progress.done {
            return Some(());
        }
        machine::pause().await;
        let turned = stage.replace(progress.stage) != Some(progress.stage);
        if turned || reported.elapsed() >= PROGRESS_INTERVAL {
            reported = Instant::now();
            tell(Message::Progress(progress));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Stage;
    use std::sync::mpsc::{Sender, channel};

    /// Events of an endless build: a step has started, it was stopped, and the name of the thread
    /// that freed it.
    #[derive(Debug, PartialEq, Eq)]
    enum Told {
        Step,
        Stopped,
        Freed(Option<String>),
    }

    /// A build of one stage forever. Each step waits until it may go on.
    struct Endless {
        stage: Stage,
        tell: Sender<Told>,
        go_on: Receiver<()>,
    }

    impl Build for Endless {
        fn step(&mut self, _turn: TurnLength) -> Progress {
            self.tell.send(Told::Step).expect("a test that listens");
            self.go_on.recv().expect("a test that lets it go on");
            Progress {
                stage: self.stage,
                ..Progress::default()
            }
        }

        fn stop(&mut self) {
            self.tell.send(Told::Stopped).expect("a test that listens");
        }

        fn snapshot(&self) -> Rated {
            unreachable!("nobody asks for it")
        }

        fn finish(self: Box<Self>) -> Rated {
            unreachable!("it never ends")
        }
    }

    impl Drop for Endless {
        fn drop(&mut self) {
            let name = std::thread::current().name().map(str::to_owned);
            let _ = self.tell.send(Told::Freed(name));
        }
    }

    /// A worker, the events of its build, and the sender that lets it continue.
    fn worker(stage: Stage) -> (Worker, Receiver<Told>, Sender<()>) {
        let (tell, receiver) = channel();
        let (let_go_on, go_on) = channel();
        let build: Box<dyn Build> = Box::new(Endless { stage, tell, go_on });
        let wake: Wake = Box::new(|| {});
        let worker = Worker::spawn(move || build, Instant::now(), false, wake).expect("a thread");
        (worker, receiver, let_go_on)
    }

    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    #[test]
    fn a_canceled_build_ends_after_its_current_step_at_every_stage() {
        for stage in Stage::ALL {
            for steps in [1, 2, 40] {
                let (worker, receiver, go_on) = worker(stage);
                for step in 1..=steps {
                    assert_eq!(receiver.recv_timeout(TEST_TIMEOUT), Ok(Told::Step));
                    if step < steps {
                        go_on.send(()).expect("a worker");
                    }
                }
                // It is at its last step.
                drop(worker);
                go_on.send(()).expect("a worker");
                let freed = Told::Freed(Some("doomtree-build".to_owned()));
                assert_eq!(receiver.recv_timeout(TEST_TIMEOUT), Ok(freed), "{stage:?}");
            }
        }
    }

    #[test]
    fn a_build_that_is_paused_comes_back_as_it_was() {
        let (worker, receiver, go_on) = worker(Stage::Rating);
        assert_eq!(receiver.recv_timeout(TEST_TIMEOUT), Ok(Told::Step));
        worker.pause();
        go_on.send(()).expect("a worker");
        let until = Instant::now() + TEST_TIMEOUT;
        let build = loop {
            match worker.receive() {
                Ok(Some(Message::Paused(build))) => break build,
                Ok(_) if Instant::now() < until => std::thread::yield_now(),
                _ => panic!("no build"),
            }
        };
        drop(worker);
        drop(build);
        let by_hand = std::thread::current().name().map(str::to_owned);
        assert_eq!(
            receiver.recv_timeout(TEST_TIMEOUT),
            Ok(Told::Freed(by_hand))
        );
    }

    #[test]
    fn a_stop_reaches_the_build_once_and_every_stage_is_reported() {
        let (worker, receiver, go_on) = worker(Stage::Sorting);
        assert_eq!(receiver.recv_timeout(TEST_TIMEOUT), Ok(Told::Step));
        worker.stop();
        go_on.send(()).expect("a worker");
        assert_eq!(receiver.recv_timeout(TEST_TIMEOUT), Ok(Told::Stopped));
        for _ in 0..5 {
            assert_eq!(receiver.recv_timeout(TEST_TIMEOUT), Ok(Told::Step));
            go_on.send(()).expect("a worker");
        }
        assert_eq!(receiver.recv_timeout(TEST_TIMEOUT), Ok(Told::Step));
        let Ok(Some(Message::Progress(progress))) = worker.receive() else {
            panic!("no report");
        };
        assert_eq!(progress.stage, Stage::Sorting);
        drop(worker);
        go_on.send(()).expect("a worker");
    }
}
