// What the reader does: walking, folding, panning, zooming, switching, printing.

const canvas = byId("canvas"), context = canvas.getContext("2d");
const canvasPen = new CanvasPen(context);
const MOST_SCALE = 3;
// Names are 12 pixels high at this scale: nothing is made smaller by itself.
const READ = 12 / 14.5;
let leastScale = 0.05;
// What is looked at: the place in the middle of the canvas, and pixels a scene unit.
const look = { x: 0, y: 0, scale: 1, width: 1, height: 1 };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let asked = 0, gliding = 0;

// From further away nodes are marks; what is written on nearer ones needs more and more room.
const FAR = 0.2;
const detailAt = (scale) => ({
  words: scale >= 0.3, names: scale >= 0.42, counts: scale >= 0.5, boards: data.boards && scale >= 0.9,
});

// The part of the scene that the window shows.
function seen() {
  const wide = look.width / 2 / look.scale, high = look.height / 2 / look.scale;
  return { left: look.x - wide, right: look.x + wide, top: look.y - high, bottom: look.y + high };
}

function draw() {
  asked = 0;
  const { width, height, scale } = look, dense = devicePixelRatio || 1;
  context.setTransform(dense, 0, 0, dense, 0, 0);
  context.fillStyle = ink("ground");
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.scale(scale, scale);
  const nodes = inSight(seen(), 130);
  // Places are told from the middle of what is seen, so that none is too far away to be exact.
  if (scale < FAR) {
    drawFar(context, nodes, -look.x, -look.y, scale);
    ring();
  } else {
    drawTree(canvasPen, nodes, -look.x, -look.y, {
      ...detailAt(scale), node: state.selected, ring: Math.max(2, 1.6 / scale),
    });
  }
  placeOutline((x, y) => [(x - look.x) * scale + width / 2, (y - look.y) * scale + height / 2], scale);
  byId("percent").textContent = `${scale < 0.1 ? (scale * 100).toPrecision(2) : Math.round(scale * 100)} %`;
}

// The selected node from far away.
function ring() {
  const size = Math.max(NODE + 10, 14 / look.scale);
  context.strokeStyle = ink("text");
  context.lineWidth = 2 / look.scale;
  context.strokeRect(xOf(state.selected) - look.x - size / 2, yOf(state.selected) - look.y - size / 2, size, size);
}

function redraw() { asked ||= requestAnimationFrame(draw); }

function resize() {
  const { width, height } = treeElement.getBoundingClientRect();
  // On paper it isn't there, and after that it is what it was.
  if (!width || !height) return;
  const dense = devicePixelRatio || 1;
  const first = look.width === 1;
  [look.width, look.height] = [Math.max(1, width), Math.max(1, height)];
  canvas.width = Math.round(look.width * dense);
  canvas.height = Math.round(look.height * dense);
  if (first) begin();
  draw();
}

