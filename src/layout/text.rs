//! The width of text in the window's proportional font, without a screen.

/// The advance widths of Inter 4.0, in thousandths of the font size, from the space (U+0020) to the
/// tilde (U+007E). Each is the wider of the regular and the semi-bold font, so that a box fits
/// both. They come from the fonts' `hmtx` and `cmap` tables; the fonts are in `src/export/fonts`.
#[rustfmt::skip]
const ADVANCES: [u16; 95] = [
    // Space, then ! " # $ % & ' ( ) * + , - . /
    282, 309, 404, 644, 650, 844, 663, 222, 394, 394, 544, 673, 296, 466, 291, 379,
    // Digits, then : ; < = > ?
    671, 671, 671, 671, 670, 671, 671, 671, 671, 671, 291, 296, 673, 673, 673, 545,
    // @ and A to O
    1000, 724, 658, 744, 725, 608, 587, 755, 744, 275, 561, 677, 567, 907, 753, 775,
    // P to Z, then [ \ ] ^ _
    644, 776, 651, 650, 660, 742, 724, 1007, 691, 705, 653, 394, 379, 394, 482, 469,
    // ` and a to o
    498, 575, 631, 578, 631, 593, 378, 626, 613, 261, 261, 569, 261, 898, 610, 608,
    // p to z, then { | } ~
    625, 625, 397, 550, 380, 609, 576, 838, 563, 576, 562, 394, 358, 394, 673,
];

/// The advance widths of the characters of large numbers: `3.9×10¹²`.
const SIGNS: [(char, u16); 11] = [
    ('×', 673),
    ('⁰', 456),
    ('¹', 319),
    ('²', 423),
    ('³', 439),
    ('⁴', 451),
    ('⁵', 428),
    ('⁶', 438),
    ('⁷', 396),
    ('⁸', 437),
    ('⁹', 438),
];

/// The advance width assumed for every other character: a little more than one em, wider than any
/// character of the font, so that a box always fits its text.
const OTHER: u16 = 1_100;

/// The width of one line of text at a font size, in the unit of `size`. Kerning is ignored; it
/// makes texts a little narrower.
pub fn text_width(text: &str, size: f64) -> f64 {
    let units: u64 = text.chars().map(|letter| u64::from(advance(letter))).sum();
    units as f64 * size / 1_000.0
}

fn advance(letter: char) -> u16 {
    (letter as usize)
        .checked_sub(0x20)
        .and_then(|place| ADVANCES.get(place).copied())
        .or_else(|| {
            let sign = SIGNS.iter().find(|(sign, _)| *sign == letter);
            sign.map(|(_, advance)| *advance)
        })
        .unwrap_or(OTHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_with_the_text_and_the_size() {
        assert_eq!(text_width("", 14.0), 0.0);
        assert_eq!(text_width("0", 1_000.0), 671.0);
        assert_eq!(text_width("Wi", 1_000.0), 1007.0 + 261.0);
        assert_eq!(text_width("~", 10.0), 6.73);
        assert_eq!(
            text_width("×10¹²", 1_000.0),
            673.0 + 1_342.0 + 319.0 + 423.0
        );
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
