//! Sheets of all slides of the tours that come along, to be looked at:
//! `DOOMTREE_SHEETS=FOLDER cargo test --test pictures sheets`.

use std::path::Path;

use doomtree::app::{Command, CommandId, TEACHING, ThemeChoice};
use image::imageops::{FilterType, overlay, resize};
use image::{Rgba, RgbaImage};

use super::snapshots::{position, window};
use support::screen::{run, settle};

/// The windows in which every slide is drawn.
const SIZES: [[f32; 2]; 2] = [[1024.0, 700.0], [390.0, 844.0]];

#[test]
fn all_slides_are_drawn_on_sheets_where_they_are_asked_for() {
    let Some(folder) = std::env::var_os("DOOMTREE_SHEETS") else {
        return;
    };
    let only = std::env::var("DOOMTREE_ONLY").unwrap_or_default();
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).expect("a folder");
    let tours = TEACHING.iter().enumerate();
    for (place, tour) in
        tours.filter(|(_, tour)| tour.file.starts_with("tour-") && tour.file.contains(&only))
    {
        for size in SIZES {
            let mut slides = Vec::new();
            let mut window = window(position("b2b2/a2b1 a"), ThemeChoice::Light, size);
            run(&mut window, Command::OpenTeaching(place));
            settle(&mut window);
            run(&mut window, Command::Named(CommandId::Present));
            loop {
                settle(&mut window);
                window.run();
                slides.push(window.render().expect("a picture"));
                let at = window.state().presents();
                run(&mut window, Command::Named(CommandId::NextTourStep));
                if window.state().presents() == at {
                    break;
                }
            }
            let name = format!(
                "{}-{}x{}.png",
                tour.file.replace(".tree.json", ""),
                size[0],
                size[1]
            );
            sheet(&slides).save(folder.join(name)).expect("a sheet");
        }
    }
}

/// The slides in rows.
fn sheet(slides: &[RgbaImage]) -> RgbaImage {
    let wide = slides[0].width() > slides[0].height();
    let (columns, width) = if wide { (3, 640) } else { (6, 300) };
    let height = width * slides[0].height() / slides[0].width();
    let rows = slides.len().div_ceil(columns) as u32;
    let (across, down) = (width + 10, height + 10);
    let mut sheet = RgbaImage::from_pixel(
        across * columns as u32,
        down * rows,
        Rgba([90, 90, 90, 255]),
    );
    for (index, slide) in slides.iter().enumerate() {
        let small = resize(slide, width, height, FilterType::Triangle);
        let at = (index % columns, index / columns);
        overlay(
            &mut sheet,
            &small,
            i64::from(at.0 as u32 * across),
            i64::from(at.1 as u32 * down),
        );
    }
    sheet
}