// The largest number from `low` to `high` that fits; `low` is taken as it is.
function largest(low, high, fits) {
  while (high > low) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Shows the root's children, as much of the best line as can be read beside them, and as many plies;
// that line and the first two plies may go on below the window, and what stands beside the line on
// either side of it. Gives how far across what was found room for reaches.
const FIRST_PLIES = 2;
function foldDeep() {
  const { order, deepest } = layout, best = state.best && !state.hidden, begun = tree.level[state.selected];
  const foldFrom = (plies, moves) => {
    for (const node of order) {
      const ply = tree.level[node] - begun;
      tree.folded[node] = ply >= plies && !(best && tree.best[node] && ply < moves) ? 1 : 0;
    }
    layout = layOut();
    fit();
  };
  const room = (isDown ? look.width : look.height - toolsHeight()) - 8;
  const reach = (plies, moves) => {
    let from = Infinity, to = -Infinity;
    for (const node of layout.order) {
      const ply = tree.level[node] - begun, half = (isDown ? nodeWidth(at(node)) : NODE) / 2;
      if (ply > plies && !(best && tree.best[node] && ply <= moves)) continue;
      [from, to] = [Math.min(from, layout.across[node] - half), Math.max(to, layout.across[node] + half)];
    }
    return [from, to];
  };
  const fits = (plies, moves) => {
    foldFrom(plies, moves);
    const [from, to] = reach(plies, moves);
    return (plies <= FIRST_PLIES ? room / (to - from) : look.scale) >= READ;
  };
  const last = deepest - begun, moves = largest(1, last, (moves) => fits(1, moves));
  const plies = largest(1, last, (plies) => fits(plies, moves));
  foldFrom(plies, moves);
  return reach(plies, moves);
}

// Looks at everything if it can be read; a larger tree is begun at its top.
function begin() {
  fit();
  if (look.scale >= READ) return;
  const [from, to] = foldDeep();
  if (look.scale >= READ) return;
  look.scale = READ;
  look.x = xOf(state.selected);
  look.y = layout.bounds.top + (look.height / 2 - toolsHeight() - 8) / look.scale;
  const at = framed(state.selected);
  [look.scale, look.x, look.y] = [at.scale, at.x, at.y];
  const tools = isDown ? 0 : toolsHeight(), middle = (from + to) / 2 - tools / 2 / READ;
  if ((to - from) * READ <= (isDown ? look.width : look.height - tools)) look[isDown ? "x" : "y"] = middle;
  holdBest();
}

// Where a family is too wide for the window, the node and its best child are in view all the same: aside
// of the middle, and smaller if they must, as long as moves have names.
const LEAST_NAMED = 0.42;
function holdBest() {
  const best = down(state.selected);
  if (best < 0) return;
  const { left, right, top, bottom } = union(boxOf(state.selected), boxOf(best));
  const wide = look.width / 2 - 8, high = look.height / 2 - 6, tools = toolsHeight();
  const scale = Math.min(look.scale, (2 * wide) / (right - left), (2 * high - tools) / (bottom - top));
  if (scale < LEAST_NAMED) return;
  look.scale = scale;
  look.x = Math.min(Math.max(look.x, right - wide / scale), left + wide / scale);
  look.y = Math.min(Math.max(look.y, bottom - high / scale), top + (high - tools) / scale);
}

// What the buttons over the tree take at its top.
const toolsHeight = () => byId("tools").offsetHeight + 12;

function fit() {
  const { left, top, right, bottom } = layout.bounds, margin = 16, tools = toolsHeight();
  const scale = Math.min((look.width - margin) / (right - left), (look.height - margin - tools) / (bottom - top));
  look.scale = Math.min(1.25, scale);
  leastScale = Math.min(leastScale, scale);
  look.x = (left + right) / 2;
  // From the top, where it can be read.
  look.y = look.scale < READ
    ? (top + bottom) / 2 - tools / 2 / look.scale
    : top + (look.height / 2 - tools - 8) / look.scale;
  redraw();
}

const union = (all, one) => ({
  left: Math.min(all.left, one.left), right: Math.max(all.right, one.right),
  top: Math.min(all.top, one.top), bottom: Math.max(all.bottom, one.bottom),
});

// What a node takes with its ring and what hangs on it.
function boxOf(node) {
  const folded = isDown && !isLeaf(node) && !isOpen(node);
  const count = folded ? textWidth(foldText(node), FOLD_SIZE) / 2 + 3 : 0;
  const half = Math.max(nodeWidth(at(node)) / 2 + 12, count), high = NODE / 2 + 12, x = xOf(node), y = yOf(node);
  return { left: x - half, right: x + half + 10, top: y - high, bottom: y + high + (folded ? 26 : 0) };
}

// Where the middle of a line stands in the scene: as near to `now` as what matters lets it. The
// selected node keeps the middle third; what is too long fills the room.
function middleOf([from, to], whole, at, near, scale, now) {
  const half = (to - from) / 2 / scale, aside = (from + to) / 2 / scale;
  const inside = ([low, high]) => [Math.min(low + half, high - half), Math.max(low + half, high - half)];
  const into = (value, [low, high]) => Math.min(Math.max(value, low), high);
  const middle = now + aside;
  if (whole[1] - whole[0] <= 2 * half) return into(middle, inside(whole)) - aside;
  let allowed = [at - half / 3, at + half / 3];
  for (const span of [...near, whole]) {
    const [low, high] = inside(span);
    allowed = [into(low, allowed), into(high, allowed)];
  }
  return into(middle, allowed) - aside;
}

// The window's promise: the selected node in the middle third, its children and the node above in
// view, all as large as they can be read. Of too many children the one is in view that is next.
function framed(node) {
  const room = { x: [16 - look.width / 2, look.width / 2 - 16], y: [toolsHeight() + 6 - look.height / 2, look.height / 2 - 6] };
  const own = boxOf(node), near = [own];
  const children = isOpen(node) ? childrenOf(node) : [];
  if (children.length) near.push(boxOf(down(node)), children.map(boxOf).reduce(union));
  if (tree.parent[node] >= 0) near.push(boxOf(tree.parent[node]));
  const all = near.reduce(union), [x, y] = [xOf(node), yOf(node)];
  const fitting = ([from, to], low, high, at) =>
    Math.min((to - from) / (high - low), ((to - from) * 2) / 3 / Math.max(at - low, high - at));
  const fits = Math.min(fitting(room.x, all.left, all.right, x), fitting(room.y, all.top, all.bottom, y));
  const scale = Math.max(READ, Math.min(look.scale, fits)), { bounds } = layout;
  return {
    scale,
    x: middleOf(room.x, [bounds.left, bounds.right], x, near.map((it) => [it.left, it.right]), scale, look.x),
    // Above the top there is nothing to be seen.
    y: Math.max(bounds.top - room.y[0] / scale,
      middleOf(room.y, [bounds.top, bounds.bottom], y, near.map((it) => [it.top, it.bottom]), scale, look.y)),
  };
}

// Zooms, so that what lies under a place of the canvas stays there.
function zoom(factor, x = look.width / 2, y = look.height / 2) {
  const before = look.scale;
  look.scale = Math.min(MOST_SCALE, Math.max(leastScale, before * factor));
  look.x += (x - look.width / 2) * (1 / before - 1 / look.scale);
  look.y += (y - look.height / 2) * (1 / before - 1 / look.scale);
  redraw();
}

function glide(x, y) {
  cancelAnimationFrame(gliding);
  if (calm.matches || Math.hypot(x - look.x, y - look.y) * look.scale > 4 * look.width) {
    [look.x, look.y] = [x, y];
    return redraw();
  }
  const [fromX, fromY, begun] = [look.x, look.y, performance.now()];
  const step = (now) => {
    const share = Math.min(1, Math.max(0, (now - begun) / 160)), eased = share * (2 - share);
    [look.x, look.y] = [fromX + (x - fromX) * eased, fromY + (y - fromY) * eased];
    draw();
    if (share < 1) gliding = requestAnimationFrame(step);
  };
  gliding = requestAnimationFrame(step);
}

// Moves as little as it takes to keep the promise. Where a family is too wide, what is unfolded
// beside and below the node makes way.
function reveal(node) {
  let to = framed(node);
  const crowded = (node) => (isOpen(node) ? childrenOf(node) : []).filter((child) => child !== state.selected && isOpen(child));
  const around = [...crowded(node), ...(tree.parent[node] >= 0 ? crowded(tree.parent[node]) : [])];
  const seen = () => {
    const half = look.width / 2 / to.scale - 8;
    const near = [node, ...(isOpen(node) ? childrenOf(node) : []), ...(tree.parent[node] >= 0 ? [tree.parent[node]] : [])];
    return near.map(boxOf).every(({ left, right }) => left >= to.x - half && right <= to.x + half);
  };
  if (around.length && !seen()) {
    for (const other of around) tree.folded[other] = 1;
    lay();
    to = framed(node);
  }
  look.scale = to.scale;
  glide(to.x, to.y);
}

// Selects a node, and unfolds what is folded above it.
function select(node, quietly = false) {
  if (node === undefined || node < 0) return;
  let hidden = false;
  for (let above = tree.parent[node]; above >= 0; above = tree.parent[above]) {
    hidden ||= tree.folded[above] === 1;
    tree.folded[above] = 0;
  }
  if (hidden) lay();
  state.selected = node;
  const focused = document.activeElement;
  if (tree.parent[node] >= 0) tree.visited[tree.parent[node]] = node;
  showNode();
  showOutline();
  reveal(node);
  // A button that was pressed may be gone with the node that it belonged to.
  if (!focused?.isConnected) treeElement.focus({ preventScroll: true });
  if (quietly) return;
  if (document.activeElement !== treeElement) say(describe(node));
  remember(node);
}

// The address names the selected node, so that it can be sent to somebody.
function remember(node) {
  if (!data.hasMoves || tree.level[node] > 400) return;
  const line = lineTo(node).map(notationOf).join(" ");
  try {
    history.replaceState(null, "", line ? `#line=${encodeURIComponent(line).replaceAll("%20", "+")}` : "#");
  } catch {
    // Some browsers allow only so many in a while.
  }
}

function followAddress() {
  const line = /^#line=(.*)$/s.exec(location.hash);
  if (!line) return false;
  let words = line[1];
  try {
    words = decodeURIComponent(words.replaceAll("+", "%20"));
  } catch {
    // A line that is not written as addresses are is taken as it is.
  }
  select(nodeAt(words), true);
  return true;
}

// Lays the tree out anew; what is selected stays where it is seen.
function lay() {
  const node = state.selected, [x, y] = [xOf(node), yOf(node)];
  layout = layOut();
  if (isShown(node)) {
    look.x += xOf(node) - x;
    look.y += yOf(node) - y;
  }
  showLegend();
  redraw();
}

function toggleFold(node) {
  if (tree.leftOut[node]) return say(leftOutWords(node));
  if (!tree.degree[node]) return;
  tree.folded[node] ^= 1;
  let shown = state.selected;
  for (let above = shown; above >= 0; above = tree.parent[above]) if (tree.folded[above]) shown = above;
  if (shown !== state.selected) state.selected = node;
  lay();
  select(state.selected, true);
  say(tree.folded[node] ? leftOutWords(node) : "Expanded");
}

// The child visited last, else the best one, else the first.
function down(node) {
  if (!isOpen(node)) return -1;
  if (tree.visited[node] >= 0) return tree.visited[node];
  const { x } = at(node);
  return !state.hidden && x !== undefined ? childAt(tree, node, x) : childrenOf(node)[0];
}

function sibling(node, step) {
  if (tree.parent[node] < 0) return -1;
  const siblings = childrenOf(tree.parent[node]);
  return siblings[siblings.indexOf(node) + step] ?? -1;
}

// The end of the best line from a node, as far as it is shown; without ratings the end of a line.
function endOf(node) {
  const seen = new Set();
  while (tree.degree[node] > 0 && !(data.cyclic && seen.has(tree.vertex[node]))) {
    seen.add(tree.vertex[node]);
    const { x } = at(node);
    if (state.hidden || x === undefined) break;
    node = childAt(tree, node, x);
  }
  return node;
}

function setRatings(whose, hidden, best) {
  const changed = whose !== state.whose || hidden !== state.hidden;
  if (hidden !== state.hidden) say(hidden ? "Ratings are hidden" : "Ratings are shown");
  Object.assign(state, { whose, hidden, best });
  if (changed) lay();
  showSwitches();
  showNode();
  showOutline();
  showLegend();
  redraw();
}

function showSwitches() {
  for (const button of byId("whose").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", Number(button.value) === state.whose);
    button.disabled = state.hidden;
  }
  byId("best").setAttribute("aria-pressed", state.best && !state.hidden);
  byId("best").disabled = state.hidden;
  byId("hide").setAttribute("aria-pressed", state.hidden);
}

function setTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "light" : "dark";
  recolour();
}

