//! A program of somebody's own: the book's game written down once more, with one fault or none, as
//! `examples/check/rate.py` has it. It answers questions line by line, and remembers what it rated.

use std::collections::HashMap;

use doomtree::game::{Rational, half, one, ratio, zero};

const MOST: u8 = 3;

/// A fault; `None` is a right program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    // Ratings.
    AlwaysMax,
    AlwaysMin,
    Swapped,
    TieForB,
    TieForA,
    MaxMinByPly,
    SignEveryPly,
    Averaged,
    LastUnlessWon,
    Depth(u8),
    TableWithoutCaptured,
    TableWithoutMover,
    BoundsAsExact,
    HardBoundsAsExact,
    // Rules.
    MirroredNeighbours,
    LastCapture,
    SupplyUnlimited,
    AllOnFirst,
    ColumnByColumn,
    RowsForColumns,
    SurplusCounted,
    LeftWraps,
    NeighbourMissing,
    NeighbourDoubled,
    AnySource,
    OnlyTwoMoves,
    FirstHexGetsNothing,
}

/// How a right program may write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// No captured dice in positions after moves.
    pub bare: bool,
    /// Upper case.
    pub upper: bool,
    /// The scale: the least and the greatest rating; or none.
    pub scale: Option<(i64, i64)>,
    /// One number, the mover's.
    pub alone: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    hexes: Vec<(char, u8)>,
    columns: usize,
    mover: char,
    captured: Option<u16>,
}

fn read(text: &str) -> Place {
    let mut words = text.split(' ');
    let rows: Vec<&str> = words.next().expect("a board").split('/').collect();
    let hexes = rows.concat();
    let hexes: Vec<(char, u8)> = hexes
        .as_bytes()
        .chunks(2)
        .map(|hex| (char::from(hex[0]), hex[1] - b'0'))
        .collect();
    Place {
        columns: hexes.len() / rows.len(),
        hexes,
        mover: words.next().expect("a mover").chars().next().expect("one"),
        captured: words.next().map(|more| more[1..].parse().expect("dice")),
    }
}

fn write(place: &Place) -> String {
    let hexes: Vec<String> = place
        .hexes
        .iter()
        .map(|(owner, dice)| format!("{owner}{dice}"))
        .collect();
    let rows: Vec<String> = hexes
        .chunks(place.columns)
        .map(|row| row.concat())
        .collect();
    let captured = place.captured.map(|dice| format!(" +{dice}"));
    format!(
        "{} {}{}",
        rows.join("/"),
        place.mover,
        captured.unwrap_or_default()
    )
}

fn other(player: char) -> char {
    if player == 'a' { 'b' } else { 'a' }
}

/// The program.
pub struct Program {
    fault: Fault,
    style: Style,
    kept: HashMap<String, Rational>,
}

impl Program {
    pub fn new(fault: Fault, style: Style) -> Self {
        Self {
            fault,
            style,
            kept: HashMap::new(),
        }
    }

    fn neighbours(&self, place: &Place, hex: usize) -> Vec<usize> {
        let rows = place.hexes.len() / place.columns;
        let width = match self.fault {
            Fault::RowsForColumns => rows,
            _ => place.columns,
        } as isize;
        let at = hex as isize;
        let mut around = vec![at - width, at + width];
        let left = at % width > 0 || self.fault == Fault::LeftWraps;
        let right = at % width < width - 1;
        match self.fault {
            Fault::MirroredNeighbours => {
                if left {
                    around.extend([at + width - 1, at - 1]);
                }
                if right {
                    around.extend([at + 1, at - width + 1]);
                }
            }
            _ => {
                if left {
                    around.extend([at - width - 1, at - 1]);
                }
                if right && self.fault == Fault::NeighbourMissing {
                    around.push(at + width + 1);
                } else if right {
                    around.extend([at + 1, at + width + 1]);
                }
            }
        }
        if self.fault == Fault::NeighbourDoubled && right {
            around.push(at + 1);
        }
        let count = place.hexes.len() as isize;
        around.retain(|other| (0..count).contains(other));
        around.into_iter().map(|other| other as usize).collect()
    }

