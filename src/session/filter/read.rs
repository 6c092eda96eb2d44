//! Parses a filter from the text that users type, and completes it: words and values, with what
//! each finds.

use super::{Filter, Is, KindOf, Naming, Pattern, Term, Whose, Won, value};
use crate::game::{NotationError, parse_rational, quoted, repeated};
use crate::rating::Loss;
use crate::tree::Plies;

/// A word of a filter: its name, its value, and the location of both in the text.
struct FilterTerm {
    at: usize,
    /// The word as it is typed.
    whole: String,
    key: String,
    /// The text in brackets after the name, and its location.
    of: Option<String>,
    of_at: usize,
    sign: Option<FilterOperator>,
    value_at: usize,
    value: String,
}

/// An operator between a name and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FilterOperator {
    Colon,
    Is(Is),
}

/// The operators, the longer first.
const SIGNS: [(&str, FilterOperator); 8] = [
    ("<=", FilterOperator::Is(Is::AtMost)),
    (">=", FilterOperator::Is(Is::AtLeast)),
    ("≤", FilterOperator::Is(Is::AtMost)),
    ("≥", FilterOperator::Is(Is::AtLeast)),
    (":", FilterOperator::Colon),
    ("=", FilterOperator::Is(Is::Equal)),
    ("<", FilterOperator::Is(Is::Less)),
    (">", FilterOperator::Is(Is::More)),
];

/// No shorter number has too many digits.
const LONG: usize = 15;

/// A text and the current offset in it.
struct FilterReader<'a> {
    text: &'a str,
    at: usize,
}

type Read<T> = Result<T, NotationError>;

