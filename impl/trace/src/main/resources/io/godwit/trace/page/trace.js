"use strict";
(function () {
  const T = JSON.parse(document.getElementById("trace").textContent);
  const ROW = 60, GUTTER = 262, STEPS = T.steps, N = STEPS.length;
  const NS = "http://www.w3.org/2000/svg";
  const members = T.members.map(name);
  const ghosts = new Set(T.variables.filter((v) => v.ghost).map((v) => v.name));
  const endless = T.meta.loopStart > 0 || T.meta.stuttering === true;
  let now = 1;

  // ---------- small helpers ----------
  function el(tag, cls, text) {
    const e = document.createElement(tag);
    if (cls) e.className = cls;
    if (text !== undefined) e.textContent = text;
    return e;
  }
  function svg(tag, attributes, parent) {
    const e = document.createElementNS(NS, tag);
    for (const key of Object.keys(attributes)) e.setAttribute(key, attributes[key]);
    if (parent) parent.appendChild(e);
    return e;
  }
  function name(v) { return typeof v === "object" && v && "#mv" in v ? v["#mv"] : String(v); }
  function neutral(v) {
    if (v === 0 || v === "" || v === "-" || v === false) return true;
    if (Array.isArray(v)) return v.every(neutral);
    if (v && typeof v === "object") {
      if ("#set" in v) return v["#set"].length === 0;
      if (Object.keys(v).some((k) => k[0] === "#")) return false;
      return Object.values(v).every(neutral);
    }
    return false;
  }
  // Records lose their neutral fields when `brief`; the full text stands in the tooltip.
  function text(v, brief) {
    if (v === true) return "yes";
    if (v === false) return "no";
    if (v === null || typeof v !== "object") return String(v);
    if (Array.isArray(v)) return v.length ? "⟨" + v.map((x) => text(x, brief)).join(", ") + "⟩" : "⟨⟩";
    if ("#set" in v) return v["#set"].length ? "{" + v["#set"].map((x) => text(x, brief)).join(", ") + "}" : "∅";
    if ("#map" in v) return "(" + v["#map"].map((p) => text(p[0], brief) + "→" + text(p[1], brief)).join(", ") + ")";
    for (const tag of ["#mv", "#text", "#bigint"]) if (tag in v) return String(v[tag]);
    const keys = Object.keys(v).filter((k) => !brief || !neutral(v[k]));
    if (brief && keys.length === 0) return "none";
    return "[" + keys.map((k) => k + " " + text(v[k], brief)).join(", ") + "]";
  }
  function valueSpan(v, cls) {
    const s = el("span", cls, text(v, true));
    const full = text(v, false);
    if (full !== s.textContent) s.title = full;
    return s;
  }
  function marksInto(box, marks) {
    for (const m of marks || []) box.append(el("span", "mk " + m.tone, m.label));
  }
  function isDown(step, member) { return ((step.marks || {})[member] || []).some((m) => m.tone === "down"); }

  // ---------- messages over the whole trace ----------
  const mail = new Map();
  for (const step of STEPS) {
    for (const m of step.messages) {
      if (!mail.has(m.id)) mail.set(m.id, { id: m.id, type: m.type, text: m.text, src: m.src, dst: m.dst, sent: 1, got: [], lost: 0 });
      const entry = mail.get(m.id);
      if (m.kind === "sent") entry.sent = step.index;
      if (m.kind === "received") entry.got.push({ at: step.index, dst: m.dst, inferred: m.inferred === true });
      if (m.kind === "lost") entry.lost = step.index;
    }
  }
  const lanes = members.slice();
  // Somebody outside, such as the master of an abstract table, gets a lane when it sends or receives.
  for (const m of mail.values()) {
    for (const who of [m.src].concat(m.got.map((g) => g.dst))) if (who && !lanes.includes(who)) lanes.push(who);
  }

  // ---------- frame ----------
  const stage = document.getElementById("stage"), side = document.getElementById("side");
  const laneBar = document.getElementById("lanes"), rows = document.getElementById("rows");
  const slider = document.getElementById("slider"), count = document.getElementById("count");
  slider.max = String(N);
  let gap = 120;
  const x = (lane) => gap * (lanes.indexOf(lane) + 0.5);
  const y = (index) => (index - 1) * ROW + ROW / 2;

  function layout() {
    const room = stage.clientWidth - GUTTER - 14;
    gap = Math.max(96, Math.min(220, room / Math.max(1, lanes.length)));
    const width = GUTTER + gap * lanes.length;
    laneBar.style.width = rows.style.width = Math.max(width, stage.clientWidth) + "px";
    rows.style.height = (N + (endless ? 1 : 0)) * ROW + 24 + "px";
  }

  function drawRows() {
    rows.replaceChildren();
    for (const step of STEPS) {
      const row = el("button", "row");
      row.type = "button";
      row.style.top = (step.index - 1) * ROW + "px";
      row.style.height = ROW + "px";
      row.dataset.step = step.index;
      if (["crash", "cut", "loss", "duplicate", "suspect"].includes(step.kind)) row.classList.add("fault");
      if (["restart", "heal"].includes(step.kind)) row.classList.add("heal");
      if (T.meta.loopStart > 0 && step.index >= T.meta.loopStart) row.classList.add("loop");
      if (step.index === N) row.classList.add("broke");
      const what = el("span", "what");
      what.style.width = GUTTER - 52 + "px";
      const act = el("span", "act", step.action);
      act.title = step.action;
      what.append(act, el("span", "tell", step.headline));
      row.append(el("span", "no", String(step.index)), what);
      row.addEventListener("click", () => go(step.index));
      rows.append(row);
    }
    if (endless) {
      const end = el("div", "row end");
      end.style.top = N * ROW + "px";
      end.append(el("span", "no", "∞"), el("span", "", T.meta.stuttering
        ? "and then no further steps, for ever" : "back to step " + T.meta.loopStart + ", and so on for ever"));
      rows.append(end);
    }
  }

  function drawNet() {
    const old = document.getElementById("net");
    if (old) old.remove();
    const net = svg("svg", { id: "net", width: gap * lanes.length, height: N * ROW, style: "left:" + GUTTER + "px" });
    net.setAttribute("role", "img");
    net.setAttribute("aria-label", "Members and messages over the steps");
    for (const lane of lanes) {
      const member = members.includes(lane);
      for (let i = 1; i <= N; i++) {
        const down = member && isDown(STEPS[i - 1], lane);
        const to = i < N ? y(i + 1) : N * ROW;
        svg("line", { x1: x(lane), y1: i === 1 ? 0 : y(i), x2: x(lane), y2: to,
          class: "life" + (down ? " down" : "") + (member ? "" : " outside") }, net);
      }
    }
    for (const m of mail.values()) drawMessage(net, m);
    for (const step of STEPS) drawEvent(net, step);
    rows.append(net);
  }

  function arrow(g, x1, y1, x2, y2, cls) {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const ex = x2 - ux * 7, ey = y2 - uy * 7;
    svg("line", { x1: x1, y1: y1, x2: ex - ux * 6, y2: ey - uy * 6, class: "msg " + cls }, g);
    svg("polygon", { class: "head", points: [[ex, ey], [ex - ux * 9 - uy * 4.2, ey - uy * 9 + ux * 4.2],
      [ex - ux * 9 + uy * 4.2, ey - uy * 9 - ux * 4.2]].map((p) => p.join(",")).join(" ") }, g);
  }
  function label(g, m, px, py, anchor) {
    const t = svg("text", { x: px, y: py, "text-anchor": anchor }, g);
    t.textContent = m.type;
  }
  function drawMessage(net, m) {
    if (!lanes.includes(m.src)) return;
    const x1 = x(m.src), y1 = y(m.sent);
    for (const got of m.got) {
      const self = got.dst === m.src;
      const g = svg("g", { class: "g" + (self && got.inferred ? " self" : ""), "data-from": m.sent, "data-to": got.at }, net);
      const x2 = x(got.dst), y2 = y(got.at), cls = got.inferred ? "inferred" : "";
      const dir = x2 >= x1 ? 1 : -1;
      if (self) {
        svg("path", { d: "M" + x1 + "," + y1 + " C" + (x1 + 46) + "," + y1 + " " + (x1 + 46) + "," + y2 + " " + (x1 + 8) + "," + y2,
          class: "msg " + cls }, g);
        label(g, m, x1 + 40, (y1 + y2) / 2, "start");
      } else {
        arrow(g, x1, y1, x2, y2, cls);
        // One message arrives per row at most, so the wedge between it and the answer is free.
        label(g, m, x2 - dir * 24, y2 + 4, dir > 0 ? "end" : "start");
      }
    }
    if (m.got.length > 0 && !m.lost) return;
    drawStub(net, m, x1, y1);
  }

  // What has not arrived: a short line towards its receiver, with a cross if it is lost and a ring if it is still on its way.
  function drawStub(net, m, x1, y1) {
    const g = svg("g", { class: "g stub" + (m.lost ? " lost" : ""), "data-from": m.sent, "data-to": m.lost || 9999 }, net);
    const known = lanes.includes(m.dst), self = m.dst === m.src;
    const dir = known ? (x(m.dst) >= x1 ? 1 : -1) : lanes.indexOf(m.src) < lanes.length - 1 ? 1 : -1;
    const sx = x1 + dir * gap * (self ? 0.2 : 0.34);
    const sy = m.lost && m.lost > m.sent ? Math.min(y(m.lost) - 6, y1 + ROW * 1.2) : y1 + ROW * 0.42;
    svg("line", { x1: x1, y1: y1, x2: sx, y2: sy, class: "msg" }, g);
    if (m.lost) {
      svg("path", { d: "M" + (sx - 5) + "," + (sy - 5) + "l10,10 m0,-10 l-10,10", class: "boom" }, g);
    } else {
      svg("circle", { cx: sx, cy: sy, r: 3.4, class: "dot" }, g);
    }
    label(g, m, sx + dir * 7, sy + 12, dir > 0 ? "start" : "end");
  }

  function drawEvent(net, step) {
    step.actors.forEach((who, i) => {
      if (!lanes.includes(who) || step.kind === "init") return;
      const cx = x(who), cy = y(step.index);
      if (step.kind === "crash" && i === 0) {
        svg("path", { d: "M" + (cx - 8) + "," + (cy - 8) + "l16,16 m0,-16 l-16,16", class: "boom" }, net);
        svg("text", { x: cx + 13, y: cy - 8, class: "tag" }, net).textContent = "crash";
      } else if (step.kind === "restart" && i === 0) {
        svg("path", { d: "M" + (cx + 7) + "," + (cy - 4) + " a8,8 0 1 0 1,6 M" + (cx + 9) + "," + (cy - 9) + " l-1.5,6 l-6,-1.5",
          class: "boom heal" }, net);
        svg("text", { x: cx + 16, y: cy + 4, class: "tag heal" }, net).textContent = "restart";
      } else {
        svg("circle", { cx: cx, cy: cy, r: i === 0 ? 5.5 : 4, class: "dot" + (i === 0 ? " actor" : ""), "data-at": step.index }, net);
      }
    });
    if (step.kind === "cut" || step.kind === "heal") {
      const pairs = linkPairs(step), healed = step.kind === "heal" ? " heal" : "";
      const edges = pairs.length ? pairs : [[members[0], members[members.length - 1]]];
      edges.forEach(([a, b], i) => {
        const from = Math.min(x(a), x(b)), to = Math.max(x(a), x(b)), cy = y(step.index) + (i - (edges.length - 1) / 2) * 12;
        let d = "M" + from + "," + cy, up = true;
        for (let px = from; px + 6 <= to; px += 6, up = !up) d += "l6," + (up ? -5 : 5);
        svg("path", { d: d, class: "boom thin" + healed }, net);
        svg("circle", { cx: x(a), cy: cy, r: 3.5, class: "end" + healed }, net);
        svg("circle", { cx: x(b), cy: cy, r: 3.5, class: "end" + healed }, net);
      });
    }
  }
  // Links that a step cuts or heals: pairs of members that some variable gained or lost, each pair once.
  function linkPairs(step) {
    const seen = new Map();
    for (const c of step.changes) {
      const v = c.kind === "added" ? c.to : c.kind === "removed" ? c.from : null;
      if (Array.isArray(v) && v.length === 2 && v.every((w) => members.includes(name(w)))) {
        const pair = v.map(name).sort();
        seen.set(pair.join("|"), pair);
      }
    }
    return Array.from(seen.values());
  }

  function drawLanes(step) {
    laneBar.replaceChildren();
    for (const lane of lanes) {
      const outside = !members.includes(lane);
      const box = el("div", "lane" + (outside ? " outside" : isDown(step, lane) ? " down" : ""));
      box.style.left = GUTTER + x(lane) + "px";
      const marks = el("span", "marks");
      if (!outside) marksInto(marks, (step.marks || {})[lane]);
      box.append(el("span", "name", lane), marks);
      laneBar.append(box);
    }
  }

  function highlight() {
    for (const row of rows.querySelectorAll(".row[data-step]")) {
      const at = Number(row.dataset.step);
      row.classList.toggle("now", at === now);
      row.classList.toggle("later", at > now);
      if (at === now) row.setAttribute("aria-current", "step"); else row.removeAttribute("aria-current");
    }
    for (const g of rows.querySelectorAll(".g")) {
      const from = Number(g.dataset.from), to = Number(g.dataset.to);
      const lost = g.classList.contains("lost");
      g.classList.toggle("now", (from === now && now > 1) || to === now);
      g.classList.toggle("wait", !lost && !g.classList.contains("stub") && from < now && to > now);
      g.classList.toggle("later", from > now);
    }
    for (const dot of rows.querySelectorAll(".dot[data-at]")) {
      const at = Number(dot.dataset.at);
      dot.classList.toggle("now", at === now);
      dot.classList.toggle("later", at > now);
    }
  }

  // ---------- the side: what is known after this step ----------
  function panel(title, right) {
    const p = el("section", "panel"), h = el("h2", "", title);
    if (right) h.append(el("span", "right muted", right));
    p.append(h);
    return p;
  }
  function verdict() {
    const property = T.meta.property;
    if (!property) return null;
    const box = el("div", "verdict" + (now === N ? "" : " ahead"));
    if (now === N) {
      const how = T.meta.stuttering ? " never comes true: no further steps"
        : T.meta.loopStart > 0 ? " never comes true: steps " + T.meta.loopStart + " to " + N + " repeat for ever" : " is broken here";
      box.append(el("b", "", "✗ " + property), el("span", "", how + "."));
      if (T.meta.meaning) box.append(el("div", "", "It promises: " + T.meta.meaning));
    } else {
      box.append(el("b", "", property), " breaks at ");
      const link = el("button", "", "step " + N);
      link.type = "button";
      link.addEventListener("click", () => go(N));
      box.append(link);
    }
    return box;
  }
  function stepPanel(step) {
    const p = el("section", "panel step"), head = el("div");
    head.append(el("span", "act", step.action));
    if (!["step", "init"].includes(step.kind)) {
      head.append(" ", el("span", "pill " + (["restart", "heal"].includes(step.kind) ? "good" : step.kind === "client" ? "info" : "bad"), step.kind));
    }
    if (step.where) head.append(" ", el("span", "where mono", step.where.module + ".tla:" + step.where.line));
    p.append(head, el("div", "tell", step.kind === "init" ? "The initial state." : step.headline));
    if (step.messages.length) {
      const grid = el("div", "mail");
      for (const m of step.messages) {
        const dir = { sent: "sends", received: "takes", lost: "lost" }[m.kind];
        grid.append(el("span", "dir " + m.kind, dir + (m.inferred ? " (inferred)" : "")),
          el("span", "", m.src + " → " + m.dst + " "));
        const last = el("span");
        last.append(el("b", "mono", m.type), " ", el("span", "fields", m.text));
        last.title = text(m.fields, false);
        grid.append(last);
      }
      p.append(grid);
    }
    return p;
  }
  const STAMPS = ["#9fd3e8", "#f3c98b", "#b9dca0", "#e3b6df", "#f2b0a8", "#bfc4f0", "#d9cfa4", "#a5ddcf"];
  function stampColour(code) {
    let n = code.charCodeAt(0) - 65 + 26 * Number(code.slice(1) || 0);
    return STAMPS[n % STAMPS.length];
  }
  function matrixPanel(step) {
    const M = step.matrix;
    if (!M || !M.partitions.length || !members.length) return null;
    const p = panel("Partitions by member", "what each member believes");
    const table = el("table", "matrix"), head = el("tr");
    head.append(el("th", "p", ""));
    for (const m of members) {
      const th = el("th", isDown(step, m) ? "down" : "", m);
      head.append(th);
    }
    table.append(head);
    const roles = new Set();
    M.partitions.forEach((partition, i) => {
      const tr = el("tr");
      tr.append(el("th", "p", "p" + partition.replace(/^p/, "")));
      M.cells[i].forEach((cell, j) => {
        const known = ["primary", "backup", "learner"].includes(cell.role) ? cell.role : cell.role ? "other" : "";
        if (known) roles.add(known === "other" ? cell.role : known);
        const td = el("td", known);
        if (isDown(step, members[j])) td.classList.add("gone");
        if (cell.changed) td.classList.add("changed");
        td.append(el("span", "v", cell.version), el("span", "role", cell.role));
        if (cell.replicas.length) {
          const reps = el("div", "reps");
          cell.replicas.forEach((r, k) => {
            if (k) reps.append(" · ");
            reps.append(el(k === 0 ? "b" : "span", "", r === null ? "–" : r));
          });
          reps.title = "replicas, the primary first";
          td.append(reps);
        }
        if (cell.data) td.append(el("div", "data", cell.data));
        for (const m of cell.marks || []) td.append(el("span", "cm " + m.tone, m.label));
        tr.append(td);
      });
      table.append(tr);
    });
    let conflict = false;
    if (M.stamps && M.stamps.some((s) => s.code)) {
      const tr = el("tr");
      tr.append(el("th", "p", "≡"));
      M.stamps.forEach((s, j) => {
        const th = el("th");
        if (s.code) {
          const chip = el("span", "stamp" + (s.conflict ? " conflict" : ""), s.code);
          chip.style.background = stampColour(s.code);
          chip.title = "stamp; equal letters are equal stamps";
          if (isDown(step, members[j])) chip.style.opacity = "0.4";
          conflict = conflict || s.conflict === true;
          th.append(chip);
        }
        tr.append(th);
      });
      table.append(tr);
    }
    const wrap = el("div", "scroll");
    wrap.append(table);
    p.append(wrap);
    if (conflict) p.append(el("div", "stampnote", "Equal stamps, different tables: nobody will notice."));
    const legend = el("div", "legend");
    for (const [role, css] of [["primary", "--primary"], ["backup", "--backup"], ["learner", "--learner"]]) {
      if (!roles.has(role)) continue;
      const item = el("span"), box = el("i");
      box.style.background = "var(" + css + ")";
      item.append(box, role + " in its own eyes");
      legend.append(item);
    }
    const chg = el("span"), box = el("i");
    box.style.border = "2px solid var(--warn)";
    chg.append(box, "changed in this step");
    legend.append(chg);
    p.append(legend);
    return p;
  }
  function changesPanel(step) {
    if (step.index === 1) return null;
    const p = panel("What changed");
    if (!step.changes.length) {
      p.append(el("p", "muted", step.messages.length ? "Nothing but the messages." : "Nothing."));
      return p;
    }
    const grid = el("div", "diff"), groups = new Map();
    for (const c of step.changes) {
      const key = c.member !== undefined ? "member " + c.member : ghosts.has(c.variable) ? "bookkeeping" : "everywhere";
      const full = ghosts.has(c.variable) ? "bookkeeping" : key;
      if (!groups.has(full)) groups.set(full, []);
      groups.get(full).push(c);
    }
    const order = Array.from(groups.keys()).sort((a, b) => (a === "bookkeeping") - (b === "bookkeeping"));
    for (const key of order) {
      const who = el("div", "who", key);
      if (key === "bookkeeping") who.append(el("span", "ghost", " – of the specification, no member sees it"));
      grid.append(who);
      for (const c of groups.get(key)) {
        const place = c.variable + (key === "bookkeeping" && c.member !== undefined ? "[" + c.member + "]" : "") + (c.path || "");
        const val = el("span", "val");
        if (c.kind === "added") val.append(valueSpan(c.to, "new"), el("span", "muted", " added"));
        else if (c.kind === "removed") val.append(valueSpan(c.from, "old"), el("span", "muted", " removed"));
        else val.append(valueSpan(c.from, "old"), " → ", valueSpan(c.to, "new"));
        grid.append(el("span", "path", place), val);
      }
    }
    p.append(grid);
    return p;
  }
  function factsPanel(step) {
    if (!step.facts.length) return null;
    const p = panel("The whole"), grid = el("div", "facts2");
    for (const f of step.facts) {
      const v = el("span");
      v.append(el("span", f.changed ? "chg" : "", f.text));
      grid.append(el("span", "k", f.label), v);
    }
    p.append(grid);
    return p;
  }
  function flightPanel(step) {
    const all = step.inFlight.map((id) => mail.get(id)).filter(Boolean);
    const fresh = all.filter((m) => !m.got.some((g) => g.at <= now)), again = all.length - fresh.length;
    if (!all.length) return null;
    const p = panel("On their way", fresh.length + (fresh.length === 1 ? " message" : " messages"));
    const grid = el("div", "mail");
    for (const m of fresh) {
      const last = el("span");
      last.append(el("b", "mono", m.type), " ", el("span", "fields", m.text));
      grid.append(el("span", "muted", "since " + m.sent), el("span", "", m.src + " → " + m.dst), last);
    }
    p.append(grid);
    if (again) p.append(el("p", "muted again", again + (again === 1 ? " more was" : " more were") + " received before and may arrive again."));
    return p;
  }
  let stateOpen = false;
  function statePanel(step) {
    const p = el("section", "panel"), d = el("details");
    d.open = stateOpen;
    d.addEventListener("toggle", () => { stateOpen = d.open; });
    d.append(el("summary", "", "Full state"));
    const wrap = el("div", "scroll"), table = el("table", "state"), head = el("tr");
    const changed = new Set(step.changes.map((c) => c.variable + "/" + (c.member === undefined ? "" : c.member)));
    const own = T.variables.filter((v) => v.scope === "member");
    if (own.length) {
      head.append(el("th", "", "variable"));
      members.forEach((m) => head.append(el("th", "", m)));
      table.append(head);
      for (const v of own) {
        const tr = el("tr");
        tr.append(el("th", v.ghost ? "ghost" : "", v.name));
        for (const m of members) {
          const td = el("td", changed.has(v.name + "/" + m) ? "changed" : "");
          td.append(valueSpan(step.state.members[m][v.name], ""));
          tr.append(td);
        }
        table.append(tr);
      }
    }
    for (const v of T.variables.filter((w) => w.scope !== "member")) {
      const tr = el("tr"), td = el("td", changed.has(v.name + "/") ? "changed" : "");
      td.colSpan = Math.max(1, members.length);
      td.append(valueSpan(step.state.global[v.name], ""));
      tr.append(el("th", v.ghost ? "ghost" : "", v.name), td);
      table.append(tr);
    }
    wrap.append(table);
    d.append(wrap);
    p.append(d);
    return p;
  }

  // ---------- stepping ----------
  function show(scroll) {
    const step = STEPS[now - 1];
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", "step " + now + ": " + step.action);
    count.textContent = "step " + now + " / " + N;
    for (const [id, off] of [["first", now === 1], ["prev", now === 1], ["next", now === N], ["last", now === N]]) {
      document.getElementById(id).disabled = off;
    }
    drawLanes(step);
    highlight();
    side.replaceChildren(...[verdict(), stepPanel(step), matrixPanel(step), changesPanel(step), factsPanel(step), flightPanel(step), statePanel(step)]
      .filter(Boolean));
    if (scroll) {
      const room = stage.clientHeight - 52;
      stage.scrollTop = Math.max(0, y(now) - room / 2);
    }
  }
  function go(index) {
    const to = Math.max(1, Math.min(N, index));
    if (to === now) return;
    now = to;
    try { history.replaceState(null, "", "#step=" + now); } catch (e) { location.hash = "step=" + now; }
    show(true);
  }
  function fromHash() {
    const m = /step=(\d+)/.exec(location.hash);
    return m ? Math.max(1, Math.min(N, Number(m[1]))) : 1;
  }
  document.getElementById("first").addEventListener("click", () => go(1));
  document.getElementById("prev").addEventListener("click", () => go(now - 1));
  document.getElementById("next").addEventListener("click", () => go(now + 1));
  document.getElementById("last").addEventListener("click", () => go(N));
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const to = { ArrowRight: now + 1, ArrowDown: now + 1, j: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, k: now - 1, Home: 1, End: N }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    go(to);
  });
  window.addEventListener("hashchange", () => { now = fromHash(); show(true); });
  window.addEventListener("resize", () => { layout(); drawRows(); drawNet(); show(false); });

  now = fromHash();
  layout();
  drawRows();
  drawNet();
  show(true);
})();
