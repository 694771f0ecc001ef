"use strict";
/* Sections that have all the words; those with words in their titles come first. The index is loaded when it is first needed. */
(function () {
  const MAX_HITS = 20;
  const top = document.currentScript.dataset.top;
  const input = document.getElementById("search");
  const hits = document.getElementById("hits");
  let loading = null;

  function load() {
    loading = loading || new Promise(done => {
      const script = document.createElement("script");
      script.src = top + "index.js";
      script.onload = done;
      document.head.append(script);
    });
    return loading;
  }

  function excerpt(text, word) {
    const start = Math.max(0, text.toLowerCase().indexOf(word) - 60);
    return (start > 0 ? "… " : "") + text.slice(start, start + 180) + (text.length > start + 180 ? " …" : "");
  }

  async function search() {
    await load();
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : sections
      .map(section => ({ section, title: (section.page + " " + section.title).toLowerCase(), text: section.text.toLowerCase() }))
      .filter(each => words.every(word => each.title.includes(word) || each.text.includes(word)))
      .map(each => ({ section: each.section, rank: words.filter(word => each.title.includes(word)).length }))
      .sort((a, b) => b.rank - a.rank);
    hits.replaceChildren(...found.slice(0, MAX_HITS).map(({ section }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = top + section.at;
      link.textContent = section.page === section.title ? section.page : section.page + ": " + section.title;
      const text = document.createElement("p");
      text.textContent = excerpt(section.text, words[0]);
      item.append(link, text);
      return item;
    }));
    if (words.length > 0 && found.length === 0) hits.textContent = "Nothing has all of these words.";
    else if (found.length > MAX_HITS) hits.append("and " + (found.length - MAX_HITS) + " more");
  }

  input.addEventListener("input", search);
})();
