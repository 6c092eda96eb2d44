// Reads flowcharts with Mermaid's own parser and prints the labels of each as a line of JSON.
//
// Usage: node tests/mermaid.mjs FILE...   (DOOMTREE_NODE names a folder in which `npm install
// mermaid jsdom` was run)
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const folder = path.resolve(process.env.DOOMTREE_NODE ?? '.');
const { JSDOM } = createRequire(path.join(folder, 'package.json'))('jsdom');
// Mermaid cleans texts with the page's own reader of HTML.
const page = new JSDOM('<!DOCTYPE html><body></body>');
globalThis.window = page.window;
globalThis.document = page.window.document;
const file = path.join(folder, 'node_modules/mermaid/dist/mermaid.core.mjs');
const mermaid = (await import(pathToFileURL(file))).default;
mermaid.initialize({ startOnLoad: false });

// Mermaid's own signs for an entity by its number.
const decoded = (text) =>
  (text ?? '').replace(/ﬂ°°(\d+)¶ß/g, (_, number) => String.fromCodePoint(Number(number)));

for (const name of process.argv.slice(2)) {
  const text = fs.readFileSync(name, 'utf8');
  await mermaid.parse(text);
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  const nodes = [...db.getVertices().values()].map((node) => decoded(node.text));
  const edges = db.getEdges().map((edge) => decoded(edge.text));
  console.log(JSON.stringify({ nodes, edges }));
}
