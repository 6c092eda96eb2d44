//! The tours that come with doomtree: every sentence that they say, with what proves it.

use doomtree::game::{Player, Rational, ratio};
use doomtree::games::{Setup, Switches};
use doomtree::save::{Opened, Tour, TourStep, open_path};
use doomtree::search::{Event, Method, SearchStep};
use doomtree::session::{Rated, RecordOptions, Recorded, open};
use doomtree::tree::{Limits, UnfoldingNode, Vertex};

use super::folder;
use super::told::{Told, halves};

pub const PROVED: [&str; 5] = [
    "tour-alpha-beta.tree.json",
    "tour-book-2x2.tree.json",
    "tour-horizon.tree.json",
    "tour-lesson.tree.json",
    "tour-reading.tree.json",
];

/// What was done in a search, the line of the node, alpha and beta.
pub type Known = (SearchStep, String, Option<String>, Option<String>);

/// A tour that is walked, step by step.
pub struct Walk {
    pub told: Told,
    pub tour: Tour,
    /// How many steps have been walked.
    at: usize,
}

/// Every tour of a file, of which there is one.
fn tour(name: &str) -> Tour {
    let Opened::Tree(tree) = open_path(&super::folder().join(name)).expect(name) else {
        panic!("{name} is no tree");
    };
    let [tour] = &tree.header.signposts.tours[..] else {
        panic!("{name} has not one tour");
    };
    tour.clone()
}

impl Walk {
    pub fn new(name: &str) -> Self {
        Self {
            told: Told::file(name),
            tour: tour(name),
            at: 0,
        }
    }

    /// The next step, which begins with these words and is about the node of this line.
    #[track_caller]
    pub fn step(&mut self, begin: &str, line: &str) -> TourStep {
        let step = self.tour.steps[self.at].clone();
        self.at += 1;
        assert_eq!(step.line, line);
        let text = step.text.trim_start_matches('#').trim_start();
        assert!(text.starts_with(begin), "{text}");
        step
    }

    /// What is recorded at a step, and the event at which it stands.
    #[track_caller]
    fn recorded(&self, step: &TourStep) -> (Box<Recorded>, Event) {
        let shown = step.recording.as_ref().expect("a recording");
        let recorded = record_of(&self.told.rated, &step.line, shown.method, shown.plies);
        let events = recorded.recording.events();
        let place = shown.step as usize - 1;
        assert!(place < events.len(), "{} events", events.len());
        let event = events[place];
        (recorded, event)
    }

    /// The next step, which is recorded from the root, and what is known there: what was done, at
    /// which node, alpha and beta.
    #[track_caller]
    pub fn known(&mut self, begin: &str) -> (Box<Recorded>, Known) {
        let step = self.step(begin, "");
        let (recorded, event) = self.recorded(&step);
        let number = |bound: f64| bound.is_finite().then(|| recorded.numbers.text(bound));
        let (low, high) = (event.window.low, event.window.high);
        let line = line_of(&recorded, event.node);
        let known = (event.step, line, number(low), number(high));
        (recorded, known)
    }

    pub fn end(self) {
        assert_eq!(self.at, self.tour.steps.len(), "steps without proof");
    }
}

/// The rating that a search to some plies gives a move, and how many nodes its tree has.
fn to_plies(told: &Told, plies: u32, mv: &str) -> (Rational, String) {
    let limited = told.limited(Some(plies));
    (limited.rating(mv, 'a'), limited.nodes())
}

/// The line of a node of what was recorded.
pub fn line_of(recorded: &Recorded, node: UnfoldingNode) -> String {
    let line = recorded.recording.unfolding().line(node);
    recorded.rated.graph.line_text(Vertex::ROOT, &line)
}

pub fn visited(recorded: &Recorded) -> String {
    let last = recorded.recording.events().len() - 1;
    recorded.recording.tally(last).visited.to_string()
}

