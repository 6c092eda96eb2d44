// The tree as the window draws it: moves first, the best line last, then their names, then nodes.

const WORN = ["p0", "p1", "p2", "p3", "p4", "p5"];
const inkOf = (player, shade = "") => WORN[player % 6] + shade;

function corners(x, y, count, turn, radius) {
  return Array.from({ length: count }, (_, corner) => {
    const angle = (corner / count + turn) * 2 * Math.PI;
    return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
  });
}

// The shape of a player: a disc, b square, c triangle, d hexagon, e star, f diamond.
function drawPlayer(pen, x, y, radius, player, fill = inkOf(player)) {
  const which = player % 6;
  if (which === 1) pen.box(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8, radius * 0.4, fill);
  else if (which === 2) pen.polygon(corners(x, y, 3, 0, radius * 1.3), fill);
  else if (which === 3) pen.polygon(corners(x, y, 6, 0, radius * 1.1), fill);
  else if (which === 4) {
    pen.polygon(corners(x, y, 3, 0, radius * 1.2), fill);
    pen.polygon(corners(x, y, 3, 0.5, radius * 1.2), fill);
  } else if (which === 5) pen.polygon(corners(x, y, 4, 0, radius * 1.25), fill);
  else pen.disc(x, y, radius, fill);
}

function drawMark(pen, x, y, radius, player) {
  drawPlayer(pen, x, y, radius, player);
  const letter = letterOf[player], which = player % 6;
  const room = [1.6, 1.65, 1.3, 1.7, 1.35, 1.6][which];
  const size = Math.min(radius * 1.2, (radius * room) / Math.max(0.1, textWidth(letter, 1)));
  pen.text(x, y + (which === 2 ? radius * 0.12 : 0), 1, letter, size, "on", true);
}

// The outline of a chance node: a box whose left and right sides are tips.
const chanceOutline = (x, y, half, high) => [
  [x - half, y], [x - half + 11, y - high], [x + half - 11, y - high],
  [x + half, y], [x + half - 11, y + high], [x - half + 11, y + high],
];

function drawChance(pen, x, y, radius) {
  pen.polygon([[x, y - radius], [x + radius * 0.7, y], [x, y + radius], [x - radius * 0.7, y]], "dim");
}

// A bar that the players share, in their order, with gaps between them.
function drawBar(pen, left, top, width, height, shares, open) {
  const all = shares.map((share, player) => [player, share / 1000]);
  // What is nobody's for certain lies between the two players.
  if (open) all.splice(1, 0, [-1, Math.max(0, 1 - all[0][1] - all[1][1])]);
  const parts = all.filter(([, share]) => share > 0);
  const room = width - 1.5 * (parts.length - 1) - 1.5 * parts.length;
  const whole = parts.reduce((sum, [, share]) => sum + share, 0);
  for (const [player, share] of parts) {
    const wide = 1.5 + (share / whole) * room;
    if (player < 0) drawHatched(pen, left, top, wide, height);
    else pen.box(left, top, wide, height, Math.min(2, wide / 2), inkOf(player));
    left += wide + 1.5;
  }
}

// Hatches a part of a bar.
function drawHatched(pen, left, top, width, height) {
  pen.box(left, top, width, height, 0, "line");
  const right = left + width, bottom = top + height;
  for (let at = left; at < right; at += 6) {
    const up = (from) => [Math.min(right, from + height), Math.max(top, bottom - (right - from))];
    const beside = Math.min(at + 3, right), points = [[at, bottom], [beside, bottom], up(beside)];
    if (up(at)[0] < right && up(beside)[0] >= right) points.push([right, top]);
    pen.polygon([...points, up(at)], "dim");
  }
}

// The triangle after a folded node: the larger, the more it hides.
function triangleOf(node) {
  const count = at(node).n;
  const digits = isNumber(count) ? Math.min(24, count.length - 1 + Math.log10(Number(`0.${count}`) * 10)) : 24;
  return { half: Math.min(21, 7 + 1.1 * digits), high: Math.min(15, 8 + 0.55 * digits) };
}

function foldTip(node, x, y) {
  return isDown ? [x, y + NODE / 2 + 4] : [x + nodeWidth(at(node)) / 2 + 4, y];
}

