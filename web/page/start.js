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
  if (!format) {
    return "This browser is too old: it can't unpack the explorer (it has no DecompressionStream).";
  }
  const canvas = document.createElement("canvas");
  if (!canvas.getContext("webgl2") && !canvas.getContext("webgl")) {
    return "This browser can't draw with WebGL: it is turned off, or blocked for this graphics card.";
  }
}

// The smallest of the packed programs that this browser can unpack.
const format = document.documentElement.dataset.formats.split(" ").find((format) => {
  try {
    return new DecompressionStream(format);
  } catch {
    return false;
  }
});

// Whether everything has come over the network.
let hasCome = false;

// The program, unpacked, with the share of it that has come.
async function program() {
  const answer = await fetch(new URL(`doomtree.${format}${version}`, import.meta.url));
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  const bytes = Number(answer.headers.get("Content-Length")) || 4e6;
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
  const unpacked = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream(format));
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

// The window asks for every frame, to see whether it has anything to draw; but a browser that makes frames never
// rests. Soon after the last event, slice of work or drawing, it gets ten turns a second instead, and later one.
const [SHORTEST, LONGEST] = [100, 1000];
const frame = requestAnimationFrame;
const cancelFrame = cancelAnimationFrame;
let active = performance.now();
let resting;
// A finger that stays where it is has no events, and waits for a name.
let isHeld = false;

function rest(action, time) {
  const turn = () => {
    resting = undefined;
    action(performance.now());
  };
  resting = { action, timer: setTimeout(turn, time) };
  // No frame has such a number.
  return -1;
}

function wake({ type } = {}) {
  if (type?.startsWith("touch")) isHeld = type !== "touchend" && type !== "touchcancel";
  active = performance.now();
  if (!resting) return;
  clearTimeout(resting.timer);
  rest(resting.action, 0);
}

function restBetweenFrames(canvas) {
  // The canvas is cleared before it is drawn.
  const gl = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
  const clear = gl.clear.bind(gl);
  gl.clear = (mask) => {
    active = performance.now();
    clear(mask);
  };
  globalThis.requestAnimationFrame = (action) => {
    const quiet = isHeld ? 0 : performance.now() - active;
    return quiet < SHORTEST ? frame(action) : rest(action, Math.min(LONGEST, Math.max(SHORTEST, quiet / 4)));
  };
  globalThis.cancelAnimationFrame = (id) => {
    if (id > 0) return cancelFrame(id);
    clearTimeout(resting?.timer);
    resting = undefined;
  };
  for (const event of EVENTS) addEventListener(event, wake, { capture: true, passive: true });
}

const EVENTS = [
  "blur", "click", "compositionend", "compositionupdate", "dragover", "drop", "focus", "input", "keydown", "keyup",
  "paste", "pointerdown", "pointermove", "pointerup", "popstate", "resize", "touchcancel", "touchend", "touchmove", "touchstart",
  "visibilitychange", "wheel",
];

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
  wake();
  if (document.hidden || performance.now() - drawn < 60) return turns.port2.postMessage("");
  // A page that is hidden meanwhile draws no frame.
  const late = setTimeout(() => turns.port2.postMessage("drawn"), 100);
  frame(() => {
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
  // As the first key, Shift+Tab leads out of the window: to the button before it, or to its mirror.
  let isFirst = true;
  canvas.addEventListener("focus", () => (isFirst = true));
  document.addEventListener("keydown", (event) => {
    const leaves = isFirst && event.key === "Tab" && event.shiftKey && document.activeElement === canvas;
    isFirst &&= event.key === "Shift";
    if (leaves) return event.stopImmediatePropagation();
    const types = document.activeElement?.matches("input") ?? false;
    const command = event.ctrlKey || event.metaKey;
    const isOurs = types || document.activeElement === canvas || document.activeElement === document.body;
    if (!isOurs || event.getModifierState("AltGraph") || document.getElementById("rfd-overlay")) return;
    if (hears_key(event.key, command, event.shiftKey, event.altKey, types)) event.preventDefault();
  }, { capture: true });
}

// The window as text, for a screen reader: an element for each widget, in reading order. Those that stay are
// changed, so that a reader keeps its place. A click on one is a click on its widget.
function keepMirror({ read_aloud }) {
  const mirror = document.getElementById("mirror");
  const turnOn = document.getElementById("aloud");
  globalThis.mirror = (json) => {
    const old = new Map(Array.from(mirror.children, (one) => [one.dataset.id, one]));
    const elements = JSON.parse(json);
    const stay = new Set(elements.map(({ id, tag }) => `${tag} ${id}`));
    for (const one of old.values()) {
      if (!stay.has(`${one.localName} ${one.dataset.id}`)) one.remove();
    }
    let place = mirror.firstElementChild;
    for (const { id, tag, text, on, off } of elements) {
      const known = old.get(id);
      const one = known?.localName === tag ? known : document.createElement(tag);
      one.dataset.id = id;
      if (one.textContent !== text) one.textContent = text;
      if (tag === "button") {
        one.disabled = off;
        if (on === null) one.removeAttribute("aria-pressed");
        else one.setAttribute("aria-pressed", on);
      }
      if (one === place) place = place.nextElementSibling;
      else mirror.insertBefore(one, place);
    }
  };
  mirror.addEventListener("click", ({ target }) => {
    const { id } = target.closest("button")?.dataset ?? {};
    if (id) read_aloud(id);
  });
  const begin = () => {
    mirror.hidden = false;
    turnOn.hidden = true;
    read_aloud();
  };
  turnOn.addEventListener("click", () => {
    keep("doomtree:aloud", "on");
    begin();
  });
  if (kept("doomtree:aloud")) begin();
}

// The keyboard of a phone takes room from the window, where the browser doesn't see to it by itself.
function keepAboveKeyboard(canvas) {
  globalThis.visualViewport?.addEventListener("resize", () => {
    const { scale, height } = visualViewport;
    if (Math.abs(scale - 1) < 0.01) canvas.style.height = `${height}px`;
  });
}

// Where a finger is the usual pointer, controls have its size from the start.
function expectTouch(canvas) {
  if (!globalThis.matchMedia?.("(pointer: coarse)").matches || !globalThis.Touch) return;
  const touch = new Touch({ identifier: 0, target: canvas });
  canvas.dispatchEvent(new TouchEvent("touchcancel", { changedTouches: [touch] }));
}

// A phone hands a link on to its other programs.
if (navigator.share) {
  globalThis.share = (url) => {
    navigator.share({ url, title: document.title }).catch(() => {});
    return true;
  };
}

// What the browser keeps for this site; where it is blocked, nothing.
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is asked for again at the next visit.
  }
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
    keepMirror(exported);
    keepAboveKeyboard(canvas);
    const step = Number(wanted.get("step")) || 1;
    const isEmbedded = wanted.has("embed");
    await exported.start(canvas, await ofOtherTabs(), wanted.get("tour") ?? undefined, step, isEmbedded);
    restBetweenFrames(canvas);
    expectTouch(canvas);
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
