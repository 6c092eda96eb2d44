//! The color tables: the color of each ink on a light and on a dark background. The window and all
//! exported pictures use them.

use super::shape::{Ink, Shade};
use crate::game::Player;

/// A color of the screen: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// White.
    pub const WHITE: Self = Self(0xff, 0xff, 0xff);
    const BLACK: Self = Self(0, 0, 0);

    /// The color of a number of six hexadecimal digits.
    const fn new(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Self(red, green, blue)
    }

    /// The color in six hexadecimal digits, as pictures on the web write it.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// `share` of another color over this one.
    #[must_use]
    pub fn mixed(self, over: Self, share: f32) -> Self {
        let mix =
            |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self(
            mix(self.0, over.0),
            mix(self.1, over.1),
            mix(self.2, over.2),
        )
    }
}

/// The fraction of a color that remains where much is drawn as one block.
const FAINT: f32 = 0.3;

/// The colors of all inks on one ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// The ground of the scene.
    pub ground: Rgb,
    /// The ground of panels and nodes.
    pub panel: Rgb,
    /// Hairlines.
    pub line: Rgb,
    /// Text.
    pub text: Rgb,
    /// Labels.
    pub dim: Rgb,
    /// The background of chosen or already seen items.
    pub soft: Rgb,
    /// Text on a player's color.
    pub on_player: Rgb,
    /// The fraction of a player's color in that player's areas.
    area: f32,
    players: [u32; 6],
    /// A blunder: the color of no player.
    blunder: Rgb,
}

impl Palette {
    /// For a light ground, and for paper.
    pub const LIGHT: Self = Self {
        ground: Rgb::new(0xf6f6f4),
        panel: Rgb::WHITE,
        line: Rgb::new(0xd4d4cf),
        text: Rgb::new(0x1d1d1b),
        dim: Rgb::new(0x62625d),
        soft: Rgb::new(0xecece8),
        on_player: Rgb::WHITE,
        area: 0.2,
        // Based on Okabe and Ito's palette, which color-blind people can distinguish.
        players: [0x0072b2, 0xd55e00, 0x008560, 0xb4588c, 0x635300, 0x6a3fd0],
        blunder: Rgb::new(0xa3195b),
    };

    /// For pictures on white paper.
    pub const PAPER: Self = Self {
        ground: Rgb::WHITE,
        // Printers lose lighter hairlines.
        line: Rgb::new(0x9a9a94),
        ..Self::LIGHT
    };

    /// For a dark ground.
    pub const DARK: Self = Self {
        ground: Rgb::new(0x17181a),
        panel: Rgb::new(0x1f2124),
        line: Rgb::new(0x3c4046),
        text: Rgb::new(0xe8e8e4),
        dim: Rgb::new(0xa2a3a5),
        soft: Rgb::new(0x2c2f34),
        on_player: Rgb::new(0x141517),
        area: 0.24,
        players: [0x4aa3df, 0xf08a3c, 0x2fbf93, 0xe39bc6, 0xf2dc4e, 0x9f7cff],
        blunder: Rgb::new(0xff7ab4),
    };

    /// Gray on white paper: areas are distinguished by patterns.
    pub const GREY: Self = Self {
        text: Rgb::new(0x1a1a1a),
        dim: Rgb::new(0x5c5c5c),
        line: Rgb::new(0x969696),
        soft: Rgb::new(0xececec),
        players: [0x1f1f1f, 0x707070, 0x4c4c4c, 0x5c5c5c, 0x363636, 0x848484],
        blunder: Rgb::new(0x1f1f1f),
        ..Self::PAPER
    };

