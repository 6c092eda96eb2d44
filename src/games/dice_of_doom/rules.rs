//! The rules of Dice of Doom as data: one setting for every difference between its programs; and
//! the probabilities of successful attacks with dice.

use super::notation::Hex;
use crate::game::{OpenError, Rational, RulesText, Switch, SwitchValue, quoted, ratio, use_one_of};
use crate::games::Switches;

/// The geometry: which hexes are neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// Each row half a hex to the left of the one above it (*Land of Lisp*).
    Parallelogram,
    /// Even rows half a hex to the right (*Realm of Racket*).
    OffsetRows,
}

/// How an attack is decided: the larger number of dice, or a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combat {
    /// More dice win, always.
    StrongerWins,
    /// Both sides roll; the attacker needs the greater sum.
    DiceRoll,
}

/// The odds of an attack, where dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsSource {
    /// The two-decimal table of *Land of Lisp*'s fourth version.
    BookTable,
    /// The true probabilities.
    Exact,
}

/// The number of dice that a pass brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reinforcement {
    /// The dice captured in this turn, minus 1 (*Land of Lisp*).
    CapturedMinusOne,
    /// The dice captured by the turn's last successful attack, minus 1 (the Haskell port's code).
    LastCaptureMinusOne,
    /// The dice left in a pool that all players share (*Realm of Racket*).
    Pool,
    /// The size of the largest connected group (*Land of Lisp*'s fourth version).
    LargestCluster,
}

/// The place of the pass among the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassListed {
    /// Before the attacks.
    First,
    /// After the attacks.
    Last,
}

/// Maximum number of players.
pub(super) const MAX_PLAYERS: u8 = 6;

/// A complete rule set. Two rule sets are two values, never two pieces of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which hexes are neighbors.
    pub geometry: Geometry,
    /// The number of players: 2 to 6.
    pub players: u8,
    /// Maximum number of dice on one hex: 1 to 9.
    pub max_dice: u8,
    /// How an attack is decided.
    pub combat: Combat,
    /// The odds, used only if dice are rolled.
    pub odds: OddsSource,
    /// The number of dice that a pass brings.
    pub reinforcement: Reinforcement,
    /// The pool's size at the start, 0 to 999; used only with [`Reinforcement::Pool`].
    pub pool: u16,
    /// The place of the pass among the moves.
    pub pass_listed: PassListed,
}

/// The values of a setting with their names in files and on the command line.
pub(super) trait NamedValue: Copy + PartialEq + 'static {
    const SWITCH: &'static str;
    const VALUES: &'static [(Self, &'static str)];

    fn name(self) -> &'static str {
        Self::VALUES
            .iter()
            .find(|(value, _)| *value == self)
            .map_or("", |(_, name)| name)
    }

    /// The value with this name, which was validated before.
    fn named(text: Option<&String>, otherwise: Self) -> Self {
        let found = Self::VALUES
            .iter()
            .find(|(_, name)| text.is_some_and(|text| text == name));
        found.map_or(otherwise, |(value, _)| *value)
    }
}

/// The names of all values.
const fn names<V: NamedValue, const N: usize>() -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = V::VALUES[index].1;
        index += 1;
    }
    names
}

impl NamedValue for Geometry {
    const SWITCH: &'static str = "geometry";
    const VALUES: &'static [(Self, &'static str)] = &[
        (Self::Parallelogram, "parallelogram"),
        (Self::OffsetRows, "offset-rows"),
    ];
}

impl NamedValue for Combat {
    const SWITCH: &'static str = "combat";
    const VALUES: &'static [(Self, &'static str)] = &[
        (Self::StrongerWins, "stronger-wins"),
        (Self::DiceRoll, "dice-roll"),
    ];
}

impl NamedValue for OddsSource {
    const SWITCH: &'static str = "odds";
    const VALUES: &'static [(Self, &'static str)] =
        &[(Self::BookTable, "book-table"), (Self::Exact, "exact")];
}

impl NamedValue for Reinforcement {
    const SWITCH: &'static str = "reinforcement";
    const VALUES: &'static [(Self, &'static str)] = &[
        (Self::CapturedMinusOne, "captured-minus-one"),
        (Self::LastCaptureMinusOne, "last-capture-minus-one"),
        (Self::Pool, "pool"),
        (Self::LargestCluster, "largest-cluster"),
    ];
}

