"use strict";
// What the page was given: positions once each, nodes as numbers of positions, and their texts.
//
// A position: `k` its kind (d decision, c chance, h horizon, e end), `p` whose move it is, `i` its
// information set, `t` its notation, `s` what the mover has in hand, `b` what lies on its places, `z` who has won, `n` and
// `e` the nodes and ends from here on, `l` the plies of the longest line; and where ratings aren't
// kept from the reader `r` ratings, `u` what is certain of them, `h` shares in thousandths, `a` who
// is ahead, `d` plies to the end, `w` why, each for every player; `m` its moves as
// [position, flags, notation, from, to, probability, exactly], `x` the best line's, `o` their order.

const data = JSON.parse(document.getElementById("data").textContent);
const { positions, metrics, players } = data;
const BEST = 1, BLUNDER = 2, NEVER = 4;

// What can be changed: whose ratings stand on the nodes (-1: the mover's, -2: all), and what is shown.
const state = { whose: data.for, hidden: data.hidden, best: data.bestLine, selected: 0 };

// The nodes as columns, depth-first as in the file; -1 where there is none.
const tree = (() => {
  const size = data.nodes.length;
  const column = (value) => new Int32Array(size).fill(value);
  const tree = {
    size, vertex: column(0), parent: column(-1), key: column(0), degree: column(0),
    first: column(-1), next: column(-1), ply: column(0), level: column(0),
    leftOut: new Uint8Array(size), folded: new Uint8Array(size), visited: column(-1),
    best: new Uint8Array(size), bookmarks: new Set(data.bookmarks), notes: new Map(data.notes.map(([node, , blocks]) => [node, blocks])),
  };
  const last = column(-1), made = column(0), open = [];
  for (let node = 0; node < size; node++) {
    const number = data.nodes[node];
    const vertex = Math.abs(number) - 1;
    tree.vertex[node] = vertex;
    tree.leftOut[node] = number < 0 ? 1 : 0;
    if (open.length) {
      const above = open[open.length - 1];
      tree.parent[node] = above;
      tree.key[node] = made[above]++;
      tree.level[node] = tree.level[above] + 1;
      tree.ply[node] = tree.ply[above] + (kindOf(above) === "c" ? 0 : 1);
      if (last[above] < 0) tree.first[above] = node;
      else tree.next[last[above]] = node;
      last[above] = node;
    }
    const moves = positions[vertex].m;
    tree.degree[node] = number > 0 && moves ? moves.length : 0;
    if (tree.degree[node]) open.push(node);
    while (open.length && made[open[open.length - 1]] === tree.degree[open[open.length - 1]]) {
      open.pop();
    }
  }
  data.nodes = null;
  // The root's best line, as far as it is here; where positions recur it stops.
  const seen = new Set();
  for (let node = data.bestLine ? 0 : -1; node >= 0;) {
    const { x } = positions[tree.vertex[node]];
    // A root without a best move is on no line.
    if (node === 0 && x === undefined) break;
    tree.best[node] = 1;
    if (x === undefined || (data.cyclic && seen.has(tree.vertex[node]))) break;
    seen.add(tree.vertex[node]);
    node = childAt(tree, node, x);
  }
  function kindOf(node) { return positions[tree.vertex[node]].k; }
  return tree;
})();

function childAt(tree, node, key) {
  let child = tree.first[node];
  while (child >= 0 && key-- > 0) child = tree.next[child];
  return child;
}

const at = (node) => positions[tree.vertex[node]];
const isOpen = (node) => tree.degree[node] > 0 && !tree.folded[node];
const isLeaf = (node) => tree.degree[node] === 0 && !tree.leftOut[node];

// The children in the order in which they are drawn.
function childrenOf(node) {
  const children = [];
  for (let child = tree.first[node]; child >= 0; child = tree.next[child]) children.push(child);
  const { o } = at(node);
  return o && !state.hidden ? o.map((key) => children[key]) : children;
}

// What is not seen, though it may do something to the characters around it, is shown by its number.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e007f}]/gu;
const SHORT = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };
function visible(text) {
  return text.replace(UNSEEN, (it) => SHORT[it] || `\\u{${it.codePointAt(0).toString(16)}}`);
}