/// Of 549,946 nodes alpha-beta visits 18,297, and 2,312 with the best moves first.
pub fn searches_of_tic_tac_toe_visit_what_is_said() {
    let setup = Setup::of_board("tic-tac-toe", Switches::default(), ".../.../... x", None);
    let rated = open(&setup, Limits::default(), "")
        .expect("a board")
        .finish();
    let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
    assert_eq!(nodes, Some(549_946));
    for (method, nodes) in [(Method::AlphaBeta, "18297"), (Method::Ordered, "2312")] {
        assert_eq!(visited(&record_of(&rated, "", method, None)), nodes);
    }
}

/// What is recorded of a search for the first player's rating.
pub fn record_of(
    rated: &Rated,
    line: &str,
    method: Method,
    max_plies: Option<u32>,
) -> Box<Recorded> {
    let line = rated.graph.read_line(Vertex::ROOT, line).expect("a line");
    let options = RecordOptions {
        method,
        player: Player(0),
        max_plies,
        estimate: rated.graph.graph().estimate(),
        sampling: Default::default(),
        most_events: 2_000_000,
        max_nodes: None,
    };
    Box::new(Recorded::of(rated, &line, options).expect("fits"))
}

#[test]
fn every_line_of_every_tour_and_of_every_link_in_it_is_one_of_its_tree() {
    for name in super::names() {
        let Opened::Tree(tree) = open_path(&super::folder().join(&name)).expect(&name) else {
            continue;
        };
        if tree.header.signposts.tours.is_empty() {
            continue;
        }
        assert!(PROVED.contains(&name.as_str()), "{name}");
        let walk = Walk::new(&name);
        // One tour is a whole lesson.
        let most = match name.as_str() {
            "tour-lesson.tree.json" => 21,
            _ => 12,
        };
        assert!((6..=most).contains(&walk.tour.steps.len()), "{name}");
        for step in &walk.tour.steps {
            walk.told.at(&step.line);
            for block in doomtree::diagram::prose(&step.text) {
                for run in block.runs {
                    match run.link {
                        Some(doomtree::diagram::ProseLink::Line(line)) => {
                            walk.told.at(&line);
                        }
                        Some(other) => panic!("{name} leads to {other:?}"),
                        None => {}
                    }
                }
            }
            if step.recording.is_some() {
                walk.recorded(step);
            }
            // On a small projector there is room for so much.
            let words = step.text.chars().count();
            assert!(words <= 420, "{name}: {words} characters: {}", step.text);
        }
    }
}

#[test]
fn the_tour_of_how_to_read_a_tree_is_true() {
    let mut walk = Walk::new("tour-reading.tree.json");
    let t = &mut walk.told;
    t.says(
        "A tour of 10 steps: what nodes, colors, numbers, lines and triangles mean.",
        walk.tour.steps.len() == 10 && t.in_file == Some(31) && t.position("") == "b1a3/b2b2 a",
    );
    t.says("Present it with Shift+F5.", true);
    t.is_proved();
    walk.step("How to read a tree", "");
    let t = &walk.told;
    assert_eq!(t.hexes().len(), 4);
    assert_eq!(t.position("1>3"), "b1a1/b2a2 a +2", "one die stays behind");
    walk.step("A node", "");
    assert!(walk.told.wins("", 'a'));
    walk.step("A move", "1>3");
    let t = &walk.told;
    assert_eq!(t.best(""), "1>3");
    assert!(t.best_line().starts_with("1>3"));
    walk.step("A blunder", "1>0");
    let t = &walk.told;
    assert!(t.blunders("1>0") && t.loses("1>0", 'a') && t.wins("1>0", 'b'));
    walk.step("An end", "1>3 pass");
    let t = &walk.told;
    assert_eq!(t.rating("1>3 pass", 'a'), halves(1));
    assert_eq!(t.rating("1>3 pass", 'b'), halves(1));
    assert_eq!((t.holds("1>3 pass", 'a'), t.holds("1>3 pass", 'b')), (2, 2));
    assert!(t.wins("1>3", 'a') && t.blunders("1>3 pass"));
    walk.step("Who chooses", "1>3 3>0 pass");
    let t = &walk.told;
    assert!(t.position("1>3 3>0 pass").ends_with(" b"));
    assert_eq!(t.moves("1>3 3>0 pass"), "2>3");
    assert_eq!(t.rating("1>3 3>0 pass", 'a'), halves(2));
    walk.step("Ratings come from below", "1>3 3>0 pass 2>3 pass");
    let t = &walk.told;
    assert_eq!(t.moves("1>3 3>0 pass 2>3 pass"), "0>2 0>3 1>3");
    assert_eq!(t.best("1>3 3>0 pass 2>3 pass"), "0>2 0>3 1>3");
    assert!(t.wins("1>3 3>0 pass 2>3 pass", 'a'));
    walk.step("A triangle hides the rest", "1>3 3>0 pass 2>3 pass 0>3");
    let t = &walk.told;
    assert_eq!(t.moves("1>3 3>0 pass 2>3 pass 0>3"), "pass");
    walk.step("Walk", "");
    walk.step("Your turn", "");
    walk.end();
}