impl NamedValue for PassListed {
    const SWITCH: &'static str = "pass_listed";
    const VALUES: &'static [(Self, &'static str)] = &[(Self::First, "first"), (Self::Last, "last")];
}

const GEOMETRIES: &[&str] = &names::<Geometry, 2>();
const COMBATS: &[&str] = &names::<Combat, 2>();
const ODDS: &[&str] = &names::<OddsSource, 2>();
const REINFORCEMENTS: &[&str] = &names::<Reinforcement, 4>();
const PLACES: &[&str] = &names::<PassListed, 2>();

/// The settings of this game, in the order files list them.
pub const SWITCHES: &[Switch] = &[
    Switch::among(Geometry::SWITCH, "Board geometry", GEOMETRIES),
    Switch::within("players", "Number of players", 2..=MAX_PLAYERS as u64),
    Switch::within("max_dice", "Maximum dice per hex", 1..=9),
    Switch::among(Combat::SWITCH, "How attacks are resolved", COMBATS),
    Switch::among(OddsSource::SWITCH, "Probabilities for dice-roll", ODDS)
        .only_with(Combat::SWITCH, "dice-roll"),
    Switch::among(
        Reinforcement::SWITCH,
        "Dice added by a pass",
        REINFORCEMENTS,
    ),
    Switch::within("pool", "Pool size for 'pool'", 0..=999)
        .only_with(Reinforcement::SWITCH, "pool"),
    Switch::among(
        PassListed::SWITCH,
        "Position of pass in the move list",
        PLACES,
    ),
];

impl Rules {
    /// The rules of *Land of Lisp*, chapter 15.
    pub const LAND_OF_LISP: Self = Self {
        geometry: Geometry::Parallelogram,
        players: 2,
        max_dice: 3,
        combat: Combat::StrongerWins,
        odds: OddsSource::BookTable,
        reinforcement: Reinforcement::CapturedMinusOne,
        pool: 10,
        pass_listed: PassListed::First,
    };

