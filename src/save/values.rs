//! The values in a node's record that have one entry per player: ratings, payoffs, intervals and
//! winners, each parsed to the text that our writer would write.

use super::json::{
    array, double, exact, object, push_decimal, push_double, push_exact, push_string, string,
};
use crate::game::Player;

/// What a node's record may say of all players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Values {
    Ratings,
    Payoffs,
    Winners,
    Intervals,
}

impl Values {
    /// Maximum number of texts that are known to be such values.
    pub const MAX_KNOWN: usize = 1 << 12;
}

/// The players of a file.
pub(super) struct PlayerNames {
    names: Vec<String>,
    /// The same as JSON.
    json: Vec<String>,
}

impl PlayerNames {
    pub fn new(names: &[String]) -> Self {
        let json = names.iter().map(|name| {
            let mut json = String::new();
            push_string(&mut json, name);
            json
        });
        Self {
            names: names.to_vec(),
            json: json.collect(),
        }
    }

    pub fn find(&self, name: &str) -> Option<Player> {
        let index = self.names.iter().position(|player| player == name)?;
        Some(Player(index as u8))
    }

    /// The values in a text, as our writer writes them.
    pub fn values(&self, values: Values, raw: &str) -> Option<String> {
        match values {
            Values::Ratings => self.numbers(raw, rating),
            Values::Payoffs => self.numbers(raw, fraction),
            Values::Winners => self.winners(raw),
            Values::Intervals => self.numbers(raw, interval),
        }
    }

    /// An object with one value a player, in the players' order.
    fn numbers(&self, raw: &str, read: fn(&str, &mut String) -> Option<()>) -> Option<String> {
        let members = object(raw).ok()?;
        if members.len() != self.names.len() {
            return None;
        }
        let mut out = String::with_capacity(raw.len());
        for (player, name) in self.names.iter().zip(&self.json) {
            let member = members.iter().find(|member| member.key == *player)?;
            out.push(if out.is_empty() { '{' } else { ',' });
            out.push_str(name);
            out.push(':');
            read(member.raw, &mut out)?;
        }
        out.push('}');
        Some(out)
    }

    /// An array of at least one player, in the players' order.
    fn winners(&self, raw: &str) -> Option<String> {
        let mut out = String::from("[");
        let mut least = 0;
        for item in array(raw)? {
            let index = self.find(&string(item)?)?.index();
            if index < least {
                return None;
            }
            if least > 0 {
                out.push(',');
            }
            least = index + 1;
            out.push_str(&self.json[index]);
        }
        out.push(']');
        (least > 0).then_some(out)
    }
}

/// A fraction or a decimal in quotes, or a number.
fn rating(raw: &str, out: &mut String) -> Option<()> {
    if !raw.starts_with('"') {
        push_double(out, double(raw)?);
    } else if fraction(raw, out).is_none() {
        push_decimal(out, double(&string(raw)?)?);
    }
    Some(())
}

/// A fraction in quotes.
fn fraction(raw: &str, out: &mut String) -> Option<()> {
    push_exact(out, &exact(&string(raw)?)?);
    Some(())
}

/// Two ratings in brackets.
fn interval(raw: &str, out: &mut String) -> Option<()> {
    let [low, high] = array(raw)?[..] else {
        return None;
    };
    out.push('[');
    rating(low, out)?;
    out.push(',');
    rating(high, out)?;
    out.push(']');
    Some(())
}