#[test]
fn the_tour_of_the_books_board_is_true() {
    let mut walk = Walk::new("tour-book-2x2.tree.json");
    let t = &mut walk.told;
    t.says(
        "A tour of 10 steps through the whole tree of the book's board: what a rating is, and how \
         ratings are backed up.",
        walk.tour.steps.len() == 10 && t.in_file == Some(13) && t.position("") == "b2b2/a2b1 a",
    );
    t.says("Present it with Shift+F5.", true);
    t.is_proved();
    assert!(walk.step("Who wins this board?", "").hidden);
    walk.step("What the numbers say", "");
    let t = &walk.told;
    assert!(t.loses("", 'a') && t.rating("", 'a') == halves(0));
    walk.step("One attack, and no choice", "2>3");
    let t = &walk.told;
    assert_eq!(t.moves(""), "2>3");
    assert_eq!((t.hexes()[2], t.hexes()[3]), (('a', '2'), ('b', '1')));
    assert_eq!(t.position("2>3"), "b2b2/a1a1 a +1", "one die stays");
    walk.step("Now a must stop", "2>3 pass");
    let t = &walk.told;
    assert_eq!(t.moves("2>3"), "pass");
    assert_eq!(t.position("2>3 pass"), "b2b2/a1a1 b", "no die comes");
    assert!(walk.step("Your turn to think", "2>3 pass").hidden);
    let t = &walk.told;
    assert_eq!(t.moves("2>3 pass"), "0>2 0>3 1>3");
    walk.step("An end", "2>3 pass 0>3 pass");
    let t = &walk.told;
    assert_eq!(t.winners("2>3 pass 0>3 pass").as_deref(), Some("b"));
    assert_eq!(t.holds("2>3 pass 0>3 pass", 'b'), 3);
    walk.step("Going on or stopping", "2>3 pass 0>2");
    let t = &walk.told;
    assert_eq!(t.moves("2>3 pass 0>2"), "pass 1>3");
    assert_eq!(t.holds("2>3 pass 0>2 pass", 'b'), 3);
    assert_eq!(t.holds("2>3 pass 0>2 1>3 pass", 'b'), 4);
    assert!(t.wins("2>3 pass 0>2 pass", 'b') && t.wins("2>3 pass 0>2 1>3 pass", 'b'));
    walk.step("The same position twice", "2>3 pass 1>3 0>2");
    let t = &walk.told;
    assert_eq!(t.at("2>3 pass 0>2 1>3"), t.at("2>3 pass 1>3 0>2"));
    assert_eq!((t.nodes().as_str(), t.positions().as_str()), ("13", "11"));
    walk.step("Backing up", "2>3 pass");
    let t = &walk.told;
    assert_eq!(t.best("2>3 pass"), "0>2 0>3 1>3");
    walk.step("So a is lost", "");
    let t = &walk.told;
    assert_eq!(
        (t.ends().as_str(), t.all_winners()),
        ("5", vec!["b".to_owned()])
    );
    assert!(t.wins("", 'b'));
    walk.end();
}

