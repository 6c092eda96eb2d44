//! Paints the window without a screen and without a graphics card: triangles into an array of
//! pixels, the same on every machine.

use std::collections::BTreeMap;

use eframe::egui::epaint::{Mesh, Primitive, Vertex};
use eframe::egui::{self, Color32, ColorImage, ImageData, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;

/// A renderer for tests.
#[derive(Default)]
pub struct Raster {
    textures: BTreeMap<TextureKey, ColorImage>,
}

/// A texture's name in an order of its own, so that nothing hangs on that of a hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TextureKey {
    Managed(u64),
    User(u64),
}

impl From<TextureId> for TextureKey {
    fn from(id: TextureId) -> Self {
        match id {
            TextureId::Managed(number) => Self::Managed(number),
            TextureId::User(number) => Self::User(number),
        }
    }
}

impl TestRenderer for Raster {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        #[expect(
            clippy::iter_over_hash_type,
            reason = "every texture is set on its own"
        )]
        for (id, deltas) in delta.set.drain() {
            for delta in deltas {
                let ImageData::Color(patch) = delta.image;
                match delta.pos {
                    None => {
                        self.textures.insert(id.into(), (*patch).clone());
                    }
                    Some([left, top]) => {
                        let Some(texture) = self.textures.get_mut(&id.into()) else {
                            continue;
                        };
                        let [width, height] = patch.size;
                        for row in 0..height {
                            let from = row * width;
                            let to = (top + row) * texture.size[0] + left;
                            texture.pixels[to..to + width]
                                .copy_from_slice(&patch.pixels[from..from + width]);
                        }
                    }
                }
            }
        }
        #[expect(
            clippy::iter_over_hash_type,
            reason = "every texture is freed on its own"
        )]
        for id in delta.free.drain() {
            self.textures.remove(&id.into());
        }
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<image::RgbaImage, String> {
        let scale = output.pixels_per_point;
        let size = ctx.content_rect().size() * scale;
        let (width, height) = (size.x.round() as usize, size.y.round() as usize);
        let mut canvas = Canvas {
            pixels: vec![[0.0, 0.0, 0.0, 1.0]; width * height],
            width,
            height,
        };
        for clipped in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = &clipped.primitive else {
                return Err("a paint callback can't be painted here".to_owned());
            };
            let texture = self
                .textures
                .get(&mesh.texture_id.into())
                .ok_or("a texture is missing")?;
            canvas.mesh(mesh, texture, clipped.clip_rect, scale);
        }
        // 64 levels per channel: so a picture is packed into half as many bytes.
        let level = |channel: f32| (channel * 63.0 + 0.5) as u16;
        let bytes = canvas
            .pixels
            .iter()
            .flat_map(|pixel| pixel.map(|channel| (level(channel) * 255 / 63) as u8))
            .collect();
        image::RgbaImage::from_raw(width as u32, height as u32, bytes)
            .ok_or_else(|| "the picture has no size".to_owned())
    }
}

/// Pixels with colours as numbers from 0 to 1, premultiplied with their last channel.
struct Canvas {
    pixels: Vec<[f32; 4]>,
    width: usize,
    height: usize,
}

/// Whole steps of a pixel into which corners are rounded, so that neighbours share their edges.
const STEPS: f32 = 256.0;

fn channels(color: Color32) -> [f32; 4] {
    color.to_array().map(|channel| f32::from(channel) / 255.0)
}

/// The texture's colour at a place, mixed from the four pixels around it.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    let x = (u * width as f32 - 0.5).clamp(0.0, (width - 1) as f32);
    let y = (v * height as f32 - 0.5).clamp(0.0, (height - 1) as f32);
    let (left, top) = (x as usize, y as usize);
    let (right, bottom) = ((left + 1).min(width - 1), (top + 1).min(height - 1));
    let (across, down) = (x - left as f32, y - top as f32);
    let pixel = |x: usize, y: usize| channels(texture.pixels[y * width + x]);
    let (a, b, c, d) = (
        pixel(left, top),
        pixel(right, top),
        pixel(left, bottom),
        pixel(right, bottom),
    );
    std::array::from_fn(|i| {
        let above = a[i] + (b[i] - a[i]) * across;
        let below = c[i] + (d[i] - c[i]) * across;
        above + (below - above) * down
    })
}

