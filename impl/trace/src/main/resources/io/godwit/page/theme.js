"use strict";
(function () {
  const root = document.documentElement;
  const query = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try { chosen = localStorage.getItem("godwit-theme"); } catch (e) { chosen = null; }
  function apply() { root.dataset.theme = chosen || (query.matches ? "dark" : "light"); }
  query.addEventListener("change", apply);
  apply();
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    button.addEventListener("click", () => {
      chosen = root.dataset.theme === "dark" ? "light" : "dark";
      try { localStorage.setItem("godwit-theme", chosen); } catch (e) { /* only for this visit */ }
      apply();
    });
  });
})();
