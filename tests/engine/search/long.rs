//! Deep lines pass through a search on a small stack.

use std::sync::Arc;

use doomtree::game::{Game, Kind, Player, half, one, zero};
use doomtree::games::scripted::{ScriptWriter, Scripted};
use doomtree::search::{AlphaBetaSearch, SearchNumber, SearchOptions};

use support::on_a_small_stack;

use super::options;

const PLIES: u32 = 200_000;

fn rating(script: &str, options: SearchOptions) -> (Option<SearchNumber>, usize) {
    let game = Arc::new(Scripted::new(script).expect("a good script"));
    let start = game.start();
    assert!(matches!(game.kind(&start), Kind::Decision(_)));
    let mut search = AlphaBetaSearch::new(game, start, options);
    while !search.step(100_000).done {}
    (
        search.answer().root[0].rating,
        search.progress().longest_line,
    )
}

#[test]
fn a_line_of_two_hundred_thousand_plies_is_searched_to_its_end() {
    on_a_small_stack(|| {
        let mut writer = ScriptWriter::new(&["a".to_owned(), "b".to_owned()]);
        for ply in 0..PLIES {
            let mover = Kind::Decision(Player((ply % 2) as u8));
            writer.node(&format!("n{ply}"), mover, &[]);
            writer.branch("on", None, &format!("n{}", ply + 1));
        }
        writer.node(&format!("n{PLIES}"), Kind::End, &[one(), zero()]);
        let found = rating(&writer.finish(), options());
        assert_eq!(found, (Some(SearchNumber::Exact(one())), PLIES as usize));
    });
}

#[test]
fn two_hundred_thousand_plies_round_a_cycle_are_searched_to_the_limit() {
    on_a_small_stack(|| {
        let limited = SearchOptions {
            max_plies: Some(PLIES),
            ..options()
        };
        let found = rating("n a: on -> n", limited);
        assert_eq!(found, (Some(SearchNumber::Exact(half())), PLIES as usize));
    });
}
