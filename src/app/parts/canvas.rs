//! A scene on the screen that is panned, zoomed and fitted by pointer, wheel and keys.

use eframe::egui::{self, Pos2, Response, Role, Sense, Vec2, WidgetInfo};

use super::node_boards::keep_free;
use crate::app::base::{Gesture, Gestures, Theme, Transform};
use crate::app::intent::CommandId;
use crate::diagram::{Camera, Family, MOVE_SIZE, Point, READABLE, Rect, Scales};
use crate::game::Player;

/// The largest scale that fitting uses, where there is no more room than on a small screen …
const COMFORTABLE: f64 = 1.15;
/// … which is this high, in points.
const SMALL_SCREEN: f32 = 780.0;
/// Scroll distance, in points, that zooms by a factor of e.
const WHEEL: f32 = 240.0;
/// Minimum part of the scene kept visible while panning, in points.
const KEPT: f32 = 60.0;

/// Zoom limits of a kind of scene.
#[derive(Debug)]
pub(crate) struct ZoomLimits {
    /// The minimum and maximum zoom of the user …
    pub scales: [f64; 2],
    /// … and the smallest that fitting uses.
    pub min: f64,
}

/// The limits of most scenes.
const LIMITS: ZoomLimits = ZoomLimits {
    scales: [0.02, 3.0],
    min: 0.001,
};

/// The rows of a scene, which stay apart where it is seen from far away, as far as there is room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SceneRows {
    /// The axis along which they follow each other.
    pub axis: usize,
    /// The length of all of them.
    pub long: f64,
    /// They are pulled apart where the scene is smaller than this: as far as at this scale …
    pub below: f64,
    /// … or, when zoomed far out, the factor by which they are further apart.
    pub stretch: f64,
}

impl SceneRows {
    /// The scale along both axes at a zoom.
    fn axes(&self, scale: f64, room: egui::Rect) -> [f64; 2] {
        let mut axes = [scale; 2];
        if scale < self.below {
            let fitting = f64::from(room.size()[self.axis]) / self.long.max(1.0);
            // The further away, the more the rows may be stretched.
            let away = (2.0 - 2.0 * scale / self.below).clamp(0.0, 1.0);
            let max = self.below * (1.0 + (self.stretch - 1.0) * away);
            axes[self.axis] = scale.max(fitting.min(max));
        }
        axes
    }
}

/// The smallest scale at which a slide's names can be read in text that is enlarged by a factor. A
/// phone, where it isn't, is held close.
pub(crate) fn legible(zoom: f32) -> f64 {
    let size = if zoom > 1.0 { 12.0 } else { 9.0 };
    size / MOVE_SIZE / f64::from(zoom)
}

/// The scale of what isn't whole: names are 11 points high.
const LARGE: f64 = 11.0 / MOVE_SIZE;

/// A node is no smaller than this to the pointer, in points of the screen.
pub(crate) const MIN_TARGET: f32 = 8.0;
/// The size of the area under the pointer for its tooltip, in points.
const UNDER: f32 = 12.0;

/// Whether a command pans or zooms.
pub(crate) fn moves(named: CommandId) -> bool {
    [
        CommandId::Fit,
        CommandId::ActualSize,
        CommandId::ZoomIn,
        CommandId::ZoomOut,
    ]
    .contains(&named)
}

/// The area of a scene, which fills `ui`, and its response.
pub(crate) fn scene_ui(ui: &mut egui::Ui, name: &str) -> (egui::Rect, Response) {
    let (screen, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, name));
    (screen, response)
}

/// The response of a scene, reduced to a small area under the pointer.
pub(crate) fn under(pointer: Pos2, scene: &Response) -> Response {
    let rect = egui::Rect::from_center_size(pointer, Vec2::splat(UNDER));
    scene.clone().with_new_rect(rect)
}

/// How the view of a scene is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Fitted to the whole scene, until the user moves the view.
    Fit {
        /// At any scale; otherwise no smaller than readable.
        whole: bool,
    },
    /// Where the user moved it.
    Free {
        /// Whether the important parts must still be brought into view.
        reveal: bool,
    },
}

/// The camera's input and output, for tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framed {
    /// The area for the important parts, in points.
    pub room: Rect,
    /// The part of the window that the scene has.
    pub screen: Rect,
    /// The camera.
    pub camera: Camera,
    /// The important parts.
    pub family: Family,
    /// Whether the user has moved the view, or fitted it at any scale.
    pub is_free: bool,
}

/// The view of a scene: its place on the screen, and its scale.
#[derive(Debug)]
pub(crate) struct Canvas {
    limits: &'static ZoomLimits,
    rows: Option<SceneRows>,
    transform: Transform,
    aim: Aim,
    screen: egui::Rect,
    /// The part of the screen that nothing covers.
    inner: egui::Rect,
    /// The part to show in the next frame.
    wanted: Option<Rect>,
    /// Whether the user has moved the view, and hasn't walked since.
    by_hand: bool,
    /// Whether fitting shows a part, since all would be too small to be read.
    part: bool,
    /// Whether a scene that is shown whole begins at the top, as on a slide.
    from_top: bool,
    /// Whether it is held close to the eye, as a phone is, so that smaller letters can be read.
    pub is_close: bool,
    gestures: Gestures,
}

