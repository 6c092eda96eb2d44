//! The map in the middle of the window.

use eframe::egui::{self, Rect, Role, Sense, Vec2, WidgetInfo};

use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::{Theme, size};
use crate::app::document::view::view;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::tooltip::tooltip;
use crate::app::parts::bar::{above, bar};
use crate::app::parts::legend::{legend_ui, measured};
use crate::app::shell::explorer::Explorer;
use crate::app::views::map::busy::busy_ui;
use crate::app::views::map::inks::Look;
use crate::diagram::{MapColors, MapOccurring, MapTree, map_hits_legend, map_legend};
use crate::tree::Leaves;

/// What the numbers of the plies take at the left.
const GUTTER: f32 = 34.0;
/// At the right of the map.
const RIGHT: f32 = 12.0;
/// In less room than this the controls stand in two rows.
const TWO_ROWS: f32 = 440.0;

impl Explorer {
    /// The map with all that belongs to it.
    pub(crate) fn map_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let leaves = self.map_leaves();
        let mut commands = Vec::new();
        let own = if screen.width() < TWO_ROWS { 2 } else { 1 };
        let top = above(screen.width(), self.over(), own);
        // The controls come first for the keyboard, and lie over the map all the same.
        let known = leaves.as_deref();
        let ctx = ui.ctx().clone();
        self.above_ui(
            &ctx,
            theme,
            screen,
            &mut commands,
            |explorer, ui, commands| {
                ui.vertical(|ui| {
                    if own == 2 {
                        bar(ui, theme, |ui| {
                            explorer.map_colors_ui(ui, theme, known, commands)
                        });
                        bar(ui, theme, |ui| explorer.map_view_ui(ui, theme, commands));
                    } else {
                        bar(ui, theme, |ui| {
                            explorer.map_colors_ui(ui, theme, known, commands);
                            ui.separator();
                            explorer.map_view_ui(ui, theme, commands);
                        });
                    }
                });
            },
        );
        match leaves {
            Some(leaves) => self.map_ui(ui, theme, screen, top, &leaves, &mut commands),
            None => {
                let counted = self.map.state.told();
                let stopped = self.map.state.why_stopped();
                let document = &self.document;
                busy_ui(
                    ui,
                    theme,
                    screen,
                    top,
                    document,
                    counted,
                    stopped,
                    &mut commands,
                );
            }
        }
        self.commands.append(&mut commands);
    }

    fn map_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        screen: Rect,
        top: f32,
        leaves: &Leaves,
        commands: &mut Vec<Command>,
    ) {
        let colors = match self.settings.map_ends {
            true => MapColors::Ends,
            false => MapColors::Ratings,
        };
        self.map.hits = self.marked_hits();
        let Self {
            document,
            map,
            ratings_for,
            hidden,
            settings,
            ..
        } = self;
        let seen = view(document, *ratings_for, *hidden);
        let session = &document.session;
        let tree = MapTree {
            graph: session.rated().graph.graph(),
            leaves,
        };
        let mut entries = map_legend(&seen, &tree, colors, &map.occurring);
        if let Some(hits) = &map.hits {
            entries.extend(map_hits_legend(hits));
        }
        let below = match settings.legend {
            true => measured(&entries, screen.width()).1,
            false => 8.0,
        };
        let inner = Rect::from_min_max(
            screen.min + Vec2::new(GUTTER, top + 6.0),
            screen.max - Vec2::new(RIGHT, below + 4.0),
        );
        let (rows, small) = map.minimap.split(inner);
        map.pixels = f64::from(ui.pixels_per_point());
        map.screen = rows;
        let look = Look {
            palette: theme.palette(),
            ratings_for: *ratings_for,
            hidden: *hidden,
            colors,
            leaves: map.generation,
        };
        map.colors = colors;
        let looks = map.inks.look(look);
        if looks != map.looks {
            map.looks = looks;
            map.occurring = MapOccurring::default();
        }
        map.occurring.shares = colors == MapColors::Ends && !*hidden;
        let occurring = map.occurring.clone();
        map.prepare(&tree, session);
        let (_, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        map.move_by_pointer(ui, (&tree, session), &response);
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, theme.ground);
        map.paint(ui, theme, &seen, &tree, session);
        if map.occurring != occurring {
            // The legend, whose size was needed before, has something new to say.
            ui.ctx().request_repaint();
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, map.words(&tree, &seen)));
        let response = response.identified(ids::MAP);
        map.pointer_ui(ui, theme, &response, &seen, &tree, session, commands);
        map.minimap_ui(ui, theme, small, &seen, &tree, session);
        if settings.legend {
            legend_ui(ui.ctx(), screen, theme, &entries, commands);
        }
    }

    /// What the colours tell, and to how many plies a cyclic game is mapped.
    fn map_colors_ui(
        &self,
        ui: &mut egui::Ui,
        theme: &Theme,
        leaves: Option<&Leaves>,
        commands: &mut Vec<Command>,
    ) {
        for (ends, text) in [(false, "Ratings"), (true, "Ends")] {
            let chosen = self.settings.map_ends == ends;
            let words =
                egui::RichText::new(text).color(if chosen { theme.text } else { theme.dim });
            let button = egui::Button::new(words)
                .min_size(Vec2::new(0.0, 26.0))
                .selected(chosen)
                .wrap_mode(egui::TextWrapMode::Extend);
            let response = ui.add(button);
            let label = format!("Colours by {}", text.to_lowercase());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &label));
            // The one that isn't chosen does the command.
            let response = match chosen {
                true => response,
                false => response.identified(Named::MapEnds.id()),
            };
            if response.clicked() {
                response.surrender_focus();
                if !chosen {
                    commands.push(Command::Named(Named::MapEnds));
                }
            }
            response.on_hover_text(tooltip(ui.ctx(), Named::MapEnds));
        }
        let graph = self.document.session.rated().graph.graph();
        if graph.is_cyclic() && !self.document.is_building() {
            ui.separator();
            let most = Leaves::most_plies(graph);
            let shown = leaves.and_then(Leaves::plies).or(self.map.plies);
            let mut plies = shown.unwrap_or(1);
            let words = egui::RichText::new("To ply")
                .size(size::SMALL)
                .color(theme.dim);
            let label = ui.label(words);
            let field = egui::DragValue::new(&mut plies).range(1..=most).speed(0.1);
            let response = ui.add(field).labelled_by(label.id);
            let response = response.identified(ids::MAP_TO_PLY);
            if response.changed() && Some(plies) != shown {
                commands.push(Command::MapTo(plies));
            }
            response.on_hover_text(format!(
                "The tree has no end: it is mapped to this ply, at most to ply {most}"
            ));
        }
    }

    /// How the map is seen.
    fn map_view_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        for named in [Named::Fit, Named::ZoomOut, Named::ZoomIn, Named::ZoomToNode] {
            self.icon_button(ui, theme, named, commands);
        }
        let seen = self.map.seen();
        let text = match seen.zoom {
            zoom if zoom < 0.01 => "1×".to_owned(),
            zoom if zoom < 13.0 => format!("{:.0}×", 2.0_f64.powf(zoom).max(1.0)),
            zoom => format!("2^{zoom:.0}×"),
        };
        let words = egui::RichText::new(&text)
            .size(size::SMALL)
            .color(theme.dim);
        let label = egui::Label::new(words).wrap_mode(egui::TextWrapMode::Extend);
        let response = ui
            .add(label)
            .on_hover_text("How much the map is enlarged.\nTurn the wheel to zoom, drag to move");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Enlarged {text}")));
        ui.add_space(4.0);
    }
}
