// The picture of the explorer becomes the explorer at a click, where there is room for it in the page.
const hero = document.getElementById("hero");
hero.addEventListener("click", (event) => {
  if (innerWidth < 1000 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const frame = document.createElement("iframe");
  frame.src = hero.href;
  frame.title = "The explorer";
  frame.allow = "clipboard-write; fullscreen";
  frame.addEventListener("load", () => frame.focus());
  hero.replaceWith(frame);
});