/// Walks the steps of alpha-beta up to its first cut, with what is known after each: at which node,
/// alpha and beta. Gives the recording at the cut.
pub fn up_to_the_cut(walk: &mut Walk) -> Box<Recorded> {
    let mut known = |begin, step, line: &str, alpha: &str, beta: Option<&str>| {
        let (recorded, told) = walk.known(begin);
        let bounds = [Some(alpha), beta].map(|bound| bound.map(str::to_owned));
        let [alpha, beta] = bounds;
        assert_eq!(told, (step, line.to_owned(), alpha, beta));
        recorded
    };
    known(
        "Alpha: what a has for sure",
        SearchStep::Update,
        "",
        "1",
        None,
    );
    known("A better alpha", SearchStep::Update, "", "4", None);
    known(
        "Beta: what b has for sure",
        SearchStep::Update,
        "right",
        "4",
        Some("8"),
    );
    known("Stop", SearchStep::Update, "right", "4", Some("3"));
    known("The cut", SearchStep::Cut, "right", "4", Some("3"))
}

#[test]
fn the_tour_of_alpha_beta_is_true() {
    let mut walk = Walk::new("tour-alpha-beta.tree.json");
    let t = &mut walk.told;
    t.says(
        "A tour of 11 steps: what alpha and beta are, why a cut changes nothing, and why the order \
         of moves matters.",
        walk.tour.steps.len() == 11,
    );
    t.says("Present it with Shift+F5.", true);
    t.is_proved();
    let whole = |number| ratio(number, 1);
    assert!(walk.step("Ten coins", "").hidden);
    walk.step("Left: nine, seven or one?", "left");
    let t = &walk.told;
    assert_eq!(t.moves("left"), "9-1 7-3 1-9");
    assert_eq!(
        (t.best("left").as_str(), t.rating("left", 'a')),
        ("1-9", whole(1))
    );
    walk.step("Minimax visits everything", "");
    let t = &walk.told;
    assert_eq!(
        (t.rating("middle", 'a'), t.rating("right", 'a')),
        (whole(4), whole(2))
    );
    assert_eq!((t.best("").as_str(), t.nodes().as_str()), ("middle", "13"));
    up_to_the_cut(&mut walk);
    let at = |line: &str| line.to_owned();
    let (recorded, told) = walk.known("The same answer");
    assert_eq!((told.0, told.1), (SearchStep::Return, at("")));
    assert_eq!(
        (
            recorded.answer_text().as_deref(),
            visited(&recorded).as_str()
        ),
        (Some("4"), "12")
    );
    let (recorded, told) = walk.known("Order matters");
    assert_eq!((told.0, told.1), (SearchStep::Cut, at("right")));
    assert_eq!(recorded.options.method, Method::Ordered);
    let (recorded, told) = walk.known("The same answer from fewer nodes");
    assert_eq!((told.0, told.1), (SearchStep::Return, at("")));
    assert_eq!(recorded.answer_text().as_deref(), Some("4"));
    // What is said is counted.
    let graph = recorded.rated.graph.graph();
    let leaves = recorded.recording.events().iter().filter(|event| {
        let vertex = recorded.recording.unfolding().vertex(event.node);
        event.step == SearchStep::Enter && graph.is_leaf(vertex)
    });
    let said = format!(
        "{} of {} nodes, {} of {} leaves, and the answer is 4 again",
        visited(&recorded),
        walk.told.nodes(),
        leaves.count(),
        walk.told.ends(),
    );
    let text = &walk.tour.steps[walk.at - 1].text;
    assert!(text.contains(&said), "{said}: {text}");
    searches_of_tic_tac_toe_visit_what_is_said();
    walk.end();
}