    /// In gray on a dark ground.
    pub const GREY_DARK: Self = Self {
        ground: Rgb::new(0x171717),
        panel: Rgb::new(0x202020),
        line: Rgb::new(0x505050),
        text: Rgb::new(0xe8e8e8),
        dim: Rgb::new(0xa4a4a4),
        soft: Rgb::new(0x2e2e2e),
        on_player: Rgb::new(0x141414),
        players: [0xf0f0f0, 0x8c8c8c, 0xc8c8c8, 0xa6a6a6, 0xdcdcdc, 0x7c7c7c],
        blunder: Rgb::new(0xf0f0f0),
        ..Self::DARK
    };

    /// Black on white, with players in colors as dark as text.
    pub const CONTRAST: Self = Self {
        text: Rgb::BLACK,
        dim: Rgb::new(0x262626),
        line: Rgb::new(0x404040),
        soft: Rgb::new(0xe4e4e4),
        players: [0x003a70, 0x8a3300, 0x005238, 0x7a1f58, 0x453a00, 0x431a9e],
        blunder: Rgb::new(0x7d003c),
        ..Self::PAPER
    };

    /// White on black, with players in colors as light as text.
    pub const CONTRAST_DARK: Self = Self {
        ground: Rgb::BLACK,
        panel: Rgb::BLACK,
        line: Rgb::new(0xb0b0b0),
        text: Rgb::WHITE,
        dim: Rgb::new(0xdcdcdc),
        soft: Rgb::new(0x303030),
        on_player: Rgb::BLACK,
        players: [0x7cc4ff, 0xffa85c, 0x4fe0b0, 0xffb3de, 0xffee70, 0xc4acff],
        blunder: Rgb::new(0xff9cc8),
        ..Self::DARK
    };

    /// A player's color.
    pub fn player(&self, player: Player) -> Rgb {
        Rgb::new(self.players[player.index() % self.players.len()])
    }

