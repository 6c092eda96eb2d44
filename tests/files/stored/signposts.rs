//! Bookmarks and tours in tree files: what is written comes back, and what is wrong is told at its place.

use doomtree::save::{
    Bookmark, BookmarksAndTours, Layer, Members, Tour, TourRecording, TourStep, TourView,
};
use doomtree::search::Method;
use doomtree::tree::Limits;
use proptest::prelude::*;

use super::helpers::*;
use super::schema::{TREE, validator, value};

fn members(json: &str) -> Members {
    Members::of_object(json).expect("an object")
}

/// One of everything, with members of a later version.
fn everything() -> BookmarksAndTours {
    let bookmark = |line: &str, name: &str| Bookmark {
        line: line.to_owned(),
        name: name.to_owned(),
    };
    let step = |line: &str, text: &str| TourStep {
        line: line.to_owned(),
        text: text.to_owned(),
        ..TourStep::default()
    };
    BookmarksAndTours {
        bookmarks: vec![
            bookmark("2>3 pass", "b's choice"),
            bookmark("", ""),
            bookmark("3>2 gone", "not in this tree"),
        ],
        tours: vec![
            Tour {
                title: "A \"tour\"\n<b>".to_owned(),
                steps: vec![
                    step("", "# Head\n\nwith [a link](line:2>3 pass)"),
                    TourStep {
                        hidden: true,
                        recording: Some(TourRecording {
                            method: Method::AlphaBeta,
                            player: Some("b".to_owned()),
                            plies: Some(3),
                            step: 12,
                        }),
                        members: members(r#"{"seconds":30}"#),
                        ..step("2>3", "")
                    },
                    TourStep {
                        view: TourView::Map,
                        ..step("2>3", "the map")
                    },
                    TourStep {
                        view: TourView::Positions,
                        ..step("2>3 pass", "the positions")
                    },
                ],
                members: members(r#"{"by":["a","b"]}"#),
            },
            Tour::default(),
        ],
    }
}

fn layer(signposts: BookmarksAndTours) -> Layer {
    Layer {
        signposts,
        ..Layer::default()
    }
}

#[test]
fn bookmarks_and_tours_come_back_byte_for_byte() {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    for to in [Some(1), None] {
        let unfolding = unfolded(&rated, to, 100);
        let layer = layer(everything());
        let bytes = tree(&rated, &unfolding, &layer);
        let text = comes_back(&bytes);
        assert_eq!(load(&bytes).layer.signposts, everything());
        assert!(text.contains(
            "\"bookmarks\":{\"2>3 pass\":\"b's choice\",\"\":\"\",\"3>2 gone\":\"not in this tree\"}"
        ));
        assert!(text.contains(
            "{\"line\":\"2>3\",\"text\":\"\",\"ratings\":\"hidden\",\"algorithm\":\"plain-alpha-beta\",\
             \"player\":\"b\",\"plies\":3,\"step\":12,\"seconds\":30},\n            \
             {\"line\":\"2>3\",\"text\":\"the map\",\"view\":\"map\"},\n            \
             {\"line\":\"2>3 pass\",\"text\":\"the positions\",\"view\":\"positions\"}],\
             \"by\":[\"a\",\"b\"]}"
        ));
    }
    comes_back(&positions(&rated, &layer(everything())));
}

#[test]
fn the_schema_takes_them_and_refuses_what_they_are_not() {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let unfolding = unfolded(&rated, None, 100);
    let file = value(&tree(&rated, &unfolding, &layer(everything())));
    let schema = validator(TREE);
    assert!(schema.is_valid(&file));
    for (place, bad) in [
        ("/graph/bookmarks", serde_json::json!([])),
        ("/graph/bookmarks", serde_json::json!({"2>3": 1})),
        ("/graph/tours", serde_json::json!({})),
        ("/graph/tours/0/title", serde_json::json!(null)),
        ("/graph/tours/0/steps/0/line", serde_json::json!(1)),
        ("/graph/tours/0/steps/1/ratings", serde_json::json!("shown")),
        (
            "/graph/tours/0/steps/1/algorithm",
            serde_json::json!("guess"),
        ),
        ("/graph/tours/0/steps/1/step", serde_json::json!(0)),
    ] {
        let mut broken = file.clone();
        *broken.pointer_mut(place).expect(place) = bad;
        assert!(!schema.is_valid(&broken), "{place}");
    }
    let mut broken = file;
    let step = broken
        .pointer_mut("/graph/tours/0/steps/1")
        .expect("a step");
    step.as_object_mut().expect("an object").remove("algorithm");
    assert!(
        !schema.is_valid(&broken),
        "a step of a recording without one"
    );
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let text = String::from_utf8(whole_tree(&rated)).expect("text");
    let with = |members: &str| {
        let counts = "\"counts\":{\"nodes\":13,\"edges\":12}";
        text.replace(counts, &format!("{counts},\n{members}"))
    };
    let step = |members: &str| {
        format!(
            "\"tours\":[{{\"title\":\"t\",\"steps\":[\n{{\"line\":\"\",\"text\":\"\",{members}}}]}}]"
        )
    };
    for (broken, place, what) in [
        (
            "\"bookmarks\":7".to_owned(),
            (5, 13),
            "this must be an object",
        ),
        (
            "\"bookmarks\":[1]".to_owned(),
            (5, 14),
            "a bookmark must be a line, not '1'",
        ),
        (
            "\"bookmarks\":{\"2>3\":7}".to_owned(),
            (5, 20),
            "the name of a bookmark must be a text",
        ),
        (
            "\"bookmarks\":{\"a\":\"\",\"\\u0061\":\"\"}".to_owned(),
            (5, 30),
            "is given twice",
        ),
        (
            "\"tours\":{}".to_owned(),
            (5, 9),
            "'tours' must be a list of tours",
        ),
        (
            "\"tours\":[{}]".to_owned(),
            (5, 10),
            "a tour has no 'title'",
        ),
        (
            "\"tours\":[{\"title\":\"t\"}]".to_owned(),
            (5, 10),
            "a tour has no 'steps'",
        ),
        (
            "\"tours\":[{\"title\":\"t\",\"steps\":[{}]}]".to_owned(),
            (5, 32),
            "a step of a tour has no 'line'",
        ),
        (step("\"line\":\"\""), (6, 29), "is given twice"),
        (
            step("\"ratings\":\"shown\""),
            (6, 32),
            "'ratings' must be \"hidden\", or left out",
        ),
        (
            step("\"algorithm\":\"guess\""),
            (6, 34),
            "'algorithm' must be the name of an algorithm",
        ),
        (
            step("\"step\":3"),
            (6, 29),
            "'step' isn't allowed here, since no 'algorithm' is named",
        ),
        (
            step("\"algorithm\":\"star1\",\"step\":0"),
            (6, 49),
            "'step' must be a whole number from 1",
        ),
        (
            step("\"algorithm\":\"star1\",\"plies\":-1"),
            (6, 50),
            "'plies' must be a whole number",
        ),
    ] {
        let error = read(with(&broken).as_bytes()).err().expect(&broken);
        let told = error.to_string();
        assert!(told.contains(what), "{broken}: {told}");
        let (line, column) = place;
        let place = format!("line {line}, column {column}");
        assert!(told.contains(&place), "{broken}: {told}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_of_a_tour_comes_back(
        texts in proptest::collection::vec(any::<String>(), 1..6),
        hidden in any::<bool>(),
        step in 1_u64..,
    ) {
        let rated = rated(&dice("a2b1 a"), Limits::default());
        let unfolding = unfolded(&rated, None, 100);
        let steps = texts.iter().map(|text| TourStep {
            line: text.chars().rev().collect(),
            text: text.clone(),
            hidden,
            recording: Some(TourRecording { method: Method::Table, player: Some(text.clone()), plies: None, step }),
            view: TourView::default(),
            members: Members::default(),
        });
        let mut bookmarks: Vec<Bookmark> = Vec::new();
        for text in &texts {
            if !bookmarks.iter().any(|bookmark| bookmark.line == *text) {
                bookmarks.push(Bookmark { line: text.clone(), name: text.to_uppercase() });
            }
        }
        let tours = vec![Tour { title: texts[0].clone(), steps: steps.collect(), members: Members::default() }];
        let signposts = BookmarksAndTours { bookmarks, tours };
        let bytes = tree(&rated, &unfolding, &layer(signposts.clone()));
        comes_back(&bytes);
        prop_assert_eq!(load(&bytes).layer.signposts, signposts);
    }
}
