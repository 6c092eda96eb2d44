// The board of a node: places and what lies on them as the window draws them, legal moves as arrows
// with the ratings they lead to, and the move that led here, hollow.

const CHIP_SIZES = [13, 12, 11, 10, 9];

const overlaps = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const around = (x, y, width, height) => [x - width / 2, y - height / 2, x + width / 2, y + height / 2];

// How far it is from a point in a rectangle to its border; 0 from a point outside.
function exitOf(rect, x, y, ux, uy) {
  if (!rect || x < rect[0] || x > rect[2] || y < rect[1] || y > rect[3]) return 0;
  const axis = (from, low, high, step) => (step > 1e-9 ? (high - from) / step : step < -1e-9 ? (low - from) / step : Infinity);
  return Math.min(axis(x, rect[0], rect[2], ux), axis(y, rect[1], rect[3], uy));
}

// Where an arrow from place to place runs; `aside` keeps those between the same two apart.
function arrowOf(places, from, to, aside) {
  const radius = data.radius, [a, b] = [places[from], places[to]];
  if (!a || !b || from === to) return null;
  const distance = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = [(b[0] - a[0]) / distance, (b[1] - a[1]) / distance];
  const side = from < to ? aside : -aside;
  const [x, y] = [a[0] - uy * side, a[1] + ux * side];
  const gap = Math.max(1.5, radius * 0.07);
  const clear = Math.max(exitOf(a[2], x, y, ux, uy) + gap / 2, radius * 0.2);
  const before = Math.max(exitOf(b[2], b[0] - uy * side, b[1] + ux * side, -ux, -uy) + gap, radius * 0.32);
  const length = distance - Math.min(before, distance * 0.45);
  const point = (far, off) => [x + ux * far - uy * off, y + uy * far + ux * off];
  return { clear: Math.min(clear, distance * 0.45), length, point, radius };
}

function drawArrow({ length, point, radius }, pen, strong) {
  const tip = Math.max(4.5, radius * (strong ? 0.19 : 0.15));
  const width = strong ? Math.min(3.6, Math.max(2.2, radius * 0.055)) : Math.min(1.6, Math.max(1, radius * 0.025));
  const colour = strong ? "text" : "dim";
  pen.path([point(0, 0), point(length - tip * 0.6, 0)], colour, width);
  pen.polygon([point(length, 0), point(length - tip, tip * 0.42), point(length - tip, -tip * 0.42)], colour);
}

// The move that led here: an outline, so that it is no legal move.
function drawHollow({ clear, length, point, radius }, pen) {
  const width = Math.min(8.5, Math.max(4, radius * 0.13)) / 2, tip = radius * 0.22;
  const begin = Math.min(clear, length / 2), neck = length - tip;
  pen.polygon([
    point(begin, -width), point(neck, -width), point(neck, -tip * 0.7), point(length, 0),
    point(neck, tip * 0.7), point(neck, width), point(begin, width),
  ], "panel", "text", Math.min(1.5, Math.max(0.9, radius * 0.022)));
}

function chipExtent(label, size) {
  const high = size + 6;
  return [Math.max(high, textWidth(label.replaceAll("≈", "~").replaceAll("·", "."), size) + size * 0.7), high];
}

function drawChip(pen, rect, label, size, strong) {
  const [left, top, right, bottom] = rect, high = bottom - top;
  pen.box(left, top, right - left, high, high / 2, "panel", strong ? "text" : "line", strong ? 1.6 : 1);
  pen.text((left + right) / 2, (top + bottom) / 2, 1, label, size, "text", strong, right - left - 4);
}

// The places of labels on their arrows, in the largest size in which all of them have room.
function placeChips(arrows, taken, bounds) {
  let most = [], mostSize = 0;
  for (const size of CHIP_SIZES) {
    const used = taken.slice(), chips = [];
    for (const { arrow, label } of arrows) {
      const [width, high] = chipExtent(label, size);
      const middle = (arrow.clear + arrow.length - arrow.radius * 0.19) / 2;
      const choices = [];
      for (let side = -16; side <= 16; side++) {
        for (let along = -8; along <= 8; along++) {
          const far = middle + along * arrow.radius * 0.05;
          if (far < arrow.clear * 0.8 || far > arrow.length) continue;
          const [x, y] = arrow.point(far, side * 0.2 * high);
          choices.push([Math.abs(along) + 1.6 * Math.abs(side), around(x, y, width, high)]);
        }
      }
      choices.sort((a, b) => a[0] - b[0]);
      const free = choices.find(([, it]) => it[0] >= bounds[0] && it[1] >= bounds[1]
        && it[2] <= bounds[2] && it[3] <= bounds[3] && !used.some((other) => overlaps(it, other)));
      chips.push(free && free[1]);
      if (free) used.push(around((free[1][0] + free[1][2]) / 2, (free[1][1] + free[1][3]) / 2, width + 2, high + 2));
    }
    if (chips.filter(Boolean).length > most.filter(Boolean).length) [most, mostSize] = [chips, size];
    if (chips.every(Boolean)) break;
  }
  return [most, mostSize];
}