    fn passed(&self, place: &Place) -> Place {
        let mut after = place.clone();
        let mut supply = place.captured.unwrap_or(0).saturating_sub(1);
        let count = place.hexes.len();
        let rows = count / place.columns;
        for index in 0..count {
            let hex = match self.fault {
                Fault::ColumnByColumn => index % rows * place.columns + index / rows,
                _ => index,
            };
            let (owner, dice) = &mut after.hexes[hex];
            let barred = self.fault == Fault::FirstHexGetsNothing && hex == 0;
            if *owner == place.mover && *dice < MOST && supply > 0 && !barred {
                match self.fault {
                    Fault::AllOnFirst => (*dice, supply) = (*dice + supply as u8, 0),
                    Fault::SupplyUnlimited => *dice += 1,
                    _ => (*dice, supply) = (*dice + 1, supply - 1),
                }
            }
        }
        after.mover = other(place.mover);
        after.captured = None;
        after
    }

    fn moves(&self, place: &Place) -> Vec<(String, Place)> {
        let mut moves = Vec::new();
        if place.captured.is_some() {
            moves.push(("pass".to_owned(), self.passed(place)));
        }
        for (source, &(owner, dice)) in place.hexes.iter().enumerate() {
            if owner != place.mover && self.fault != Fault::AnySource {
                continue;
            }
            for target in self.neighbours(place, source) {
                let (enemy, lost) = place.hexes[target];
                if enemy == place.mover || dice <= lost {
                    continue;
                }
                let mut after = place.clone();
                after.hexes[source] = (owner, 1);
                after.hexes[target] = (owner, dice - 1);
                let before = place.captured.unwrap_or(0);
                after.captured = Some(match self.fault {
                    Fault::LastCapture => u16::from(lost),
                    Fault::SurplusCounted => before + u16::from(dice - lost),
                    _ => before + u16::from(lost),
                });
                moves.push((format!("{source}>{target}"), after));
            }
        }
        moves
    }

    fn won(&self, place: &Place) -> Vec<char> {
        let count = |player| place.hexes.iter().filter(|hex| hex.0 == player).count();
        let most = count('a').max(count('b'));
        ['a', 'b']
            .into_iter()
            .filter(|it| count(*it) == most)
            .collect()
    }

    /// What an end is worth to a.
    fn worth(&self, place: &Place) -> Rational {
        match (self.won(place).as_slice(), self.fault) {
            (['a'], _) => one(),
            (['b'], _) => zero(),
            (_, Fault::TieForA) => one(),
            (_, Fault::TieForB) => zero(),
            _ => half(),
        }
    }

    fn key(&self, place: &Place) -> String {
        let mut key = place.clone();
        if self.fault == Fault::TableWithoutCaptured {
            key.captured = None;
        }
        if self.fault == Fault::TableWithoutMover {
            key.mover = 'a';
        }
        write(&key)
    }

    /// What a gets.
    fn rating(&mut self, place: &Place) -> Rational {
        match self.fault {
            Fault::MaxMinByPly => self.by_ply(place, place.mover == 'a'),
            Fault::SignEveryPly => self.negamax(place, true),
            Fault::Depth(plies) => self.limited(place, plies),
            Fault::BoundsAsExact | Fault::HardBoundsAsExact => self.bounded(place, zero(), one()),
            _ => self.minimax(place),
        }
    }

    fn minimax(&mut self, place: &Place) -> Rational {
        let key = self.key(place);
        if let Some(kept) = self.kept.get(&key) {
            return *kept;
        }
        // With some faults positions recur.
        if self.fault == Fault::SupplyUnlimited {
            self.kept.insert(key.clone(), half());
        }
        let mut moves = self.moves(place);
        if self.fault == Fault::OnlyTwoMoves {
            moves.truncate(2);
        }
        let below: Vec<Rational> = moves.iter().map(|(_, after)| self.minimax(after)).collect();
        let first = place.mover == 'a';
        let largest = match self.fault {
            Fault::AlwaysMax => true,
            Fault::AlwaysMin => false,
            Fault::Swapped => !first,
            _ => first,
        };
        let best = match largest {
            true => below.iter().max(),
            false => below.iter().min(),
        };
        let value = match (best, self.fault) {
            (None, _) => self.worth(place),
            (_, Fault::Averaged) if !first => {
                let sum: Rational = below.iter().copied().sum();
                sum / ratio(below.len() as i128, 1)
            }
            (_, Fault::LastUnlessWon) => {
                let win = if first { one() } else { zero() };
                match below.contains(&win) {
                    true => win,
                    false => *below.last().expect("a move"),
                }
            }
            (Some(best), _) => *best,
        };
        self.kept.insert(key, value);
        value
    }

    fn by_ply(&mut self, place: &Place, largest: bool) -> Rational {
        let key = format!("{largest} {}", write(place));
        if let Some(kept) = self.kept.get(&key) {
            return *kept;
        }
        let below = self.moves(place).into_iter();
        let below: Vec<Rational> = below
            .map(|(_, after)| self.by_ply(&after, !largest))
            .collect();
        let best = match largest {
            true => below.into_iter().max(),
            false => below.into_iter().min(),
        };
        let value = best.unwrap_or_else(|| self.worth(place));
        self.kept.insert(key, value);
        value
    }

