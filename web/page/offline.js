// Keeps the site, so that it works without a network after the first visit. Pages come from the network
// where there is one, whatever its caches hold; their parts have the version in their addresses.
const VERSION = "VERSION_OF_SITE";
const KEPT = `doomtree-${VERSION}`;
// The packed program that the page takes.
const PROGRAMS = "FORMATS_OF_SITE".split(" ").filter((format) => {
  try {
    return new DecompressionStream(format);
  } catch {
    return false;
  }
}).slice(0, 1).map((format) => `explorer/doomtree.${format}`);
const PARTS = ["site.css", "explorer/start.js", "explorer/doomtree_web.js", ...PROGRAMS];
const PAGES = ["./", "icon.png", "site.webmanifest", "poster.png", "poster-dark.png", "landing.js", "explorer/"];
const OWN = PAGES.map((page) => new URL(page, location).href);
// So long a page waits for the network, in milliseconds.
const PATIENCE = 3000;

addEventListener("install", (event) => {
  // What a cache holds under a version's address is that version.
  const all = [
    ...PARTS.map((part) => `${part}?v=${VERSION}`),
    ...PAGES.map((page) => new Request(page, { cache: "reload" })),
  ];
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(all)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith("doomtree-") && name !== KEPT);
  await Promise.all(names.map((name) => caches.delete(name)));
  await clients.claim();
  for (const page of await clients.matchAll()) page.postMessage({ version: VERSION });
}

// The name that an answer is kept under: but for its version, an address's query is the page's own business.
function plain(request) {
  const url = new URL(request.url);
  if (!url.searchParams.has("v")) url.search = "";
  return url.href;
}

// What comes, which is kept, unless it is a page of this site whose parts are kept with it. The answer
// doesn't wait for being kept, and a full storage doesn't hinder it.
async function fetched(request, kept, how) {
  const come = await fetch(request, how);
  const name = plain(request);
  if (come.ok && !OWN.includes(name)) kept.put(name, come.clone()).catch(() => {});
  return come;
}

// The newest page, or without an answer of the network the one that is kept.
async function page(request, kept) {
  const known = await kept.match(plain(request));
  const come = fetched(request, kept, { cache: "no-cache" });
  if (!known) return come;
  const late = new Promise((done) => setTimeout(done, PATIENCE, known));
  return Promise.race([come.then((answer) => (answer.ok ? answer : known)), late]).catch(() => known);
}

// What is kept of this version, otherwise what comes.
async function part(request, kept) {
  const known = await kept.match(plain(request));
  const isVersioned = new URL(request.url).searchParams.has("v");
  return known ?? fetched(request, kept, isVersioned ? {} : { cache: "no-cache" });
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) {
    const answer = request.mode === "navigate" ? page : part;
    event.respondWith(caches.open(KEPT).then((kept) => answer(request, kept)));
  }
});