    /// Every preset with its name.
    pub const PRESETS: [(&'static str, Self); 4] = [
        ("land-of-lisp", Self::LAND_OF_LISP),
        (
            "haskell",
            Self {
                reinforcement: Reinforcement::LastCaptureMinusOne,
                pass_listed: PassListed::Last,
                ..Self::LAND_OF_LISP
            },
        ),
        (
            "realm-of-racket",
            Self {
                geometry: Geometry::OffsetRows,
                reinforcement: Reinforcement::Pool,
                ..Self::LAND_OF_LISP
            },
        ),
        (
            "land-of-lisp-v4",
            Self {
                players: 4,
                max_dice: 5,
                combat: Combat::DiceRoll,
                reinforcement: Reinforcement::LargestCluster,
                ..Self::LAND_OF_LISP
            },
        ),
    ];

    /// The rules of a preset's name and single settings over it.
    ///
    /// # Errors
    /// A setting that this game doesn't have, an invalid value, or a setting that has no effect
    /// beside the others.
    pub fn from_switches(switches: &Switches) -> Result<Self, OpenError> {
        let mut others = switches.clone();
        let preset = others.preset.take();
        others.allow("Dice of Doom", SWITCHES)?;
        let base = preset
            .as_deref()
            .map_or(Ok(Self::LAND_OF_LISP), Self::preset)?;
        others.check(SWITCHES)?;
        let rules = Self {
            geometry: NamedValue::named(others.geometry.as_ref(), base.geometry),
            players: others.players.map_or(base.players, |players| players as u8),
            max_dice: others.max_dice.map_or(base.max_dice, |dice| dice as u8),
            combat: NamedValue::named(others.combat.as_ref(), base.combat),
            odds: NamedValue::named(others.odds.as_ref(), base.odds),
            reinforcement: NamedValue::named(others.reinforcement.as_ref(), base.reinforcement),
            pool: others.pool.map_or(base.pool, |pool| pool as u16),
            pass_listed: NamedValue::named(others.pass_listed.as_ref(), base.pass_listed),
        };
        others.check_meant(SWITCHES, &rules.switches())?;
        Ok(rules)
    }

    fn preset(name: &str) -> Result<Self, OpenError> {
        Self::PRESETS
            .iter()
            .find(|(preset, _)| *preset == name)
            .map(|(_, rules)| *rules)
            .ok_or_else(|| {
                OpenError::rules(
                    format!("there are no rules called {}", quoted(name)),
                    use_one_of(name, &Self::PRESETS.map(|(name, _)| name)),
                )
            })
    }

    /// Whether an attack of one hex on another is legal, if they are neighbors and the first is
    /// the mover's.
    pub fn can_attack(&self, from: Hex, to: Hex) -> bool {
        let strong = match self.combat {
            Combat::StrongerWins => from.dice > to.dice,
            Combat::DiceRoll => from.dice >= 2,
        };
        strong && from.owner != to.owner
    }

    /// Whether the dice that were captured in a turn are part of a position.
    pub fn counts_captured(&self) -> bool {
        matches!(
            self.reinforcement,
            Reinforcement::CapturedMinusOne | Reinforcement::LastCaptureMinusOne
        )
    }

    /// Whether all players share a pool, and its order of the board.
    pub fn has_pool(&self) -> bool {
        self.reinforcement == Reinforcement::Pool
    }

    /// The rules as files store them: a preset's name if every setting equals it.
    pub fn to_text(self) -> RulesText {
        let switches = self.switches();
        let is_this = |(_, preset): &&(_, Self)| preset.switches() == switches;
        match Self::PRESETS.iter().find(is_this) {
            Some((name, _)) => RulesText::Preset(name),
            None => RulesText::Switches(switches),
        }
    }

    /// Every setting that has an effect, in the order files list them.
    pub fn switches(self) -> Vec<(&'static str, SwitchValue)> {
        let text = |name: &str| SwitchValue::Text(name.to_owned());
        let mut switches = vec![
            (Geometry::SWITCH, text(self.geometry.name())),
            ("players", SwitchValue::Number(u64::from(self.players))),
            ("max_dice", SwitchValue::Number(u64::from(self.max_dice))),
            (Combat::SWITCH, text(self.combat.name())),
        ];
        if self.combat == Combat::DiceRoll {
            switches.push((OddsSource::SWITCH, text(self.odds.name())));
        }
        switches.push((Reinforcement::SWITCH, text(self.reinforcement.name())));
        if self.reinforcement == Reinforcement::Pool {
            switches.push(("pool", SwitchValue::Number(u64::from(self.pool))));
        }
        switches.push((PassListed::SWITCH, text(self.pass_listed.name())));
        switches
    }
}

/// Maximum number of dice on one side.
const MAX: usize = 9;

/// The two-decimal table of *Land of Lisp*'s fourth version, in hundredths: rows by the defender's
/// dice from 1 on, columns by the attacker's from 2 on.
const BOOK_TABLE: [[i128; 4]; 5] = [
    [84, 97, 100, 100],
    [44, 78, 94, 99],
    [15, 45, 74, 91],
    [4, 19, 46, 72],
    [1, 6, 22, 46],
];

/// The probability that m dice beat n dice, for 1 to 9 dice each.
#[derive(Clone, Debug)]
pub struct OddsTable {
    wins: Vec<Rational>,
}

impl OddsTable {
    /// The odds under a setting; the book's table gives the exact ones where it ends.
    pub fn new(odds: OddsSource) -> Self {
        let sums: Vec<Vec<i128>> = (1..=MAX).map(sums).collect();
        let mut wins = Vec::with_capacity(MAX * MAX);
        for attacker in 1..=MAX {
            for defender in 1..=MAX {
                let of_book = BOOK_TABLE
                    .get(defender - 1)
                    .and_then(|row| row.get(attacker.checked_sub(2)?));
                wins.push(match (odds, of_book) {
                    (OddsSource::BookTable, Some(hundredths)) => ratio(*hundredths, 100),
                    _ => beats(&sums[attacker - 1], &sums[defender - 1]),
                });
            }
        }
        Self { wins }
    }