#[test]
fn the_tour_of_the_horizon_is_true() {
    let mut walk = Walk::new("tour-horizon.tree.json");
    let t = &mut walk.told;
    t.says(
        "A tour of 10 steps: how a program that stops after 3 plies takes the losing move for the \
         winning one, and what it sees one ply later.",
        walk.tour.steps.len() == 10,
    );
    t.says("Present it with Shift+F5.", true);
    t.is_proved();
    let rating = |walk: &Walk, plies, mv: &str| to_plies(&walk.told, plies, mv).0;
    let nodes = |walk: &Walk, plies| to_plies(&walk.told, plies, "1>0").1;
    assert!(walk.step("How far should you look?", "").hidden);
    let t = &walk.told;
    assert_eq!(
        (t.moves("").as_str(), t.hexes()[1]),
        ("1>0 1>2 1>5", ('a', '3'))
    );
    let step = walk.step("A program that looks 3 plies deep", "");
    let (recorded, _) = walk.recorded(&step);
    assert_eq!(
        (recorded.answer_text().as_deref(), nodes(&walk, 3).as_str()),
        (Some("~1"), "13")
    );
    let of_three = ["1>0", "1>5", "1>2"].map(|mv| rating(&walk, 3, mv));
    assert_eq!(of_three, [halves(2), halves(1), halves(0)]);
    walk.step("What it saw", "1>0 0>3 pass");
    assert_eq!(walk.told.holds("1>0 0>3 pass", 'a'), 4);
    walk.step("What it could not see", "1>0 0>3 pass 2>1 5>4");
    assert_eq!(walk.told.holds("1>0 0>3 pass 2>1 5>4", 'b'), 4);
    let step = walk.step("One ply further", "");
    let (recorded, _) = walk.recorded(&step);
    assert_eq!(
        (recorded.answer_text().as_deref(), nodes(&walk, 4).as_str()),
        (Some("~1/2"), "22")
    );
    assert_eq!(
        (rating(&walk, 4, "1>0"), rating(&walk, 4, "1>5")),
        (halves(1), halves(1))
    );
    let step = walk.step("Two plies further", "");
    walk.recorded(&step);
    let of_five = ["1>0", "1>5", "1>2"].map(|mv| rating(&walk, 5, mv));
    assert_eq!(of_five, [halves(0), halves(1), halves(1)]);
    let step = walk.step("Three plies further", "");
    let (recorded, _) = walk.recorded(&step);
    assert_eq!(
        (recorded.answer_text().as_deref(), rating(&walk, 6, "1>2")),
        (Some("~1"), halves(2))
    );
    walk.step("Why 1>2 is right", "1>2 pass 5>4 pass");
    let t = &walk.told;
    assert_eq!(
        (t.captured("1>2"), t.moves("1>2 pass").as_str()),
        ('2', "5>4")
    );
    assert_eq!(
        (t.position("1>2").as_str(), t.position("1>2 pass").as_str()),
        ("b1a1a2/b1a1b2 a +2", "b1a2a2/b1a1b2 b")
    );
    let end = "1>2 pass 5>4 pass 1>4 2>5";
    assert_eq!((t.holds(end, 'a'), t.wins(end, 'a')), (4, true));
    walk.step("The whole tree", "");
    let t = &walk.told;
    assert_eq!(t.nodes(), "117");
    assert!(t.wins("1>2", 'a') && t.loses("1>0", 'a') && t.rating("1>5", 'a') == halves(1));
    walk.step("What to take home", "");
    let seven = walk.told.limited(Some(7));
    assert_eq!(seven.nodes(), "81", "36 of 117 are not seen");
    assert!(seven.is_proven("") && seven.best("") == "1>2");
    let text = &walk.tour.steps[walk.at - 1].text;
    let large = std::fs::read_to_string(folder().join("large-5x5.board.json"));
    for text in [text, &large.expect("a file")] {
        assert!(text.contains("Five by five"), "{text}");
    }
    walk.end();
}
