"use strict";
/** What pages that show members share: elements, colours, lanes and roles. */
const godwit = (function () {
  const $ = id => document.getElementById(id);

  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function verdict(text, tone) {
    $("verdict").textContent = text;
    $("verdict").className = "pill " + tone;
  }

  // A fault of the page itself is shown, instead of the last state for ever.
  addEventListener("error", e => verdict("this page has failed: " + e.message, "bad"));
  addEventListener("unhandledrejection", e => verdict("this page has failed: " + e.reason, "bad"));

  /** The colours of the theme, by their names in the style sheet. */
  function colors() {
    const style = getComputedStyle(document.documentElement);
    return new Proxy({}, { get: (known, name) => known[name] || (known[name] = style.getPropertyValue("--" + name).trim()) });
  }

  /** The context of a canvas that is made as large as this, in CSS pixels, and emptied. */
  function context(canvas, width, height) {
    const scale = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.height = height + "px";
    }
    const g = canvas.getContext("2d");
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.clearRect(0, 0, width, height);
    g.font = "11px system-ui, sans-serif";
    return g;
  }

  function stroke(g, x0, y0, x1, y1) {
    g.beginPath();
    g.moveTo(x0, y0);
    g.lineTo(x1, y1);
    g.stroke();
  }

  /** A part of a member's line: dotted while it is down, thick while it is master. */
  function lifeLine(g, x0, x1, y, up, role, c) {
    g.lineWidth = !up ? 1 : role === "master" ? 4 : role === "candidate" ? 3 : 1.5;
    g.strokeStyle = !up ? c.faint : role === "master" ? c.accent : role === "candidate" ? c.warn : c.soft;
    g.setLineDash(up ? [] : [2, 5]);
    stroke(g, x0, y, x1, y);
    g.setLineDash([]);
    g.lineWidth = 1;
  }

  /** A dashed line over all lanes with a text: something that went wrong at that moment. left: where the text begins if not at the line */
  function band(g, x, height, text, c, row = 0, left = x) {
    g.strokeStyle = g.fillStyle = c.bad;
    g.setLineDash([3, 3]);
    stroke(g, x, 0, x, height);
    g.setLineDash([]);
    g.fillText(text, left + 3, 10 + row * 12);
  }

  /**
   * Makes as many lanes as there are members: buttons with a name and two lines of text.
   * lanes: a list of { member, name, lines, title, faint }; a line is a text, or a list of marks, { label, tone }
   */
  function lanes(list, height, chosen, choose) {
    const box = $("lanes");
    box.style.height = list.length * height + "px";
    list.forEach((lane, row) => {
      let made = box.children[row];
      if (!made) {
        made = element("button", "lane");
        made.type = "button";
        made.append(element("b"), element("span", "muted"), element("span", "muted"));
        box.append(made);
      }
      made.onclick = () => choose(lane.member);
      made.className = "lane" + (lane.member === chosen ? " chosen" : "");
      made.setAttribute("aria-pressed", lane.member === chosen);
      made.style.top = row * height + 4 + "px";
      made.style.opacity = lane.faint ? 0.4 : 1;
      [lane.name, ...lane.lines].forEach((text, i) => {
        made.children[i].replaceChildren(...Array.isArray(text) ? text.map(mark => element("span", "mark " + mark.tone, mark.label)) : [text]);
      });
      made.title = lane.title;
    });
    while (box.children.length > list.length) box.lastChild.remove();
  }

  /** What a member is in a configuration: primary, backup, learner; or nothing. */
  function role(member, replicas, inSync, destination) {
    const index = replicas.indexOf(member);
    return index === 0 ? "primary" : index > 0 && inSync.includes(member) ? "backup"
      : index > 0 || destination === member ? "learner" : "";
  }

  /** Fills a list to choose from. values: a list of values, of pairs of value and text, or of { group, values } */
  function options(id, values, selected) {
    const option = v => {
      const [value, text] = Array.isArray(v) ? v : [v, v];
      const made = element("option", "", text);
      made.value = value;
      made.selected = String(value) === String(selected);
      return made;
    };
    $(id).replaceChildren(...values.map(v => {
      if (!v.group) return option(v);
      const made = element("optgroup");
      made.label = v.group;
      made.append(...v.values.map(option));
      return made;
    }));
  }

  /** Calls what is bound to a key, unless something is being typed. keyOf: gives a function for a key, or nothing */
  function onKeys(keyOf) {
    document.addEventListener("keydown", e => {
      if (e.ctrlKey || e.metaKey || e.altKey || /INPUT|SELECT|TEXTAREA/.test(e.target.tagName) && e.target.type !== "checkbox"
          && e.target.type !== "range" || document.querySelector("dialog[open]")) return;
      // What has the focus does with space what it does itself.
      if (e.key === " " && (/BUTTON|SUMMARY/.test(e.target.tagName) || e.target.type === "checkbox")) return;
      const act = keyOf(e.key, e.shiftKey);
      if (!act) return;
      act();
      e.preventDefault();
    });
  }

  /** When the address was changed, and the timer of the next change. */
  let remembered = 0, remembers = 0;

  /** Puts what is shown after the # of the page's address: the last one counts. Browsers refuse that if it is done often, or in some frames. */
  function remember(hash) {
    clearTimeout(remembers);
    const before = location.hash;
    const set = () => {
      if (location.hash !== before) return; // Somebody has gone elsewhere.
      remembered = performance.now();
      try {
        history.replaceState(null, "", hash);
      } catch (error) {
        console.warn("the address stays as it is: " + error.message);
      }
    };
    const wait = remembered + 200 - performance.now();
    if (wait > 0) remembers = setTimeout(set, wait); else set();
  }

  return { $, element, verdict, colors, context, stroke, lifeLine, band, lanes, role, options, onKeys, remember };
})();
