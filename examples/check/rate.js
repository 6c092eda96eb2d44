// Rates boards of Dice of Doom, as the book's first version plays it: answers `doomtree check`.
//
//     doomtree check 'b2b2/a2b1 a' --command 'node examples/check/rate.js'
//
// Each line of input asks about a position: {"position":"b2b2/a2b1 a"}. Each line of output answers it
// with the moves, where they lead, and what the position is worth to each player.

const MAX_DICE = 3;

// 'b2b2/a2b1 a +1': captured is null at the start of a turn.
function read(text) {
  const [board, mover, more] = text.split(" ");
  const rows = board.split("/");
  const hexes = rows.join("").match(/../g).map(([owner, dice]) => ({ owner, dice: Number(dice) }));
  return { hexes, columns: hexes.length / rows.length, mover, captured: more ? Number(more) : null };
}

function write({ hexes, columns, mover, captured }) {
  const board = hexes.map(({ owner, dice }, i) => (i > 0 && i % columns === 0 ? "/" : "") + owner + dice);
  return `${board.join("")} ${mover}` + (captured === null ? "" : ` +${captured}`);
}

// The six hexes around one, without those beyond the edges.
function neighbors(hexes, columns, hex) {
  const up = hex - columns;
  const down = hex + columns;
  const around = [up, down];
  if (hex % columns > 0) around.push(up - 1, hex - 1);
  if (hex % columns < columns - 1) around.push(hex + 1, down + 1);
  return around.filter((other) => other >= 0 && other < hexes.length);
}

// One die stays behind, the others move to the conquered hex.
function attack(hexes, source, target) {
  const { owner, dice } = hexes[source];
  const after = hexes.slice();
  after[source] = { owner, dice: 1 };
  after[target] = { owner, dice: dice - 1 };
  return after;
}

// One die for each hex of the player that isn't full, until the supply is used up.
function reinforce(hexes, player, supply) {
  return hexes.map(({ owner, dice }) =>
    owner === player && dice < MAX_DICE && supply-- > 0 ? { owner, dice: dice + 1 } : { owner, dice });
}

// Every move with the position after it. A turn can be passed after its first attack.
function moves({ hexes, columns, mover, captured }) {
  const found = [];
  if (captured !== null) {
    const after = reinforce(hexes, mover, captured - 1);
    const other = mover === "a" ? "b" : "a";
    found.push({ move: "pass", after: { hexes: after, columns, mover: other, captured: null } });
  }
  hexes.forEach(({ owner, dice }, source) => {
    if (owner !== mover) return;
    for (const target of neighbors(hexes, columns, source)) {
      const enemy = hexes[target];
      if (enemy.owner === mover || dice <= enemy.dice) continue;
      const after = { hexes: attack(hexes, source, target), columns, mover, captured: captured + enemy.dice };
      found.push({ move: `${source}>${target}`, after });
    }
  });
  return found;
}

// Who has the most hexes.
function winners(hexes) {
  const count = (player) => hexes.filter(({ owner }) => owner === player).length;
  return ["a", "b"].filter((player) => count(player) * 2 >= hexes.length);
}

// What player a gets: 1 for a win, 0.5 for a tie. Player b gets the rest.
const rated = new Map();
function rating(position) {
  const key = write(position);
  if (!rated.has(key)) {
    const below = moves(position).map(({ after }) => rating(after));
    const won = winners(position.hexes);
    const end = won.includes("a") ? 1 / won.length : 0;
    const best = position.mover === "a" ? Math.max : Math.min;
    rated.set(key, below.length === 0 ? end : best(...below));
  }
  return rated.get(key);
}

function answer(position) {
  const found = moves(position);
  const a = rating(position);
  return {
    position: write(position),
    rating: { a, b: 1 - a },
    moves: found.map(({ move, after }) => ({ move, position: write(after) })),
    ...(found.length === 0 && { winners: winners(position.hexes) }),
  };
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => console.log(JSON.stringify(answer(read(JSON.parse(line).position)))));