    /// What a gets by a negamax whose sign is flipped every ply, though it is b's number that the
    /// sign of an end's rating follows.
    fn negamax(&mut self, place: &Place, outermost: bool) -> Rational {
        let key = write(place);
        let value = match self.kept.get(&key) {
            Some(kept) => *kept,
            None => {
                let own = match place.mover {
                    'a' => self.worth(place),
                    _ => one() - self.worth(place),
                };
                let below = self.moves(place).into_iter();
                let below = below.map(|(_, after)| one() - self.negamax(&after, false));
                below.max().unwrap_or(own)
            }
        };
        self.kept.insert(key, value);
        match outermost && place.mover == 'b' {
            true => one() - value,
            false => value,
        }
    }

    fn limited(&mut self, place: &Place, left: u8) -> Rational {
        let key = format!("{left} {}", write(place));
        if let Some(kept) = self.kept.get(&key) {
            return *kept;
        }
        let moves = match left {
            0 => Vec::new(),
            _ => self.moves(place),
        };
        let below: Vec<Rational> = moves
            .iter()
            .map(|(_, after)| self.limited(after, left - 1))
            .collect();
        let best = match place.mover {
            'a' => below.into_iter().max(),
            _ => below.into_iter().min(),
        };
        let value = best.unwrap_or_else(|| self.worth(place));
        self.kept.insert(key, value);
        value
    }

    fn bounded(&mut self, place: &Place, mut alpha: Rational, mut beta: Rational) -> Rational {
        let key = write(place);
        if let Some(kept) = self.kept.get(&key) {
            return *kept;
        }
        let mut best: Option<Rational> = None;
        let first = place.mover == 'a';
        for (_, after) in self.moves(place) {
            let value = self.bounded(&after, alpha, beta);
            match first {
                true => {
                    best = best.max(Some(value));
                    alpha = alpha.max(value);
                }
                false => {
                    best = Some(best.map_or(value, |best| best.min(value)));
                    beta = beta.min(value);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        let value = match (best, self.fault) {
            (None, _) => self.worth(place),
            (Some(_), Fault::HardBoundsAsExact) if first => alpha,
            (Some(_), Fault::HardBoundsAsExact) => beta,
            (Some(best), _) => best,
        };
        self.kept.insert(key, value);
        value
    }

    /// Answers a question about a position.
    pub fn answer(&mut self, position: &str) -> String {
        let place = read(position);
        let a = self.rating(&place);
        let scaled = |share: Rational| match self.style.scale {
            None => format!("\"{share}\""),
            Some((least, most)) => {
                let width = ratio(i128::from(most - least), 1);
                format!("\"{}\"", ratio(i128::from(least), 1) + share * width)
            }
        };
        let rating = match (self.style.alone, place.mover) {
            (true, 'a') => scaled(a),
            (true, _) => scaled(one() - a),
            _ => format!("{{\"a\":{},\"b\":{}}}", scaled(a), scaled(one() - a)),
        };
        let moves = self.moves(&place);
        let text = |place: &Place| {
            let text = write(place);
            match (self.style.bare, text.split_once(" +")) {
                (true, Some((bare, _))) => bare.to_owned(),
                _ => text,
            }
        };
        let listed: Vec<String> = moves
            .iter()
            .map(|(mv, after)| format!("{{\"move\":\"{mv}\",\"position\":\"{}\"}}", text(after)))
            .collect();
        let winners: Vec<String> = self
            .won(&place)
            .iter()
            .map(|it| format!("\"{it}\""))
            .collect();
        let winners = match moves.is_empty() {
            true => format!(",\"winners\":[{}]", winners.join(",")),
            false => String::new(),
        };
        let line = format!(
            "{{\"position\":\"{}\",\"rating\":{rating},\"moves\":[{}]{winners}}}",
            text(&place),
            listed.join(",")
        );
        match self.style.upper {
            false => line,
            // Members keep their names.
            true => {
                let parts: Vec<String> = line
                    .split('"')
                    .enumerate()
                    .map(|(at, part)| {
                        let named = ["position", "rating", "moves", "move", "winners"];
                        match at % 2 == 1 && !named.contains(&part) {
                            true => part.to_uppercase(),
                            false => part.to_owned(),
                        }
                    })
                    .collect();
                parts.join("\"")
            }
        }
    }
}