    /// The color of an ink.
    pub fn color(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Player(player, shade) => self.shaded(self.player(player), shade),
            Ink::Text => self.text,
            Ink::Dim => self.dim,
            Ink::Line => self.line,
            Ink::Panel => self.panel,
            Ink::Ground => self.ground,
            Ink::Soft => self.soft,
            Ink::OnPlayer => self.on_player,
            Ink::Nobody => self.line.mixed(self.dim, 0.35),
            Ink::Blunder => self.blunder,
            Ink::BlunderArea => self.panel.mixed(self.blunder, self.area / 2.0),
        }
    }

    fn shaded(&self, color: Rgb, shade: Shade) -> Rgb {
        match shade {
            Shade::Full => color,
            Shade::Area => self.panel.mixed(color, self.area),
            Shade::Light => color.mixed(Rgb::WHITE, 0.28),
            Shade::Middle => color.mixed(Rgb::BLACK, 0.12),
            Shade::Dark => color.mixed(Rgb::BLACK, 0.3),
            Shade::Faint => self.ground.mixed(color, FAINT),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All palettes; players of the first three are distinguished by their colors alone.
    const ALL: [Palette; 7] = [
        Palette::LIGHT,
        Palette::PAPER,
        Palette::DARK,
        Palette::CONTRAST,
        Palette::CONTRAST_DARK,
        Palette::GREY,
        Palette::GREY_DARK,
    ];

    #[test]
    fn with_more_contrast_every_colour_is_read_like_a_letter() {
        for palette in [Palette::CONTRAST, Palette::CONTRAST_DARK] {
            assert!(contrast(palette.text, palette.ground) >= 20.0);
            assert!(contrast(palette.dim, palette.ground) >= 10.0);
            assert!(contrast(palette.line, palette.ground) >= 7.0);
            for player in Player::all(6) {
                assert!(contrast(palette.player(player), palette.on_player) >= 7.0);
                assert!(contrast(palette.player(player), palette.panel) >= 7.0);
            }
        }
    }

    #[test]
    fn grey_has_no_colour() {
        for palette in [Palette::GREY, Palette::GREY_DARK] {
            for ink in Ink::all() {
                let Rgb(red, green, blue) = palette.color(ink);
                assert!(red == green && green == blue, "{ink:?}");
            }
        }
    }

    /// The contrast of two colors as the guidelines for accessible web pages define it.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let light = |color: Rgb| {
            let part = |byte: u8| {
                let value = f64::from(byte) / 255.0;
                if value <= 0.040_45 {
                    value / 12.92
                } else {
                    ((value + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * part(color.0) + 0.7152 * part(color.1) + 0.0722 * part(color.2)
        };
        let (a, b) = (light(a), light(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn words_can_be_read_on_every_ground_and_letters_on_every_player() {
        for palette in ALL {
            for ground in [palette.ground, palette.panel, palette.soft] {
                assert!(contrast(palette.text, ground) >= 7.0);
                assert!(contrast(palette.dim, ground) >= 4.5);
            }
            for player in Player::all(6) {
                // Large semi-bold text and shapes.
                assert!(contrast(palette.player(player), palette.on_player) >= 3.0);
                assert!(contrast(palette.player(player), palette.panel) >= 3.0);
            }
        }
    }

    /// The perceived distance of two colors in CIE L*a*b*, for eyes that mix red, green and blue by
    /// this matrix (Machado, Oliveira and Fernandes 2009).
    fn apart(a: Rgb, b: Rgb, eyes: [[f64; 3]; 3]) -> f64 {
        let lab = |color: Rgb| {
            let light = [color.0, color.1, color.2].map(|byte| {
                let value = f64::from(byte) / 255.0;
                if value <= 0.040_45 {
                    value / 12.92
                } else {
                    ((value + 0.055) / 1.055).powf(2.4)
                }
            });
            let mix = |row: [f64; 3], light: [f64; 3]| -> f64 {
                row.iter()
                    .zip(light)
                    .map(|(share, part)| share * part)
                    .sum()
            };
            let seen = eyes.map(|row| mix(row, light).clamp(0.0, 1.0));
            let [x, y, z] = [
                [0.4339, 0.3762, 0.1899],
                [0.2126, 0.7152, 0.0722],
                [0.0177, 0.1095, 0.8729],
            ]
            .map(|row| match mix(row, seen) {
                part if part > 0.008_856 => part.cbrt(),
                part => 7.787 * part + 16.0 / 116.0,
            });
            [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
        };
        let pairs = lab(a).into_iter().zip(lab(b));
        pairs.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn six_players_are_told_apart_by_the_colour_blind_too() {
        let everybodys = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let protan = [
            [0.152_3, 1.052_6, -0.204_9],
            [0.114_5, 0.786_3, 0.099_2],
            [-0.003_9, -0.048_1, 1.052],
        ];
        let deutan = [
            [0.367_3, 0.860_6, -0.228],
            [0.280_1, 0.672_5, 0.047_4],
            [-0.011_8, 0.042_9, 0.968_9],
        ];
        let tritan = [
            [1.255_5, -0.076_7, -0.178_8],
            [-0.078_4, 0.930_8, 0.147_6],
            [0.004_7, 0.691_4, 0.303_9],
        ];
        for palette in &ALL[..3] {
            for first in Player::all(6) {
                for second in Player::all(6).skip(first.index() + 1) {
                    let apart = |eyes| apart(palette.player(first), palette.player(second), eyes);
                    let pair = (first.letter(), second.letter());
                    assert!(apart(everybodys) >= 30.0, "{pair:?}");
                    for eyes in [protan, deutan, tritan] {
                        assert!(apart(eyes) >= 11.0, "{pair:?}: {}", apart(eyes));
                    }
                }
            }
        }
    }

    #[test]
    fn colours_are_written_in_six_digits_and_mixed_part_by_part() {
        assert_eq!(Rgb(0, 10, 255).hex(), "#000aff");
        assert_eq!(Rgb(0, 0, 0).mixed(Rgb(255, 128, 2), 0.5), Rgb(128, 64, 1));
    }
}