impl Default for Canvas {
    fn default() -> Self {
        Self::new(&LIMITS)
    }
}

impl Canvas {
    /// A view of a scene with special limits.
    pub fn new(limits: &'static ZoomLimits) -> Self {
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
            from_top: false,
            is_close: false,
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

    /// The part of the screen that nothing covers.
    pub fn inner(&self) -> egui::Rect {
        self.inner
    }

    /// The screen rectangle of a scene rectangle for hit testing, as far as it is visible; at any
    /// zoom it is large enough to hit.
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

    /// The camera's input and output.
    pub fn framed(&self, family: Family) -> Framed {
        Framed {
            room: scene(self.inner),
            screen: scene(self.screen),
            camera: self.camera(),
            family,
            is_free: self.is_moved() || self.is_whole(),
        }
    }

    /// The camera.
    pub fn camera(&self) -> Camera {
        Camera {
            scale: self.transform.scale,
            offset: self.transform.offset,
        }
    }

    /// Whether the user has moved the view, and hasn't walked since.
    pub fn is_moved(&self) -> bool {
        self.by_hand
    }

    /// Shows all of the scene, from now on.
    pub fn fit(&mut self) {
        self.aim = Aim::Fit { whole: true };
        self.by_hand = false;
    }

    /// The same for a slide: the root stays at the top.
    pub fn fit_slide(&mut self) {
        self.fit();
        self.from_top = true;
    }

    /// Shows all of the scene, from now on, as far as it can be read.
    pub fn fit_readable(&mut self) {
        self.from_top = false;
        self.aim = Aim::Fit { whole: false };
        self.part = false;
        self.by_hand = false;
    }

    /// Brings the important parts into view in the next frame, moving as little as possible.
    pub fn reveal(&mut self) {
        self.aim = Aim::Free { reveal: true };
        self.by_hand = false;
    }

    /// Whether the view will move in the next frame.
    pub fn is_asked(&self) -> bool {
        self.aim == Aim::Free { reveal: true }
    }

    /// The same, unless the scene is shown whole, or the user has moved the view.
    pub fn follow(&mut self) {
        if !self.by_hand && !self.is_fitted() {
            self.reveal();
        }
    }

    /// Keeps the view where it is.
    pub fn stay(&mut self) {
        self.aim = Aim::Free { reveal: false };
    }

    /// Brings a rectangle into view in the next frame, at a smaller scale if needed, as long as it
    /// is readable. A scene that is shown whole stays so.
    pub fn show(&mut self, rect: Rect) {
        self.wanted = Some(rect);
    }

    /// Whether all of the scene is shown, as far as it can be read.
    pub fn is_fitted(&self) -> bool {
        matches!(self.aim, Aim::Fit { .. })
    }

    /// Pans by some points.
    pub fn pan(&mut self, by: Vec2) {
        self.transform.shift(by);
        self.leave();
    }

    /// Leaves the view where the user moved it.
    fn leave(&mut self) {
        self.stay();
        self.by_hand = true;
    }

    /// Runs a command that pans or zooms; `false` for any other.
    pub fn run(&mut self, named: CommandId) -> bool {
        self.run_around(named, self.screen.center())
    }

    /// The same; zooming keeps this point of the screen fixed.
    pub fn run_around(&mut self, named: CommandId, fixed: Pos2) -> bool {
        match named {
            CommandId::Fit => self.fit(),
            CommandId::ZoomIn => self.zoom_around(fixed, 1.25),
            CommandId::ZoomOut => self.zoom_around(fixed, 0.8),
            _ => return false,
        }
        true
    }

    /// Centers a point of the scene, at 100%.
    pub fn actual_size(&mut self, middle: Point) {
        self.show_at(middle, 1.0);
    }

    /// The same at another size.
    pub fn show_at(&mut self, middle: Point, scale: f64) {
        let [min, max] = self.limits.scales;
        self.rescale(scale.clamp(min, max));
        self.transform.put(middle, self.screen.center());
        self.leave();
    }

    /// A point of the scene has moved; the view moves so that it stays in place on the screen.
    pub fn moved(&mut self, from: Point, to: Point) {
        let [x, y] = self.transform.axes;
        let (across, down) = ((from.x - to.x) * x, (from.y - to.y) * y);
        self.transform.offset = self.transform.offset.moved(across, down);
    }

    fn zoom_around(&mut self, fixed: Pos2, factor: f64) {
        let [min, max] = self.limits.scales;
        let scale = (self.transform.scale * factor).clamp(min, max);
        self.rescale_around(fixed, scale);
        self.leave();
    }

    /// Sets the scale, and keeps a point of the screen fixed.
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

    /// Sets the area of the window that it has, and the part that nothing covers.
    pub fn set_room(&mut self, screen: egui::Rect, inner: egui::Rect) {
        if self.inner.size() != inner.size() && self.inner.is_positive() {
            self.follow();
        }
        (self.screen, self.inner) = (screen, inner);
    }

    /// Sets the rows that stay apart when zoomed out.
    pub fn set_rows(&mut self, rows: Option<SceneRows>) {
        self.rows = rows;
    }

    /// Updates the distance of rows after a change of rows or area.
    pub fn keep_rows(&mut self) {
        self.rescale_around(self.inner.center(), self.transform.scale);
    }

    /// The sizes that a scene is given by itself.
    fn sizes(&self) -> Scales {
        let larger = f64::from((self.inner.height() / SMALL_SCREEN).clamp(1.0, 2.0));
        let min = match self.is_close {
            true => legible(1.0),
            false => READABLE,
        };
        Scales {
            min,
            max: COMFORTABLE * larger,
        }
    }

    /// Shows all of the scene, no larger than is comfortable: from its top, or in the middle where
    /// it is too small to be read. Whether it can be read.
    pub fn see(&mut self, bounds: Rect) -> bool {
        let scales = self.sizes();
        if let Some(whole) = Camera::whole(&bounds, &scene(self.inner), &scales) {
            self.rescale(whole.scale);
            self.transform.offset = whole.offset;
            return true;
        }
        let scale = Transform::fitting(bounds, self.inner).min(scales.max);
        self.rescale(scale.max(self.limits.min));
        let (mut middle, mut pos) = (bounds.centre(), self.inner.center());
        if self.from_top {
            (middle.y, pos) = (bounds.min.y, self.inner.center_top());
        }
        self.transform.put(middle, pos);
        false
    }

    /// Whether all of a scene has room at a size that can be read.
    pub fn has_room_for_all(&self, bounds: Rect) -> bool {
        Camera::whole(&bounds, &scene(self.inner), &self.sizes()).is_some()
    }

    /// Whether all of a scene has room at a scale.
    pub fn fits_at(&self, bounds: Rect, scale: f64) -> bool {
        Transform::fitting(bounds, self.inner) >= scale
    }

    /// Whether all important parts fit at a readable scale.
    pub fn has_room_for(&self, family: &Family) -> bool {
        family.fitting(&scene(self.inner)) >= self.sizes().min
    }

    /// Shows a part of a scene too large to read at once: from the top, as far down as needed, or
    /// as before.
    fn show_part(&mut self, before: Option<Transform>, family: &Family) {
        match before {
            Some(before) => self.transform = before,
            None => {
                self.rescale(self.sizes().min);
                let from = Point::new(family.selected.centre().x, family.whole.min.y);
                let to = self.inner.center_top();
                self.transform.put(from, to);
            }
        }
        self.frame(family);
    }

    /// Keeps tooltips from covering the selected node and its children.
    pub fn keep_free(&self, ctx: &egui::Context, family: &Family) {
        let kept = [Some(family.selected), family.children];
        let on_screen = |rect| self.transform.screen_rect(rect);
        keep_free(ctx, self.screen, kept.into_iter().flatten().map(on_screen));
    }

    /// Moves the view as little as the promise allows.
    fn frame(&mut self, family: &Family) {
        let mut sizes = self.sizes();
        if !self.has_room_for(family) {
            // What can't be whole on a phone is at least large.
            sizes.min = sizes.min.max(LARGE);
        }
        let framed = family.framed(&scene(self.inner), self.camera(), &sizes);
        self.rescale(framed.scale);
        self.transform.offset = framed.offset;
    }

    /// Moves the view to its place, before anything is drawn. `inner` is the part of the screen
    /// that nothing covers, `family` has the important parts.
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

    /// Limits panning, so that a little of the scene stays visible in the room.
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
            let min = self.sizes().min.min(self.transform.scale);
            self.rescale(fitting.max(min));
        }
        self.bring(wanted);
        self.stay();
    }

    /// Pans as little as it takes to have a rectangle in sight.
    fn bring(&mut self, rect: Rect) {
        self.shift(rect, self.inner, |low, high, from, to| {
            if high - low > to - from {
                // A scene that is too large is centered.
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

    /// Pans along each axis by `by`, a function of the start and the end of a rectangle and of the
    /// room.
    fn shift(&mut self, rect: Rect, room: egui::Rect, by: impl Fn(f32, f32, f32, f32) -> f32) {
        let rect = self.transform.screen_rect(rect);
        self.transform.shift(Vec2::new(
            by(rect.left(), rect.right(), room.left(), room.right()),
            by(rect.top(), rect.bottom(), room.top(), room.bottom()),
        ));
    }

    /// Pulls the rows of a scene apart that is shown whole, where it is so wide that it is smaller
    /// than `below`: as far as there is room, but no further than at that scale.
    pub fn stretch(&mut self, bounds: Rect, below: f64) {
        if self.aim != (Aim::Fit { whole: true }) || self.transform.scale >= below {
            return;
        }
        let rows = SceneRows {
            axis: 1,
            long: bounds.height(),
            below,
            stretch: 1.0,
        };
        self.transform.axes = rows.axes(self.transform.scale, self.inner);
        self.transform.put(bounds.centre(), self.inner.center());
    }

    /// Applies pointer, wheel and touch gestures to the scene; returns whether there were any.
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
            // The controls, drawn earlier, must show the new scale.
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