function recolour() {
  colours.clear();
  redraw();
}

const hide = () => data.hidden || setRatings(state.whose, !state.hidden, state.best);
const KEYS = {
  ArrowUp: () => select(tree.parent[state.selected]),
  ArrowDown: () => select(down(state.selected)),
  ArrowLeft: () => select(sibling(state.selected, -1)),
  ArrowRight: () => select(sibling(state.selected, 1)),
  Home: () => select(0),
  End: () => select(endOf(state.selected)),
  " ": () => toggleFold(state.selected),
  "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit,
  h: hide, H: hide,
  "/": () => byId("search").focus(),
};
if (data.tours.length) {
  KEYS.PageDown = () => goToStep(touring.step + 1);
  KEYS.PageUp = () => goToStep(touring.step - 1);
}

addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, select")) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onButton = event.target.closest?.("button, summary, a");
  if (onButton && (event.key === " " || event.key === "Enter")) return;
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const act = digit ? () => digit <= tree.degree[state.selected] && select(childAt(tree, state.selected, digit - 1)) : KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  if (document.activeElement === document.body) treeElement.focus({ preventScroll: true });
  act();
});

// The node or the sign of folding at a place of the canvas.
function hit(x, y, room) {
  const sceneX = (x - look.width / 2) / look.scale + look.x, sceneY = (y - look.height / 2) / look.scale + look.y;
  const reach = room / look.scale;
  const near = inSight({ left: sceneX - 1, right: sceneX + 1, top: sceneY - layout.step, bottom: sceneY + layout.step }, 90 + reach);
  let found = null, best = Infinity;
  for (const node of near) {
    const half = nodeWidth(at(node)) / 2;
    const off = (dx, dy) => Math.max(0, dx) + Math.max(0, dy);
    const onNode = off(Math.abs(sceneX - xOf(node)) - half, Math.abs(sceneY - yOf(node)) - NODE / 2);
    if (onNode <= reach && onNode < best) [found, best] = [{ node, fold: false }, onNode];
    if (isLeaf(node) || isOpen(node)) continue;
    const [tipX, tipY] = foldTip(node, xOf(node), yOf(node));
    const [midX, midY] = isDown ? [tipX, tipY + 14] : [tipX + 30, tipY];
    const onFold = off(Math.abs(sceneX - midX) - (isDown ? 22 : 32), Math.abs(sceneY - midY) - 14);
    if (onFold <= reach && onFold < best) [found, best] = [{ node, fold: true }, onFold];
  }
  return found;
}

