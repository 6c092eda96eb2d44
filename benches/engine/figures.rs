//! The figures that were measured: as a table for people, and as one JSON object.

use serde_json::{Map, Value, json};

use super::times::Times;

/// What was measured, in the order in which it was.
#[derive(Default)]
pub struct Figures(Vec<(String, Figure)>);

enum Figure {
    /// Milliseconds.
    Times(Times),
    /// How many of the other something takes.
    Ratio(f64),
    /// Anything else, and how people read it.
    Plain(Value, String),
}

impl Figures {
    /// Adds a time, in milliseconds.
    pub fn times(&mut self, name: impl Into<String>, times: &Times) {
        self.0.push((name.into(), Figure::Times(times.clone())));
    }

    /// Adds the ratio of two medians.
    pub fn ratio(&mut self, name: impl Into<String>, ours: &Times, theirs: &Times) {
        let ratio = ours.median() / theirs.median();
        self.0.push((name.into(), Figure::Ratio(ratio)));
    }

    /// Adds a number that isn't a time.
    pub fn number(&mut self, name: impl Into<String>, number: f64) {
        let figure = Figure::Plain(json!(rounded(number)), format!("{number:.2}"));
        self.0.push((name.into(), figure));
    }

    /// Adds a fact.
    pub fn fact(&mut self, name: impl Into<String>, fact: impl Into<Value>) {
        let fact = fact.into();
        let text = match &fact {
            Value::Null => "unknown".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.0.push((name.into(), Figure::Plain(fact, text)));
    }

    /// Prints the table, and the object after it.
    pub fn print(&self, json: bool) {
        println!("{:<34} {:>12}   min … max (runs)", "figure", "median");
        for (name, figure) in &self.0 {
            match figure {
                Figure::Times(times) => println!(
                    "{name:<34} {:>12.2}   {:.2} … {:.2} ({})",
                    times.median(),
                    times.min(),
                    times.max(),
                    times.runs()
                ),
                Figure::Ratio(ratio) => println!("{name:<34} {ratio:>12.3}"),
                Figure::Plain(_, text) => println!("{name:<34} {text:>12}"),
            }
        }
        if json {
            println!("{}", Value::Object(self.object()));
        }
    }

    fn object(&self) -> Map<String, Value> {
        self.0
            .iter()
            .map(|(name, figure)| (name.clone(), figure.json()))
            .collect()
    }
}

impl Figure {
    fn json(&self) -> Value {
        match self {
            Self::Times(times) => json!({
                "median": rounded(times.median()),
                "min": rounded(times.min()),
                "max": rounded(times.max()),
                "runs": times.runs(),
            }),
            Self::Ratio(ratio) => json!(rounded(*ratio)),
            Self::Plain(value, _) => value.clone(),
        }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
