//! Fonts of the system, found by fontique, for letters that the bundled ones lack. They are looked
//! up once per process and letter. A page in a browser has none. The order in which a line of text
//! is drawn is here too: the Unicode bidirectional algorithm, by unicode-bidi.

use std::borrow::Cow;
use std::ops::Range;

use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};

/// The number of the font of the system for a letter, for [`face`]; `None` if there is none.
#[cfg(target_arch = "wasm32")]
pub(super) fn find(_: char) -> Option<usize> {
    None
}

/// The font of the system with this number.
#[cfg(target_arch = "wasm32")]
pub(super) fn face(_: usize) -> Option<&'static super::letters::Face> {
    None
}

#[cfg(all(feature = "gui", not(target_arch = "wasm32")))]
pub(crate) use system::file;
#[cfg(not(target_arch = "wasm32"))]
pub(super) use system::{face, find};

#[cfg(not(target_arch = "wasm32"))]
mod system {
    use std::panic;
    use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

    use fontique::{
        Collection, CollectionOptions, FallbackKey, GenericFamily, Language, QueryFamily,
        QueryFont, QueryStatus, Script, SourceCache,
    };
    use rustc_hash::FxHashMap;
    use skrifa::{FontRef, GlyphId, MetadataProvider};
    use unicode_script::UnicodeScript;

    use crate::export::letters::Face;

    /// The families that are asked for a letter of no script, such as an arrow or an emoji.
    const FAMILIES: [GenericFamily; 6] = [
        GenericFamily::SansSerif,
        GenericFamily::SystemUi,
        GenericFamily::Emoji,
        GenericFamily::Math,
        GenericFamily::Serif,
        GenericFamily::Monospace,
    ];

    struct SystemFonts {
        collection: Collection,
        sources: SourceCache,
        /// Those that were needed. They stay for the life of the process: a few files, mapped.
        found: Vec<(QueryFont, &'static Face)>,
        /// The number of the font per letter.
        known: FxHashMap<char, Option<usize>>,
    }

    fn fonts() -> MutexGuard<'static, SystemFonts> {
        static FONTS: LazyLock<Mutex<SystemFonts>> = LazyLock::new(|| {
            Mutex::new(SystemFonts {
                collection: collection(),
                sources: SourceCache::default(),
                found: Vec::new(),
                known: FxHashMap::default(),
            })
        });
        FONTS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All fonts of the system; none where listing them panics, as fontique does on a system without any.
    fn collection() -> Collection {
        let list = |system_fonts| {
            Collection::new(CollectionOptions {
                shared: false,
                system_fonts,
            })
        };
        // Such a panic is no bug that is worth a report.
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let all = panic::catch_unwind(|| list(true));
        panic::set_hook(hook);
        all.unwrap_or_else(|_| list(false))
    }

    /// The number of a font that draws a letter, its file's bytes, and its index in them. `None` where no
    /// font does.
    #[cfg(feature = "gui")]
    pub(crate) fn file(letter: char) -> Option<(usize, &'static [u8], u32)> {
        let number = find(letter)?;
        face(number).map(|face| (number, face.bytes, face.index))
    }

    pub(in crate::export) fn face(number: usize) -> Option<&'static Face> {
        fonts().found.get(number).map(|(_, face)| *face)
    }

    pub(in crate::export) fn find(letter: char) -> Option<usize> {
        let mut fonts = fonts();
        if let Some(known) = fonts.known.get(&letter) {
            return *known;
        }
        let found = fonts.find(letter);
        fonts.known.insert(letter, found);
        found
    }

    impl SystemFonts {
        fn find(&mut self, letter: char) -> Option<usize> {
            if let Some(again) = self.found.iter().position(|(_, face)| face.draws(letter)) {
                return Some(again);
            }
            let font = self.query(letter)?;
            let blob: &'static _ = Box::leak(Box::new(font.blob.clone()));
            let face = Face::new(blob.as_ref(), font.index)?;
            self.found.push((font, Box::leak(Box::new(face))));
            Some(self.found.len() - 1)
        }

        fn query(&mut self, letter: char) -> Option<QueryFont> {
            let script = letter.script();
            let script = Script::parse(script.short_name()).ok();
            // Han has a font for each of its languages, and none has all letters.
            let languages = ["", "zh-SG", "zh-TW", "ja", "ko"];
            let languages = languages.map(|language| Language::parse(language).ok());
            languages.into_iter().find_map(|language| {
                let mut query = self.collection.query(&mut self.sources);
                query.set_families(FAMILIES.map(QueryFamily::Generic));
                if let Some(script) = script {
                    query.set_fallbacks(FallbackKey::new(script, language.as_ref()));
                }
                let mut found = None;
                query.matches_with(|font| match has_outline(font, letter) {
                    true => {
                        found = Some(font.clone());
                        QueryStatus::Stop
                    }
                    false => QueryStatus::Continue,
                });
                found
            })
        }
    }

