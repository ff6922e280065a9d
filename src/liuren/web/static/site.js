// Every page works without this file. It fills in the browser's time zone, copies text, prints, and moves by keys.
"use strict";
const fillZone = (root) => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of root.querySelectorAll("[data-browser-zone]")) field.value = zone || "";
};
fillZone(document);
document.addEventListener("htmx:after:swap", () => fillZone(document));

// Pages that came over the network without encryption may not use the clipboard; there the text is selected.
const copy = async (source, button) => {
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(source);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    if (!document.execCommand("copy")) return;
  }
  button.classList.add("done");
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.copy) copy(document.querySelector(button.dataset.copy), button);
  if (button && "print" in button.dataset) print();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  document.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`)?.click();
});
