// What stands beside the tree: the board, the moves, the line, the node and the legend. Texts are
// only ever set as text.

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== ""));
  return made;
}

const byId = (id) => document.getElementById(id);
const fill = (id, ...children) => byId(id).replaceChildren(...children.filter(Boolean));

// A text that somebody wrote stays by itself, whichever way it is read.
const text = (words, properties = {}) => element("bdi", { ...properties, textContent: words });

function mark(player) {
  const svg = picture(-11, -11, 22, 22);
  svg.classList.add("mark");
  drawMark(new SvgPen(svg), 0, 0, 9, player);
  return svg;
}

function diamond() {
  const svg = picture(-11, -11, 22, 22);
  svg.classList.add("mark");
  drawChance(new SvgPen(svg), 0, 0, 9);
  return svg;
}

function showBoard(node) {
  const position = at(node);
  const board = byId("board");
  if (position.b) {
    board.replaceChildren(boardOf(node, (key) => select(childAt(tree, node, key))));
    board.setAttribute("aria-label", `Board: ${boardWords(node)}`);
  } else {
    const words = position.t === undefined ? "" : shortened(visible(position.t), 400);
    board.replaceChildren(text(words, { className: "notation" }));
    board.setAttribute("aria-label", `Position: ${words}`);
  }
  const plies = positions[tree.vertex[0]].l ?? data.plies;
  const of = plies === undefined ? "" : ` of ${plies}`;
  const sign = position.k === "c" ? diamond() : position.p === undefined ? undefined : mark(position.p);
  const words = position.k === "d" ? "to move" : position.k === "c" ? "chance decides"
    : position.k === "h" ? "to move; limit reached" : headWords(position);
  fill("mover", sign, element("span", {}, words), element("span", { className: "dim" }, `ply ${tree.ply[node]}${of}`));
  byId("state").textContent = position.s ? visible(position.s) : "";
}

// What a blunder costs: lowers a's rating from 1 to 0.
function blunderWords(position, key) {
  const [target] = position.m[key];
  return `lowers ${nameOf[position.p]}'s rating from ${position.r[position.p]} to ${positions[target].r[position.p]}`;
}

function moveRow(node, key) {
  const position = at(node);
  const [target, flags, notation, , , chance, exactly] = position.m[key];
  const below = positions[target];
  const words = notation === undefined ? `move ${key + 1}` : shortened(moveWords(notation), 60);
  const button = element("button", { className: "link", type: "button" }, text(words));
  button.addEventListener("click", () => select(childAt(tree, node, key)));
  const cells = [element("td", { className: "number dim" }, `${key + 1}`)];
  const first = element("td", { className: words.length > 14 ? "move long" : "move" }, button);
  if (!state.hidden && flags & BEST) first.append(" ", element("span", { className: "dim" }, "best"));
  if (!state.hidden && flags & BLUNDER) {
    const cost = blunderWords(position, key);
    first.append(" ", element("span", { className: "blunder", title: cost, "aria-label": `blunder, ${cost}` }, "blunder"));
  }
  cells.push(first);
  if (position.k === "c") cells.push(element("td", { className: "number", title: exactly ?? "" }, flags & NEVER ? "never" : chance ?? ""));
  if (!state.hidden) {
    cells.push(element("td", { className: "number strong" }, below.r[chooser(position)]));
    // A move of chance takes no ply of its own.
    const plies = below.d === undefined ? "–" : `${below.d + (position.k === "c" ? 0 : 1)}`;
    if (position.k !== "c") cells.push(element("td", { className: "number" }, plies));
  }
  cells.push(element("td", { className: "number" }, below.n ? data.least + shortCount(below.n) : "1"));
  return element("tr", {}, ...cells);
}

function showMoves(node) {
  const position = at(node), count = tree.degree[node];
  byId("moves-head").hidden = isLeaf(node);
  if (!count) {
    fill("moves", tree.leftOut[node] && element("p", { className: "dim" }, `Its moves aren't in this file (${plural(countBelow(position), "node")}).`));
    return;
  }
  const head = (words, number = true) => element("th", { scope: "col", className: number ? "number" : "" }, words);
  const chance = position.k === "c";
  const player = nameOf[chooser(position)];
  const row = element("tr", {}, head("#"), head(chance ? "Branch" : "Move", false), ...(chance ? [head("Chance")] : []),
    ...(state.hidden ? [] : [head(`Rating ${shortened(player, 8)}`), ...(chance ? [] : [head("Ends in")])]), head("Nodes"));
  const rows = Array.from({ length: count }, (_, key) => moveRow(node, key));
  fill("moves", element("table", {}, element("thead", {}, row), element("tbody", {}, ...rows)));
}

// As many steps of a line are shown; the first and the last are always.
const MOST_STEPS = 60;

