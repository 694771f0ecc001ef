/** Gives a trace to the viewer, and shows beside it what a step has changed and the whole state after it. */
(function () {
  const { $, element } = godwit;
  const T = JSON.parse($("trace").textContent);
  const DEFINITIONS = JSON.parse($("definitions").textContent);
  const STEPS = T.steps, N = STEPS.length;
  const members = T.members.map(name);
  const ghosts = new Set(T.variables.filter(v => v.ghost).map(v => v.name));
  let stateOpen = false;

  // ---- values

  function name(v) { return typeof v === "object" && v && "#mv" in v ? v["#mv"] : String(v); }

  function neutral(v) {
    if (v === 0 || v === "" || v === "-" || v === false) return true;
    if (Array.isArray(v)) return v.every(neutral);
    if (v && typeof v === "object") {
      if ("#set" in v) return v["#set"].length === 0;
      if (Object.keys(v).some(k => k[0] === "#")) return false;
      return Object.values(v).every(neutral);
    }
    return false;
  }

  /** A value as text. brief: without the neutral fields of records */
  function text(v, brief) {
    if (v === true) return "yes";
    if (v === false) return "no";
    if (v === null || typeof v !== "object") return String(v);
    if (Array.isArray(v)) return v.length ? "⟨" + v.map(x => text(x, brief)).join(", ") + "⟩" : "⟨⟩";
    if ("#set" in v) return v["#set"].length ? "{" + v["#set"].map(x => text(x, brief)).join(", ") + "}" : "∅";
    if ("#map" in v) return "(" + v["#map"].map(p => text(p[0], brief) + "→" + text(p[1], brief)).join(", ") + ")";
    for (const tag of ["#mv", "#text", "#bigint"]) if (tag in v) return String(v[tag]);
    const keys = Object.keys(v).filter(k => !brief || !neutral(v[k]));
    if (brief && keys.length === 0) return "none";
    return "[" + keys.map(k => k + " " + text(v[k], brief)).join(", ") + "]";
  }

  function valueSpan(v, className) {
    const made = element("span", className, text(v, true));
    const full = text(v, false);
    if (full !== made.textContent) made.title = full;
    return made;
  }

  // ---- the trace as a run

  /** By number of a message: who sent it when, who received it when, and when it was lost (0: never). */
  const mail = new Map();
  for (const step of STEPS) {
    for (const m of step.messages) {
      if (!mail.has(m.id)) mail.set(m.id, { type: m.type, text: m.text, src: m.src, dst: m.dst, sent: 1, got: [], lost: 0 });
      const known = mail.get(m.id);
      if (m.kind === "sent") known.sent = step.index;
      if (m.kind === "received") known.got.push({ at: step.index, dst: m.dst, inferred: m.inferred === true });
      if (m.kind === "lost") known.lost = step.index;
    }
  }

  function isDown(step, member) { return ((step.marks || {})[member] || []).some(mark => mark.tone === "down"); }

  /** Pairs of members that a variable has gained or lost: the links that a step cuts or heals, each once. */
  function links(step) {
    const pairs = new Map();
    for (const c of step.changes) {
      const v = c.kind === "added" ? c.to : c.kind === "removed" ? c.from : null;
      if (Array.isArray(v) && v.length === 2 && v.every(w => members.includes(name(w)))) {
        const pair = v.map(name).sort();
        pairs.set(pair.join("|"), pair);
      }
    }
    return pairs.size ? [...pairs.values()] : [[members[0], members[members.length - 1]]];
  }

  function view(step, member, i) {
    const marks = (step.marks || {})[member] || [];
    const matrix = step.matrix;
    const chip = matrix && matrix.stamps && matrix.stamps[i] && matrix.stamps[i].code ? matrix.stamps[i] : null;
    const leads = marks.some(mark => mark.tone === "lead" && !mark.label.startsWith("follow"));
    return { up: !isDown(step, member), role: leads ? "master" : "", lines: [marks, ""],
      title: marks.map(mark => mark.label).join(", "), chip, cells: matrix ? matrix.cells.map(row => {
        const c = row[i];
        const kind = ["primary", "backup", "learner"].includes(c.role) ? c.role : c.role ? "other" : "";
        return { ...c, kind };
      }) : [] };
  }

  function runOfTrace() {
    const steps = STEPS.map(step => ({ t: step.index, k: step.kind, x: step.headline || (step.kind === "init" ? "The initial state." : ""),
      m: step.actors[0], n: step.actors.slice(1), a: step.kind === "init" ? [] : [step.action], o: [], i: [], l: [],
      links: step.kind === "cut" || step.kind === "heal" ? links(step) : [],
      v: Object.fromEntries(members.map((member, i) => [member, view(step, member, i)])) }));
    const lanes = members.map((member, i) => ({ id: member, name: member, key: String(i + 1) }));
    // Somebody outside, such as the master of an abstract table, gets a lane when it sends, or is sent something.
    for (const m of mail.values()) {
      for (const who of [m.src, m.dst, ...m.got.map(g => g.dst)]) {
        if (who && !lanes.some(lane => lane.id === who)) lanes.push({ id: who, name: who, outside: true });
      }
    }
    let number = 0;
    const send = (m, to, inferred) => {
      steps[m.sent - 1].o.push([++number, to, m.type, { from: m.src, inferred }]);
      return number;
    };
    for (const m of mail.values()) {
      m.got.forEach(g => steps[g.at - 1].i.push(send(m, g.dst, g.inferred)));
      if (m.lost) steps[m.lost - 1].l.push(send(m, m.dst, false));
      else if (!m.got.length) send(m, m.dst, false);
    }
    const { loopStart, stuttering } = T.meta;
    const endless = stuttering ? { text: "and then no further steps, for ever" }
      : loopStart > 0 ? { from: loopStart, text: "back to step " + loopStart + ", and so on for ever" } : null;
    const first = STEPS.find(step => step.matrix);
    return { unit: "steps", whole: true, lanes, steps, endless, violated: T.meta.property && !endless ? steps[N - 1] : null,
      partitions: first ? first.matrix.partitions.map(p => "p" + p.replace(/^p/, "")) : [] };
  }

  // ---- panels

  function panel(title, right) {
    const made = element("section", "panel"), head = element("h2", "", title);
    if (right) head.append(" ", element("span", "right muted", right));
    made.append(head);
    return made;
  }

  function verdict(now) {
    const { property, meaning, stuttering, loopStart } = T.meta;
    if (!property) return null;
    const box = element("div", "verdict" + (now === N ? "" : " ahead"));
    if (now === N) {
      const how = stuttering ? " never comes true: no further steps"
        : loopStart > 0 ? " never comes true: steps " + loopStart + " to " + N + " repeat for ever" : " is broken here";
      box.append(element("b", "", "✗ " + property), element("span", "", how + "."));
      if (meaning) box.append(element("div", "", "It promises: " + meaning));
    } else {
      const link = element("button", "", "step " + N);
      link.type = "button";
      link.onclick = () => viewer.moveTo(N);
      box.append(element("b", "", property), " breaks at ", link);
    }
    return box;
  }

  function stepPanel(step) {
    const made = element("section", "panel step"), head = element("div", "what");
    head.append(viewer.actionLink(step.action) || element("code", "", step.action));
    if (!["step", "init"].includes(step.kind)) {
      head.append(" ", element("span", "pill " + (["restart", "heal"].includes(step.kind) ? "good" : step.kind === "client" ? "info" : "bad"), step.kind));
    }
    if (step.where) head.append(" ", element("span", "where mono", step.where.module + ".tla:" + step.where.line));
    made.append(head, element("div", "", step.kind === "init" ? "The initial state." : step.headline));
    if (step.messages.length) {
      const grid = element("div", "mail");
      for (const m of step.messages) {
        const verb = { sent: "sends", received: "takes", lost: "lost" }[m.kind];
        grid.append(element("span", "dir " + m.kind, verb + (m.inferred ? " (inferred)" : "")), element("span", "", m.src + " → " + m.dst + " "),
          message(m, text(m.fields, false)));
      }
      made.append(grid);
    }
    return made;
  }

  function message(m, title) {
    const made = element("span");
    made.append(element("b", "mono", m.type), " ", element("span", "fields", m.text));
    if (title) made.title = title;
    return made;
  }

  function changesPanel(step) {
    if (step.index === 1) return null;
    const made = panel("What changed");
    if (!step.changes.length) {
      made.append(element("p", "muted", step.messages.length ? "Nothing but the messages." : "Nothing."));
      return made;
    }
    const grid = element("div", "diff"), groups = new Map();
    for (const c of step.changes) {
      const key = ghosts.has(c.variable) ? "bookkeeping" : c.member !== undefined ? "member " + c.member : "everywhere";
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(c);
    }
    for (const key of [...groups.keys()].sort((a, b) => (a === "bookkeeping") - (b === "bookkeeping"))) {
      const who = element("div", "who", key);
      if (key === "bookkeeping") who.append(element("span", "ghost", " – of the specification, no member sees it"));
      grid.append(who);
      for (const c of groups.get(key)) {
        const place = c.variable + (key === "bookkeeping" && c.member !== undefined ? "[" + c.member + "]" : "") + (c.path || "");
        const value = element("span", "val");
        if (c.kind === "added") value.append(valueSpan(c.to, "new"), element("span", "muted", " added"));
        else if (c.kind === "removed") value.append(valueSpan(c.from, "old"), element("span", "muted", " removed"));
        else value.append(valueSpan(c.from, "old"), " → ", valueSpan(c.to, "new"));
        grid.append(element("span", "path", place), value);
      }
    }
    made.append(grid);
    return made;
  }

  function factsPanel(step) {
    if (!step.facts.length) return null;
    const made = panel("The whole"), grid = element("div", "whole");
    for (const f of step.facts) {
      const value = element("span");
      value.append(element("span", f.changed ? "new" : "", f.text));
      grid.append(element("span", "muted", f.label), value);
    }
    made.append(grid);
    return made;
  }

  function flightPanel(step) {
    const all = step.inFlight.map(id => mail.get(id)).filter(Boolean);
    if (!all.length) return null;
    const fresh = all.filter(m => !m.got.some(g => g.at <= step.index)), again = all.length - fresh.length;
    const made = panel("On their way", fresh.length + (fresh.length === 1 ? " message" : " messages"));
    const grid = element("div", "mail");
    for (const m of fresh) grid.append(element("span", "muted", "since " + m.sent), element("span", "", m.src + " → " + m.dst), message(m));
    made.append(grid);
    if (again) made.append(element("p", "muted", again + (again === 1 ? " more was" : " more were") + " received before and may arrive again."));
    return made;
  }

  function statePanel(step) {
    const made = element("section", "panel"), details = element("details");
    details.open = stateOpen;
    details.addEventListener("toggle", () => { stateOpen = details.open; });
    const wrap = element("div", "scroll"), table = element("table", "state");
    const changed = new Set(step.changes.map(c => c.variable + "/" + (c.member === undefined ? "" : c.member)));
    const row = (v, cells) => {
      const line = element("tr");
      line.append(element("th", v.ghost ? "ghost" : "", v.name), ...cells);
      table.append(line);
    };
    const cell = (key, value) => {
      const data = element("td", changed.has(key) ? "changed" : "");
      data.append(valueSpan(value, ""));
      return data;
    };
    const own = T.variables.filter(v => v.scope === "member");
    if (own.length) {
      row({ name: "variable" }, members.map(m => element("th", "", m)));
      own.forEach(v => row(v, members.map(m => cell(v.name + "/" + m, step.state.members[m][v.name]))));
    }
    for (const v of T.variables.filter(w => w.scope !== "member")) {
      const data = cell(v.name + "/", step.state.global[v.name]);
      data.colSpan = Math.max(1, members.length);
      row(v, [data]);
    }
    wrap.append(table);
    details.append(element("summary", "", "Full state"), wrap);
    made.append(details);
    return made;
  }

  // ---- the page

  let drawn = null;

  function drawPanels() {
    const step = STEPS[Math.floor(viewer.now) - 1];
    if (step === drawn) return;
    drawn = step;
    $("side").replaceChildren(...[verdict(step.index), stepPanel(step), changesPanel(step), factsPanel(step), flightPanel(step), statePanel(step)]
      .filter(Boolean));
  }

  function fromAddress() {
    const found = /step=(\d+)/.exec(location.hash);
    return found ? Number(found[1]) : 1;
  }

  const viewer = godwit.viewer({
    definitions: action => DEFINITIONS[action],
    drawn: drawPanels,
    moved: () => godwit.remember("#step=" + Math.floor(viewer.now)),
  });
  window.addEventListener("hashchange", () => { if (fromAddress() !== viewer.now) viewer.moveTo(fromAddress()); });
  viewer.show(runOfTrace(), fromAddress());
})();
