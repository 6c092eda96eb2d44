// Keeps the site, so that it works without a network after the first visit. The newest is taken
// where there is a network.
const KEPT = "doomtree-VERSION";
const FIRST = ["./", "site.css", "icon.png", "explorer/", "explorer/start.js", "explorer/doomtree_web.js", "explorer/doomtree.wasmz"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FIRST)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("doomtree-") && name !== KEPT);
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(others(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

// The name that an answer is kept under: a page's query is its own business.
function plain(request) {
  const url = new URL(request.url);
  url.search = "";
  return url.href;
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  const known = await kept.match(plain(request));
  if (known) return known;
  const come = await fetch(request);
  if (come.ok) await kept.put(plain(request), come.clone());
  return come;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) {
    event.respondWith(answer(request));
  }
});
