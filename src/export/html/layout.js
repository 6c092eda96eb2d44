// Where the nodes lie: the window's tidy layout. Subtrees move together until their outlines touch,
// once as far left and once as far right as they go, and stand in the middle of both.

const NODE = metrics.node;
const isDown = data.flow === "down";
const MOVE_SIZE = 14.5, FOLD_SIZE = 14.5, ACROSS = 0.88, DOWN = 0.735, LESS_ACROSS = 0.65;
// How wide the room is in which the lines to children part, growing to the right, and that before an
// only child.
const FAN = 52, STRAIGHT = 12;

function textWidth(text, size) {
  let units = 0;
  for (const letter of text) {
    units += metrics.advances[letter.codePointAt(0) - 32] ?? metrics.other;
  }
  return (units * size) / 1000;
}

const widths = { of: new Map(), name: new Map() };

// How wide the node of a position is.
function nodeWidth(position) {
  const text = nodeText(position);
  const key = position.k + text;
  let width = widths.of.get(key);
  if (width === undefined) {
    const taken = position.k === "e"
      ? textWidth(text, 14) + 26
      : textWidth(text, 18) + (position.k === "c" ? 72 : 50);
    width = Math.fround(Math.max(position.k === "e" ? 52 : 72, taken));
    widths.of.set(key, width);
  }
  return width;
}

// How wide the name of a node's move from above is, with its ground and what is free around it.
function nameWidth(node) {
  const above = tree.parent[node];
  if (above < 0) return 0;
  const name = data.hasMoves ? moveName(at(above), tree.key[node]) : "";
  let width = widths.name.get(name);
  if (width === undefined) {
    width = Math.fround(textWidth(name, 1) * MOVE_SIZE + 14);
    widths.name.set(name, width);
  }
  return width;
}

// How much room what hangs below a folded node takes between its neighbours.
function foldWidth(node) {
  if (!isDown || isLeaf(node) || isOpen(node)) return 0;
  const text = `+ ${data.least}${shortCount(countBelow(at(node)))}`;
  return Math.max(1, Math.max(textWidth(text, FOLD_SIZE) + 6, 2 * triangleOf(node).half) - 24);
}

// How far what hangs after a folded node reaches beyond it where the tree grows to the right.
function foldReach(node) {
  if (isDown || isLeaf(node) || isOpen(node)) return 0;
  return 4 + triangleOf(node).high + 3 + textWidth(foldText(node), FOLD_SIZE) + 6;
}

const gapAt = (level) => (level === 0 ? metrics.sibling : metrics.subtree);

// An outline: the extent of every row, the deepest first; `shift` is added to all of them.
const heightOf = (outline) => outline.left.length;
const leftAt = (outline, level) => outline.left[outline.left.length - 1 - level] + outline.shift;
const rightAt = (outline, level) => outline.right[outline.right.length - 1 - level] + outline.shift;

// Every subtree as far to one side as those before it let it; `side` is 1 for the left, and -1 for
// its mirror image.
function pack(family, side) {
  const places = new Array(family.length).fill(0);
  const outer = [];
  const inner = side > 0 ? leftAt : (outline, level) => -rightAt(outline, level);
  const reach = side > 0 ? rightAt : (outline, level) => -leftAt(outline, level);
  for (let step = 0; step < family.length; step++) {
    const index = side > 0 ? step : family.length - 1 - step;
    const subtree = family[index];
    let place = step ? -Infinity : 0;
    let level = 0;
    for (let which = outer.length - 1; which >= 0; which--) {
      const other = family[outer[which]];
      const seen = Math.min(heightOf(other), heightOf(subtree));
      for (; level < seen; level++) {
        const edge = side * places[outer[which]] + reach(other, level);
        place = Math.max(place, edge + gapAt(level) - inner(subtree, level));
      }
    }
    while (outer.length && heightOf(family[outer[outer.length - 1]]) <= heightOf(subtree)) outer.pop();
    outer.push(index);
    places[index] = side * place;
  }
  const middle = (places[0] + places[places.length - 1]) / 2;
  return places.map((place) => place - middle);
}

// One outline around a placed family: the deepest one's rows are taken over.
function join(family, offsets) {
  if (!family.length) return { shift: 0, left: [], right: [] };
  let deepest = 0;
  family.forEach((it, index) => { if (heightOf(it) >= heightOf(family[deepest])) deepest = index; });
  const joined = family[deepest];
  joined.shift += offsets[deepest];
  const last = heightOf(joined);
  for (let index = deepest - 1; index >= 0; index--) {
    for (let level = 0; level < heightOf(family[index]); level++) {
      joined.left[last - 1 - level] = leftAt(family[index], level) + offsets[index] - joined.shift;
    }
  }
  for (let index = deepest + 1; index < family.length; index++) {
    for (let level = 0; level < heightOf(family[index]); level++) {
      joined.right[last - 1 - level] = rightAt(family[index], level) + offsets[index] - joined.shift;
    }
  }
  return joined;
}

