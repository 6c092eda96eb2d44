//! The widths of letters by which trees are laid out, against the fonts of the window.

use doomtree::app::{STRONG, fonts};
use doomtree::layout::shape::text_width;
use eframe::egui::FontFamily;
use eframe::egui::epaint::text::{FontId, Fonts, TextOptions};

/// The table of widths against the two fonts that the window uses: it is the wider's, letter by
/// letter.
#[test]
fn text_is_as_wide_as_the_window_draws_it() {
    let mut fonts = Fonts::new(TextOptions::default(), fonts());
    let mut fonts = fonts.with_pixels_per_point(1.0);
    let font = FontId::proportional(100.0);
    let strong = FontId::new(100.0, FontFamily::Name(STRONG.into()));
    for letter in ' '..='~' {
        let drawn = [&font, &strong].map(|font| f64::from(fonts.glyph_width(font, letter)));
        let wider = drawn[0].max(drawn[1]);
        let known = text_width(&letter.to_string(), 100.0);
        assert!(
            wider <= known + 0.01 && known < wider + 0.2,
            "{letter:?}: {drawn:?} {known}"
        );
    }
    for text in ["a2a2b2/a3b1a3/a3a3b3 a", "AVAToW, 1/2", "3 best moves"] {
        for font in [&font, &strong] {
            let galley = fonts.layout_no_wrap(text.into(), font.clone(), Default::default());
            let (drawn, known) = (f64::from(galley.size().x), text_width(text, 100.0));
            assert!(
                drawn < known + 1.0 && known < drawn * 1.15,
                "{text}: {drawn} {known}"
            );
        }
    }
}
