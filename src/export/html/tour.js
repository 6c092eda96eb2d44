// Notes and tours: texts as blocks of runs, built of elements, and the bar that leads through a tour.

const LINE = "line:", SAFE = /^(https?:\/\/|mailto:)/i;

function runOf([words, looks, target]) {
  let made = document.createTextNode(words);
  const wrap = (name) => (made = element(name, {}, made));
  if (looks & 4) wrap("kbd").className = "code";
  if (looks & 2) wrap("em");
  if (looks & 1) wrap("strong");
  if (target?.startsWith(LINE)) {
    const line = target.slice(LINE.length);
    const button = element("button", { type: "button", className: "link inline", title: line || "root" }, made);
    button.addEventListener("click", () => select(nodeAt(line)));
    return button;
  }
  if (target && SAFE.test(target)) return element("a", { href: target, target: "_blank", rel: "noopener noreferrer" }, made);
  return made;
}

// A text that somebody wrote, block by block.
function proseOf(blocks) {
  return blocks.map(([kind, depth, sign, quoted, runs]) => {
    if (kind === "rule") return element("hr");
    const heading = /^h[1-6]$/.test(kind);
    // Lines as they stand are one text.
    const parts = kind === "code" ? [runs.map(([words]) => words).join("")] : runs.map(runOf);
    const made = element(heading ? "h3" : kind === "code" ? "pre" : "p", { dir: "auto" });
    if (sign) made.append(element("span", { className: "sign" }, sign));
    made.append(...parts);
    made.classList.add("prose", `in${Math.min(depth, 4)}`);
    if (heading) made.classList.add(kind === "h1" ? "first" : "second");
    if (quoted) made.classList.add("quoted");
    return made;
  });
}

const touring = { tour: 0, step: -1 };
const tourOf = () => data.tours[touring.tour];

// Where a step of a tour leads, as far as this file has it.
function goToStep(step) {
  const { steps } = tourOf();
  if (step < 0 || step >= steps.length) return;
  touring.step = step;
  const { line, hidden } = steps[step];
  if (!data.hidden) setRatings(state.whose, Boolean(hidden), state.best);
  select(nodeAt(line), true);
  showTour();
  byId("said").scrollTop = 0;
}

function lineWords(line) {
  const led = lineTo(nodeAt(line)).map(notationOf).join(" ");
  if (led === line) return line || "root";
  return `${line}: this file has it as far as ${led || "the root"}`;
}

function showTour() {
  const tour = tourOf(), { step } = touring, { line, text: said, shows } = tour.steps[step];
  byId("tour-place").textContent = `${step + 1} / ${tour.steps.length}`;
  const about = [lineWords(line), shows && `in the program: ${shows}`].filter(Boolean).join(" · ");
  fill("said", ...proseOf(said), element("p", { className: "dim small" }, text(about)));
  byId("before").disabled = step === 0;
  byId("after").disabled = step + 1 === tour.steps.length;
  for (const [index, button] of byId("steps").querySelectorAll("button").entries()) {
    if (index !== step) {
      button.removeAttribute("aria-current");
      continue;
    }
    button.setAttribute("aria-current", "step");
    // The step before stays in sight, too.
    const list = byId("steps");
    list.scrollTop += button.getBoundingClientRect().top - list.getBoundingClientRect().top - 34;
  }
  say(`Step ${step + 1} of ${tour.steps.length}: ${byId("said").innerText.slice(0, 400)}`);
}

function wordsOf(step, index) {
  const block = step.text.find(([, , , , runs]) => runs.length);
  return block ? block[4].map(([words]) => words).join("") : step.line || `step ${index + 1}`;
}

function beginTour(tour) {
  touring.tour = tour;
  const { steps } = tourOf();
  fill("steps", ...steps.map((step, index) => {
    const button = element("button", { type: "button", className: "step" }, `${index + 1}.`, text(shortened(wordsOf(step, index), 60)));
    button.addEventListener("click", () => goToStep(index));
    return element("li", {}, button);
  }));
  // On paper stands all that is said.
  fill("all-said", ...steps.flatMap((step, index) => [
    element("h3", {}, `${index + 1}. `, text(step.line || "root")), ...proseOf(step.text),
  ]));
}

function startTours() {
  const there = data.tours.length > 0;
  byId("tour").hidden = !there;
  if (!there) return;
  const choice = byId("which");
  choice.append(...data.tours.map(({ title }, index) => element("option", { value: index }, visible(title))));
  choice.hidden = data.tours.length === 1;
  byId("tour-title").hidden = data.tours.length > 1;
  byId("tour-title").textContent = visible(data.tours[0].title);
  choice.addEventListener("change", () => {
    beginTour(Number(choice.value));
    goToStep(0);
  });
  byId("before").addEventListener("click", () => goToStep(touring.step - 1));
  byId("after").addEventListener("click", () => goToStep(touring.step + 1));
  byId("tour-fold").addEventListener("click", () => {
    const open = byId("tour").classList.toggle("folded");
    byId("tour-fold").textContent = open ? "Show the tour" : "Hide the tour";
    byId("tour-fold").setAttribute("aria-expanded", !open);
  });
  beginTour(0);
}
