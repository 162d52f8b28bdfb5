"use strict";
// Everything can be read without this: it sorts tables, filters them and the figures, and switches light and dark.

// Titles of columns that can be chosen by, and the data attribute of what shows one of them alone.
const SELECTABLE = { "data set": "dataset", split: "split", model: "model" };

function make(name, properties, ...content) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
}

// ---- light and dark

function remembered() {
  try { return localStorage.getItem("azeotrope-theme"); } catch { return null; } // a page from a file may be refused
}

function remember(theme) {
  try { localStorage.setItem("azeotrope-theme", theme); } catch { /* then it lasts as long as the page */ }
}

function isDark() {
  return (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function addThemeButton() {
  const button = make("button", { type: "button", className: "theme" });
  const show = () => { button.textContent = isDark() ? "Light theme" : "Dark theme"; };
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    remember(document.documentElement.dataset.theme);
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  document.querySelector("header").append(button);
}

// ---- sorting

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compareCells(first, second, sign) {
  const [a, b] = [first, second].map((cell) => (cell.dataset.value === undefined ? NaN : Number(cell.dataset.value)));
  if (Number.isNaN(a) && Number.isNaN(b)) return sign * collator.compare(first.textContent, second.textContent);
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1; // undefined stands last either way
  return sign * (a - b);
}

function sortBy(table, heading, place) {
  const ascending = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const body = table.tBodies[0];
  body.append(...[...body.rows].sort((a, b) => compareCells(a.cells[place], b.cells[place], ascending ? 1 : -1)));
}

function addSorting(table) {
  [...table.tHead.rows[0].cells].forEach((heading, place) => {
    const button = make("button", { type: "button", title: "Sort" }, ...heading.childNodes);
    button.addEventListener("click", () => sortBy(table, heading, place));
    heading.append(button);
  });
}

// ---- filtering: one set of fields for all tables and figures

function titlesOf(table) {
  return [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
}

function addFilters(tables) {
  const text = make("input", { type: "search", name: "text" });
  const fields = make("form", { className: "filters", ariaLabel: "Filter all tables and figures" });
  fields.setAttribute("role", "search");
  fields.append(make("label", {}, "rows that contain", text));
  const chosen = new Map();
  for (const title of Object.keys(SELECTABLE)) {
    const options = new Set();
    for (const { table, titles } of tables) {
      const place = titles.indexOf(title);
      if (place >= 0) for (const row of table.tBodies[0].rows) options.add(row.cells[place].textContent);
    }
    if (options.size < 2) continue;
    const select = make("select", { name: title }, new Option("all", ""));
    select.append(...[...options].sort(collator.compare).map((option) => new Option(option)));
    chosen.set(title, select);
    fields.append(make("label", {}, title, select));
  }
  fields.append(make("button", { type: "reset" }, "Show all"));
  const filter = () => {
    tables.forEach((each) => filterTable(each, text.value.trim().toLowerCase(), chosen));
    filterItems(chosen);
  };
  fields.addEventListener("input", filter);
  fields.addEventListener("reset", () => setTimeout(filter));
  fields.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector("#section-answer").append(fields);
  filter(); // a browser that goes back to the page may fill in what was there
}

function filterTable({ table, titles, matches }, text, chosen) {
  const wanted = [...chosen].map(([title, select]) => [titles.indexOf(title), select.value])
    .filter(([place, value]) => place >= 0 && value);
  const rows = [...table.tBodies[0].rows];
  for (const row of rows) {
    row.hidden = !(row.textContent.toLowerCase().includes(text) &&
      wanted.every(([place, value]) => row.cells[place].textContent === value));
  }
  const shown = rows.filter((row) => !row.hidden).length;
  matches.textContent = shown < rows.length ? `${shown} of ${rows.length} rows match the filter` : "";
}

// Tables and figures that show one data set, split or model alone are hidden while another is chosen.
function filterItems(chosen) {
  const wanted = [...chosen].map(([title, select]) => [SELECTABLE[title], select.value]).filter(([, value]) => value);
  for (const item of document.querySelectorAll(".table, figure")) {
    item.hidden = wanted.some(([name, value]) => (item.dataset[name] ?? value) !== value);
  }
  for (const fold of document.querySelectorAll(".more")) {
    fold.hidden = fold.querySelector(".beside > :not([hidden])") === null;
    if (wanted.length) fold.open = true; // what is left is little, and may all be folded
  }
}

// ---- on paper, where nothing can be unfolded

function unfoldForPaper() {
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const fold of folded) fold.open = true;
  });
  addEventListener("afterprint", () => folded.forEach((fold) => { fold.open = false; }));
}

// ---- where one is

function markCurrentSection() {
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) links.get(target.id).setAttribute("aria-current", "true");
      else links.get(target.id).removeAttribute("aria-current");
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  for (const name of links.keys()) observer.observe(document.getElementById(name));
}

const theme = remembered();
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
document.addEventListener("DOMContentLoaded", () => {
  addThemeButton();
  const tables = [...document.querySelectorAll("table.sortable")].map((table) => {
    const matches = make("p", { className: "matches", role: "status" });
    table.parentElement.after(matches);
    return { table, titles: titlesOf(table), matches };
  });
  tables.forEach(({ table }) => addSorting(table));
  addFilters(tables);
  markCurrentSection();
  unfoldForPaper();
});