impl FilterReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn fault<T>(&self, at: usize, what: String, remedy: impl Into<String>) -> Read<T> {
        Err(NotationError::new(self.text, at, what, remedy))
    }

    /// Reads up to one of these characters, including text in quotation marks.
    fn value(&mut self, stops: &[char]) -> Read<String> {
        let begin = self.at;
        let mut out = String::new();
        if self.rest().starts_with('"') {
            let mut letters = self.text[self.at + 1..].char_indices();
            while let Some((offset, letter)) = letters.next() {
                match letter {
                    '"' => {
                        self.at += 1 + offset + 1;
                        return Ok(out);
                    }
                    '\\' => out.extend(letters.next().map(|(_, letter)| letter)),
                    letter => out.push(letter),
                }
            }
            let what = format!("missing closing quote before {}", quoted(&out));
            return self.fault(begin, what, "close it with \"");
        }
        let rest = self.rest();
        let end = rest
            .find(|letter: char| letter.is_whitespace() || stops.contains(&letter))
            .unwrap_or(rest.len());
        out.push_str(&rest[..end]);
        self.at += end;
        Ok(out)
    }

    /// The next word; `None` at the end.
    fn word(&mut self) -> Read<Option<FilterTerm>> {
        self.at = self.text.len() - self.rest().trim_start().len();
        let at = self.at;
        if self.rest().is_empty() {
            return Ok(None);
        }
        let key = self.value(&['(', ':', '=', '<', '>', '≤', '≥'])?;
        let mut of = None;
        let mut of_at = self.at;
        if self.rest().starts_with('(') {
            self.at += 1;
            of_at = self.at;
            of = Some(self.value(&[')'])?);
            if !self.rest().starts_with(')') {
                let what = match key.is_empty() {
                    true => "a bracket isn't closed".to_owned(),
                    false => format!("the bracket after {} isn't closed", quoted(&key)),
                };
                return self.fault(at, what, "close it with )");
            }
            self.at += 1;
        }
        // An operator may have spaces around it.
        let behind = self.rest().trim_start();
        let sign = SIGNS.iter().find(|(sign, _)| behind.starts_with(sign));
        let (mut value_at, mut value) = (self.at, String::new());
        if let Some((text, _)) = sign {
            self.at = self.text.len() - behind.len() + text.len();
            let behind = self.rest().trim_start();
            if !behind.is_empty() {
                self.at = self.text.len() - behind.len();
            }
            value_at = self.at;
            value = self.value(&[])?;
        }
        let next = self.rest().chars().next();
        if let Some(letter) = next.filter(|letter| !letter.is_whitespace()) {
            let what = format!("unexpected {} in a word", quoted(&letter.to_string()));
            return self.fault(self.at, what, "put a space before it");
        }
        Ok(Some(FilterTerm {
            at,
            whole: self.text[at..self.at].to_owned(),
            key,
            of,
            of_at,
            sign: sign.map(|(_, sign)| *sign),
            value_at,
            value,
        }))
    }

    fn term(&self, word: &FilterTerm, naming: &Naming) -> Read<Term> {
        // Case is ignored.
        let key = word.key.to_lowercase();
        if word.of.is_some() && key != "rating" {
            let what = format!("{} takes no parentheses", quoted(&word.key));
            return self.fault(word.at, what, "leave the brackets out");
        }
        match key.as_str() {
            "position" => {
                if word.value.is_empty() {
                    return self.lacks(word, "write a part of a position: position:a?b1");
                }
                match word.sign {
                    Some(FilterOperator::Colon) => Ok(Term::Position(Pattern::new(&*word.value))),
                    Some(FilterOperator::Is(Is::Equal)) => {
                        Ok(Term::ExactPosition(word.value.clone()))
                    }
                    _ => self.wrong_sign(word, "position:a3 or position=\"b2b2/a2b1 a\""),
                }
            }
            "move" => {
                self.text_value(word, "move:2>3")?;
                Ok(Term::Move(Pattern::new(&*word.value)))
            }
            "rating" => self.rating(word, naming),
            "ply" => self.ply(word),
            "mover" => Ok(Term::Mover(self.player(word, naming)?)),
            "by" => Ok(Term::By(self.player(word, naming)?)),
            "winner" => {
                let is_tie = word.value.to_lowercase() == "tie" && naming.player("tie").is_none();
                if is_tie
                    && matches!(
                        word.sign,
                        Some(FilterOperator::Colon | FilterOperator::Is(Is::Equal))
                    )
                {
                    return Ok(Term::Winner(Won::Tie));
                }
                Ok(Term::Winner(Won::By(self.player(word, naming)?)))
            }
            "kind" => {
                self.text_value(word, "kind:end")?;
                let value = word.value.to_lowercase();
                match KindOf::ALL.iter().find(|kind| kind.name() == value) {
                    Some(kind) => Ok(Term::Kind(*kind)),
                    None => {
                        let what = format!("{} is no kind of position", quoted(&word.value));
                        let names = KindOf::ALL.map(KindOf::name).join(", ");
                        self.fault(word.value_at, what, format!("use {names}"))
                    }
                }
            }
            "moves" => {
                let example = "moves=1 or moves>=3";
                let is = match word.sign {
                    Some(FilterOperator::Is(is)) => is,
                    Some(FilterOperator::Colon) => Is::Equal,
                    None => return self.lacks(word, &format!("write {example}")),
                };
                Ok(Term::Moves(is, self.number(word, example)?))
            }
            _ => self.plain(word),
        }
    }

    /// A word without a value.
    fn plain(&self, word: &FilterTerm) -> Read<Term> {
        let key = word.key.to_lowercase();
        let term = match key.as_str() {
            "fork" => Term::Fork,
            "blunder" => Term::Worse(Loss::Blunder),
            "worse" => Term::Worse(Loss::Slight),
            "best" => Term::Best,
            "bestplay" => Term::BestPlay,
            "transposition" => Term::Transposition,
            "proven" => Term::Proven(true),
            "unproven" => Term::Proven(false),
            "tie" => Term::Winner(Won::Tie),
            key => match KindOf::ALL.iter().find(|kind| kind.name() == key) {
                Some(kind) => Term::Kind(*kind),
                None => return self.unknown(word),
            },
        };
        if word.sign.is_some() {
            let what = format!("{} takes no value", quoted(&word.key));
            return self.fault(word.at, what, format!("write {key}"));
        }
        Ok(term)
    }

    fn unknown(&self, word: &FilterTerm) -> Read<Term> {
        let what = format!("unknown filter {}", quoted(&word.key));
        let names = || {
            WORDS
                .iter()
                .map(|(name, _)| name.trim_end_matches([':', '=']))
        };
        let near: Vec<&str> = names()
            .filter(|name| !word.key.is_empty() && is_near(name, &word.key))
            .collect();
        let remedy = if !near.is_empty() {
            format!("use {}", near.join(" or "))
        } else if word.sign.is_none() && word.whole.contains(|c: char| !c.is_alphabetic()) {
            format!(
                "for a part of a position write position:{}",
                repeated(&word.whole)
            )
        } else {
            let mut all: Vec<&str> = names().collect();
            all.dedup();
            format!("use {}", all.join(", "))
        };
        self.fault(word.at, what, remedy)
    }

    fn lacks<T>(&self, word: &FilterTerm, remedy: &str) -> Read<T> {
        let what = format!("{} needs a value", quoted(&word.whole));
        self.fault(word.at, what, remedy)
    }

    fn wrong_sign<T>(&self, word: &FilterTerm, example: &str) -> Read<T> {
        let what = format!("{} can't be compared this way", quoted(&word.whole));
        self.fault(word.at, what, format!("write {example}"))
    }

    /// Checks that a word has a value after a colon or an equals sign.
    fn text_value(&self, word: &FilterTerm, example: &str) -> Read<()> {
        match word.sign {
            Some(FilterOperator::Colon | FilterOperator::Is(Is::Equal))
                if !word.value.is_empty() =>
            {
                Ok(())
            }
            Some(FilterOperator::Colon | FilterOperator::Is(Is::Equal)) | None => {
                self.lacks(word, &format!("write for example {example}"))
            }
            Some(_) => self.wrong_sign(word, example),
        }
    }

    fn player(&self, word: &FilterTerm, naming: &Naming) -> Read<crate::game::Player> {
        let first = naming.players.first().map_or("a", String::as_str);
        self.text_value(word, &format!("{}:{first}", word.key))?;
        self.player_called(&word.value, word.value_at, naming)
    }

    fn player_called(&self, name: &str, at: usize, naming: &Naming) -> Read<crate::game::Player> {
        match naming.player(name) {
            Some(player) => Ok(player),
            None => {
                let what = format!("there is no player called {}", quoted(name));
                self.fault(
                    at,
                    what,
                    format!("use {}", repeated(&naming.players.join(", "))),
                )
            }
        }
    }

    fn number(&self, word: &FilterTerm, example: &str) -> Read<u32> {
        let digits = word.value.bytes().all(|byte| byte.is_ascii_digit());
        match word.value.parse() {
            Ok(number) if digits => Ok(number),
            _ if word.value.is_empty() => self.lacks(word, &format!("write {example}")),
            _ if digits => {
                let what = format!("{} is too large a number", quoted(&word.value));
                let max = u32::MAX;
                self.fault(word.value_at, what, format!("write one up to {max}"))
            }
            _ => {
                let what = format!("not a number: {}", quoted(&word.value));
                self.fault(word.value_at, what, format!("write {example}"))
            }
        }
    }

    fn rating(&self, word: &FilterTerm, naming: &Naming) -> Read<Term> {
        let whose = match word.of.as_deref() {
            None => naming.rated,
            Some("") => Whose::Mover,
            Some("mover") if naming.player("mover").is_none() => Whose::Mover,
            Some(name) => Whose::Player(self.player_called(name, word.of_at, naming)?),
        };
        let is = match word.sign {
            Some(FilterOperator::Is(is)) => is,
            Some(FilterOperator::Colon) => Is::Equal,
            None => return self.lacks(word, "write for example rating<=1/2"),
        };
        if word.value.is_empty() {
            return self.lacks(word, "write for example rating<=1/2");
        }
        let digits = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '/' | '.');
        match parse_rational(&word.value) {
            Some(number) => Ok(Term::Rating(whose, is, number)),
            None if word.value.len() > LONG && word.value.chars().all(digits) => {
                let what = format!("{} has too many digits", quoted(&word.value));
                self.fault(word.value_at, what, "write it with fewer digits")
            }
            None => {
                let what = format!("{} is no rating", quoted(&word.value));
                self.fault(word.value_at, what, "write a number: 1, 1/2 or 0.5")
            }
        }
    }

    fn ply(&self, word: &FilterTerm) -> Read<Term> {
        const EXAMPLES: &str = "ply:4, ply:2-5, ply:6- or ply<=3";
        let range = |from, to| Ok(Term::Ply(Plies { from, to }));
        let never = || {
            let what = format!("invalid ply range {}", quoted(&word.whole));
            self.fault(word.value_at, what, format!("write {EXAMPLES}"))
        };
        let is = match word.sign {
            Some(FilterOperator::Is(is)) => is,
            Some(FilterOperator::Colon) => match word.value.split_once('-') {
                None => Is::Equal,
                Some((from, to)) => {
                    let number = |text: &str, value_at: usize| {
                        let part = FilterTerm {
                            value: text.to_owned(),
                            whole: word.whole.clone(),
                            key: word.key.clone(),
                            of: None,
                            value_at,
                            ..*word
                        };
                        self.number(&part, EXAMPLES)
                    };
                    let from_len = from.len();
                    let from = match from {
                        "" if to.is_empty() => return never(),
                        "" => 0,
                        from => number(from, word.value_at)?,
                    };
                    let to = match to {
                        "" => None,
                        to => Some(number(to, word.value_at + from_len + 1)?),
                    };
                    return match to {
                        Some(to) if to < from => never(),
                        to => range(from, to),
                    };
                }
            },
            None => return self.lacks(word, &format!("write {EXAMPLES}")),
        };
        let number = self.number(word, EXAMPLES)?;
        match is {
            Is::Equal => range(number, Some(number)),
            Is::AtMost => range(0, Some(number)),
            Is::AtLeast => range(number, None),
            Is::Less => number
                .checked_sub(1)
                .map_or_else(never, |to| range(0, Some(to))),
            Is::More => number
                .checked_add(1)
                .map_or_else(never, |from| range(from, None)),
        }
    }
}