function drawFold(pen, node, x, y, counts) {
  const [tipX, tipY] = foldTip(node, x, y);
  const { half, high } = triangleOf(node);
  pen.polygon(isDown
    ? [[tipX, tipY], [tipX + half, tipY + high], [tipX - half, tipY + high]]
    : [[tipX, tipY], [tipX + high, tipY + half], [tipX + high, tipY - half]], "dim");
  if (!counts) return;
  const text = foldText(node), width = textWidth(text, FOLD_SIZE) + 6;
  let [midX, midY] = isDown ? [tipX, tipY + high + 10] : [tipX + high + 3 + width / 2, tipY];
  // At the edge of the window it stays whole, as long as its node is seen.
  const { left, right } = seen();
  if (isDown && !(pen instanceof SvgPen) && tipX > left && tipX < right) midX = Math.min(Math.max(midX, left + width / 2), right - width / 2);
  pen.box(midX - width / 2, midY - 8, width, 16, 3, "ground");
  pen.text(midX, midY, 1, text, FOLD_SIZE, "dim", false, width);
}

function drawBadge(pen, right, top, places, isAgain) {
  const text = `×${places}`;
  const width = 12 + (isAgain ? 13 : 0) + textWidth(text.replace("×", "+"), 13);
  const left = right - width, middle = top + 7;
  pen.box(left, top, width, 14, 7, "panel", "dim", 1.2);
  if (isAgain) {
    const x = left + 11.5, y = middle;
    pen.path(curve([[x - 1, y + 4], [x + 6.5, y + 4], [x + 6.5, y - 2.5], [x - 1.5, y - 2]]), "text", 1.4);
    pen.polygon([[x - 5.5, y - 2], [x - 0.5, y - 5.4], [x - 0.5, y + 1.4]], "text");
  }
  pen.text(right - 6, middle, 2, text, 13, "text", true);
}

function drawNote(pen, x, y) {
  pen.box(x - 6.5, y - 8, 13, 16, 2, "panel", "dim", 1.2);
  for (const [down, width] of [[-3.6, 7], [0, 7], [3.6, 4]]) {
    pen.path([[x - 3.5, y + down], [x - 3.5 + width, y + down]], "text", 1.3);
  }
}

// A ribbon with a notch, for a bookmark.
function drawBookmark(pen, x, y) {
  pen.polygon([[x - 4.5, y - 8], [x + 4.5, y - 8], [x + 4.5, y + 8], [x, y + 3.5], [x - 4.5, y + 8]], "text", "panel", 1.2);
}

function drawEnd(pen, position, x, y, half, ground, words) {
  const colour = position.z && position.z.length === 1 && !position.y ? inkOf(position.z[0]) : "dim";
  pen.box(x - half, y - NODE / 2, half * 2, NODE, 3, ground, colour, 2.5);
  pen.box(x - half + 4.5, y - NODE / 2 + 4.5, half * 2 - 9, NODE - 9, 1, null, colour, 1);
  if (words) pen.text(x, y, 1, nodeText(position), 14, position.y ? "text" : colour, true, half * 2 - 14);
}

// Draws a node. `detail` tells what there is room for: words, and small numbers around it.
function drawNode(pen, node, x, y, detail) {
  const position = at(node);
  const half = nodeWidth(position) / 2;
  const places = layout.places[tree.vertex[node]];
  const isAgain = places > 1 && layout.firsts[tree.vertex[node]] !== node;
  const ground = isAgain ? "soft" : "panel";
  const withBoard = detail.boards && position.b && position.k !== "e";
  if (detail.selected) {
    pen.box(x - half - 5, y - NODE / 2 - 5, half * 2 + 10, NODE + 10, 12, null, "text", detail.ring);
  }
  if (position.k === "e") {
    drawEnd(pen, position, x, y, half, ground, detail.words);
  } else {
    const isChance = position.k === "c", inset = isChance ? 11 : 0;
    if (isChance) pen.polygon(chanceOutline(x, y, half, NODE / 2), ground, "dim", 1.4);
    else if (position.k === "h" || (position.q && !state.hidden)) pen.box(x - half, y - NODE / 2, half * 2, NODE, 9, ground, "dim", 1.4, 4);
    else pen.box(x - half, y - NODE / 2, half * 2, NODE, 9, ground, "line", 1.2);
    const shares = state.hidden || withBoard ? undefined : position.h;
    const middle = withBoard ? y - NODE / 2 + 6.5 : shares ? y - 4 : y;
    if (withBoard) {
      drawSmallBoard(pen, position, x, y, half - inset);
      if (isChance) drawChance(pen, x - half + inset + 9, middle, 4.5);
      else drawMark(pen, x - half + 9, middle, 4.5, position.p);
      pen.text(x + half - inset - 5, middle, 2, nodeText(position), 8.5, "text", true);
    } else if (isChance) drawChance(pen, x - half + inset + 20, middle, 10);
    else if (detail.words) drawMark(pen, x - half + 20, middle, 10, position.p);
    else drawPlayer(pen, x - half + 20, middle, 10, position.p);
    if (detail.words && !withBoard) {
      pen.text(x + half - inset - 13, middle, 2, nodeText(position), 18, "text", true, half * 2 - 46 - 2 * inset);
    }
    if (shares) drawBar(pen, x - half + inset + 9, y + NODE / 2 - 10, half * 2 - 2 * inset - 18, 4, shares, position.q);
    if (!isLeaf(node) && !isOpen(node)) drawFold(pen, node, x, y, detail.counts);
  }
  if (places > 1 && detail.counts) drawBadge(pen, x + half + 10, y - NODE / 2 - 11, places, isAgain);
  if (tree.notes.has(node)) drawNote(pen, x - half + 1, y - NODE / 2 - 2);
  if (tree.bookmarks.has(node)) drawBookmark(pen, x - half + 16, y - NODE / 2 - 2);
}

