//! What each preset and each value of a switch does, in one sentence, and from which program it
//! comes.

/// What a value of a choice does; empty for a name that is none.
pub fn about(choice: &str, value: &str) -> &'static str {
    let table = ABOUT.iter();
    let mut found = table.filter(|(of, name, _)| *of == choice && *name == value);
    found.next().map_or("", |(_, _, words)| words)
}

const ABOUT: &[(&str, &str, &str)] = &[
    (
        "rules",
        "land-of-lisp",
        "Land of Lisp, chapter 15: more dice always win, and a pass brings the dice captured in \
         this turn, less one",
    ),
    (
        "rules",
        "haskell",
        "The Haskell port, as its code runs: a pass brings only the dice of the last capture, less \
         one",
    ),
    (
        "rules",
        "realm-of-racket",
        "Realm of Racket: rows are offset, and passes draw from one pool of dice that is never \
         refilled",
    ),
    (
        "rules",
        "land-of-lisp-v4",
        "Land of Lisp, fourth version: four players, dice decide attacks, and a pass brings a die \
         for each hex of the largest group",
    ),
    (
        "geometry",
        "parallelogram",
        "Each row lies half a hex to the left of the one above it, as in Land of Lisp",
    ),
    (
        "geometry",
        "offset-rows",
        "Every other row lies half a hex to the right, as in Realm of Racket",
    ),
    (
        "combat",
        "stronger-wins",
        "Who has more dice wins, always; an attack on as many or more is not allowed",
    ),
    (
        "combat",
        "dice-roll",
        "Both sides roll all their dice, and the attacker needs the greater sum; a failed attack \
         costs the attacker all dice but one",
    ),
    (
        "odds",
        "book-table",
        "The table printed in Land of Lisp: the true odds rounded to hundredths, so that 1.00 \
         stands for 2,585 of 2,592",
    ),
    (
        "odds",
        "exact",
        "The true probability, from counting every throw of the dice",
    ),
    (
        "reinforcement",
        "captured-minus-one",
        "A pass brings the dice captured in this turn, less one, as in Land of Lisp",
    ),
    (
        "reinforcement",
        "last-capture-minus-one",
        "A pass brings the dice of the turn's last capture, less one, as the Haskell port's code \
         does",
    ),
    (
        "reinforcement",
        "pool",
        "A pass brings dice from a pool that all share, as in Realm of Racket; captured dice are \
         lost, and each pass turns the board order round",
    ),
    (
        "reinforcement",
        "largest-cluster",
        "A pass brings a die for each hex of the passer's largest connected group, as in the \
         fourth version of Land of Lisp",
    ),
    (
        "pass_listed",
        "first",
        "The pass is the first of the moves, as in Land of Lisp and Realm of Racket",
    ),
    (
        "pass_listed",
        "last",
        "The pass is the last of the moves, as in the Haskell port",
    ),
];

#[cfg(test)]
mod tests {
    use super::super::setup::form;
    use super::*;
    use crate::games::Setup;

    #[test]
    fn every_value_that_can_be_chosen_is_explained_and_nothing_else_is() {
        let mut v4 = Setup {
            game: super::super::NAME.to_owned(),
            position: "b2b2/a2b1 a".to_owned(),
            ..Setup::default()
        };
        v4.switches.preset = Some("land-of-lisp-v4".to_owned());
        let form = form(&v4).expect("a form");
        let offered: Vec<_> = form
            .choices
            .iter()
            .flat_map(|choice| choice.offers.iter().map(|offer| (choice.name, offer.name)))
            .collect();
        for (choice, value) in &offered {
            assert!(!about(choice, value).is_empty(), "{choice} {value}");
        }
        for (choice, value, words) in ABOUT {
            assert!(offered.contains(&(choice, value)), "{choice} {value}");
            assert!(
                !words.ends_with('.') && words.chars().count() < 150,
                "{words}"
            );
        }
        assert_eq!(about("rules", "nonsense"), "");
    }
}
