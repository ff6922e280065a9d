"""What is asked of every page: it fits, nothing overlaps, it is valid, and everybody can use it."""

from __future__ import annotations

import re
from typing import Any

import html5lib
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AXE = Axe()

# Boxes that stand in one line of flow must not cover each other; a few pixels are borders.
_OVERLAPS = """
() => {
  const found = [];
  const seen = [...document.querySelectorAll(
    'a, button, input, select, textarea, summary, h1, h2, h3, p, li > strong, dt, dd, figure, pre, label')]
    .filter(one => one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && !one.closest('.hidden, .skip, svg'));
  const boxes = seen.map(one => [one, one.getBoundingClientRect()]).filter(([, b]) => b.width > 1 && b.height > 1);
  for (let i = 0; i < boxes.length; i++) {
    const [a, r] = boxes[i];
    if (r.right > document.documentElement.clientWidth + 1 && !a.closest('.scroll, pre'))
      found.push(`outside: ${a.outerHTML.slice(0, 80)}`);
    for (let j = i + 1; j < Math.min(boxes.length, i + 40); j++) {
      const [b, s] = boxes[j];
      if (a.contains(b) || b.contains(a)) continue;
      const x = Math.min(r.right, s.right) - Math.max(r.left, s.left);
      const y = Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top);
      if (x > 3 && y > 6 && a.getClientRects().length === 1 && b.getClientRects().length === 1)
        found.push(`overlap: ${a.outerHTML.slice(0, 80)} / ${b.outerHTML.slice(0, 80)}`);
    }
  }
  return found.slice(0, 5);
}
"""

# Labels of a chart that cover each other.
_CHART_OVERLAPS = """
() => {
  const found = [];
  for (const svg of document.querySelectorAll('svg.liuren-chart')) {
    const texts = [...svg.querySelectorAll('text')].map(one => [one, one.getBBox()]);
    const view = svg.viewBox.baseVal;
    for (let i = 0; i < texts.length; i++) {
      const [a, r] = texts[i];
      if (r.x < 0 || r.x + r.width > view.width) found.push(`outside: ${a.textContent}`);
      for (let j = i + 1; j < texts.length; j++) {
        const [b, s] = texts[j];
        const x = Math.min(r.x + r.width, s.x + s.width) - Math.max(r.x, s.x);
        const y = Math.min(r.y + r.height, s.y + s.height) - Math.max(r.y, s.y);
        // A line of text has air above and below; letters meet only when a good part is shared.
        if (x > 2 && y > 0.55 * Math.min(r.height, s.height)) found.push(`${a.textContent} / ${b.textContent}`);
      }
    }
  }
  return found.slice(0, 5);
}
"""

# What is touched is at least 24 pixels high (WCAG 2.2, 2.5.8); headings go down by one step at a time.
_TOUCH_AND_ORDER = """
() => {
  const found = [];
  for (const one of document.querySelectorAll('a, button, input:not([type=radio], [type=checkbox]), select, summary, textarea')) {
    const box = one.getBoundingClientRect();
    if (one.checkVisibility() && !one.closest('.skip, p:not(.source, .downloads, .tags)') && box.height > 0 && box.height < 23.5)
      found.push(`only ${Math.round(box.height)} high: ${one.outerHTML.slice(0, 90)}`);
  }
  let level = 0;
  for (const one of document.querySelectorAll('h1, h2, h3, h4')) {
    if (+one.tagName[1] > level + 1) found.push(`heading out of order: ${one.outerHTML.slice(0, 90)}`);
    level = +one.tagName[1];
  }
  return found.slice(0, 5);
}
"""


def faults_of_layout(page: Page) -> list[str]:
    """What sticks out or covers something else, at the present width."""
    found: list[str] = []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        found.append(f"{wide} pixels wider than the window")
    found += page.evaluate(_OVERLAPS)
    found += page.evaluate(_CHART_OVERLAPS)
    found += page.evaluate(_TOUCH_AND_ORDER)
    return found


def faults_of_access(page: Page) -> list[str]:
    """What axe finds, one line for each violation."""
    results: dict[str, Any] = _AXE.run(page).response
    return [
        f"{one['id']}: {one['help']} {one['nodes'][0]['html'][:120]}"
        for one in results["violations"]
    ]


def faults_of_markup(text: str) -> list[str]:
    """What a strict parser finds, ids given twice, labels and references that lead nowhere."""
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
    tree = parser.parse(text)
    found = [f"{place}: {code}" for place, code, _ in parser.errors]
    ids = [node.get("id") for node in tree.iter() if node.get("id")]
    found += [f"id {one} twice" for one in {one for one in ids if ids.count(one) > 1}]
    for node in tree.iter():
        for name in ("aria-labelledby", "for"):
            if node.get(name) and node.get(name) not in ids:
                found.append(f"{name}={node.get(name)} leads nowhere")
        if not isinstance(node.tag, str):
            continue
        for child in node:
            if node.tag in ("ul", "ol") and child.tag != "li":
                found.append(f"{child.tag} in {node.tag}")
            if node.tag == "p" and child.tag in ("p", "div", "ul", "ol", "section"):
                found.append(f"{child.tag} in p")
    if not re.match(r"<!doctype html>\n<html lang=\"[\w-]+\">", text):
        found.append("no doctype or language")
    return found
