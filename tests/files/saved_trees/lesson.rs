//! The tour that is a whole lesson: every sentence that it says, with what proves it.

use doomtree::game::{Player, Rational, ratio};
use doomtree::search::{Method, SearchStep};
use doomtree::session::Recorded;

use super::told::Told;
use super::tours::{
    Walk, line_of, record_of, searches_of_tic_tac_toe_visit_what_is_said, up_to_the_cut, visited,
};

/// The lines that an event cut.
fn cut_at(recorded: &Recorded, event: usize) -> Vec<String> {
    let cut = recorded.recording.pruned(event).iter();
    cut.map(|node| line_of(recorded, *node)).collect()
}

/// Who moves at the end of a line.
fn mover(told: &Told, line: &str) -> Option<Player> {
    told.graph().kind(told.at(line)).player()
}

#[test]
fn the_tour_of_the_lesson_is_true() {
    let mut walk = Walk::new("tour-lesson.tree.json");
    let t = &mut walk.told;
    t.says(
        "A tour of 21 steps for a 45-minute lesson: minimax, alpha-beta and the horizon effect \
         on one tree.",
        walk.tour.steps.len() == 21 && t.in_file == Some(20),
    );
    t.says("Present it with Shift+F5.", true);
    t.is_proved();
    minimax_in_the_lesson(&mut walk);
    alpha_beta_in_the_lesson(&mut walk);
    the_horizon_in_the_lesson(&mut walk);
    walk.step("What to take home", "");
    walk.end();
}

/// The first seven steps of the lesson.
fn minimax_in_the_lesson(walk: &mut Walk) {
    let whole = |number| ratio(number, 1);
    assert!(walk.step("Ten coins", "").hidden);
    let t = &walk.told;
    assert_eq!(t.moves(""), "left middle right deal");
    assert_eq!(mover(t, ""), Some(Player(0)));
    for line in [
        "left",
        "middle",
        "right",
        "deal",
        "deal offer-7",
        "deal offer-6",
    ] {
        assert_eq!(mover(t, line), Some(Player(1)), "{line}");
    }
    let shares = [
        ("left", "9-1 7-3 1-9"),
        ("middle", "6-4 5-5 4-6"),
        ("right", "8-2 3-7 2-8"),
    ];
    for (side, moves) in shares {
        assert_eq!(t.moves(side), moves);
        for mv in moves.split(' ') {
            let line = format!("{side} {mv}");
            let share = format!("{}-{}", t.rating(&line, 'a'), t.rating(&line, 'b'));
            assert_eq!(share, mv, "{line}");
        }
    }
    assert!(walk.step("What does b choose?", "left").hidden);
    walk.step("The lowest for a", "left");
    let t = &walk.told;
    assert_eq!(
        (t.best("left").as_str(), t.rating("left", 'a')),
        ("1-9", whole(1))
    );
    let graph = t.graph();
    let leaves = graph.vertices().filter(|vertex| graph.is_leaf(*vertex));
    let payoffs: Vec<[Rational; 2]> = leaves
        .map(|vertex| {
            [0, 1].map(|player| {
                let payoff = graph.outcome(vertex, Player(player));
                payoff.expect("an end")
            })
        })
        .collect();
    assert!(payoffs.iter().all(|[a, b]| *a + *b == whole(10)));
    let largest = payoffs.iter().map(|[a, _]| *a).max();
    assert_eq!(largest, Some(t.rating("left 9-1", 'a')));
    assert!(walk.step("One branch is deeper", "deal").hidden);
    let t = &walk.told;
    assert_eq!(t.moves("deal"), "offer-7 offer-6");
    for (offer, coins, left) in [("offer-7", 7, 1), ("offer-6", 6, 2)] {
        let line = format!("deal {offer}");
        assert_eq!(t.moves(&line), "keep take-back");
        assert_eq!(t.rating(&format!("{line} keep"), 'a'), whole(coins));
        assert_eq!(t.rating(&format!("{line} take-back"), 'a'), whole(left));
        assert_eq!(t.best(&line), "take-back");
    }
    walk.step("From the leaves up", "deal offer-7 take-back");
    let t = &walk.told;
    assert_eq!(
        (t.best("deal").as_str(), t.rating("deal", 'a')),
        ("offer-7", whole(1))
    );
    walk.step("Minimax", "");
    let t = &walk.told;
    let ratings = ["left", "middle", "right", "deal"].map(|mv| t.rating(mv, 'a'));
    assert_eq!(ratings, [whole(1), whole(4), whole(2), whole(1)]);
    assert_eq!(
        (t.best("").as_str(), t.rating("", 'a')),
        ("middle", whole(4))
    );
    let minimax = record_of(&t.rated, "", Method::Minimax, None);
    assert_eq!(
        (t.nodes().as_str(), visited(&minimax).as_str()),
        ("20", "20")
    );
    walk.step("What a rating is", "middle 4-6");
    let t = &walk.told;
    assert_eq!(t.best_line(), "middle 4-6");
    assert_eq!(t.rating("middle 4-6", 'a'), whole(4));
    // Every line is walked: where a gets more than 4, b has blundered.
    assert!(t.is_proven(""));
    let mut open = vec![(String::new(), false)];
    while let Some((line, blundered)) = open.pop() {
        let moves = t.moves(&line);
        if moves.is_empty() {
            assert!(blundered || t.rating(&line, 'a') <= whole(4), "{line}");
        }
        for mv in moves.split_whitespace() {
            let next = format!("{line} {mv}").trim_start().to_owned();
            let blunders = mover(t, &line) == Some(Player(1)) && t.blunders(&next);
            open.push((next, blundered || blunders));
        }
    }
}

