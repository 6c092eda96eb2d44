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
    players: [Rgb; 6],
    /// A blunder: the color of no player.
    blunder: Rgb,
}

impl Palette {
    /// For a light ground, and for paper.
    pub const LIGHT: Self = Self {
        ground: Rgb(0xf6, 0xf6, 0xf4),
        panel: Rgb::WHITE,
        line: Rgb(0xd4, 0xd4, 0xcf),
        text: Rgb(0x1d, 0x1d, 0x1b),
        dim: Rgb(0x62, 0x62, 0x5d),
        soft: Rgb(0xec, 0xec, 0xe8),
        on_player: Rgb::WHITE,
        area: 0.2,
        // Based on Okabe and Ito's palette, which color-blind people can distinguish.
        players: [
            Rgb(0x00, 0x72, 0xb2),
            Rgb(0xd5, 0x5e, 0x00),
            Rgb(0x00, 0x85, 0x60),
            Rgb(0xb4, 0x58, 0x8c),
            Rgb(0x63, 0x53, 0x00),
            Rgb(0x6a, 0x3f, 0xd0),
        ],
        blunder: Rgb(0xa3, 0x19, 0x5b),
    };

    /// For pictures on white paper.
    pub const PAPER: Self = Self {
        ground: Rgb::WHITE,
        // Printers lose lighter hairlines.
        line: Rgb(0x9a, 0x9a, 0x94),
        ..Self::LIGHT
    };

    /// For a dark ground.
    pub const DARK: Self = Self {
        ground: Rgb(0x17, 0x18, 0x1a),
        panel: Rgb(0x1f, 0x21, 0x24),
        line: Rgb(0x3c, 0x40, 0x46),
        text: Rgb(0xe8, 0xe8, 0xe4),
        dim: Rgb(0xa2, 0xa3, 0xa5),
        soft: Rgb(0x2c, 0x2f, 0x34),
        on_player: Rgb(0x14, 0x15, 0x17),
        area: 0.24,
        players: [
            Rgb(0x4a, 0xa3, 0xdf),
            Rgb(0xf0, 0x8a, 0x3c),
            Rgb(0x2f, 0xbf, 0x93),
            Rgb(0xe3, 0x9b, 0xc6),
            Rgb(0xf2, 0xdc, 0x4e),
            Rgb(0x9f, 0x7c, 0xff),
        ],
        blunder: Rgb(0xff, 0x7a, 0xb4),
    };

    /// Gray on white paper: areas are distinguished by patterns.
    pub const GREY: Self = Self {
        text: Rgb(0x1a, 0x1a, 0x1a),
        dim: Rgb(0x5c, 0x5c, 0x5c),
        line: Rgb(0x96, 0x96, 0x96),
        soft: Rgb(0xec, 0xec, 0xec),
        players: [
            Rgb(0x1f, 0x1f, 0x1f),
            Rgb(0x70, 0x70, 0x70),
            Rgb(0x4c, 0x4c, 0x4c),
            Rgb(0x5c, 0x5c, 0x5c),
            Rgb(0x36, 0x36, 0x36),
            Rgb(0x84, 0x84, 0x84),
        ],
        blunder: Rgb(0x1f, 0x1f, 0x1f),
        ..Self::PAPER
    };

    /// In gray on a dark ground.
    pub const GREY_DARK: Self = Self {
        ground: Rgb(0x17, 0x17, 0x17),
        panel: Rgb(0x20, 0x20, 0x20),
        line: Rgb(0x50, 0x50, 0x50),
        text: Rgb(0xe8, 0xe8, 0xe8),
        dim: Rgb(0xa4, 0xa4, 0xa4),
        soft: Rgb(0x2e, 0x2e, 0x2e),
        on_player: Rgb(0x14, 0x14, 0x14),
        players: [
            Rgb(0xf0, 0xf0, 0xf0),
            Rgb(0x8c, 0x8c, 0x8c),
            Rgb(0xc8, 0xc8, 0xc8),
            Rgb(0xa6, 0xa6, 0xa6),
            Rgb(0xdc, 0xdc, 0xdc),
            Rgb(0x7c, 0x7c, 0x7c),
        ],
        blunder: Rgb(0xf0, 0xf0, 0xf0),
        ..Self::DARK
    };

    /// Black on white, with players in colors as dark as text.
    pub const CONTRAST: Self = Self {
        text: Rgb::BLACK,
        dim: Rgb(0x26, 0x26, 0x26),
        line: Rgb(0x40, 0x40, 0x40),
        soft: Rgb(0xe4, 0xe4, 0xe4),
        players: [
            Rgb(0x00, 0x3a, 0x70),
            Rgb(0x8a, 0x33, 0x00),
            Rgb(0x00, 0x52, 0x38),
            Rgb(0x7a, 0x1f, 0x58),
            Rgb(0x45, 0x3a, 0x00),
            Rgb(0x43, 0x1a, 0x9e),
        ],
        blunder: Rgb(0x7d, 0x00, 0x3c),
        ..Self::PAPER
    };

    /// White on black, with players in colors as light as text.
    pub const CONTRAST_DARK: Self = Self {
        ground: Rgb::BLACK,
        panel: Rgb::BLACK,
        line: Rgb(0xb0, 0xb0, 0xb0),
        text: Rgb::WHITE,
        dim: Rgb(0xdc, 0xdc, 0xdc),
        soft: Rgb(0x30, 0x30, 0x30),
        on_player: Rgb::BLACK,
        players: [
            Rgb(0x7c, 0xc4, 0xff),
            Rgb(0xff, 0xa8, 0x5c),
            Rgb(0x4f, 0xe0, 0xb0),
            Rgb(0xff, 0xb3, 0xde),
            Rgb(0xff, 0xee, 0x70),
            Rgb(0xc4, 0xac, 0xff),
        ],
        blunder: Rgb(0xff, 0x9c, 0xc8),
        ..Self::DARK
    };

    /// A player's color.
    pub fn player(&self, player: Player) -> Rgb {
        self.players[player.index() % self.players.len()]
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
            let players = Player::all(6).map(|player| Ink::Player(player, Shade::Full));
            let others = [
                Ink::Text,
                Ink::Dim,
                Ink::Line,
                Ink::Panel,
                Ink::Ground,
                Ink::Soft,
                Ink::OnPlayer,
                Ink::Nobody,
                Ink::Blunder,
                Ink::BlunderArea,
            ];
            for ink in players.chain(others) {
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