impl Canvas {
    fn mesh(&mut self, mesh: &Mesh, texture: &ColorImage, clip: Rect, scale: f32) {
        let bound = |at: f32, most: usize| (at * scale).round().clamp(0.0, most as f32) as i64;
        let clip = [
            bound(clip.min.x, self.width),
            bound(clip.min.y, self.height),
            bound(clip.max.x, self.width),
            bound(clip.max.y, self.height),
        ];
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
            self.triangle(corners, texture, clip, scale);
        }
    }

    fn triangle(&mut self, corners: [Vertex; 3], texture: &ColorImage, clip: [i64; 4], scale: f32) {
        let at = |vertex: &Vertex| {
            [vertex.pos.x, vertex.pos.y].map(|place| (place * scale * STEPS).round() as i64)
        };
        let [a, mut b, mut c] = corners;
        let (pa, mut pb, mut pc) = (at(&a), at(&b), at(&c));
        let cross = |p: [i64; 2], q: [i64; 2], r: [i64; 2]| {
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        let mut area = cross(pa, pb, pc);
        if area == 0 {
            return;
        }
        if area < 0 {
            std::mem::swap(&mut b, &mut c);
            std::mem::swap(&mut pb, &mut pc);
            area = -area;
        }
        let steps = STEPS as i64;
        let low = |i: usize| pa[i].min(pb[i]).min(pc[i]).div_euclid(steps);
        let high = |i: usize| pa[i].max(pb[i]).max(pc[i]).div_euclid(steps) + 1;
        // A pixel on an edge belongs to the triangle of which it is the upper or the left edge.
        let bias = |p: [i64; 2], q: [i64; 2]| {
            let upper_left = (p[1] == q[1] && q[0] > p[0]) || q[1] < p[1];
            i64::from(!upper_left)
        };
        let biases = [bias(pb, pc), bias(pc, pa), bias(pa, pb)];
        let plain = a.uv == b.uv && b.uv == c.uv;
        let flat = a.color == b.color && b.color == c.color;
        let plain_sample = sample(texture, a.uv.x, a.uv.y);
        let colors = [a, b, c].map(|vertex| channels(vertex.color));
        for y in low(1).max(clip[1])..high(1).min(clip[3]) {
            for x in low(0).max(clip[0])..high(0).min(clip[2]) {
                let here = [x * steps + steps / 2, y * steps + steps / 2];
                let edges = [
                    cross(pb, pc, here),
                    cross(pc, pa, here),
                    cross(pa, pb, here),
                ];
                if edges.iter().zip(biases).any(|(edge, bias)| *edge < bias) {
                    continue;
                }
                let weights = edges.map(|edge| edge as f32 / area as f32);
                let mix = |values: [f32; 3]| {
                    values[0] * weights[0] + values[1] * weights[1] + values[2] * weights[2]
                };
                let texel = if plain {
                    plain_sample
                } else {
                    let u = mix([a.uv.x, b.uv.x, c.uv.x]);
                    let v = mix([a.uv.y, b.uv.y, c.uv.y]);
                    sample(texture, u, v)
                };
                let color: [f32; 4] = if flat {
                    colors[0]
                } else {
                    std::array::from_fn(|i| mix([colors[0][i], colors[1][i], colors[2][i]]))
                };
                let pixel = &mut self.pixels[y as usize * self.width + x as usize];
                let alpha = color[3] * texel[3];
                for i in 0..4 {
                    pixel[i] = (color[i] * texel[i] + pixel[i] * (1.0 - alpha)).min(1.0);
                }
            }
        }
    }
}