const pointers = new Map();
let moved = 0;

treeElement.addEventListener("pointerdown", (event) => {
  if (event.button > 0) return;
  cancelAnimationFrame(gliding);
  treeElement.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pointers.size === 1) moved = 0;
});

treeElement.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const now = [event.clientX, event.clientY];
  const other = [...pointers].find(([id]) => id !== event.pointerId);
  pointers.set(event.pointerId, now);
  moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
  const share = other ? 0.5 : 1;
  look.x -= ((now[0] - before[0]) * share) / look.scale;
  look.y -= ((now[1] - before[1]) * share) / look.scale;
  if (other) {
    const [, fixed] = other, { left, top } = treeElement.getBoundingClientRect();
    const apart = (place) => Math.max(1, Math.hypot(place[0] - fixed[0], place[1] - fixed[1]));
    zoom(apart(now) / apart(before), (now[0] + fixed[0]) / 2 - left, (now[1] + fixed[1]) / 2 - top);
  }
  redraw();
});

function lift(event) {
  const was = pointers.delete(event.pointerId);
  if (!was || pointers.size || moved > 6 || event.type === "pointercancel") return;
  const { left, top } = treeElement.getBoundingClientRect();
  const found = hit(event.clientX - left, event.clientY - top, event.pointerType === "mouse" ? 3 : 14);
  if (!found) return;
  if (found.fold) toggleFold(found.node);
  else select(found.node);
}
treeElement.addEventListener("pointerup", lift);
treeElement.addEventListener("pointercancel", lift);