/// Steps 8 to 16 of the lesson.
fn alpha_beta_in_the_lesson(walk: &mut Walk) {
    let some = |text: &str| Some(text.to_owned());
    let at = |line: &str| line.to_owned();
    let recorded = up_to_the_cut(walk);
    assert_eq!(cut_at(&recorded, 33), ["right 2-8"]);
    for (a, b) in [("0", "10"), ("10", "0")] {
        let other = walk.told.ruled(|switches| {
            let script = switches.script.as_mut().expect("a script");
            *script = script.replace("two end: 2 8", &format!("two end: {a} {b}"));
        });
        assert_eq!(other.rating("right 2-8", 'a').to_string(), a);
        assert_eq!(other.rating("", 'a'), ratio(4, 1));
    }
    let (_, told) = walk.known("Your turn");
    assert_eq!(told, (SearchStep::Update, at("deal"), some("4"), some("1")));
    let (recorded, told) = walk.known("Three nodes at once");
    assert_eq!(told, (SearchStep::Cut, at("deal"), some("4"), some("1")));
    assert_eq!(cut_at(&recorded, 46), ["deal offer-6"]);
    let offer = walk.told.at("deal offer-6");
    let nodes = walk.told.rated.analysis.nodes.of(offer).to_u64();
    assert_eq!(nodes, Some(3));
    let (recorded, told) = walk.known("The same answer");
    assert_eq!((told.0, told.1), (SearchStep::Return, at("")));
    assert_eq!(
        (
            recorded.answer_text().as_deref(),
            visited(&recorded).as_str()
        ),
        (Some("4"), "16")
    );
    let (recorded, told) = walk.known("Best moves first");
    assert_eq!((told.0, told.1), (SearchStep::Return, at("")));
    assert_eq!(recorded.options.method, Method::Ordered);
    assert_eq!(
        (
            recorded.answer_text().as_deref(),
            visited(&recorded).as_str()
        ),
        (Some("4"), "12")
    );
    let events = recorded.recording.events();
    let mut entered = events
        .iter()
        .filter(|event| event.step == SearchStep::Enter);
    let first = entered.nth(1).expect("a child of the root");
    assert_eq!(line_of(&recorded, first.node), "middle");
    let mut lows = events.iter().map(|event| event.window.low);
    let alpha = lows.find(|low| low.is_finite()).expect("alpha");
    assert_eq!(recorded.numbers.text(alpha), "4");
    searches_of_tic_tac_toe_visit_what_is_said();
}

/// Steps 17 to 20 of the lesson.
fn the_horizon_in_the_lesson(walk: &mut Walk) {
    let whole = |number| ratio(number, 1);
    let some = |text: &str| Some(text.to_owned());
    let at = |line: &str| line.to_owned();
    let (_, told) = walk.known("A program that stops after 2 plies");
    assert_eq!(told, (SearchStep::Return, at("deal"), None, some("6")));
    let two = walk.told.limited(Some(2));
    for (line, coins) in [("deal offer-7", 7), ("deal offer-6", 6)] {
        assert_eq!(two.rating(line, 'a'), whole(coins));
        assert_eq!(walk.told.rating(&format!("{line} keep"), 'a'), whole(coins));
        assert!(!two.is_proven(line), "{line}");
    }
    let (recorded, told) = walk.known("What it sees");
    assert_eq!(told, (SearchStep::Return, at(""), some("6"), None));
    assert_eq!(recorded.answer_text().as_deref(), Some("~6"));
    assert_eq!(
        (two.best("").as_str(), two.rating("deal", 'a')),
        ("deal", whole(6))
    );
    assert_eq!(two.rating("middle", 'a'), whole(4));
    assert!(!two.is_proven(""), "an estimate");
    let line = "deal offer-7 take-back";
    walk.step("What it doesn't see", line);
    assert_eq!(line.split(' ').count(), 3, "a ply beyond the limit");
    assert_eq!(walk.told.rating(line, 'a'), whole(1));
    let (recorded, told) = walk.known("One more ply");
    assert_eq!(told, (SearchStep::Return, at(""), some("4"), None));
    assert_eq!(recorded.options.max_plies, Some(3));
    assert_eq!(recorded.answer_text().as_deref(), Some("4"));
    let three = walk.told.limited(Some(3));
    assert_eq!(
        (three.best("").as_str(), three.rating("deal", 'a')),
        ("middle", whole(1))
    );
}
