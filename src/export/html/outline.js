// The tree for a screen reader: the nodes around the selected one as tree items, each lying where
// its node is drawn, so that it is found by touch too.

// As many siblings and children are listed on either side.
const MOST_NEAR = 30;

const treeElement = byId("tree"), itemsElement = byId("items");
let listed = new Map();

function nearOf(node) {
  const near = [];
  const some = (nodes, middle) => {
    const place = Math.max(0, nodes.indexOf(middle));
    near.push(...nodes.slice(Math.max(0, place - MOST_NEAR), place + MOST_NEAR + 1));
  };
  const above = lineTo(node);
  near.push(0, ...above.slice(-MOST_NEAR - 1, -1));
  if (node) some(childrenOf(tree.parent[node]), node);
  if (isOpen(node)) some(childrenOf(node), -1);
  return [...new Set(near)].sort((a, b) => layout.across[a] - layout.across[b] || a - b);
}

function itemOf(node) {
  const siblings = tree.parent[node] < 0 ? [node] : childrenOf(tree.parent[node]);
  const item = element("div", {
    id: `node-${node}`, role: "treeitem", "aria-level": tree.level[node] + 1, "aria-label": describe(node),
    "aria-posinset": siblings.indexOf(node) + 1, "aria-setsize": siblings.length,
    "aria-selected": node === state.selected,
  });
  if (tree.degree[node]) item.setAttribute("aria-expanded", isOpen(node));
  item.addEventListener("click", () => select(node));
  return item;
}

function showOutline() {
  const near = nearOf(state.selected).sort((a, b) => a - b);
  listed = new Map(near.map((node) => [node, itemOf(node)]));
  itemsElement.replaceChildren(...listed.values());
  treeElement.setAttribute("aria-activedescendant", `node-${state.selected}`);
}

// Puts the items where their nodes are drawn.
function placeOutline(toScreen, scale) {
  for (const [node, item] of listed) {
    const [x, y] = toScreen(xOf(node), yOf(node));
    const width = nodeWidth(at(node)) * scale, height = NODE * scale;
    item.style.transform = `translate(${Math.round(x - width / 2)}px, ${Math.round(y - height / 2)}px)`;
    item.style.width = `${Math.max(1, Math.round(width))}px`;
    item.style.height = `${Math.max(1, Math.round(height))}px`;
  }
}

// Says something to whoever listens.
function say(words) { byId("live").textContent = words; }