treeElement.addEventListener("dblclick", (event) => {
  const { left, top } = treeElement.getBoundingClientRect();
  const found = hit(event.clientX - left, event.clientY - top, 3);
  if (found && !found.fold) toggleFold(found.node);
});

treeElement.addEventListener("wheel", (event) => {
  event.preventDefault();
  cancelAnimationFrame(gliding);
  const { left, top } = treeElement.getBoundingClientRect();
  const lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
  zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - left, event.clientY - top);
}, { passive: false });

async function copyPosition() {
  const words = at(state.selected).t;
  try {
    await navigator.clipboard.writeText(words);
    say("Copied");
  } catch {
    // Where a page may not write to the clipboard, the text is selected for the reader to copy.
    getSelection().selectAllChildren(byId("position"));
    say(document.execCommand?.("copy") ? "Copied" : "Selected. Press Ctrl+C to copy.");
  }
}

// On paper stands the part of the tree that the window shows, as large as the sheet lets it.
addEventListener("beforeprint", () => {
  const window = seen(), all = layout.bounds, nodes = inSight(window, 130);
  let left = Math.max(window.left, all.left), right = Math.min(window.right, all.right);
  const top = Math.max(window.top, all.top), bottom = Math.min(window.bottom, all.bottom);
  // No node is cut, and no number below it, whose middle the window shows.
  for (const node of nodes) {
    const x = xOf(node), y = yOf(node);
    if (x < window.left || x > window.right || y < window.top || y > window.bottom) continue;
    const half = Math.max(nodeWidth(at(node)), foldWidth(node) + 24) / 2 + 4;
    [left, right] = [Math.min(left, x - half), Math.max(right, x + half)];
  }
  const width = Math.max(1, right - left), height = Math.max(1, bottom - top);
  byId("paper").classList.toggle("wide", width > 1.2 * height);
  if (look.scale < FAR) return fill("paper", farPicture(nodes, left, top, width, height));
  const svg = picture(left, top, width, height);
  drawTree(new SvgPen(svg), nodes, 0, 0, { ...detailAt(look.scale), node: -1 });
  svg.setAttribute("font-family", FONT);
  fill("paper", svg);
});

