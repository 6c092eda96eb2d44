//! Faults in ratings, and in what ends are worth.

use doomtree::game::{Player, Rational, half, one, zero};
use doomtree::session::check::DisagreementKind;
use doomtree::tree::{Pictures, Vertex};

use super::writing::{Told, minimax, mover_of, payoff, right};
use super::{is_found, wrong_ratings};

#[test]
fn swapped_and_one_sided_minima_and_maxima_are_found() {
    let own = |labels: &dyn Pictures, largest: &dyn Fn(Player, Player) -> bool| {
        minimax(labels, largest, |end, player| {
            payoff(labels.graph(), end, player)
        })
    };
    for (cause, largest) in [
        (
            "min-max-swapped",
            &(|mover, player| mover != player) as &dyn Fn(_, _) -> _,
        ),
        ("always-max", &|_, _| true),
        ("always-min", &|_, _| false),
    ] {
        let (setup, text) = wrong_ratings(|labels| own(labels, largest), Told::ByName);
        let report = is_found(&setup, &text, DisagreementKind::Rating, cause);
        assert_eq!(report.causes.len(), 1, "{:?}", report.causes);
        assert_eq!(report.kinds.len(), 1);
        let smallest = report.smallest().expect("a disagreement");
        let first = report.first().expect("a disagreement");
        assert!(first.ply <= smallest.ply);
        let nodes = |text: &str| text.parse::<u64>().expect("a number");
        assert!(nodes(&smallest.tree_nodes) <= nodes(&first.tree_nodes));
        assert!(smallest.theirs.rating.is_some() && smallest.theirs.rating != smallest.ours.rating);
    }
}

#[test]
fn ratings_of_the_wrong_player_are_found() {
    let exchanged = |labels: &dyn Pictures| {
        let mut rates = right(labels);
        rates.values_mut().for_each(|rates| rates.reverse());
        rates
    };
    let (setup, text) = wrong_ratings(exchanged, Told::ByName);
    is_found(
        &setup,
        &text,
        DisagreementKind::Rating,
        "other-players-rating",
    );
    let first = |labels: &dyn Pictures| {
        let mut rates = right(labels);
        rates.values_mut().for_each(|rates| rates[1] = rates[0]);
        rates
    };
    let (setup, text) = wrong_ratings(first, Told::ForMover);
    let report = is_found(
        &setup,
        &text,
        DisagreementKind::Rating,
        "first-players-rating",
    );
    assert_eq!(report.causes.len(), 1, "{:?}", report.causes);
}

#[test]
fn ends_that_are_worth_something_else_are_found() {
    let with_worth = |labels: &dyn Pictures, worth: &dyn Fn(Vertex, Player) -> Rational| {
        minimax(labels, |mover, player| mover == player, worth)
    };
    // The dice on a player's hexes, read off the notation.
    let dice_of = |labels: &dyn Pictures, end: Vertex, player: Player| -> u32 {
        let text = labels.position_text(end);
        let hexes = text.split(' ').next().expect("a board").replace('/', "");
        hexes
            .as_bytes()
            .chunks(2)
            .filter(|hex| char::from(hex[0]) == player.letter())
            .map(|hex| u32::from(hex[1] - b'0'))
            .sum()
    };
    let won = |won: bool| if won { one() } else { zero() };
    type Worth<'a> = &'a dyn Fn(&dyn Pictures, Vertex, Player) -> Rational;
    let causes: [(&str, Worth<'_>); 5] = [
        (
            "ties-for-first",
            &|labels, end, player| match payoff(labels.graph(), end, player) {
                share if share == half() => won(player.0 == 0),
                payoff => payoff,
            },
        ),
        ("ties-whole", &|labels, end, player| {
            won(payoff(labels.graph(), end, player) > zero())
        }),
        ("ties-nothing", &|labels, end, player| {
            won(payoff(labels.graph(), end, player) == one())
        }),
        ("passer-wins", &|labels, end, player| {
            won(mover_of(labels, end) != player)
        }),
        ("dice-counted", &|labels, end, player| {
            let [own, other] =
                [player, Player(1 - player.0)].map(|player| dice_of(labels, end, player));
            match own.cmp(&other) {
                std::cmp::Ordering::Greater => one(),
                std::cmp::Ordering::Equal => half(),
                std::cmp::Ordering::Less => zero(),
            }
        }),
    ];
    for (cause, worth) in causes {
        let wrong =
            |labels: &dyn Pictures| with_worth(labels, &|end, player| worth(labels, end, player));
        // Who has won is left out, so that only the ratings tell.
        let (setup, text) = wrong_ratings(wrong, Told::AsDecimals);
        let text: String = text
            .lines()
            .map(|line| match line.split_once(",\"winners\"") {
                Some((before, _)) => format!("{before}}}\n"),
                None => format!("{line}\n"),
            })
            .collect();
        is_found(&setup, &text, DisagreementKind::Rating, cause);
    }
}