function shortened(text, most) {
  if (text.length <= most) return text;
  const letters = Array.from(text.slice(0, 2 * most + 2));
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

const nameOf = players.map(visible);
const letterOf = nameOf.map((name) => Array.from(name.slice(0, 8)).slice(0, 2).join(""));

// A move as a reader says it: 2 → 3.
const moveWords = (text) => visible(text).replace(/^(\d+)>(\d+)$/, "$1 → $2");
const narrow = (words) => words.replaceAll(" → ", "→");

function moveName(source, key) {
  const [, , text, , , chance] = source.m[key];
  if (text === undefined) return `${key + 1}`;
  const name = shortened(narrow(moveWords(text)), 28);
  return chance === undefined ? name : `${name} ${chance}`;
}

// One step of a line: a 2→3, b passes.
function stepWords(node) {
  const source = at(tree.parent[node]);
  const text = source.m[tree.key[node]][2];
  if (text === undefined) return `move ${tree.key[node] + 1}`;
  const words = visible(text), name = nameOf[source.p];
  if (source.k !== "d" || words.startsWith(`${name}@`)) return shortened(narrow(moveWords(text)), 40);
  if (words === "pass") return `${name} passes`;
  return shortened(`${name} ${narrow(moveWords(text))}`, 40);
}

function winners(position, most = Infinity) {
  if (position.y) return position.y.join(" · ");
  if (!position.z) return "end";
  const names = position.z.map((player) => shortened(nameOf[player], most));
  if (!names.length) return "nobody wins";
  const last = names.pop();
  return names.length ? `${names.join(", ")} and ${last} tie` : `${last} wins`;
}

// Whose rating stands on a position; an end shows who has won.
const ratedPlayer = (position) => (state.whose >= 0 ? state.whose : position.p);
const chooser = (position) => ratedPlayer(position) ?? 0;
const ratingOf = (position, player) => (state.hidden ? "?" : position.r[player]);

function nodeText(position) {
  const player = ratedPlayer(position);
  if (position.k === "e" || player === undefined) return shortened(winners(position), 28);
  return state.whose === -2 && !state.hidden ? position.r.join(" · ") : ratingOf(position, player);
}

// Counts come as digits, or as words where they have none.
const isNumber = (digits) => /^\d+$/.test(digits);
const grouped = (digits) => (isNumber(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits);
const countBelow = (position) =>
  (isNumber(position.n) ? String(BigInt(position.n) - 1n) : position.n);

function shortCount(digits) {
  const words = grouped(digits);
  if (words.length <= 11 || !isNumber(digits)) return words;
  return `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`;
}

function plural(count, one) {
  return `${data.least}${grouped(count)} ${one}${count === "1" ? "" : "s"}`;
}

// Below a folded node, with a plus where it can be expanded.
const foldText = (node) => `${tree.leftOut[node] ? "" : "+ "}${data.least}${shortCount(at(node).n)}`;

function leftOutWords(node) {
  const position = at(node);
  if (tree.leftOut[node]) return `${plural(countBelow(position), "node")} not in this file`;
  return `${plural(position.n, "node")} collapsed`;
}

// What a node is, in words.
function headWords(position) {
  if (position.k === "e") return position.z ? `End: ${winners(position)}` : "End";
  const name = nameOf[position.p];
  if (position.k === "c") return `Chance node after ${name}'s move`;
  return position.k === "h" ? `${name} to move; limit reached` : `${name} to move`;
}

function ratingWords(position) {
  const player = ratedPlayer(position);
  if (position.k === "e" || player === undefined) return "";
  if (state.hidden) return ", rating hidden";
  const all = state.whose === -2;
  const words = all ? players.map((_, one) => `${nameOf[one]} ${position.r[one]}`).join(", ") : `${position.r[player]} for ${nameOf[player]}`;
  return position.q ? `, not proven, ${words}` : `, rating${all ? "s" : ""} ${words}`;
}

// A node in one sentence, for a screen reader.
function describe(node) {
  const position = at(node);
  const above = tree.parent[node];
  const mv = above < 0 ? "root" : moveName(at(above), tree.key[node]);
  const where = position.t === undefined ? "" : `${visible(position.t)}, `;
  const below = isLeaf(node) || isOpen(node) ? "" : `, ${leftOutWords(node)}`;
  const best = state.best && !state.hidden && tree.best[node] ? ", on the best line" : "";
  const note = (tree.notes.has(node) ? ", with a note" : "") + (tree.bookmarks.has(node) ? ", with a bookmark" : "");
  return `${mv}: ${where}${headWords(position)}${ratingWords(position)}${best}${below}${note}`;
}

// The line to a node: the moves from the root. It is the node's name.
function lineTo(node) {
  const line = [];
  for (; tree.parent[node] >= 0; node = tree.parent[node]) line.push(node);
  return line.reverse();
}

const notationOf = (node) => at(tree.parent[node]).m[tree.key[node]][2];

// The node that a line leads to, as far as it leads.
function nodeAt(line) {
  let node = 0, rest = line.trim();
  while (rest) {
    let next = -1, taken = 0;
    for (let child = tree.first[node]; child >= 0; child = tree.next[child]) {
      const mv = notationOf(child);
      // A name with spaces may be in quotes.
      for (const name of mv ? [mv, `"${mv}"`] : []) {
        const whole = rest.startsWith(name) && (rest.length === name.length || rest[name.length] === " ");
        if (whole && name.length > taken) [next, taken] = [child, name.length];
      }
    }
    if (next < 0) break;
    node = next;
    rest = rest.slice(taken).trimStart();
  }
  return node;
}