// Many marks are printed as pixels, in the colours of paper, as fine as a sheet needs them.
function farPicture(nodes, left, top, width, height) {
  const pixels = element("canvas", {}), scale = Math.min(2 * look.scale, 4000 / Math.max(width, height));
  pixels.width = Math.ceil(width * scale);
  pixels.height = Math.ceil(height * scale);
  const far = pixels.getContext("2d"), { dataset } = document.documentElement, { theme } = dataset;
  dataset.theme = "light";
  colours.clear();
  far.scale(scale, scale);
  drawFar(far, nodes, -left, -top, scale);
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  colours.clear();
  return pixels;
}
addEventListener("afterprint", () => fill("paper"));

function start() {
  document.querySelector("main").hidden = false;
  const name = shortened(visible(data.title), 600);
  byId("title").textContent = name;
  byId("title").title = name;
  const count = (number, one) => `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
  const whole = positions[tree.vertex[0]].n;
  const title = data.title.includes(data.about) ? "" : data.about;
  const of = whole && whole !== String(tree.size) ? ` of ${data.least}${grouped(whole)}` : "";
  byId("about").textContent = [title, `${count(tree.size, "node")}${of}`, count(data.count, "position"),
    data.plies === undefined ? "" : `to ply ${data.plies}`, data.estimate && `estimate: ${data.estimate}`, data.partial,
    tree.size > data.comfort ? "a large tree: drawing it can be slow" : ""].filter(Boolean).join(" · ");
  const choice = (player) => {
    const [label, sign] = { [-1]: ["the mover", "mover"], [-2]: ["all players", "all"] }[player] ?? [nameOf[player], mark(player)];
    const button = element("button", { type: "button", value: player, title: `Ratings for ${label}`, "aria-label": `Ratings for ${label}` },
      sign);
    button.addEventListener("click", () => setRatings(player, state.hidden, state.best));
    return button;
  };
  if (data.hidden) byId("switches").hidden = true;
  else fill("whose", element("span", { className: "dim", "aria-hidden": "true" }, "Ratings for"), ...data.choices.map(choice));
  byId("best").hidden = !data.bestLine;
  byId("best").addEventListener("click", () => setRatings(state.whose, state.hidden, !state.best));
  byId("hide").addEventListener("click", hide);
  byId("theme").addEventListener("click", setTheme);
  byId("copy").addEventListener("click", copyPosition);
  byId("in").addEventListener("click", () => zoom(1.25));
  byId("out").addEventListener("click", () => zoom(0.8));
  byId("fit").addEventListener("click", fit);
  byId("fold").addEventListener("click", () => toggleFold(state.selected));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
  addEventListener("hashchange", followAddress);
  byId("legend").hidden = !data.legends;
  startSearch();
  startTours();
  showSwitches();
  showLegend();
  new ResizeObserver(resize).observe(treeElement);
  resize();
  // The window's size says what is folded.
  showLegend();
  showNode();
  showOutline();
  // Whoever follows an address wants to see that; all others begin with the tour.
  if (!followAddress() && data.tours.length) goToStep(0);
  for (const it of document.querySelectorAll(".of-tours")) it.hidden = !data.tours.length;
}

start();
