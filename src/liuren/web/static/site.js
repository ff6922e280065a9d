// Every page works without this file. It fills in the browser's time zone, copies text, prints, and moves by keys.
"use strict";
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("[data-browser-zone]")) field.value = zone || "";
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.copy) {
    const text = document.querySelector(button.dataset.copy).textContent;
    navigator.clipboard?.writeText(text).then(() => { button.classList.add("done"); });
  }
  if ("print" in button.dataset) window.print();
});
const keys = { "[": "hour_back", "]": "hour_on", "{": "day_back", "}": "day_on" };
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = keys[event.key] && document.querySelector(`[data-key="${keys[event.key]}"]`);
  if (link) link.click();
});