/// Whether a typed word is nearly a name: a prefix of it, or one character off.
fn is_near(name: &str, typed: &str) -> bool {
    let typed = typed.to_lowercase();
    if typed.len() > 1 && (name.starts_with(&typed) || typed.starts_with(name)) {
        return true;
    }
    let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a == b).count()
    };
    let before = same(&mut name.chars(), &mut typed.chars());
    let after = same(&mut name.chars().rev(), &mut typed.chars().rev());
    let longest = name.chars().count().max(typed.chars().count());
    // Two swapped characters leave one mismatch on either side.
    longest > 2 && before + after + if longest > 4 { 2 } else { 1 } >= longest
}

impl Filter {
    /// Parses a filter: words separated by spaces, all of which must hold.
    ///
    /// # Errors
    /// The first word that isn't understood, with the possible ones.
    pub fn read(text: &str, naming: &Naming) -> Result<Self, NotationError> {
        let mut reader = FilterReader { text, at: 0 };
        let mut filter = Self::default();
        while let Some(word) = reader.word()? {
            filter.terms.push(reader.term(&word, naming)?);
        }
        Ok(filter)
    }
}

/// The words of a filter as they are typed, with an example value if they take one, and what each
/// finds.
pub const WORDS: [(&str, &str); 23] = [
    (
        "position:",
        "part of a position: position:a?b1; ? is one character, * any number",
    ),
    ("position=", "a whole position: position=\"b2b2/a2b1 a\""),
    ("move:", "the move that leads there; ? and * too"),
    ("rating", "rating<=1/2, rating(b)=1, rating(mover)>0"),
    ("ply:", "ply:4, ply:2-5, ply:6-, ply:-3 for up to ply 3"),
    ("mover:", "who is to move"),
    ("by:", "who made the move that leads there"),
    ("winner:", "an end that a player has won"),
    ("kind:", "decision, chance, end or horizon"),
    ("moves", "number of moves: moves=1, moves>=3"),
    ("tie", "a tied end"),
    ("end", "the game is over"),
    ("decision", "a player chooses"),
    ("chance", "chance decides"),
    ("horizon", "limit reached"),
    ("fork", "a player has more than one move"),
    (
        "blunder",
        "the move lowered the mover's rating by a tenth of the range or more",
    ),
    ("worse", "the move lowered the mover's rating by any amount"),
    ("best", "the move that leads there is a best one"),
    ("bestplay", "only best moves so far"),
    ("transposition", "reached by several lines"),
    ("proven", "all ratings are proven"),
    ("unproven", "some rating depends on an estimate"),
];

