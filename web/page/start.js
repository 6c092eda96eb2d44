// Loads the explorer, and opens its window.
import init, { start } from "./doomtree_web.js";

const loading = document.getElementById("loading");
const share = document.getElementById("share");

function fail(words) {
  loading.className = "failed";
  loading.hidden = false;
  loading.textContent = words;
  // Programs and screen readers look here.
  document.getElementById("said").textContent = words;
}

// The program, unpacked, with the share of it that has come.
async function program() {
  const answer = await fetch(new URL("doomtree.wasmz", import.meta.url));
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  const bytes = Number(document.documentElement.dataset.bytes) || 4e6;
  let come = 0;
  const counted = new TransformStream({
    transform(part, out) {
      come += part.byteLength;
      share.value = Math.min(1, come / bytes);
      out.enqueue(part);
    },
  });
  const headers = { "Content-Type": "application/wasm" };
  const unpacked = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers });
}

// The recovery files that other tabs of this site have: each tab holds a lock with the file's name. The
// page that was in this tab before may have its locks for a moment longer.
async function ofOtherTabs() {
  if (!navigator.locks) return [];
  const before = (sessionStorage.getItem("doomtree:held") ?? "").split("\n");
  const end = performance.now() + 1000;
  for (;;) {
    const held = (await navigator.locks.query()).held.map((lock) => lock.name);
    if (performance.now() > end || !held.some((name) => before.includes(name))) return held;
    await new Promise((done) => setTimeout(done, 20));
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

// Where the browser can suspend the program, it does so while a large file is read or written.
const canSuspend = "Suspending" in WebAssembly;
let work;
globalThis.canSuspendProgram = () => canSuspend;
globalThis.startSuspendably = () => after(() => work().catch(report));
globalThis.suspendProgram = () => {};

// Work that fails ends the program as any other part of it does.
function report(error) {
  setTimeout(() => {
    throw error;
  });
}

// The functions that the program calls, with one that suspends it.
function suspending(imports) {
  for (const part of Object.values(imports)) {
    const name = Object.keys(part).find((key) => key.includes("suspendProgram"));
    if (name) part[name] = new WebAssembly.Suspending(nextSlice);
  }
  return imports;
}

async function begin() {
  const make = WebAssembly.instantiateStreaming;
  if (canSuspend) {
    WebAssembly.instantiateStreaming = (source, imports) => make.call(WebAssembly, source, suspending(imports));
  }
  const { work_suspendably } = await init({ module_or_path: program() });
  WebAssembly.instantiateStreaming = make;
  if (canSuspend) work = WebAssembly.promising(work_suspendably);
}

// A panic ends the program, but the page stays: what was unsaved is offered at the next start.
addEventListener("error", (event) => {
  if (event.error instanceof WebAssembly.RuntimeError) {
    fail("The explorer has failed. Reload the page: what was unsaved is offered again.");
  }
});

try {
  await begin();
  const tour = new URLSearchParams(location.search).get("tour");
  const canvas = document.getElementById("window");
  await start(canvas, await ofOtherTabs(), tour ?? undefined);
  loading.hidden = true;
  canvas.focus();
  performance.mark("open");
} catch (error) {
  console.error(error);
  fail(`The explorer can't start in this browser (${error.message ?? error}). It needs WebAssembly and WebGL.`);
}

if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("../offline.js").catch(() => {});
}