// How heavy the move to a node is drawn: the best line, another best move, any other.
function weightOf(node) {
  if (state.hidden) return ["dim", 1];
  if (state.best && tree.best[node]) return ["text", 3.4];
  const flags = at(tree.parent[node]).m[tree.key[node]][1];
  if (data.blunders && flags & BLUNDER) return ["blunder", 1.8];
  return flags & BEST ? ["dim", 2.2] : ["dim", 1];
}

// Where a move leaves the node above, and where it reaches its own; `x` and `y` are its own.
function endsOf(node, x, y) {
  const above = tree.parent[node];
  const [fromX, fromY] = [x - xOf(node) + xOf(above), y - yOf(node) + yOf(above)];
  if (isDown) return [[fromX, fromY + NODE / 2], [x, y - NODE / 2]];
  return [[fromX + nodeWidth(at(above)) / 2, fromY], [x - nodeWidth(at(node)) / 2, y]];
}

function drawMove(pen, node, x, y) {
  const [start, end] = endsOf(node, x, y);
  const [colour, width] = weightOf(node);
  const never = at(tree.parent[node]).m[tree.key[node]][1] & NEVER;
  // To the right, lines run straight beside the counts of folds and below the names of moves.
  const level = tree.level[node];
  const straight = x - layout.along[level] + layout.along[level - 1] + layout.after[level - 1];
  const fork = isDown ? start : [Math.max(start[0], straight), start[1]];
  const bend = isDown ? end : [Math.min(end[0], x - layout.before[level]), end[1]];
  const half = isDown ? (start[1] + end[1]) / 2 : (fork[0] + bend[0]) / 2;
  const turns = isDown ? [[start[0], half], [end[0], half]] : [[half, start[1]], [half, end[1]]];
  const points = data.edges === "straight" ? [fork, bend] : [fork, ...turns, bend];
  const draw = (path) => pen.path(path, colour, width, never || colour === "blunder" ? 4 : 0);
  if (!isDown) [[start, fork], [bend, end]].forEach(draw);
  draw(data.edges === "curved" ? curve(points) : points);
}

function drawMoveName(pen, node, x, y) {
  const text = moveName(at(tree.parent[node]), tree.key[node]);
  const [start, end] = endsOf(node, x, y);
  const width = textWidth(text, MOVE_SIZE) + 8;
  let shares;
  if (isDown) {
    shares = { curved: [ACROSS, DOWN], straight: [DOWN, DOWN], elbowed: [1, DOWN] }[data.edges];
  } else {
    shares = [1 - (width / 2 + 6) / Math.max(1, end[0] - start[0]), 1];
  }
  const nameX = start[0] + (end[0] - start[0]) * shares[0];
  const nameY = start[1] + (end[1] - start[1]) * shares[1];
  pen.box(nameX - width / 2, nameY - 8, width, 16, 4, "ground");
  const best = state.best && tree.best[node] && !state.hidden;
  pen.text(nameX, nameY, 1, text, MOVE_SIZE, best ? "text" : "dim", best);
}