    /// Whether a font has the letter as an outline. Pictures of emoji in pixels can't be drawn.
    fn has_outline(font: &QueryFont, letter: char) -> bool {
        let Ok(file) = FontRef::from_index(font.blob.as_ref(), font.index) else {
            return false;
        };
        let glyph = file.charmap().map(letter);
        glyph.is_some_and(|glyph| {
            glyph != GlyphId::NOTDEF && file.outline_glyphs().get(glyph).is_some()
        })
    }
}

/// The first character of a script that is written to the left, and of all marks of direction.
const FIRST: char = '\u{590}';

/// Whether a text is of scripts that are written to the right, without a look at each letter's class.
fn is_plain(text: &str) -> bool {
    text.chars().all(|letter| letter < FIRST)
}

/// The parts of a line from left to right, as ranges of bytes, each with whether it is written to
/// the left. A line is written to the right if it has a single letter that is: our own words are,
/// and a name among them must not turn them.
pub(super) fn parts(text: &str) -> Vec<(Range<usize>, bool)> {
    if is_plain(text) {
        return vec![(0..text.len(), false)];
    }
    let to_the_right = text.chars().any(|c| bidi_class(c) == BidiClass::L);
    let level = to_the_right.then(Level::ltr);
    let info = ParagraphBidiInfo::new(text, level);
    let (levels, runs) = info.visual_runs(0..text.len());
    let to_the_left = |run: Range<usize>| levels[run.start].is_rtl();
    runs.into_iter()
        .map(|run| (run.clone(), to_the_left(run)))
        .collect()
}

/// A line for a writer that draws its words from left to right, and only the letters of one word in
/// their own direction: its words in the order of the drawing.
pub fn words_in_order(text: &str) -> Cow<'_, str> {
    match runs_of(text) {
        None => text.into(),
        Some(words) => {
            let mut line = String::with_capacity(text.len());
            for range in words {
                push_word(&mut line, text, range);
            }
            line.into()
        }
    }
}

/// The words of such a line, as ranges of bytes, in the order of the drawing; `None` if that is the
/// order of the text.
pub fn runs_of(text: &str) -> Option<Vec<(Range<usize>, bool)>> {
    if is_plain(text) {
        return None;
    }
    let parts = parts(text);
    if parts.iter().all(|(_, to_the_left)| !to_the_left) {
        return None;
    }
    let mut words: Vec<(Range<usize>, bool)> = Vec::new();
    for (range, to_the_left) in parts {
        if !to_the_left {
            words.push((range, false));
            continue;
        }
        // Letters of the script are a word together, and anything else is one alone, with what
        // joins or changes it.
        let first = words.len();
        let (mut in_word, mut joins) = (false, false);
        for (at, letter) in text[range.clone()].char_indices() {
            let class = bidi_class(letter);
            let own = matches!(class, BidiClass::R | BidiClass::AL);
            let belongs = joins
                || matches!(class, BidiClass::NSM | BidiClass::BN)
                || matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}');
            joins = letter == '\u{200d}';
            let (from, to) = (range.start + at, range.start + at + letter.len_utf8());
            match words[first..].last_mut() {
                Some((word, _)) if belongs || in_word && own => word.end = to,
                _ => words.push((from..to, true)),
            }
            in_word = own || in_word && belongs;
        }
        words[first..].reverse();
    }
    Some(words)
}

/// Adds a word of [`runs_of`] to a line; one bracket of a text to the left is turned.
pub fn push_word(line: &mut String, text: &str, (range, to_the_left): (Range<usize>, bool)) {
    let word = &text[range];
    match word.chars().next() {
        Some(letter) if to_the_left && word.len() == letter.len_utf8() => {
            line.push(mirrored(letter))
        }
        _ => line.push_str(word),
    }
}

/// A bracket as it is drawn in a line to the left.
fn mirrored(letter: char) -> char {
    const PAIRS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»')];
    let pair = PAIRS.iter().find_map(|(open, close)| match letter {
        letter if letter == *open => Some(*close),
        letter if letter == *close => Some(*open),
        _ => None,
    });
    pair.unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_word_is_never_reversed_and_a_name_does_not_turn_the_sentence() {
        for (text, drawn) in [
            ("a wins", "a wins"),
            ("נדיב wins", "נדיב wins"),
            ("אב גד wins", "גד אב wins"),
            ("אב (גד)", "(גד) אב"),
            ("wins: אב גד", "wins: גד אב"),
            ("אב 12 גד", "גד 12 אב"),
            ("👨\u{200d}👩 ❤\u{fe0f} אב", "אב ❤\u{fe0f} 👨\u{200d}👩"),
            ("", ""),
        ] {
            assert_eq!(words_in_order(text), drawn, "{text}");
        }
    }

    #[test]
    fn parts_of_a_text_by_direction_cover_every_byte_exactly_once() {
        for text in [
            "",
            "a",
            "נדיב wins 12 (אב)",
            "مرحبا 3/4 b",
            "👨\u{200d}👩\u{200d}👧 אב",
        ] {
            let mut ranges: Vec<_> = parts(text).into_iter().map(|(range, _)| range).collect();
            ranges.sort_by_key(|range| range.start);
            let mut at = 0;
            for range in ranges {
                assert_eq!(range.start, at, "{text}");
                at = range.end;
            }
            assert_eq!(at, text.len(), "{text}");
        }
    }
}
