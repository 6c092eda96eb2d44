//! The colors of a TikZ drawing, each defined once under a name that an author can change.

use std::io::{self, Write};

use crate::diagram::{Ink, Palette, Shade};
use crate::export::Appearance;
use crate::game::Player;

/// Defines all colors for a game with this number of players.
pub(super) fn define_all(
    out: &mut dyn Write,
    players: usize,
    appearance: &Appearance,
) -> io::Result<()> {
    let palette = appearance.palette();
    let mut define = |name: &str, ink| define(out, palette, name, ink);
    for (name, ink) in [
        ("text", Ink::Text),
        ("dim", Ink::Dim),
        ("line", Ink::Line),
        ("soft", Ink::Soft),
        ("onplayer", Ink::OnPlayer),
        ("nobody", Ink::Nobody),
        ("blunder", Ink::Blunder),
        ("blunderarea", Ink::BlunderArea),
    ] {
        define(name, ink)?;
    }
    for player in Player::all(players.min(6)) {
        for (shade, name) in SHADES {
            let name = format!("player{}{name}", player.0);
            define(&name, Ink::Player(player, shade))?;
        }
    }
    define("panel", Ink::Panel)?;
    define("ground", Ink::Ground)
}

const SHADES: [(Shade, &str); 6] = [
    (Shade::Full, ""),
    (Shade::Area, "area"),
    (Shade::Light, "light"),
    (Shade::Middle, "middle"),
    (Shade::Dark, "dark"),
    (Shade::Faint, "faint"),
];

fn define(out: &mut dyn Write, palette: &Palette, name: &str, ink: Ink) -> io::Result<()> {
    let hex = palette.color(ink).hex().to_uppercase();
    let hex = hex.trim_start_matches('#');
    writeln!(out, "\\definecolor{{doom{name}}}{{HTML}}{{{hex}}}%")
}

/// The name of an ink in the drawing.
pub(super) fn ink_name(ink: Ink) -> String {
    match ink {
        Ink::Text => "doomtext".to_owned(),
        Ink::Dim => "doomdim".to_owned(),
        Ink::Line => "doomline".to_owned(),
        Ink::Panel => "doompanel".to_owned(),
        Ink::Ground => "doomground".to_owned(),
        Ink::Soft => "doomsoft".to_owned(),
        Ink::OnPlayer => "doomonplayer".to_owned(),
        Ink::Nobody => "doomnobody".to_owned(),
        Ink::Blunder => "doomblunder".to_owned(),
        Ink::BlunderArea => "doomblunderarea".to_owned(),
        Ink::Player(player, shade) => {
            let name = SHADES.iter().find(|(of, _)| *of == shade);
            let name = name.map_or("", |(_, name)| name);
            format!("doomplayer{}{name}", player.0 % 6)
        }
    }
}