/// A completion of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The whole text with the hint taken.
    pub text: String,
    /// The last word after completion.
    pub word: String,
    /// What it finds.
    pub about: &'static str,
}

/// Completions of the last word of a text: words with this prefix, or values of one. Empty if there
/// are none, or if the word is complete.
pub fn hints(text: &str, naming: &Naming) -> Vec<Hint> {
    let begin = text.rfind(char::is_whitespace).map_or(0, |space| {
        space + text[space..].chars().next().map_or(1, char::len_utf8)
    });
    let (before, word) = text.split_at(begin);
    if before.matches('"').count() % 2 == 1 {
        return Vec::new();
    }
    let hint = |word: String, about| Hint {
        text: format!("{before}{word}"),
        word,
        about,
    };
    let values: Vec<Hint> = match word.split_once(':') {
        Some((key @ ("mover" | "by" | "winner"), begun)) => {
            let about = WORDS
                .iter()
                .find(|(word, _)| word.trim_end_matches(':') == key)
                .map_or("", |(_, about)| about);
            let names = naming.players.iter();
            names
                .filter(|name| name.starts_with(begun))
                .map(|name| hint(format!("{key}:{}", value(name)), about))
                .collect()
        }
        Some(("kind", begun)) => KindOf::ALL
            .iter()
            .filter(|kind| kind.name().starts_with(begun))
            .map(|kind| hint(kind.name().to_owned(), "what the position is"))
            .collect(),
        _ if word.is_empty() => Vec::new(),
        _ => WORDS
            .iter()
            .filter(|(known, _)| known.starts_with(&word.to_lowercase()))
            .map(|(known, about)| hint((*known).to_owned(), about))
            .collect(),
    };
    // A completion equal to the typed text is left out.
    let goes_on = |hint: &Hint| hint.text.to_lowercase() != text.to_lowercase();
    values.into_iter().filter(goes_on).collect()
}