    /// The probability that the sum of the attacker's dice is greater than the defender's.
    pub fn wins(&self, attacker: u8, defender: u8) -> Rational {
        let index_of = |dice: u8| usize::from(dice.clamp(1, MAX as u8)) - 1;
        self.wins[index_of(attacker) * MAX + index_of(defender)]
    }
}

/// The number of ways this many six-sided dice show each sum, from 0 up.
fn sums(dice: usize) -> Vec<i128> {
    let mut ways = vec![1];
    for _ in 0..dice {
        let mut after = vec![0; ways.len() + 6];
        for (sum, count) in ways.iter().enumerate() {
            for face in 1..=6 {
                after[sum + face] += count;
            }
        }
        ways = after;
    }
    ways
}

fn beats(attacker: &[i128], defender: &[i128]) -> Rational {
    let mut ways = 0;
    let mut below = 0;
    for (sum, count) in attacker.iter().enumerate() {
        ways += count * below;
        below += defender.get(sum).copied().unwrap_or(0);
    }
    let all = attacker.iter().sum::<i128>() * defender.iter().sum::<i128>();
    ratio(ways, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::to_f64;

    fn switches(edit: impl FnOnce(&mut Switches)) -> Switches {
        let mut switches = Switches::default();
        edit(&mut switches);
        switches
    }

    #[test]
    fn rules_that_equal_a_preset_are_stored_by_its_name() {
        for (name, rules) in Rules::PRESETS {
            assert_eq!(rules.to_text(), RulesText::Preset(name));
        }
    }

    #[test]
    fn other_rules_are_stored_switch_by_switch_where_they_apply() {
        let rules = Rules {
            max_dice: 4,
            pool: 7,
            ..Rules::LAND_OF_LISP
        };
        let RulesText::Switches(switches) = rules.to_text() else {
            panic!("no preset has four dice");
        };
        let names: Vec<_> = switches.iter().map(|(name, _)| *name).collect();
        assert_eq!(
            names,
            [
                "geometry",
                "players",
                "max_dice",
                "combat",
                "reinforcement",
                "pass_listed"
            ]
        );
    }

    #[test]
    fn every_preset_and_every_mix_of_its_switches_can_be_played() {
        for (name, rules) in Rules::PRESETS {
            let read = Rules::from_switches(&switches(|s| s.preset = Some(name.into())));
            assert_eq!(read, Ok(rules));
            for (reinforcement, _) in Reinforcement::VALUES {
                for (combat, _) in Combat::VALUES {
                    let mixed = Rules {
                        reinforcement: *reinforcement,
                        combat: *combat,
                        ..rules
                    };
                    let stored = Switches::of_rules(&mixed.to_text());
                    let read = Rules::from_switches(&stored).expect("a good mix");
                    assert_eq!(read.to_text(), mixed.to_text());
                }
            }
        }
    }

    #[test]
    fn a_switch_out_of_its_range_is_refused_with_the_range() {
        let error = Rules::from_switches(&switches(|s| s.max_dice = Some(10)))
            .expect_err("ten dice don't exist");
        assert_eq!(
            error.to_string(),
            "invalid value 10 for 'max_dice': use 1 to 9"
        );
    }

    #[test]
    fn a_switch_that_means_nothing_here_is_refused() {
        for edit in [
            (|s: &mut Switches| s.pool = Some(3)) as fn(&mut Switches),
            |s| s.odds = Some("exact".into()),
            |s| s.width = Some(3),
        ] {
            assert!(Rules::from_switches(&switches(edit)).is_err());
        }
    }

    #[test]
    fn exact_odds_are_those_of_counting_every_throw() {
        fn throws(dice: u8) -> Vec<u32> {
            (0..dice).fold(vec![0], |sums, _| {
                sums.iter()
                    .flat_map(|sum| (1..=6).map(move |face| sum + face))
                    .collect()
            })
        }
        let table = OddsTable::new(OddsSource::Exact);
        for attacker in 1..=4 {
            for defender in 1..=4 {
                let (ours, theirs) = (throws(attacker), throws(defender));
                let won: usize = ours
                    .iter()
                    .map(|own| theirs.iter().filter(|other| own > other).count())
                    .sum();
                let expected = ratio(won as i128, (ours.len() * theirs.len()) as i128);
                assert_eq!(table.wins(attacker, defender), expected);
            }
        }
        assert_eq!(table.wins(4, 1), ratio(2585, 2592));
    }

    #[test]
    fn the_books_table_is_the_exact_one_rounded_to_hundredths_and_ends_where_the_book_ends() {
        let (book, exact) = (
            OddsTable::new(OddsSource::BookTable),
            OddsTable::new(OddsSource::Exact),
        );
        for attacker in 2..=9 {
            for defender in 1..=9 {
                let (table, true_odds) = (
                    book.wins(attacker, defender),
                    exact.wins(attacker, defender),
                );
                if attacker <= 5 && defender <= 5 {
                    assert!((to_f64(&table) - to_f64(&true_odds)).abs() <= 0.005_000_1);
                } else {
                    assert_eq!(table, true_odds);
                }
            }
        }
        assert_eq!(book.wins(2, 1), ratio(21, 25));
        assert_eq!(book.wins(5, 1), ratio(1, 1));
    }
}
