//! A scene on the screen that is panned, zoomed and fitted by pointer, wheel and keys.

use eframe::egui::{self, Response, Vec2};

use crate::app::base::gesture::{Gesture, Gestures};
use crate::app::base::paint::Transform;
use crate::app::intent::command::Named;
use crate::diagram::Rect;

/// How small and how large a scene can be drawn.
const SCALES: std::ops::RangeInclusive<f64> = 0.02..=3.0;
/// A scene that would be drawn smaller than this to be seen whole is shown from its focus instead …
const READABLE: f64 = 0.36;
/// … at this scale.
const FROM_FOCUS: f64 = 0.66;
/// The largest scale that fitting uses, where there is no more room than on a small screen …
const COMFORTABLE: f64 = 1.15;
/// … which is this high, in points.
const SMALL_SCREEN: f32 = 780.0;
/// So many points of the wheel make the scene e times as large.
pub(crate) const WHEEL: f32 = 240.0;
/// However far somebody pans, so much of the scene stays in sight, in points.
const KEPT: f32 = 60.0;

/// How the view of a scene is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// All of it, until the user moves the view.
    Fit {
        /// However small that is; else no smaller than can be read.
        whole: bool,
    },
    /// Where the user left it.
    Free {
        /// Whether the focus still has to be brought into sight.
        reveal: bool,
    },
}

/// Where a scene lies on the screen, and how large.
#[derive(Debug)]
pub(crate) struct Canvas {
    transform: Transform,
    aim: Aim,
    screen: egui::Rect,
    /// What is to be seen in the next frame.
    wanted: Option<Rect>,
    gestures: Gestures,
}

impl Default for Canvas {
    fn default() -> Self {
        Self {
            transform: Transform::IDENTITY,
            aim: Aim::Fit { whole: false },
            screen: egui::Rect::NOTHING,
            wanted: None,
            gestures: Gestures::default(),
        }
    }
}

impl Canvas {
    /// From the scene to the screen.
    pub fn transform(&self) -> Transform {
        self.transform
    }

    /// Points of the screen for one scene unit.
    pub fn scale(&self) -> f64 {
        self.transform.scale
    }

    /// The part of the window that it has.
    pub fn screen(&self) -> egui::Rect {
        self.screen
    }

    /// Shows all of the scene, from now on.
    pub fn fit(&mut self) {
        self.aim = Aim::Fit { whole: true };
    }

    /// Brings the focus into sight in the next frame, and lets everything else be.
    pub fn reveal(&mut self) {
        self.aim = Aim::Free { reveal: true };
    }

    /// Brings a rectangle into sight in the next frame, smaller if it must be, as long as it can be
    /// read; what is shown whole stays so.
    pub fn show(&mut self, rect: Rect) {
        self.wanted = Some(rect);
    }

    /// Whether all of the scene is shown, as far as it can be read.
    pub fn is_fitted(&self) -> bool {
        matches!(self.aim, Aim::Fit { .. })
    }

    /// Zooms around the middle.
    pub fn zoom(&mut self, factor: f64) {
        self.zoom_around(self.screen.center(), factor);
    }

    /// Moves what is seen by some points.
    pub fn pan(&mut self, by: Vec2) {
        self.transform.shift(by);
        self.aim = Aim::Free { reveal: false };
    }

    /// Does a command that moves or scales what is seen, whatever that is; `false` if it is none.
    pub fn run(&mut self, named: Named) -> bool {
        const PAN: f32 = 80.0;
        match named {
            Named::Fit => self.fit(),
            Named::ZoomIn => self.zoom(1.25),
            Named::ZoomOut => self.zoom(0.8),
            Named::PanLeft => self.pan(Vec2::new(PAN, 0.0)),
            Named::PanRight => self.pan(Vec2::new(-PAN, 0.0)),
            Named::PanUp => self.pan(Vec2::new(0.0, PAN)),
            Named::PanDown => self.pan(Vec2::new(0.0, -PAN)),
            _ => return false,
        }
        true
    }

    /// Shows a point of the scene in the middle, at its own size.
    pub fn actual_size(&mut self, middle: crate::diagram::Point) {
        self.transform.set_scale(1.0);
        self.transform.put(middle, self.screen.center());
        self.aim = Aim::Free { reveal: false };
    }

    /// What lay at one point of the scene lies at another now, and stays where it is seen.
    pub fn moved(&mut self, from: crate::diagram::Point, to: crate::diagram::Point) {
        let scale = self.transform.scale;
        let by = [(from.x - to.x) * scale, (from.y - to.y) * scale];
        self.transform.offset = self.transform.offset.moved(by[0], by[1]);
    }

    fn zoom_around(&mut self, fixed: egui::Pos2, factor: f64) {
        let scale = (self.transform.scale * factor).clamp(*SCALES.start(), *SCALES.end());
        let point = self.transform.scene_from_screen(fixed);
        self.transform.set_scale(scale);
        self.transform.put(point, fixed);
        self.aim = Aim::Free { reveal: false };
    }