// The dashed lines of information sets: straight between neighbors in a row, otherwise around the
// nodes between them, beside the lines of other sets, and bent between rows.
function drawSets(pen, nodes, dx, dy) {
  const last = new Map(), lanes = [];
  const turned = ([across, along]) => (isDown ? [across, along] : [along, across]);
  const middle = (node) => turned([xOf(node) + dx, yOf(node) + dy]);
  const halfOf = (node) => (isDown ? NODE : nodeWidth(at(node))) / 2;
  const draw = (points) => pen.path(Object.assign(points.map(turned), { isCurve: points.isCurve }), "dim", 2, 4);
  nodes.forEach((node, index) => {
    const set = at(node).i;
    if (set === undefined) return;
    const before = last.get(set);
    last.set(set, index);
    if (before === undefined) return;
    const [from, fromAlong] = middle(nodes[before]), [to, toAlong] = middle(node);
    if (fromAlong !== toAlong) return draw(curve([[from, fromAlong], [from + 40, fromAlong], [to - 40, toAlong], [to, toAlong]]));
    if (index === before + 1) return draw([[from, fromAlong], [to, toAlong]]);
    const isFree = (spans) => spans.every(([begin, end]) => end <= before || begin >= index);
    let lane = lanes.findIndex(isFree);
    if (lane < 0) lane = lanes.push([]) - 1;
    lanes[lane].push([before, index]);
    const beyond = Math.max(...nodes.slice(before, index + 1).map(halfOf)) + 7 + 6 * lane;
    draw([
      [from + 20, fromAlong + halfOf(nodes[before])], [from + 20, fromAlong + beyond],
      [to - 20, fromAlong + beyond], [to - 20, toAlong + halfOf(node)],
    ]);
  });
}

// The nodes whose boxes, or whose moves from above, are in a part of the scene.
function inSight(view, margin) {
  const nodes = [];
  const low = isDown ? view.left - margin : view.top - margin;
  const high = isDown ? view.right + margin : view.bottom + margin;
  const [near, far] = isDown ? [view.top, view.bottom] : [view.left, view.right];
  const { across, along, deepest } = layout;
  // The level before the first one in sight, and the one after the last.
  let first = 0, last = deepest;
  while (first < deepest && along[first + 1] < near) first++;
  while (last > first && along[last - 1] > far) last--;
  const reach = (node, pick) => (tree.parent[node] < 0 ? across[node] : pick(across[node], across[tree.parent[node]]));
  for (let row = first; row <= last; row++) {
    const [from, to] = [layout.rows[row], layout.rows[row + 1]];
    // Children stand in the order of their parents, so that both ends grow along a row.
    const begin = firstWhere(from, to, (node) => reach(node, Math.max) >= low);
    const end = firstWhere(from, to, (node) => reach(node, Math.min) > high);
    for (let place = begin; place < end; place++) nodes.push(layout.byRow[place]);
  }
  return nodes;
}

// Draws nodes; `dx` and `dy` are added to every place.
function drawTree(pen, nodes, dx, dy, detail) {
  const moves = nodes.filter((node) => tree.parent[node] >= 0);
  const heavy = (node) => state.best && tree.best[node] && !state.hidden;
  for (const node of moves) if (!heavy(node)) drawMove(pen, node, xOf(node) + dx, yOf(node) + dy);
  for (const node of moves) if (heavy(node)) drawMove(pen, node, xOf(node) + dx, yOf(node) + dy);
  drawSets(pen, nodes, dx, dy);
  if (detail.names && data.hasMoves) {
    for (const node of moves) drawMoveName(pen, node, xOf(node) + dx, yOf(node) + dy);
  }
  for (const node of nodes) {
    const selected = node === detail.node;
    drawNode(pen, node, xOf(node) + dx, yOf(node) + dy, { ...detail, selected });
  }
}

// From far away a node is a mark in the colour of whoever is ahead there.
function drawFar(context, nodes, dx, dy, scale) {
  const size = Math.max(NODE, 3 / scale), half = size / 2;
  const move = (wanted, width, colour) => {
    context.beginPath();
    let before = NaN, row = -1;
    for (const node of nodes) {
      if (tree.parent[node] < 0 || Boolean(state.best && !state.hidden && tree.best[node]) !== wanted) continue;
      const pixel = Math.round(layout.across[node] * scale * 2);
      // Lines that would cover each other are drawn once.
      if (!wanted && pixel === before && row === tree.level[node]) continue;
      [before, row] = [pixel, tree.level[node]];
      const above = tree.parent[node];
      context.moveTo(xOf(above) + dx, yOf(above) + dy);
      context.lineTo(xOf(node) + dx, yOf(node) + dy);
    }
    context.strokeStyle = ink(colour);
    context.lineWidth = width / scale;
    context.stroke();
  };
  move(false, 0.6, "line");
  move(true, 2, "text");
  let before = NaN, row = -1;
  for (const node of nodes) {
    const pixel = Math.round(layout.across[node] * scale * 2);
    if (pixel === before && row === tree.level[node]) continue;
    [before, row] = [pixel, tree.level[node]];
    const position = at(node);
    const won = position.z && position.z.length === 1 ? position.z[0] : undefined;
    const player = position.k === "e" ? won : state.hidden ? undefined : position.a;
    context.fillStyle = ink(player === undefined ? "dim" : inkOf(player));
    context.fillRect(xOf(node) + dx - half, yOf(node) + dy - half, size, size);
  }
}
