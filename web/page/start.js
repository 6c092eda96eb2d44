// Loads the explorer, and opens its window.

// The parts of a version have it in their addresses, so that they are never mixed with those of another.
const version = new URL(import.meta.url).search;
const loading = document.getElementById("loading");
const share = document.getElementById("share");
const isFramed = window.parent !== window;

// Why the explorer can't go on, and what helps. Programs and screen readers look at "said".
function fail(words) {
  const told = document.createElement("p");
  const again = document.createElement("button");
  const install = document.createElement("a");
  told.textContent = words;
  again.textContent = "Reload";
  again.addEventListener("click", () => location.reload());
  install.textContent = "Install the program";
  install.href = "../guide/guide/install.html";
  loading.className = "failed";
  loading.hidden = false;
  loading.replaceChildren(told, again, install);
  document.getElementById("said").textContent = words;
}

// What the browser lacks, in a sentence.
function lack() {
  if (typeof WebAssembly !== "object") {
    return "This browser has no WebAssembly, or it is turned off, and the explorer needs it.";
  }
  if (typeof DecompressionStream !== "function") {
    return "This browser is too old: it can't unpack the explorer (it has no DecompressionStream).";
  }
  const canvas = document.createElement("canvas");
  if (!canvas.getContext("webgl2") && !canvas.getContext("webgl")) {
    return "This browser can't draw with WebGL: it is turned off, or blocked for this graphics card.";
  }
}

// Whether everything has come over the network.
let hasCome = false;

// The program, unpacked, with the share of it that has come.
async function program() {
  const answer = await fetch(new URL(`doomtree.wasmz${version}`, import.meta.url));
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  const bytes = Number(document.documentElement.dataset.bytes) || 4e6;
  let come = 0;
  const counted = new TransformStream({
    transform(part, out) {
      come += part.byteLength;
      share.value = Math.min(1, come / bytes);
      out.enqueue(part);
    },
    flush() {
      hasCome = true;
    },
  });
  const headers = { "Content-Type": "application/wasm" };
  const unpacked = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers });
}

// The recovery files that other tabs of this site have: each tab holds a lock with the file's name. The
// page that was in this tab before may have its locks for a moment longer. Where storage is blocked there
// are none.
async function ofOtherTabs() {
  try {
    const before = (sessionStorage.getItem("doomtree:held") ?? "").split("\n");
    const end = performance.now() + 1000;
    for (;;) {
      const held = (await navigator.locks.query()).held.map((lock) => lock.name);
      if (performance.now() > end || !held.some((name) => before.includes(name))) return held;
      await new Promise((done) => setTimeout(done, 20));
    }
  } catch {
    return [];
  }
}

// Work has its turns between the events of the page, a slice at a time. A message of the page to itself comes
// at once, whereas timers wait; but a browser that has messages draws seldom, so now and then a frame goes first.
const waiting = [];
const turns = new MessageChannel();
let drawn = 0;
turns.port1.onmessage = ({ data }) => {
  if (data === "drawn") drawn = performance.now();
  waiting.shift()?.();
};

function after(action) {
  waiting.push(action);
  if (document.hidden || performance.now() - drawn < 60) return turns.port2.postMessage("");
  // A page that is hidden meanwhile draws no frame.
  const late = setTimeout(() => turns.port2.postMessage("drawn"), 100);
  requestAnimationFrame(() => {
    clearTimeout(late);
    // It comes when the frame is drawn.
    turns.port2.postMessage("drawn");
  });
}

globalThis.nextSlice = () => new Promise(after);

async function begin() {
  const { default: init, ...exported } = await import(`./doomtree_web.js${version}`);
  await init({ module_or_path: program() });
  return exported;
}

// The browser gets no key that the program hears. While a text is typed it needs those that type.
function keepKeys({ hears_key, heard_keys }) {
  globalThis.heardKeys = heard_keys;
  const canvas = document.getElementById("window");
  document.addEventListener("keydown", (event) => {
    const types = document.activeElement?.matches("input") ?? false;
    const command = event.ctrlKey || event.metaKey;
    const isOurs = types || document.activeElement === canvas || document.activeElement === document.body;
    if (!isOurs || event.getModifierState("AltGraph") || document.getElementById("rfd-overlay")) return;
    if (hears_key(event.key, command, event.shiftKey, event.altKey, types)) event.preventDefault();
  }, { capture: true });
}

// A panic ends the program, but the page stays: what was unsaved is offered at the next start.
addEventListener("error", (event) => {
  if (globalThis.WebAssembly && event.error instanceof WebAssembly.RuntimeError) {
    fail("The explorer has failed. Reload the page: what was unsaved is offered again.");
  }
});

async function open() {
  const lacking = lack();
  if (lacking) return fail(lacking);
  try {
    const exported = await begin();
    const wanted = new URLSearchParams(location.search);
    const canvas = document.getElementById("window");
    keepKeys(exported);
    const step = Number(wanted.get("step")) || 1;
    await exported.start(canvas, await ofOtherTabs(), wanted.get("tour") ?? undefined, step);
    loading.hidden = true;
    // A page around it keeps its own focus until the explorer is clicked.
    if (!isFramed) canvas.focus();
    performance.mark("open");
  } catch (error) {
    console.error(error);
    const why = error.message ?? error;
    fail(hasCome
      ? `The explorer can't start in this browser: ${why}.`
      : `The explorer didn't come over the network: ${why}. Check the connection, and reload.`);
  }
}

// A message over the page, with one button that takes it away.
function tell(words, label, action) {
  const told = document.createElement("p");
  const button = document.createElement("button");
  told.className = "told";
  told.role = "status";
  button.textContent = label;
  button.addEventListener("click", () => {
    told.remove();
    action?.();
  });
  told.append(`${words} `, button);
  document.querySelector(".told")?.remove();
  document.body.append(told);
}

// A newer version is there, which the next visit gets; this one can go on.
function offerNewest({ data }) {
  if (data?.version && `?v=${data.version}` !== version) {
    tell("A new version is here.", "Reload", () => location.reload());
  }
}

open();

try {
  localStorage.getItem("doomtree");
} catch {
  tell("This browser keeps nothing for this page: settings and unsaved work are lost when it closes.", "OK");
}

try {
  navigator.serviceWorker.addEventListener("message", offerNewest);
  navigator.serviceWorker.register("../offline.js", { updateViaCache: "none" }).catch(() => {});
} catch {
  // Without it the site needs the network.
}
