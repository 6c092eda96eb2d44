//! The measured figures: as a table and as one line of JSON.

use serde_json::{Map, Value, json};

use super::window::Frame;

/// Figures in the order they were measured.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    values: Vec<(&'static str, Value)>,
}

impl Figures {
    /// A time in milliseconds.
    pub fn time(&mut self, name: &'static str, milliseconds: f64) {
        let rounded = (milliseconds * 1_000.0).round() / 1_000.0;
        self.values.push((name, json!(rounded)));
    }

    /// A number of things.
    pub fn count(&mut self, name: &'static str, count: usize) {
        self.values.push((name, json!(count)));
    }

    /// A figure by its name.
    #[allow(dead_code, reason = "the test that shares this file asks")]
    pub fn of(&self, name: &str) -> Option<&Value> {
        let mut values = self.values.iter();
        values.find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// All of them as one JSON object.
    pub fn json(&self) -> String {
        let object: Map<String, Value> = self
            .values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        Value::Object(object).to_string()
    }

    /// All of them as a table.
    pub fn table(&self) -> String {
        let mut table =
            "| figure                  |           |\n| ----------------------- | --------: |\n"
                .to_owned();
        for (name, value) in &self.values {
            let quoted = format!("`{name}`");
            table += &format!("| {quoted:<23} | {:>9} |\n", value.to_string());
        }
        table
    }
}

/// The processor's time of a frame, in milliseconds.
pub fn milliseconds(frame: &Frame) -> f64 {
    frame.time().as_secs_f64() * 1e3
}

/// The time that one frame of a hundred exceeds.
pub fn p99(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    let place = (times.len() * 99).div_ceil(100).max(1) - 1;
    times.get(place).copied().unwrap_or_default()
}

/// The mean time.
pub fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len().max(1) as f64
}

/// The longest time.
pub fn worst(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}
