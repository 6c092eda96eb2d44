//! A scene on the screen that is panned, zoomed and fitted by pointer, wheel and keys.

use eframe::egui::{self, Pos2, Response, Role, Sense, Vec2, WidgetInfo};

use crate::app::base::{Gesture, Gestures, Theme, Transform};
use crate::app::intent::Named;
use crate::diagram::{Point, Rect};
use crate::game::Player;

/// The largest scale that fitting uses, where there is no more room than on a small screen …
const COMFORTABLE: f64 = 1.15;
/// … which is this high, in points.
const SMALL_SCREEN: f32 = 780.0;
/// So many points of the wheel make the scene e times as large.
const WHEEL: f32 = 240.0;
/// However far somebody pans, so much of the scene stays in sight, in points.
const KEPT: f32 = 60.0;

/// How small and how large scenes of a kind are drawn.
#[derive(Debug)]
pub(crate) struct Limits {
    /// The smallest and the largest scale that somebody can zoom to …
    pub scales: [f64; 2],
    /// … and the smallest that fitting uses.
    pub least: f64,
    /// A scene that would be drawn smaller than this to be seen whole is shown in part instead …
    pub readable: f64,
    /// … at this scale.
    pub part: f64,
}

/// The limits of most scenes.
const LIMITS: Limits = Limits {
    scales: [0.02, 3.0],
    least: 0.001,
    readable: 0.36,
    part: 0.66,
};

/// The rows of a scene, which stay apart where it is seen from far away, as far as there is room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// The axis along which they follow each other.
    pub axis: usize,
    /// How long all of them are.
    pub long: f64,
    /// They are pulled apart where the scene is smaller than this: as far as at this scale …
    pub below: f64,
    /// … or from very far away so many times as far.
    pub stretch: f64,
}

impl Rows {
    /// How large the scene is drawn along both axes at a scale.
    fn axes(&self, scale: f64, room: egui::Rect) -> [f64; 2] {
        let mut axes = [scale; 2];
        if scale < self.below {
            let fitting = f64::from(room.size()[self.axis]) / self.long.max(1.0);
            // The further away, the more the rows may be stretched.
            let away = (2.0 - 2.0 * scale / self.below).clamp(0.0, 1.0);
            let most = self.below * (1.0 + (self.stretch - 1.0) * away);
            axes[self.axis] = scale.max(fitting.min(most));
        }
        axes
    }
}

/// A node is no smaller than this to the pointer, in points of the screen.
pub(crate) const LEAST_TARGET: f32 = 8.0;
/// What lies under the pointer for its tooltip, in points.
const UNDER: f32 = 12.0;

/// Whether a command moves or scales what is seen.
pub(crate) fn moves(named: Named) -> bool {
    [Named::Fit, Named::ActualSize, Named::ZoomIn, Named::ZoomOut].contains(&named)
}

/// The place of a scene, all that is left of `ui`, and what is done to it.
pub(crate) fn scene_ui(ui: &mut egui::Ui, name: &str) -> (egui::Rect, Response) {
    let (screen, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, name));
    (screen, response)
}

/// The response of a scene as that of a small place under the pointer.
pub(crate) fn under(pointer: Pos2, scene: &Response) -> Response {
    let place = egui::Rect::from_center_size(pointer, Vec2::splat(UNDER));
    scene.clone().with_new_rect(place)
}

/// How the view of a scene is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// All of it, until the user moves the view.
    Fit {
        /// However small that is; else no smaller than can be read.
        whole: bool,
    },
    /// Where the user left it.
    Free {
        /// Whether what matters most still has to be brought into sight.
        reveal: bool,
    },
}

/// Where a scene lies on the screen, and how large.
#[derive(Debug)]
pub(crate) struct Canvas {
    limits: &'static Limits,
    rows: Option<Rows>,
    transform: Transform,
    aim: Aim,
    screen: egui::Rect,
    /// The part of the screen over which nothing lies.
    inner: egui::Rect,
    /// What is to be seen in the next frame.
    wanted: Option<Rect>,
    gestures: Gestures,
}

impl Default for Canvas {
    fn default() -> Self {
        Self::new(&LIMITS)
    }
}

impl Canvas {
    /// A view of a scene with limits of its own.
    pub fn new(limits: &'static Limits) -> Self {
        Self {
            limits,
            rows: None,
            transform: Transform::IDENTITY,
            aim: Aim::Fit { whole: false },
            screen: egui::Rect::NOTHING,
            inner: egui::Rect::ZERO,
            wanted: None,
            gestures: Gestures::default(),
        }
    }

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

