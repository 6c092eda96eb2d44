//! How wide a text is in the window's proportional font, known without a screen.

/// The advance widths of Ubuntu Light 0.83, in thousandths of the font's size, from the space
/// (U+0020) to the tilde (U+007E): what the font's `hmtx` table gives for the glyphs that its `cmap`
/// table names, at 1,000 units per em. The font lies in the crate `epaint_default_fonts`, and any
/// reader of TrueType tables prints these numbers again.
#[rustfmt::skip]
const ADVANCES: [u16; 95] = [
    // Space, then ! " # $ % & ' ( ) * + , - . /
    228, 274, 392, 653, 564, 831, 648, 240, 310, 310, 472, 564, 246, 282, 246, 359,
    // Digits, then : ; < = > ?
    564, 564, 564, 564, 564, 564, 564, 564, 564, 564, 246, 246, 564, 564, 564, 380,
    // @ and A to O
    940, 641, 630, 609, 702, 555, 520, 658, 692, 248, 487, 599, 502, 865, 709, 774,
    // P to Z, then [ \ ] ^ _
    592, 774, 618, 517, 548, 680, 624, 921, 608, 569, 560, 310, 359, 310, 564, 490,
    // ` and a to o
    376, 509, 583, 460, 583, 548, 376, 573, 569, 237, 237, 495, 255, 863, 569, 582,
    // p to z, then { | } ~
    583, 583, 374, 428, 387, 569, 480, 775, 499, 474, 455, 319, 262, 319, 564,
];

/// What every other character counts: one em, which is wider than any letter of the font, so that
/// a box made for a text holds it.
const OTHER: u16 = 1_000;

/// How wide one line of text is at a font size, in the unit of `size`. Kerning is left out; it
/// makes texts a little narrower.
pub fn text_width(text: &str, size: f64) -> f64 {
    let units: u64 = text.chars().map(|letter| u64::from(advance(letter))).sum();
    units as f64 * size / 1_000.0
}

fn advance(letter: char) -> u16 {
    (letter as usize)
        .checked_sub(0x20)
        .and_then(|place| ADVANCES.get(place).copied())
        .unwrap_or(OTHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_with_the_text_and_the_size() {
        assert_eq!(text_width("", 14.0), 0.0);
        assert_eq!(text_width("0", 1_000.0), 564.0);
        assert_eq!(text_width("Wi", 1_000.0), 921.0 + 237.0);
        assert_eq!(text_width("~", 10.0), 5.64);
        assert_eq!(
            text_width("b2b2/a2b1 a", 28.0),
            2.0 * text_width("b2b2/a2b1 a", 14.0)
        );
    }

    #[test]
    fn other_characters_are_no_narrower_than_any_letter() {
        for other in ['\t', '\u{7f}', 'é', '½', '→', '漢'] {
            assert_eq!(advance(other), OTHER, "{other:?}");
        }
        assert!(ADVANCES.iter().all(|advance| *advance < OTHER));
    }
}