    /// Moves the view to where it should be, before anything is drawn: `inner` is the part of the
    /// screen over which nothing lies, `focus` what matters most.
    pub fn prepare(&mut self, screen: egui::Rect, inner: egui::Rect, bounds: Rect, focus: Rect) {
        self.screen = screen;
        match self.aim {
            Aim::Fit { whole } => {
                let larger = (inner.height() / SMALL_SCREEN).clamp(1.0, 2.0);
                self.transform = Transform::fit(bounds, inner, COMFORTABLE * f64::from(larger));
                if self.transform.scale < READABLE && !whole {
                    self.transform.set_scale(FROM_FOCUS);
                    self.transform.put(focus.centre(), inner.center());
                    self.fill(bounds, inner);
                }
            }
            Aim::Free { reveal: true } => {
                self.bring(focus, inner);
                self.aim = Aim::Free { reveal: false };
            }
            Aim::Free { reveal: false } => {}
        }
        if let Some(wanted) = self.wanted.take() {
            self.bring_wanted(wanted, inner);
        }
        let bounds = self.transform.screen_rect(bounds);
        let back = |low: f32, high: f32, from: f32, to: f32| {
            (from + KEPT - high).max(0.0) + (to - KEPT - low).min(0.0)
        };
        self.transform.shift(Vec2::new(
            back(bounds.left(), bounds.right(), inner.left(), inner.right()),
            back(bounds.top(), bounds.bottom(), inner.top(), inner.bottom()),
        ));
    }

    fn bring_wanted(&mut self, wanted: Rect, inner: egui::Rect) {
        if self.aim == (Aim::Fit { whole: true }) {
            return;
        }
        let across = f64::from(inner.width()) / wanted.width().max(1.0);
        let fitting = across.min(f64::from(inner.height()) / wanted.height().max(1.0));
        if fitting < self.transform.scale {
            let least = READABLE.min(self.transform.scale);
            self.transform.set_scale(fitting.max(least));
        }
        self.bring(wanted, inner);
        self.aim = Aim::Free { reveal: false };
    }

    /// Leaves no room empty beside a scene that has more than there is.
    fn fill(&mut self, bounds: Rect, inner: egui::Rect) {
        let bounds = self.transform.screen_rect(bounds);
        let nudge = |low: f32, high: f32, from: f32, to: f32| {
            if high - low < to - from {
                f32::midpoint(from, to) - f32::midpoint(low, high)
            } else {
                (from - low).min(0.0) + (to - high).max(0.0)
            }
        };
        self.transform.shift(Vec2::new(
            nudge(bounds.left(), bounds.right(), inner.left(), inner.right()),
            nudge(bounds.top(), bounds.bottom(), inner.top(), inner.bottom()),
        ));
    }

    /// Pans as little as it takes to have a rectangle in sight.
    fn bring(&mut self, rect: Rect, inner: egui::Rect) {
        let rect = self.transform.screen_rect(rect);
        let nudge = |low: f32, high: f32, from: f32, to: f32| {
            if high - low > to - from {
                // What is too large has its middle in the middle.
                f32::midpoint(from, to) - f32::midpoint(low, high)
            } else if low < from {
                from - low
            } else if high > to {
                to - high
            } else {
                0.0
            }
        };
        self.transform.shift(Vec2::new(
            nudge(rect.left(), rect.right(), inner.left(), inner.right()),
            nudge(rect.top(), rect.bottom(), inner.top(), inner.bottom()),
        ));
    }

    /// Pulls the rows of a scene apart that is shown whole, where it is so wide that it is smaller than
    /// `below`: as far as there is room, but no further than at that scale.
    pub fn stretch(&mut self, bounds: Rect, inner: egui::Rect, below: f64) {
        let scale = self.transform.scale;
        if self.aim != (Aim::Fit { whole: true }) || scale >= below {
            return;
        }
        let room = f64::from(inner.height()) / bounds.height().max(1.0);
        self.transform.axes[1] = room.clamp(scale, below);
        self.transform.put(bounds.centre(), inner.center());
    }

    /// Does what the pointer, the wheel and fingers do to the scene.
    pub fn pan_and_zoom(&mut self, ui: &egui::Ui, response: &Response) {
        let before = self.transform;
        if response.dragged() {
            self.pan(response.drag_delta());
        }
        match self.gestures.read(ui, response, WHEEL) {
            Some(Gesture::Zoom(at, factor)) => self.zoom_around(at, factor),
            Some(Gesture::Pan(by)) => self.pan(by),
            None => {}
        }
        if before != self.transform {
            // The controls, which were drawn before, say how large it is now.
            ui.ctx().request_repaint();
        }
    }
}
