//! The font of the window's icons holds those that the window names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use skrifa::{FontRef, MetadataProvider};

/// The names of icons in a text.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("ICON_"))
}

/// The character of each icon of the library.
fn characters() -> BTreeMap<String, char> {
    let version = Command::new("rustc").arg("-vV").output();
    let version = String::from_utf8(version.expect("rustc runs").stdout).expect("UTF-8");
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    // Libraries of other systems may never have been fetched.
    let words = [
        "metadata",
        "--offline",
        "--locked",
        "--format-version=1",
        "--filter-platform",
        host.expect("rustc names its host"),
    ];
    let output = Command::new(env!("CARGO")).args(words).output();
    let output = output.expect("cargo runs");
    let told = serde_json::from_slice::<serde_json::Value>(&output.stdout);
    let told = told.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let packages = told["packages"].as_array().expect("packages");
    let library = packages
        .iter()
        .find(|it| it["name"] == "egui_material_icons");
    let manifest = library.expect("the library")["manifest_path"].as_str();
    let path = Path::new(manifest.expect("a path")).with_file_name("src/icons.rs");
    let text = std::fs::read_to_string(path).expect("its icons");
    let lines = text.lines().filter_map(|line| {
        let name = named(line).next()?;
        let (hexadecimal, _) = line.split_once(r#""\u{"#)?.1.split_once('}')?;
        let point = u32::from_str_radix(hexadecimal, 16).ok()?;
        Some((name.to_owned(), char::from_u32(point)?))
    });
    lines.collect()
}

#[test]
fn the_window_s_font_has_every_icon_that_it_names_and_no_other() {
    let characters = characters();
    let font = FontRef::new(include_bytes!("../../src/app/base/icons.ttf")).expect("a font");
    let had: BTreeSet<char> = font
        .charmap()
        .mappings()
        .filter_map(|(c, _)| char::from_u32(c))
        .collect();
    let sources = crate::sources();
    let used = sources.iter().flat_map(|source| named(&source.text));
    let used: BTreeSet<char> = used.map(|name| characters[name]).collect();
    assert!(used.len() > 100, "only {} icons are named", used.len());
    assert!(
        used == had,
        "run packages/icons.py: src names other icons than its font holds"
    );
}
