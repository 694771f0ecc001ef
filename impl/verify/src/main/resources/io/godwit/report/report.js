"use strict";
(function () {
  // Sorting: a click on a head sorts, a second one turns the order round.
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      head.tabIndex = 0;
      head.setAttribute("role", "button");
      const sort = () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((h) => h.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const key = (row) => row.cells[column].dataset.sort || row.cells[column].textContent;
        const body = table.tBodies[0];
        const rows = Array.from(body.rows);
        const numbers = rows.every((r) => key(r) === "" || !isNaN(Number(key(r))));
        rows.sort((a, b) => (numbers ? Number(key(a)) - Number(key(b)) : key(a).localeCompare(key(b))) * (up ? 1 : -1));
        body.append(...rows);
      };
      head.addEventListener("click", sort);
      head.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); sort(); } });
    });
  }
  // Filtering the models: all words must occur, all choices must match.
  const filter = document.getElementById("filter");
  const selects = Array.from(document.querySelectorAll("select[data-filter]"));
  const all = document.getElementById("all");
  if (!filter || !all) return;
  const rows = Array.from(all.tBodies[0].rows);
  const shown = document.getElementById("shown");
  function apply() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const ok = words.every((w) => text.includes(w)) && selects.every((s) => !s.value || row.dataset[s.dataset.filter] === s.value);
      row.hidden = !ok;
      if (ok) count++;
    }
    shown.textContent = count === rows.length ? rows.length + " models" : count + " of " + rows.length + " models";
  }
  filter.addEventListener("input", apply);
  selects.forEach((s) => s.addEventListener("change", apply));
  apply();
})();
