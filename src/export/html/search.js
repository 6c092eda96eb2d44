// The search: nodes by a move, a position, a note or a whole line. What it looks at is what the page
// shows anyway: it knows nothing of ratings.

const searching = { words: "", hits: [], at: -1 };

// What is compared: letters of one case, and one arrow.
const plain = (text) => visible(text).toLowerCase().replace(/\s*(→|>)\s*/g, ">").trim();

function notesWords(blocks) {
  return blocks.map(([, , , , runs]) => runs.map(([words]) => words).join("")).join("\n");
}

// The nodes, from left to right and from top to bottom as a book is read, that have these words.
function hitsOf(words) {
  const holds = (text) => text !== undefined && plain(text).includes(words);
  // Every position and every move is compared once, wherever it stands in the tree.
  const inPosition = positions.map((position) => holds(position.t));
  const inMoves = positions.map((position) => position.m?.map((move) => holds(move[2])));
  const whole = nodeAt(words), named = whole && plain(lineTo(whole).map(notationOf).join(" ")) === words;
  const hits = [];
  for (let node = 0; node < tree.size; node++) {
    const above = tree.parent[node], notes = tree.notes.get(node);
    const found = inPosition[tree.vertex[node]] || (above >= 0 && inMoves[tree.vertex[above]][tree.key[node]])
      || (named && node === whole) || (notes && holds(notesWords(notes)));
    if (found) hits.push(node);
  }
  return hits;
}

function showFound() {
  const { words, hits, at } = searching, none = !words;
  for (const id of ["found", "previous", "next"]) byId(id).hidden = none;
  byId("previous").disabled = byId("next").disabled = !hits.length;
  const place = at < 0 ? "" : `${(at + 1).toLocaleString("en")} of `;
  byId("found").textContent = none ? "" : hits.length ? place + hits.length.toLocaleString("en") : "no match";
}

function goToHit(step) {
  const { hits } = searching;
  if (!hits.length) return;
  searching.at = searching.at < 0 ? (step > 0 ? 0 : hits.length - 1) : (searching.at + step + hits.length) % hits.length;
  select(hits[searching.at]);
  showFound();
}

function startSearch() {
  const field = byId("search");
  field.addEventListener("input", () => {
    const words = plain(field.value);
    Object.assign(searching, { words, hits: words ? hitsOf(words) : [], at: -1 });
    showFound();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") goToHit(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      field.value = "";
      field.dispatchEvent(new Event("input"));
      treeElement.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  });
  byId("previous").addEventListener("click", () => goToHit(-1));
  byId("next").addEventListener("click", () => goToHit(1));
}
