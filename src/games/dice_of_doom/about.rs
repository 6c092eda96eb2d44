//! Descriptions of each preset and each value of a setting, in one sentence, with the program that
//! it comes from.

/// The description of a value; empty for an unknown one.
pub fn about(choice: &str, value: &str) -> &'static str {
    let table = ABOUT.iter();
    let mut found = table.filter(|(of, name, _)| *of == choice && *name == value);
    found.next().map_or("", |(_, _, words)| words)
}

const ABOUT: &[(&str, &str, &str)] = &[
    (
        "rules",
        "land-of-lisp",
        "Land of Lisp, chapter 15: more dice win; a pass adds the dice captured this turn minus 1",
    ),
    (
        "rules",
        "haskell",
        "Haskell port, as coded: a pass adds only the last capture minus 1",
    ),
    (
        "rules",
        "realm-of-racket",
        "Realm of Racket: offset rows; passes share one pool that is never refilled",
    ),
    (
        "rules",
        "land-of-lisp-v4",
        "Land of Lisp v4: four players, dice rolls; a pass adds 1 die per hex of the largest group",
    ),
    (
        "geometry",
        "parallelogram",
        "Each row is shifted half a hex to the left of the one above, as in Land of Lisp",
    ),
    (
        "geometry",
        "offset-rows",
        "Every other row is shifted half a hex to the right, as in Realm of Racket",
    ),
    (
        "combat",
        "stronger-wins",
        "More dice always win. Attacks on equal or stronger hexes aren't allowed.",
    ),
    (
        "combat",
        "dice-roll",
        "Both sides roll all their dice. The attacker wins with the higher total; a failed \
         attack leaves it 1 die.",
    ),
    (
        "odds",
        "book-table",
        "The table in Land of Lisp: probabilities rounded to hundredths (2,585/2,592 becomes 1.00)",
    ),
    (
        "odds",
        "exact",
        "Exact probabilities, counted over all dice rolls",
    ),
    (
        "reinforcement",
        "captured-minus-one",
        "A pass adds the dice captured this turn minus 1, as in Land of Lisp",
    ),
    (
        "reinforcement",
        "last-capture-minus-one",
        "A pass adds the dice of the turn's last capture minus 1, as in the Haskell port",
    ),
    (
        "reinforcement",
        "pool",
        "A pass takes dice from a shared pool, as in Realm of Racket; captured dice are lost, and \
         each pass reverses the board order",
    ),
    (
        "reinforcement",
        "largest-cluster",
        "A pass adds 1 die for each hex of the passer's largest connected group, as in Land of Lisp \
         v4",
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
                words.ends_with('.') == words.contains(". ") && words.chars().count() < 150,
                "{words}"
            );
        }
        assert_eq!(about("rules", "nonsense"), "");
    }
}