    /// The part of that over which nothing lies.
    pub fn inner(&self) -> egui::Rect {
        self.inner
    }

    /// Where a rectangle of the scene can be pointed at on the screen, as far as it is seen: however
    /// far away, it can be hit.
    pub fn target(&self, rect: Rect) -> egui::Rect {
        let rect = self.transform.screen_rect(rect);
        let least = rect.size().max(Vec2::splat(LEAST_TARGET));
        egui::Rect::from_center_size(rect.center(), least).intersect(self.screen)
    }

    /// Draws a line around a node that has the keyboard.
    pub fn paint_focus(&self, ui: &egui::Ui, theme: &Theme, rect: egui::Rect) {
        let stroke = egui::Stroke::new(2.0, theme.player(Player(0)));
        let outside = egui::StrokeKind::Outside;
        let painter = ui.painter_at(self.screen);
        painter.rect_stroke(rect.expand(8.0), 14.0, stroke, outside);
    }

    /// How the view is chosen.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// Shows all of the scene, from now on.
    pub fn fit(&mut self) {
        self.aim = Aim::Fit { whole: true };
    }

    /// Shows all of the scene, from now on, as far as it can be read.
    pub fn fit_readable(&mut self) {
        self.aim = Aim::Fit { whole: false };
    }

    /// Brings the focus into sight in the next frame, and lets everything else be.
    pub fn reveal(&mut self) {
        self.aim = Aim::Free { reveal: true };
    }