function showLine(node) {
  const line = [0, ...lineTo(node)];
  const skipped = line.length - MOST_STEPS;
  const steps = skipped > 1 ? [...line.slice(0, 10), -1, ...line.slice(10 + skipped)] : line;
  const items = steps.map((step) => {
    if (step < 0) return element("li", { className: "dim" }, `… ${skipped} moves …`);
    const words = step === 0 ? "root" : stepWords(step);
    const button = element("button", { type: "button", className: "step" }, text(words));
    if (step === node) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => select(step));
    return element("li", {}, button);
  });
  fill("line", ...items);
}

function ratingRow(position, player) {
  const certain = position.u ? position.u[player] : 0;
  const words = certain ? `between ${certain}` .replace(" to ", " and ") : position.u ? "proven" : "";
  return element("div", { className: "rating" }, element("span", { className: "dim" }, "for ", mark(player), nameOf[player] === letterOf[player] ? "" : text(` ${shortened(nameOf[player], 16)}`)),
    element("strong", {}, position.r[player]), element("span", { className: "dim small" }, words));
}

// The best line from a node, as far as it is in this file.
function bestPlay(node) {
  const moves = [], seen = new Set();
  while (moves.length < 6 && tree.degree[node] && at(node).x !== undefined && !seen.has(tree.vertex[node])) {
    seen.add(tree.vertex[node]);
    node = childAt(tree, node, at(node).x);
    moves.push(shortened(moveWords(notationOf(node) ?? `${tree.key[node] + 1}`), 20));
  }
  const more = tree.degree[node] || tree.leftOut[node] ? ", …" : "";
  return moves.length ? `Best line: ${moves.join(", ")}${more}` : "";
}

function showRatings(node) {
  const position = at(node);
  if (state.hidden) {
    fill("ratings", element("p", { className: "dim" }, data.hidden ? "Ratings aren't in this file." : "Ratings are hidden. Press H to show them."));
    fill("why");
    return;
  }
  const rows = players.map((_, player) => ratingRow(position, player));
  const bar = picture(0, 0, 264, 10);
  bar.setAttribute("preserveAspectRatio", "none");
  bar.classList.add("bar");
  if (position.h) drawBar(new SvgPen(bar), 0, 0, 264, 10, position.h, position.q);
  const plies = position.d;
  const sure = (position.q ? "not proven" : "proven") + (data.way ? `, ${data.way}` : "");
  const end = plies === undefined || plies === 0 ? "" : `ends in ${plies} ${plies === 1 ? "ply" : "plies"}`;
  fill("ratings", element("div", { className: "ratings" }, ...rows), position.h ? bar : undefined,
    element("p", { className: "dim facts" }, element("span", {}, sure), element("span", {}, end)));
  const words = position.w && position.w[chooser(position)];
  const best = state.best ? bestPlay(node) : "";
  fill("why", words ? element("h3", {}, "Why") : undefined, words ? element("p", {}, text(words)) : undefined,
    best ? element("p", { className: "dim" }, text(best)) : undefined);
}

function showFacts(node) {
  const position = at(node);
  const rows = [];
  const add = (name, value) => rows.push(element("dt", {}, name), element("dd", {}, value));
  if (position.n) {
    add("Nodes", data.least + grouped(position.n));
    add("Ends", data.least + grouped(position.e));
    if (position.l !== undefined) add("Longest line", `${position.l} ${position.l === 1 ? "ply" : "plies"}`);
  }
  const places = layout.places[tree.vertex[node]];
  if (places > 1) add("In this tree", `${places} times`);
  byId("facts-head").hidden = !rows.length;
  fill("facts", ...rows);
  byId("position-part").hidden = position.t === undefined;
  byId("position").textContent = position.t === undefined ? "" : visible(position.t);
  const note = tree.notes.get(node);
  byId("note-part").hidden = note === undefined;
  fill("note", ...(note === undefined ? [] : proseOf(note)));
}

// The legend for what is shown now. What hangs on the nodes comes and goes with them.
function showLegend() {
  if (!data.legends) return;
  const isThere = {
    "best line": state.best,
    collapsed: layout.order.some((node) => !isLeaf(node) && !isOpen(node)),
    "×n": layout.places.some((count) => count > 1),
  };
  const absent = Object.keys(isThere).filter((mark) => !isThere[mark]);
  const entries = data.legends[state.hidden ? "hidden" : state.whose];
  const shown = entries.filter(([, words]) => !absent.some((mark) => words.startsWith(mark)));
  fill("legend", ...shown.map(([width, words, shapes]) => {
    const svg = picture(-2, -10, width + 4, 20);
    svg.setAttribute("width", width + 4);
    svg.setAttribute("height", 20);
    drawShapes(new SvgPen(svg), shapes);
    return element("li", {}, svg, text(words));
  }));
}

function showNode() {
  const node = state.selected;
  showBoard(node);
  showMoves(node);
  showLine(node);
  showRatings(node);
  showFacts(node);
  const fold = byId("fold");
  fold.disabled = !tree.degree[node];
  fold.textContent = tree.folded[node] ? "Expand" : "Collapse";
}
