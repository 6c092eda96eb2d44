//! A scene on the screen that is panned, zoomed and fitted by pointer, wheel and keys.

use eframe::egui::{self, Pos2, Response, Role, Sense, Vec2, WidgetInfo};

use super::tip::keep_free;
use crate::app::base::{Gesture, Gestures, Theme, Transform};
use crate::app::intent::Named;
use crate::diagram::{Camera, Family, Point, READABLE, Rect, Scales};
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
}

/// The limits of most scenes.
const LIMITS: Limits = Limits {
    scales: [0.02, 3.0],
    least: 0.001,
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
pub(crate) const MIN_TARGET: f32 = 8.0;
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

/// What the camera of a scene does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framed {
    /// Where what matters is put, in points.
    pub room: Rect,
    /// The part of the window that the scene has.
    pub screen: Rect,
    /// Where the scene stands.
    pub camera: Camera,
    /// What matters of it.
    pub family: Family,
    /// Whether somebody has moved the view, or wants all of it however small.
    pub is_free: bool,
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
    /// Whether somebody has moved the view, and nobody has walked since.
    by_hand: bool,
    /// Whether fitting shows a part, since all would be too small to be read.
    part: bool,
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
            by_hand: false,
            part: false,
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
        let least = rect.size().max(Vec2::splat(MIN_TARGET));
        egui::Rect::from_center_size(rect.center(), least).intersect(self.screen)
    }

    /// Draws a line around a node that has the keyboard.
    pub fn paint_focus(&self, ui: &egui::Ui, theme: &Theme, rect: egui::Rect) {
        let stroke = egui::Stroke::new(2.0, theme.player(Player(0)));
        let outside = egui::StrokeKind::Outside;
        let painter = ui.painter_at(self.screen);
        painter.rect_stroke(rect.expand(8.0), 14.0, stroke, outside);
    }

    /// Whether fitting shows a part, since all would be too small to be read.
    pub fn is_part(&self) -> bool {
        self.part && self.is_fitted()
    }

    /// Whether all is shown, however small.
    pub fn is_whole(&self) -> bool {
        self.aim == (Aim::Fit { whole: true })
    }

    /// What the camera does with what matters.
    pub fn framed(&self, family: Family) -> Framed {
        Framed {
            room: scene(self.inner),
            screen: scene(self.screen),
            camera: self.camera(),
            family,
            is_free: self.is_moved() || self.is_whole(),
        }
    }

    /// Where the scene stands.
    pub fn camera(&self) -> Camera {
        Camera {
            scale: self.transform.scale,
            offset: self.transform.offset,
        }
    }

    /// Whether somebody has moved the view, and nobody has walked since.
    pub fn is_moved(&self) -> bool {
        self.by_hand
    }

    /// Shows all of the scene, from now on.
    pub fn fit(&mut self) {
        self.aim = Aim::Fit { whole: true };
        self.by_hand = false;
    }

    /// Shows all of the scene, from now on, as far as it can be read.
    pub fn fit_readable(&mut self) {
        self.aim = Aim::Fit { whole: false };
        self.part = false;
        self.by_hand = false;
    }

    /// Keeps the promise in the next frame, and lets everything else be.
    pub fn reveal(&mut self) {
        self.aim = Aim::Free { reveal: true };
        self.by_hand = false;
    }

    /// Whether the view is to be moved in the next frame.
    pub fn is_asked(&self) -> bool {
        self.aim == Aim::Free { reveal: true }
    }

    /// The same where the scene isn't shown whole, and nobody has moved the view.
    pub fn follow(&mut self) {
        if !self.by_hand && !self.is_fitted() {
            self.reveal();
        }
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
        self.leave();
    }

    /// Lets the view be where somebody put it.
    fn leave(&mut self) {
        self.stay();
        self.by_hand = true;
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
        self.show_at(middle, 1.0);
    }

    /// The same at another size.
    pub fn show_at(&mut self, middle: Point, scale: f64) {
        let [least, most] = self.limits.scales;
        self.rescale(scale.clamp(least, most));
        self.transform.put(middle, self.screen.center());
        self.leave();
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
        self.leave();
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

    /// Sets the part of the window that it has, and that over which nothing lies.
    pub fn set_room(&mut self, screen: egui::Rect, inner: egui::Rect) {
        if self.inner.size() != inner.size() && self.inner.is_positive() {
            self.follow();
        }
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

    /// The sizes that a scene is given by itself.
    fn sizes(&self) -> Scales {
        let larger = f64::from((self.inner.height() / SMALL_SCREEN).clamp(1.0, 2.0));
        Scales {
            least: READABLE,
            most: COMFORTABLE * larger,
        }
    }

    /// Shows all of the scene, no larger than is comfortable: from its top, or in the middle where it
    /// is too small to be read. Whether it can be read.
    pub fn see(&mut self, bounds: Rect) -> bool {
        let scales = self.sizes();
        if let Some(whole) = Camera::whole(&bounds, &scene(self.inner), &scales) {
            self.rescale(whole.scale);
            self.transform.offset = whole.offset;
            return true;
        }
        let scale = Transform::fitting(bounds, self.inner).min(scales.most);
        self.rescale(scale.max(self.limits.least));
        self.transform.put(bounds.centre(), self.inner.center());
        false
    }

    /// Whether all of a scene has room at a size that can be read.
    pub fn has_room_for_all(&self, bounds: Rect) -> bool {
        Camera::whole(&bounds, &scene(self.inner), &self.sizes()).is_some()
    }

    /// Whether all of what matters has room at a size that can be read.
    pub fn has_room_for(&self, family: &Family) -> bool {
        family.fitting(&scene(self.inner)) >= READABLE
    }

    /// Shows a part of what is too large to be read at once: from the top on, as far down as it must
    /// be, or as it was before.
    fn show_part(&mut self, before: Option<Transform>, family: &Family) {
        match before {
            Some(before) => self.transform = before,
            None => {
                self.rescale(READABLE);
                let from = Point::new(family.selected.centre().x, family.whole.min.y);
                let to = self.inner.center_top();
                self.transform.put(from, to);
            }
        }
        self.frame(family);
    }

    /// Lets no tooltip lie over the selected node and its children.
    pub fn keep_free(&self, ctx: &egui::Context, family: &Family) {
        let kept = [Some(family.selected), family.children];
        let on_screen = |rect| self.transform.screen_rect(rect);
        keep_free(ctx, self.screen, kept.into_iter().flatten().map(on_screen));
    }

    /// Moves the view as little as the promise allows.
    fn frame(&mut self, family: &Family) {
        let framed = family.framed(&scene(self.inner), self.camera(), &self.sizes());
        self.rescale(framed.scale);
        self.transform.offset = framed.offset;
    }

    /// Moves the view to where it should be, before anything is drawn: `inner` is the part of the
    /// screen over which nothing lies, `family` tells what matters most.
    pub fn prepare(
        &mut self,
        screen: egui::Rect,
        inner: egui::Rect,
        bounds: Rect,
        family: impl FnOnce() -> Option<Family>,
    ) {
        self.set_room(screen, inner);
        match self.aim {
            Aim::Fit { whole } => {
                let before = self.part.then_some(self.transform);
                self.part = !self.see(bounds) && !whole;
                if self.part
                    && let Some(family) = family()
                {
                    self.show_part(before, &family);
                }
            }
            Aim::Free { reveal: true } => {
                if let Some(family) = family() {
                    self.frame(&family);
                }
                self.stay();
            }
            Aim::Free { reveal: false } => self.keep_rows(),
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
        if self.is_whole() {
            return;
        }
        let fitting = Transform::fitting(wanted, self.inner);
        if fitting < self.transform.scale {
            let least = READABLE.min(self.transform.scale);
            self.rescale(fitting.max(least));
        }
        self.bring(wanted);
        self.stay();
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

/// A rectangle of the screen in the numbers of scenes.
pub(crate) fn scene(rect: egui::Rect) -> Rect {
    let point = |at: Pos2| Point::new(at.x.into(), at.y.into());
    Rect {
        min: point(rect.min),
        max: point(rect.max),
    }
}