    /// Lets the view be where it is.
    pub fn stay(&mut self) {
        self.aim = Aim::Free { reveal: false };
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

    /// Moves what is seen by some points.
    pub fn pan(&mut self, by: Vec2) {
        self.transform.shift(by);
        self.stay();
    }

    /// Does a command that moves or scales what is seen, whatever that is; `false` if it is none.
    pub fn run(&mut self, named: Named) -> bool {
        self.run_around(named, self.screen.center())
    }

    /// The same; what is zoomed stays where it is at this point of the screen.
    pub fn run_around(&mut self, named: Named, fixed: Pos2) -> bool {
        match named {
            Named::Fit => self.fit(),
            Named::ZoomIn => self.zoom_around(fixed, 1.25),
            Named::ZoomOut => self.zoom_around(fixed, 0.8),
            _ => return false,
        }
        true
    }

    /// Shows a point of the scene in the middle, at its own size.
    pub fn actual_size(&mut self, middle: Point) {
        self.rescale(1.0);
        self.transform.put(middle, self.screen.center());
        self.stay();
    }

    /// What lay at one point of the scene lies at another now, and stays where it is seen.
    pub fn moved(&mut self, from: Point, to: Point) {
        let [x, y] = self.transform.axes;
        let (across, down) = ((from.x - to.x) * x, (from.y - to.y) * y);
        self.transform.offset = self.transform.offset.moved(across, down);
    }

    fn zoom_around(&mut self, fixed: Pos2, factor: f64) {
        let [least, most] = self.limits.scales;
        let scale = (self.transform.scale * factor).clamp(least, most);
        self.rescale_around(fixed, scale);
        self.stay();
    }

    /// Draws the scene at this scale; what is seen at a point of the screen stays there.
    fn rescale_around(&mut self, fixed: Pos2, scale: f64) {
        let point = self.transform.scene_from_screen(fixed);
        self.rescale(scale);
        self.transform.put(point, fixed);
    }

    fn rescale(&mut self, scale: f64) {
        self.transform.scale = scale;
        self.transform.axes = match &self.rows {
            Some(rows) => rows.axes(scale, self.inner),
            None => [scale; 2],
        };
    }

    /// Draws the scene at a scale, and puts a point of it at a place of the screen.
    pub fn put(&mut self, scale: f64, point: Point, at: Pos2) {
        self.rescale(scale);
        self.transform.put(point, at);
    }

    /// Sets the part of the window that it has, and that over which nothing lies.
    pub fn set_room(&mut self, screen: egui::Rect, inner: egui::Rect) {
        (self.screen, self.inner) = (screen, inner);
    }

    /// Sets what stays apart from far away.
    pub fn set_rows(&mut self, rows: Option<Rows>) {
        self.rows = rows;
    }

    /// Rows may have come or gone, or the room: they are as far apart as they should be.
    pub fn keep_rows(&mut self) {
        self.rescale_around(self.inner.center(), self.transform.scale);
    }

    /// Shows all of the scene, no larger than is comfortable; how large it is now.
    pub fn see(&mut self, bounds: Rect) -> f64 {
        let larger = f64::from((self.inner.height() / SMALL_SCREEN).clamp(1.0, 2.0));
        let scale = Transform::fitting(bounds, self.inner).min(COMFORTABLE * larger);
        let scale = scale.max(self.limits.least);
        self.put(scale, bounds.centre(), self.inner.center());
        scale
    }

    /// Moves the view to where it should be, before anything is drawn: `inner` is the part of the
    /// screen over which nothing lies, `focus` what matters most.
    pub fn prepare(&mut self, screen: egui::Rect, inner: egui::Rect, bounds: Rect, focus: Rect) {
        self.set_room(screen, inner);
        match self.aim {
            Aim::Fit { whole } => {
                if self.see(bounds) < self.limits.readable && !whole {
                    self.put(self.limits.part, focus.centre(), inner.center());
                    self.fill(bounds);
                }
            }
            Aim::Free { reveal: true } => {
                self.bring(focus);
                self.stay();
            }
            Aim::Free { reveal: false } => {}
        }
        if let Some(wanted) = self.wanted.take() {
            self.bring_wanted(wanted);
        }
        self.keep_in_sight(bounds, inner);
    }

    /// Lets the scene leave a room no further than a little of it can be seen.
    pub fn keep_in_sight(&mut self, bounds: Rect, room: egui::Rect) {
        self.shift(bounds, room, |low, high, from, to| {
            (from + KEPT - high).max(0.0) + (to - KEPT - low).min(0.0)
        });
    }

    fn bring_wanted(&mut self, wanted: Rect) {
        if self.aim == (Aim::Fit { whole: true }) {
            return;
        }
        let fitting = Transform::fitting(wanted, self.inner);
        if fitting < self.transform.scale {
            let least = self.limits.readable.min(self.transform.scale);
            self.rescale(fitting.max(least));
        }
        self.bring(wanted);
        self.stay();
    }

    /// Leaves no room empty beside a scene that has more than there is.
    fn fill(&mut self, bounds: Rect) {
        self.shift(bounds, self.inner, |low, high, from, to| {
            if high - low < to - from {
                f32::midpoint(from, to) - f32::midpoint(low, high)
            } else {
                (from - low).min(0.0) + (to - high).max(0.0)
            }
        });
    }

    /// Pans as little as it takes to have a rectangle in sight.
    fn bring(&mut self, rect: Rect) {
        self.shift(rect, self.inner, |low, high, from, to| {
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
        });
    }

    /// The same; what is too large is seen from its beginning on.
    pub fn bring_beginning(&mut self, rect: Rect) {
        self.shift(rect, self.inner, |low, high, from, to| {
            if low < from {
                from - low
            } else if high > to {
                (to - high).max(from - low)
            } else {
                0.0
            }
        });
    }

    /// Pans along each axis by what `by` says of where a rectangle begins and ends, and a room.
    fn shift(&mut self, rect: Rect, room: egui::Rect, by: impl Fn(f32, f32, f32, f32) -> f32) {
        let rect = self.transform.screen_rect(rect);
        self.transform.shift(Vec2::new(
            by(rect.left(), rect.right(), room.left(), room.right()),
            by(rect.top(), rect.bottom(), room.top(), room.bottom()),
        ));
    }

    /// Pulls the rows of a scene apart that is shown whole, where it is so wide that it is smaller than
    /// `below`: as far as there is room, but no further than at that scale.
    pub fn stretch(&mut self, bounds: Rect, below: f64) {
        if self.aim != (Aim::Fit { whole: true }) || self.transform.scale >= below {
            return;
        }
        let rows = Rows {
            axis: 1,
            long: bounds.height(),
            below,
            stretch: 1.0,
        };
        self.transform.axes = rows.axes(self.transform.scale, self.inner);
        self.transform.put(bounds.centre(), self.inner.center());
    }

    /// Does what the pointer, the wheel and fingers do to the scene; whether they did anything.
    pub fn pan_and_zoom(&mut self, ui: &egui::Ui, response: &Response) -> bool {
        let before = self.transform;
        if response.dragged() {
            self.pan(response.drag_delta());
        }
        let gesture = self.gestures.read(ui, response, WHEEL);
        match gesture {
            Some(Gesture::Zoom(at, factor)) => self.zoom_around(at, factor),
            Some(Gesture::Pan(by)) => self.pan(by),
            None => {}
        }
        if before != self.transform {
            // The controls, which were drawn before, say how large it is now.
            ui.ctx().request_repaint();
        }
        response.dragged() || gesture.is_some()
    }
}