// What stands on a move of the board: the rating it leads to, at chance how likely it is too.
function chipLabel(position, key) {
  const [target, , , , , chance] = position.m[key];
  const rating = state.hidden ? "" : positions[target].r[chooser(position)];
  const label = chance === undefined ? rating : `${moveName(position, key)}${rating && ` · ${rating}`}`;
  return label;
}

// The legal moves with two places, and those that lead to a place from nowhere.
function boardMoves(node) {
  const position = at(node), arrows = [], landings = [];
  if (!tree.degree[node] || !data.hasMoves) return { arrows, landings };
  position.m.forEach(([, flags, , from, to], key) => {
    const strong = position.k === "c" || (!state.hidden && Boolean(flags & BEST));
    const move = { key, from, to, strong, label: chipLabel(position, key) };
    if (from >= 0 && to >= 0) arrows.push(move);
    else if (to >= 0) landings.push(move);
  });
  return { arrows, landings };
}

function boundsOf(places) {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x, y) => {
    bounds[0] = Math.min(bounds[0], x); bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x); bounds[3] = Math.max(bounds[3], y);
  };
  for (const [, , , , shapes] of places) {
    for (const point of pointsOf(shapes[0][1])) take(...point);
    // The name of a column stands above its place.
    if (shapes[1] && shapes[1][0] === "t") take(shapes[1][1], shapes[1][2] - shapes[1][5]);
  }
  return [bounds[0] - 6, bounds[1] - 6, bounds[2] + 6, bounds[3] + 6];
}

// The board of a node as a picture; `pick` is called with the move that somebody clicks.
function boardOf(node, pick) {
  const places = at(node).b.map((number) => data.places[number]);
  const bounds = boundsOf(places);
  const svg = picture(bounds[0], bounds[1], bounds[2] - bounds[0], bounds[3] - bounds[1]);
  const pen = new SvgPen(svg);
  drawShapes(pen, places.map((place) => place[4][0]));
  const above = tree.parent[node];
  const before = above >= 0 ? at(above).b || [] : [];
  places.forEach((place, index) => {
    const was = data.places[before[index]];
    if (!was || was[3] === place[3]) return;
    const [, points] = place[4][0];
    pen.polygon(pointsOf(points), null, "dim", 2, 7).setAttribute("stroke-dashoffset", 3);
  });
  const { arrows, landings } = boardMoves(node);
  const last = above >= 0 ? at(above).m[tree.key[node]] : [];
  const hollow = at(node).k !== "c" && last[3] >= 0 && arrowOf(places, last[3], last[4], 0);
  if (hollow) drawHollow(hollow, pen);
  const pair = (it) => `${Math.min(it.from, it.to)} ${Math.max(it.from, it.to)}`;
  const drawn = [];
  for (const it of arrows) {
    const same = [...new Set(arrows.filter((other) => pair(other) === pair(it)).map((other) => `${other.from}`))];
    const aside = (same.indexOf(`${it.from}`) - (same.length - 1) / 2) * data.radius * 0.36;
    const arrow = arrowOf(places, it.from, it.to, aside);
    if (arrow) drawn.push({ ...it, arrow });
  }
  for (const it of drawn) if (!it.strong) drawArrow(it.arrow, pen, false);
  for (const it of drawn) if (it.strong) drawArrow(it.arrow, pen, true);
  for (const place of places) drawShapes(pen, place[4].slice(1));
  const taken = places.flatMap(([, , rect, , shapes]) => [
    ...(rect ? [rect] : []),
    ...shapes.filter(([kind]) => kind === "t").map(([, x, y, , text, size]) => around(x, y, textWidth(text, size) + 4, size + 4)),
  ]);
  const labelled = drawn.filter((it) => it.label);
  const [chips, size] = placeChips(labelled, taken, bounds);
  const clickable = (key, draw) => {
    const group = pen.add("g", { class: "move" });
    draw(new SvgPen(group));
    group.addEventListener("click", () => pick(key));
  };
  labelled.forEach((it, index) => {
    if (chips[index]) clickable(it.key, (chip) => drawChip(chip, chips[index], it.label, size, it.strong));
  });
  for (const it of landings) {
    const [x, y, rect] = places[it.to];
    const off = rect ? data.radius * 0.5 : 0;
    clickable(it.key, (chip) => {
      if (!it.label) return chip.disc(x + off, y + off, data.radius * 0.16, "dim");
      const [width, high] = chipExtent(it.label, 13);
      return drawChip(chip, around(x + off, y + off, width, high), it.label, 13, it.strong);
    });
  }
  return svg;
}

// The board in the box of a node whose middle is given, without moves.
function drawSmallBoard(pen, position, x, y, half) {
  const places = position.b.map((number) => data.places[number]);
  const [left, top, right, bottom] = boundsOf(places);
  const [width, high] = [half * 2 - 12, NODE - 14];
  const scale = Math.min(width / (right - left), high / (bottom - top));
  const place = (middle, from, to) => middle - (scale * (from + to)) / 2;
  pen.within(place(x, left, right), place(y + 5, top, bottom), scale, (inner) => {
    for (const it of places) drawShapes(inner, it[4]);
  });
}

function boardWords(node) {
  return at(node).b.map((number) => data.places[number][3]).join(", ");
}