// The shown nodes, parents before children, siblings from left to right.
function preorder() {
  const order = [], waiting = [0];
  while (waiting.length) {
    const node = waiting.pop();
    order.push(node);
    if (!isOpen(node)) continue;
    const children = childrenOf(node);
    for (let index = children.length - 1; index >= 0; index--) waiting.push(children[index]);
  }
  return order;
}

// Lays out what is shown. `rows[level]` to `rows[level + 1]` are the places of a row's nodes in
// `byRow`, from left to right; `across` tells how far across the tree a node stands.
function layOut() {
  widths.of.clear();
  const order = preorder();
  const across = new Float64Array(tree.size);
  const waiting = [];
  // How far the nodes of each level reach before and after its middle, where the tree grows to the
  // right: with the names of moves before them, and what hangs after them.
  const before = [], after = [], parted = [];
  let deepest = 0;
  for (let index = order.length - 1; index >= 0; index--) {
    const node = order[index];
    const width = nodeWidth(at(node)), name = nameWidth(node), level = tree.level[node];
    deepest = Math.max(deepest, level);
    parted[level] ||= node > 0 && childrenOf(tree.parent[node]).length > 1;
    before[level] = Math.max(before[level] ?? 0, width / 2 + name);
    after[level] = Math.max(after[level] ?? 0, width / 2 + Math.max(10, foldReach(node)));
    const aside = name / (data.edges === "straight" ? LESS_ACROSS : ACROSS) - metrics.sibling;
    const taken = isDown ? Math.max(width, aside) : NODE;
    const children = isOpen(node) ? childrenOf(node) : [];
    const family = waiting.splice(waiting.length - children.length).reverse();
    let offsets = [];
    if (family.length) {
      const left = pack(family, 1), right = pack(family, -1);
      offsets = left.map((place, child) => (place + right[child]) / 2);
      children.forEach((child, place) => { across[child] = offsets[place]; });
    }
    const joined = join(family, offsets);
    // The count of a fold has a place of its own in the next row.
    const below = foldWidth(node);
    if (!children.length && below > 0) {
      joined.left.push(-below / 2);
      joined.right.push(below / 2);
    }
    joined.left.push(-taken / 2 - joined.shift);
    joined.right.push(taken / 2 - joined.shift);
    waiting.push(joined);
  }
  const outline = waiting[0];
  let low = 0, high = 0;
  for (let row = 0; row < heightOf(outline); row++) {
    low = Math.min(low, leftAt(outline, row));
    high = Math.max(high, rightAt(outline, row));
  }
  const rows = new Int32Array(deepest + 2), byRow = new Int32Array(order.length);
  for (const node of order) {
    if (tree.parent[node] >= 0) across[node] += across[tree.parent[node]];
    rows[tree.level[node] + 1]++;
  }
  for (let row = 0; row <= deepest; row++) rows[row + 1] += rows[row];
  const filled = rows.slice();
  for (const node of order) byRow[filled[tree.level[node]]++] = node;
  // In how many places a position stands, and which of them is the first: the highest, and of one
  // row the leftmost.
  const places = new Int32Array(positions.length), firsts = new Int32Array(positions.length);
  for (const node of byRow) {
    if (places[tree.vertex[node]]++ === 0) firsts[tree.vertex[node]] = node;
  }
  // Where the middle of each level lies: equally far apart growing down, else as far as what stands
  // between them needs.
  const along = [0];
  for (let level = 1; level <= deepest; level++) {
    const between = parted[level] ? FAN : STRAIGHT;
    along.push(along[level - 1] + (isDown ? metrics.level : after[level - 1] + between + before[level]));
  }
  const half = NODE / 2, end = along[deepest];
  const bounds = isDown
    ? { left: low - 11, top: -half - 11, right: high + 11, bottom: end + half + 36 }
    : { left: -before[0] - 11, top: low - 11, right: end + after[deepest] + 11, bottom: high + 11 };
  return { order, across, along, rows, byRow, deepest, places, firsts, bounds, before, after };
}

let layout = layOut();

// Where the middle of a node lies.
const alongOf = (node) => layout.along[tree.level[node]];
const xOf = (node) => (isDown ? layout.across[node] : alongOf(node));
const yOf = (node) => (isDown ? alongOf(node) : layout.across[node]);

// Whether all above a node is unfolded.
function isShown(node) {
  for (let above = tree.parent[node]; above >= 0; above = tree.parent[above]) {
    if (tree.folded[above]) return false;
  }
  return true;
}

// The first place in a row for which a condition holds that holds for all after it too.
function firstWhere(from, to, holds) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(layout.byRow[middle])) to = middle;
    else from = middle + 1;
  }
  return from;
}
