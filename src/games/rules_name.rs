//! A rule set as one word: a preset's name, followed by single settings, such as
//! `land-of-lisp,pass_listed=last`.

use super::{GivenSwitch, Switches, presets, switch};
use crate::game::{OpenError, RulesText, SwitchValue, Values, quoted};

impl Switches {
    /// Reads a preset's name, or settings as `name=value`, or the one followed by the others, with
    /// commas between them. Dashes in a setting's name count as underscores, as in a flag.
    ///
    /// # Errors
    /// A setting that doesn't exist, is given twice, or has no number where it needs one.
    pub fn read(text: &str) -> Result<Self, OpenError> {
        let mut switches = Self::default();
        for (index, part) in text.split(',').enumerate() {
            let part = part.trim();
            let Some((name, value)) = part.split_once('=') else {
                if index > 0 || part.is_empty() {
                    return Err(OpenError::rules(
                        format!(
                            "{} in the rules {} is no switch",
                            quoted(part),
                            quoted(text)
                        ),
                        "write a preset, then switches such as pass_listed=last, with commas \
                         between them",
                    ));
                }
                switches.preset = Some(part.to_owned());
                continue;
            };
            let name = name.trim().replace('-', "_");
            let Some(switch) = switch(&name).filter(|switch| switch.values != Values::Text) else {
                return Err(OpenError::rules(
                    format!("there is no switch called {}", quoted(&name)),
                    "use the name of a flag, such as pass_listed=last",
                ));
            };
            let value = match switch.is_number() {
                false => SwitchValue::Text(value.trim().to_owned()),
                true => SwitchValue::Number(value.trim().parse().map_err(|_| {
                    OpenError::rules(
                        format!("invalid value {} for '{name}'", quoted(value.trim())),
                        "give it a whole number",
                    )
                })?),
            };
            if switches.get(&name).is_some() {
                return Err(OpenError::rules(
                    format!("given twice: '{name}' in {}", quoted(text)),
                    "give it once",
                ));
            }
            switches.set(switch.name, value);
        }
        Ok(switches)
    }
}

/// A setting's value as text.
pub fn switch_text(value: &SwitchValue) -> String {
    match value {
        SwitchValue::Text(text) => text.clone(),
        SwitchValue::Number(number) => number.to_string(),
    }
}

/// Every setting of rules, a preset's too; a script is none.
pub fn all_switches(game: &str, rules: &RulesText) -> Vec<GivenSwitch> {
    match rules {
        RulesText::None => Vec::new(),
        RulesText::Preset(name) => presets(game)
            .into_iter()
            .find(|(preset, _)| preset == name)
            .map(|(_, switches)| switches)
            .unwrap_or_default(),
        RulesText::Switches(switches) => switches
            .iter()
            .filter(|(name, _)| *name != "script")
            .cloned()
            .collect(),
    }
}

/// A rule set as one word, which [`Switches::read`] parses: the nearest preset, and the settings
/// that differ from it. For a game without settings it is the game's name.
pub fn rules_name(game: &str, rules: &RulesText) -> String {
    if let RulesText::Preset(name) = rules {
        return (*name).to_owned();
    }
    let switches = all_switches(game, rules);
    if switches.is_empty() {
        return game.to_owned();
    }
    let apart = |preset: &[GivenSwitch]| -> Vec<String> {
        switches
            .iter()
            .filter(|switch| !preset.contains(switch))
            .map(|(name, value)| format!("{name}={}", switch_text(value)))
            .collect()
    };
    let nearest = presets(game)
        .into_iter()
        .map(|(name, preset)| (name, apart(&preset)))
        .min_by_key(|(_, apart)| apart.len());
    match nearest {
        Some((name, apart)) if apart.len() < switches.len() => {
            let mut texts = vec![name.to_owned()];
            texts.extend(apart);
            texts.join(",")
        }
        _ => apart(&[]).join(","),
    }
}

/// The settings in which two rule sets differ, with the value of either; `None` if a setting
/// means nothing to one of them.
pub fn switches_apart(
    game: &str,
    rules: [&RulesText; 2],
) -> Vec<(&'static str, [Option<SwitchValue>; 2])> {
    let sides = rules.map(|rules| all_switches(game, rules));
    let value = |side: usize, name: &str| {
        let found = sides[side].iter().find(|(switch, _)| *switch == name);
        found.map(|(_, value)| value.clone())
    };
    let mut names: Vec<&'static str> = sides[0].iter().map(|(name, _)| *name).collect();
    names.extend(
        sides[1]
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| value(0, name).is_none()),
    );
    names
        .into_iter()
        .map(|name| (name, [value(0, name), value(1, name)]))
        .filter(|(_, [a, b])| a != b)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::dice_of_doom::NAME;
    use super::*;

    #[test]
    fn rules_are_read_as_a_preset_and_switches_over_it() {
        let read = Switches::read("haskell, pass-listed=first,max_dice=5").expect("good rules");
        assert_eq!(read.preset.as_deref(), Some("haskell"));
        assert_eq!(read.pass_listed.as_deref(), Some("first"));
        assert_eq!(read.max_dice, Some(5));
        let alone = Switches::read("line=3").expect("a switch");
        assert_eq!((alone.preset, alone.line), (None, Some(3)));
        for (text, word) in [
            ("", "no switch"),
            ("haskell,land-of-lisp", "'land-of-lisp'"),
            ("haskell,", "no switch"),
            ("max_dice=many", "whole number"),
            ("max_dice=3,max-dice=4", "twice"),
            ("colour=red", "no switch called 'colour'"),
            ("script=x", "no switch called"),
        ] {
            let error = Switches::read(text).expect_err(text).to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn the_name_of_rules_is_the_nearest_preset_and_what_differs_from_it() {
        for text in [
            "land-of-lisp",
            "land-of-lisp,pass_listed=last",
            "land-of-lisp,players=3,max_dice=5",
        ] {
            let switches = Switches::read(text).expect(text);
            let rules = super::super::dice_of_doom::Rules::from_switches(&switches).expect(text);
            assert_eq!(rules_name(NAME, &rules.to_text()), text);
        }
    }
}
