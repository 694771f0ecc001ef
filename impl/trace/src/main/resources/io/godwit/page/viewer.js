/**
 * Shows a run, whatever recorded it: a lane for each member, messages, faults and calls over time, the steps as sentences, and what each
 * member believes of each partition. It fills the sections controls, stage, matrix and story of a page.
 * docs/verify/viewer.md describes the form of a run.
 *
 * settings: { definitions(action): of the specification, or nothing; keys(key): what a page adds; moved(): somebody has chosen another
 * moment; drawn(): the page shows it; chosen(member): somebody has chosen a member }
 */
godwit.viewer = function (settings) {
  "use strict";
  const { $, element, colors, context, stroke, options } = godwit;
  const LANE = 64, RULER = 22, LISTED = 60;
  /** windows: how much the picture shows; stub: how far a message is drawn that nobody takes; flight: how long others are, at most. */
  const UNITS = {
    micros: { first: 0, windows: [5e3, 2e4, 6e4, 2e5, 1e6, 5e6, 2e7, 1.2e8], window: w => w < 1e6 ? w / 1e3 + " ms" : w / 1e6 + " s",
      speeds: [[1e3, "1000 times slower"], [5e3, "200 times slower"], [2e4, "50 times slower"], [1e5, "10 times slower"], [5e5, "half"],
        [1e6, "as it is"], [5e6, "5 times faster"]], stub: 2000, flight: 1e6, clock: t => (t / 1e6).toFixed(3) + " s",
      time: t => (t / 1e6).toFixed(5) + " s" },
    steps: { first: 1, windows: [5, 10, 15, 20, 40, 100, 250], window: w => w + " steps",
      speeds: [[0.2, "5 s a step"], [0.5, "2 s a step"], [1, "1 s a step"], [2, "2 steps a second"], [5, "5 steps a second"]],
      stub: 0.6, flight: Infinity, clock: t => "step " + Math.floor(t) + " of " + run.last, time: t => String(t) },
  };
  const LIFE = new Set(["Heartbeat", "HeartbeatReply", "PreVoteRequest", "PreVoteReply", "Received", "PartitionStateCheck",
    "PartitionStateCheckReply", "SyncCheck"]);
  const DATA_MESSAGES = new Set(["Sync", "Append", "Ack", "Probe", "Confirm", "LeaseRequest", "Lease", "CaughtUp", "Released",
    "MigrationData", "Backup", "BackupAck", "SyncRequest", "SyncResponse"]);
  const BAD = new Set(["fault", "violated", "crash", "cut", "loss", "duplicate", "suspect"]);
  const GOOD = new Set(["restart", "heal"]);
  const STAMPS = ["#9fd3e8", "#f3c98b", "#b9dca0", "#e3b6df", "#f2b0a8", "#bfc4f0", "#d9cfa4", "#a5ddcf"];
  let run = null;
  let unit = UNITS.micros;
  let views = new Map();
  let arrows = [];
  let now = 0;
  let playing = false;
  let speed = 2;
  let zoom = 2;
  let chosen = null;
  /** What the list of a run has that is shown as a whole: it changes with the run and the filter only. */
  let listed = null;

  // ---- the run

  /** Shows a run at a moment. */
  function show(newRun, moment) {
    playing = false;
    $("play").textContent = "▶ play";
    const sameUnit = run && run.unit === newRun.unit;
    run = newRun;
    unit = UNITS[run.unit];
    listed = null;
    prepare();
    if (!sameUnit) {
      speed = 2;
      zoom = 2;
    }
    const all = run.last - unit.first;
    const windows = unit.windows.filter((w, i) => i < 3 || unit.windows[i - 1] < all);
    if (run.whole) {
      const most = run.unit === "steps" ? Math.max(5, $("picture").clientWidth / 46) : Infinity;
      zoom = Math.max(0, windows.filter(w => w <= most).length - 1);
    }
    if (run.window) zoom = windows.filter(w => w <= run.window).length - 1;
    zoom = Math.min(zoom, windows.length - 1);
    options("zoom", windows.map((w, i) => [i, unit.window(w)]), zoom);
    options("speed", unit.speeds.map((s, i) => [i, s[1]]), speed);
    if (!run.lanes.some(lane => lane.id === chosen)) chosen = run.lanes.length ? run.lanes[0].id : null;
    $("slider").min = unit.first;
    $("slider").max = run.last;
    $("quiet").parentElement.hidden = !run.steps.some(step => step.quiet);
    $("matrix").hidden = !run.partitions.length;
    const clients = run.clients || [];
    $("client-names").replaceChildren(...(clientHeight() < 16 ? [clients.length + " clients"] : clients).map(name => element("div", "muted", name)));
    $("changed-says").hidden = !run.whole;
    $("version-says").textContent = run.versions ? "; " + run.versions : ".";
    now = Math.max(unit.first, Math.min(run.last, moment));
    draw();
  }

  /** Finds when each message was taken, and how each lane looks from when on. */
  function prepare() {
    const messages = new Map();
    const lanes = new Map(run.lanes.map(lane => [String(lane.id), lane.id]));
    arrows = [];
    views = new Map(run.lanes.map(lane => [lane.id, []]));
    run.bands = (run.bands || []).slice();
    run.steps.forEach((step, index) => {
      (step.o || []).forEach(([number, to, name, more]) => {
        const arrow = { from: step.m, to, name, sent: step.t, taken: null, lost: null, ...more };
        messages.set(number, arrow);
        arrows.push(arrow);
      });
      for (const [numbers, key] of [[step.i, "taken"], [step.l, "lost"]]) {
        (numbers || []).forEach(number => { if (messages.has(number)) messages.get(number)[key] = step.t; });
      }
      step.quiet = step.k === "tick" && !(step.a || []).length
        || step.k === "deliver" && (step.i || []).every(n => LIFE.has((messages.get(n) || {}).name)) && !(step.r || []).length;
      for (const member in step.v || {}) {
        const list = views.get(lanes.get(member));
        if (list) list.push({ index, t: step.t, view: whole(step.v[member], list) });
      }
      if (step.k === "fault") run.bands.push({ t: step.t, until: step.until || step.t, text: step.x.split(/ for |: /)[0] });
    });
    run.last = run.steps.length ? run.steps[run.steps.length - 1].t : unit.first;
  }

  /** A view that says only what is different than before is put together with that one; its cells are by row. */
  function whole(view, list) {
    if (!view.partial) return view;
    const before = list.length ? list[list.length - 1].view : { cells: [] };
    return { ...before, ...view, cells: Object.assign(before.cells.slice(), view.cells) };
  }

  /** The last element whose time is not after a moment; -1 if there is none. */
  function lastBefore(list, moment, timeOf = each => each.t) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timeOf(list[middle]) <= moment) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  /** How a member looks at this moment; null if it is not there yet. */
  function viewOf(member) {
    const list = views.get(member) || [];
    const at = lastBefore(list, now);
    return at < 0 ? null : list[at].view;
  }

  // ---- drawing

  function draw() {
    if (!run) return;
    $("slider").value = now;
    $("clock").textContent = unit.clock(now);
    $("slider").setAttribute("aria-valuetext", unit.clock(now));
    for (const [id, off] of [["begin", now <= unit.first], ["back", now <= unit.first], ["forward", now >= run.last], ["end", now >= run.last]]) {
      $(id).disabled = off;
    }
    drawLanes();
    drawPicture();
    if (run.partitions.length) drawMatrix();
    drawSteps();
    if (settings.drawn) settings.drawn();
  }

  function drawLanes() {
    godwit.lanes(run.lanes.map(lane => {
      const view = viewOf(lane.id);
      return { member: lane.id, name: lane.name, faint: !view && !lane.outside, title: view ? view.title || "" : "",
        lines: view ? view.lines : [lane.outside ? "no member" : "not there yet", ""] };
    }), LANE, chosen, choose);
  }

  /** The height of the line of a client. */
  function clientHeight() { return (run.clients || []).length > 24 ? 6 : 16; }

  /** Where things are in the picture: x of a time, y of a lane. */
  function places(width) {
    const all = run.last - unit.first + 1.2;
    const span = run.whole ? Math.min(unit.windows[zoom], Math.max(all, unit.windows[0])) : unit.windows[zoom];
    // Room for the first step, and for a message that the last one sends.
    const [before, after] = run.unit === "steps" ? [0.4, 0.8] : [0, span * 0.02];
    const from = !run.whole ? now - span * 0.8
      : Math.max(unit.first - before, Math.min(run.last + after - span, now - span / 2));
    const rows = new Map(run.lanes.map((lane, row) => [lane.id, row]));
    return { width, from, until: run.whole ? from + span : now, span, x: t => (t - from) / span * width,
      y: member => rows.get(member) * LANE + LANE / 2, has: member => rows.has(member), wide: width / span };
  }

  function drawPicture() {
    const width = $("picture").clientWidth;
    const below = run.lanes.length * LANE;
    const height = below + (run.clients || []).length * clientHeight() + RULER;
    const g = context($("canvas"), width, height);
    const c = colors();
    const at = places(width);
    ruler(g, at, height, c);
    // Where the texts of each row end: a text goes to the first row that has room.
    const ends = [];
    for (const band of run.bands) {
      if (band.until < at.from || band.t > at.until) continue;
      const x = at.x(band.t);
      g.fillStyle = c.bad;
      g.globalAlpha = 0.1;
      g.fillRect(x, 0, at.x(Math.min(band.until, at.until)) - x, height - RULER + 2);
      g.globalAlpha = 1;
      const long = g.measureText(band.text).width + 8;
      const left = Math.max(0, Math.min(x, width - long));
      const free = ends.findIndex(end => end <= left);
      const row = free < 0 ? ends.length : free;
      ends[row] = left + long;
      godwit.band(g, x, height - RULER + 2, band.text, c, row, left);
    }
    for (const lane of run.lanes) lifeLine(g, lane, at, c);
    (run.calls || []).forEach(call => drawCall(g, call, at, below, c));
    const quiet = !$("quiet").parentElement.hidden && $("quiet").checked;
    for (let i = lastBefore(arrows, at.from - unit.flight, arrow => arrow.sent) + 1; i < arrows.length; i++) {
      const arrow = arrows[i];
      if (arrow.sent > at.until) break;
      if (!(quiet && LIFE.has(arrow.name)) && at.has(arrow.to) && at.has(arrow.from)) drawMessage(g, arrow, at, c);
    }
    if (run.whole) run.steps.forEach(step => { if (step.t >= at.from && step.t <= at.until) drawStep(g, step, at, c); });
    if (run.endless) drawEndless(g, at, height, c);
    g.globalAlpha = 1;
    g.strokeStyle = c.accent;
    stroke(g, at.x(now), 0, at.x(now), height - RULER + 2);
    const step = run.steps[lastBefore(run.steps, now)];
    if (step && at.has(step.m) && step.t > at.from) {
      g.fillStyle = step.r ? c.warn : c.accent;
      disc(g, at.x(step.t), at.y(step.m), 5);
    }
  }

  function ruler(g, at, height, c) {
    const apart = run.unit === "steps" ? Math.ceil(24 / at.wide) : at.span / (at.width < 500 ? 3 : 4);
    g.strokeStyle = c.line;
    g.fillStyle = c.faint;
    for (let t = Math.max(unit.first, Math.ceil(at.from / apart) * apart); t <= at.from + at.span && !(run.unit === "steps" && t > run.last); t += apart) {
      stroke(g, at.x(t), 0, at.x(t), height - RULER + 4);
      const text = run.unit === "steps" ? String(t) : (t / 1e6).toFixed(at.span > 1e7 ? 0 : at.span < 20000 ? 4 : 3) + " s";
      if (at.x(t) + 2 + g.measureText(text).width <= at.width) g.fillText(text, at.x(t) + 2, height - 6);
    }
  }

  function lifeLine(g, lane, at, c) {
    const y = at.y(lane.id);
    if (lane.outside) {
      godwit.lifeLine(g, 0, at.x(at.until), y, false, "", c);
      return;
    }
    const list = views.get(lane.id);
    for (let i = Math.max(0, lastBefore(list, at.from)); i < list.length && list[i].t <= at.until; i++) {
      const until = i + 1 < list.length ? Math.min(list[i + 1].t, at.until) : Math.min(at.until, run.last);
      godwit.lifeLine(g, Math.max(0, at.x(list[i].t)), at.x(until), y, list[i].view.up, list[i].view.role, c);
    }
  }

  function drawMessage(g, arrow, at, c) {
    const open = arrow.taken === null;
    const until = !open ? arrow.taken : arrow.lost === null ? arrow.sent + unit.stub
      : Math.max(arrow.sent, Math.min(arrow.lost, arrow.sent + 2 * unit.stub));
    if (until < at.from) return;
    const passed = run.whole ? 1 : Math.min(1, (now - arrow.sent) / Math.max(1, until - arrow.sent));
    const x0 = at.x(arrow.sent), y0 = at.y(arrow.from), x1 = at.x(until), y1 = at.y(arrow.to);
    const xe = x0 + (x1 - x0) * passed, ye = open && run.whole ? y0 + (Math.sign(y1 - y0) || 1) * LANE * 0.42
      : y0 + (y1 - y0) * passed * (open ? 0.5 : 1);
    const present = Math.floor(now);
    const current = run.whole && (arrow.sent === present && present > unit.first || arrow.taken === present || arrow.lost === present);
    const waits = run.whole && !current && arrow.sent < now && (open ? arrow.lost === null : arrow.taken > now);
    const lost = open && (!run.whole || arrow.lost !== null);
    g.strokeStyle = g.fillStyle = lost ? run.whole ? c.bad : c.faint
      : waits ? c.warn : LIFE.has(arrow.name) ? c.faint : DATA_MESSAGES.has(arrow.name) ? c.good : c.accent;
    g.globalAlpha = run.whole && arrow.sent > now ? 0.3 : lost && !run.whole ? 0.6 : 0.85;
    g.lineWidth = current ? 2.4 : 1;
    if (lost) g.setLineDash([3, 3]);
    else if (arrow.inferred) g.setLineDash([6, 3]);
    const bent = arrow.from === arrow.to;
    if (bent && !open) arc(g, x0, y0, xe);
    else stroke(g, x0, y0, xe, ye);
    g.setLineDash([]);
    if (open && run.whole) {
      if (lost) cross(g, xe, ye, 4); else ring(g, xe, ye, 3);
    } else if (passed < 1 || open) disc(g, xe, ye, 3);
    else if (!bent) head(g, x0, y0, xe, ye);
    g.lineWidth = 1;
    if (run.unit === "steps" ? current || at.wide > 34 && !bent : zoom <= 1 || passed < 1 && zoom <= 3) {
      // A message and its answer meet at a lane: the names of both are near the upper one.
      const part = !run.whole ? 0.5 : open ? 1 : y1 > y0 ? 0.35 : 0.66;
      label(g, arrow.name, x0 + (xe - x0) * part + 4, bent && !open ? y0 + 26 : y0 + (ye - y0) * part, c, current);
    }
    g.globalAlpha = 1;
  }

  function label(g, text, x, y, c, bold) {
    if (run.whole) {
      if (bold) g.font = "bold " + g.font;
      g.strokeStyle = c.panel;
      g.lineWidth = 4;
      g.strokeText(text, x, y);
      g.lineWidth = 1;
    }
    g.fillText(text, x, y);
    g.font = g.font.replace(/^bold /, "");
  }

  /** Who acted, and what happened to members and links. */
  function drawStep(g, step, at, c) {
    const x = at.x(step.t);
    const later = step.t > now;
    g.globalAlpha = later ? 0.4 : 1;
    g.strokeStyle = g.fillStyle = GOOD.has(step.k) ? c.good : BAD.has(step.k) ? c.bad : c.soft;
    if (["crash", "restart"].includes(step.k) && at.has(step.m)) {
      g.lineWidth = 3;
      if (step.k === "crash") cross(g, x, at.y(step.m), 7); else ring(g, x, at.y(step.m), 7);
      g.lineWidth = 1;
      label(g, step.k, x + 11, at.y(step.m) - 8, c, true);
    } else if (at.has(step.m) && step.k !== "init") {
      disc(g, x, at.y(step.m), 4.5);
    }
    g.strokeStyle = c.soft;
    (step.n || []).forEach(member => { if (at.has(member)) ring(g, x, at.y(member), 4); });
    g.strokeStyle = g.fillStyle = GOOD.has(step.k) ? c.good : c.bad;
    (step.links || []).forEach(([a, b], i) => zigzag(g, x + i * 9 - 4, at.y(a), at.y(b)));
    g.globalAlpha = 1;
  }

  /** A call of a client: from when it was made to when it was answered, or as long as it may still take effect. */
  function drawCall(g, call, at, below, c) {
    const until = call.until === null ? run.last : call.until;
    if (until < at.from || call.t > at.until) return;
    const x = at.x(call.t);
    g.fillStyle = call.result === "ok" ? c.good : call.result === "fail" ? c.faint : c.warn;
    g.globalAlpha = call.result === "info" ? 0.5 : 0.9;
    const tall = clientHeight();
    g.fillRect(x, below + call.client * tall + tall / 6, Math.max(1.5, at.x(Math.min(until, at.until)) - x - 0.5), tall * 2 / 3);
    g.globalAlpha = 1;
  }

  /** A run without an end goes back to a step, or stays where it is. */
  function drawEndless(g, at, height, c) {
    const x = at.x(run.last), y = height - RULER - 4;
    g.strokeStyle = g.fillStyle = c.warn;
    g.lineWidth = 2;
    if (run.endless.from) {
      const x0 = at.x(run.endless.from);
      stroke(g, x0, y, x, y);
      stroke(g, x, y, x, y - 8);
      head(g, x0, y, x0, y - 9);
      stroke(g, x0, y, x0, y - 6);
    }
    g.lineWidth = 1;
    label(g, "∞", x + 5, y + 1, c, true);
  }

  function disc(g, x, y, radius) {
    g.beginPath();
    g.arc(x, y, radius, 0, 2 * Math.PI);
    g.fill();
  }

  function ring(g, x, y, radius) {
    g.beginPath();
    g.arc(x, y, radius, 0, 2 * Math.PI);
    g.stroke();
  }

  function cross(g, x, y, size) {
    stroke(g, x - size, y - size, x + size, y + size);
    stroke(g, x - size, y + size, x + size, y - size);
  }

  function arc(g, x0, y, x1) {
    g.beginPath();
    g.moveTo(x0, y);
    g.bezierCurveTo(x0, y + 24, x1, y + 24, x1, y + 6);
    g.stroke();
  }

  function zigzag(g, x, a, b) {
    g.lineWidth = 1.8;
    g.beginPath();
    g.moveTo(x, Math.min(a, b));
    for (let y = Math.min(a, b) + 6, left = true; y <= Math.max(a, b); y += 6, left = !left) g.lineTo(x + (left ? -5 : 0), y);
    g.stroke();
    g.lineWidth = 1;
    disc(g, x, a, 3.5);
    disc(g, x, b, 3.5);
  }

  function head(g, x0, y0, x1, y1) {
    const angle = Math.atan2(y1 - y0, x1 - x0);
    g.beginPath();
    g.moveTo(x1, y1);
    g.lineTo(x1 - 7 * Math.cos(angle - 0.4), y1 - 7 * Math.sin(angle - 0.4));
    g.lineTo(x1 - 7 * Math.cos(angle + 0.4), y1 - 7 * Math.sin(angle + 0.4));
    g.fill();
  }

  // ---- partitions by member

  function drawMatrix() {
    const born = run.lanes.filter(lane => !lane.outside && viewOf(lane.id))
      .map(lane => ({ lane, view: viewOf(lane.id), cells: viewOf(lane.id).cells }));
    const line = (name, cellOf) => {
      const row = element("tr");
      row.append(element("th", "", name), ...born.map(cellOf));
      return row;
    };
    const all = [line("", each => element("th", each.view.up ? "" : "down", each.lane.name))];
    run.partitions.forEach((name, p) => all.push(line(name, each => {
      const data = element("td");
      if (each.cells[p]) data.append(cell(each.cells[p], each.view.up));
      return data;
    })));
    const chips = born.map(each => each.view.chip);
    if (chips.some(chip => chip)) all.push(line("stamp", each => stamp(each.view.chip, each.view.up)));
    $("table").replaceChildren(...all);
    $("stamp-says").hidden = !chips.some(chip => chip && chip.conflict);
  }

  function cell(believed, up) {
    const made = element("div", "cell " + believed.kind + (up ? "" : " down") + (believed.changed ? " changed" : ""));
    made.title = believed.title || "";
    if (believed.role) made.append(element("span", "role", believed.role));
    made.append(element("b", "", believed.version || "–"));
    if (believed.data) made.append(" · " + believed.data);
    if (believed.replicas && believed.replicas.length) {
      const list = element("div", "replicas");
      believed.replicas.forEach((name, i) => list.append(i ? " · " : "", element(i ? "span" : "b", "", name === null ? "–" : name)));
      list.title = "replicas, the primary first";
      made.append(list);
    }
    (believed.marks || []).forEach(mark => made.append(element("span", "mark " + mark.tone, mark.label)));
    return made;
  }

  function stamp(chip, up) {
    const made = element("td");
    if (!chip) return made;
    const letter = element("span", "stamp" + (chip.conflict ? " conflict" : "") + (up ? "" : " down"), chip.code);
    letter.style.background = STAMPS[(chip.code.charCodeAt(0) - 65 + 26 * Number(chip.code.slice(1) || 0)) % STAMPS.length];
    letter.title = "equal letters are equal stamps";
    made.append(letter);
    return made;
  }

  // ---- the steps as sentences

  function isShown(step) {
    return !($("quiet").checked && step.quiet) && !($("only-member").checked && step.m !== chosen && !(step.n || []).includes(chosen));
  }

  /** A run that is shown as a whole is listed from its first step; of others the last steps up to now, the latest first. */
  function drawSteps() {
    const at = lastBefore(run.steps, now);
    if (run.whole) {
      if (!listed) {
        listed = run.steps.filter(isShown).map(step => ({ step, made: item(step) }));
        $("steps").replaceChildren(...listed.map(each => each.made), ...(run.endless ? [element("li", "endless", "∞ " + run.endless.text)] : []));
      }
      const shown = listed[lastBefore(listed, now, each => each.step.t)];
      listed.forEach(each => {
        each.made.classList.toggle("now", each === shown);
        each.made.classList.toggle("later", each.step.t > now);
        if (each === shown) each.made.setAttribute("aria-current", "step"); else each.made.removeAttribute("aria-current");
      });
      if (shown) {
        const box = $("steps");
        box.scrollTop = shown.made.offsetTop - box.clientHeight / 2;
      }
      return;
    }
    const items = [];
    for (let i = at; i >= 0 && items.length < LISTED; i--) {
      if (isShown(run.steps[i])) items.push(item(run.steps[i]));
    }
    if (items.length) items[0].classList.add("now");
    $("steps").replaceChildren(...items);
  }

  function item(step) {
    const looped = run.endless && run.endless.from && step.t >= run.endless.from;
    const bad = BAD.has(step.k) || step === run.violated;
    const made = element("li", (bad ? "fault" : GOOD.has(step.k) ? "heal" : step.k === "client" ? "client" : "") + (looped ? " loop" : ""));
    const time = element("button", "time", unit.time(step.t));
    time.type = "button";
    time.title = "go to this moment";
    time.onclick = () => { pause(); moveTo(step.t); };
    made.append(time, " ", step.x);
    (step.a || []).forEach(action => {
      const link = actionLink(action);
      if (link) made.append(" ", link);
    });
    (step.r || []).forEach(text => made.append(element("div", "refused", "refuses " + text)));
    return made;
  }

  /** An action by its name, which opens its definition if the page has one; nothing for what is no action of the specification. */
  function actionLink(action) {
    const parts = settings.definitions(action);
    if (!parts) return /^[A-Z]/.test(action) ? element("code", "", action) : null;
    const button = element("button", "action", action);
    button.type = "button";
    button.title = "the action in the specification";
    button.onclick = () => showDefinitions(action, parts);
    return button;
  }

  function showDefinitions(name, parts) {
    $("specification-text").replaceChildren(element("h2", "", name), ...parts.map(part => {
      const made = element("div");
      made.append(element("p", "muted", part.module + ".tla, line " + part.line), element("pre", "", part.text));
      return made;
    }));
    $("specification").showModal();
  }

  // ---- time

  function moveTo(moment) {
    now = Math.max(unit.first, Math.min(run ? run.last : unit.first, moment));
    draw();
    if (settings.moved) settings.moved();
  }

  function pause() {
    if (!playing) return;
    playing = false;
    if (run && run.unit === "steps") now = Math.floor(now);
    $("play").textContent = "▶ play";
    if (settings.moved) settings.moved();
  }

  function play() {
    if (!run) return;
    if (now >= run.last) now = unit.first;
    playing = true;
    $("play").textContent = "❚❚ pause";
    let before = performance.now();
    const tick = at => {
      if (!playing) return;
      // The first frame may have begun before the key was pressed.
      now = Math.min(run.last, now + Math.max(0, at - before) / 1000 * unit.speeds[speed][0]);
      before = at;
      if (now >= run.last) pause();
      draw();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  /** Goes to the next moment at which there is a step, or back; several times if asked so. */
  function step(by) {
    if (!run) return;
    pause();
    const direction = Math.sign(by);
    let at = direction > 0 ? lastBefore(run.steps, now) + 1 : lastBefore(run.steps, now - 1);
    let left = Math.abs(by);
    let found = now;
    for (; at >= 0 && at < run.steps.length && left > 0; at += direction) {
      if (isShown(run.steps[at]) && run.steps[at].t !== found) {
        found = run.steps[at].t;
        left--;
      }
    }
    moveTo(left > 0 ? direction > 0 ? run.last : unit.first : found);
  }

  function choose(member) {
    chosen = member;
    listed = null;
    if (settings.chosen) settings.chosen(member);
    draw();
  }

  // ---- the page

  function fill(id, html) { $(id).innerHTML = html; }

  fill("controls", `
    <button class="tool" id="begin" type="button" title="to the beginning (Home)" aria-label="to the beginning">|◀</button>
    <button class="tool" id="back" type="button" title="one step back (arrow left)" aria-label="one step back">◀</button>
    <button class="tool" id="play" type="button" title="play or pause (space)">▶ play</button>
    <button class="tool" id="forward" type="button" title="one step forward (arrow right)" aria-label="one step forward">▶</button>
    <button class="tool" id="end" type="button" title="to the end (End)" aria-label="to the end">▶|</button>
    <input type="range" id="slider" min="0" max="1" value="0" aria-label="moment">
    <output id="clock" class="mono"></output>
    <label>speed <select id="speed"></select></label>
    <label>window <select id="zoom"></select></label>
    <span class="keys"><kbd>space</kbd> <kbd>←</kbd> <kbd>→</kbd></span>`);
  fill("stage", `
    <div id="left"><div id="lanes"></div><div id="client-names"></div></div>
    <div id="picture"><canvas id="canvas" role="img" aria-label="members, and messages between them, over time"></canvas></div>`);
  fill("matrix", `
    <h2>Partitions by member</h2>
    <div class="scroll"><table id="table"></table></div>
    <p id="stamp-says" hidden>Equal stamps, different tables: nobody will notice.</p>
    <p class="muted legend"><span class="cell primary">primary</span> <span class="cell backup">backup in sync</span>
      <span class="cell learner">not in sync yet</span> <span class="cell other">is no replica</span>
      <span class="cell changed" id="changed-says" hidden>changed in this step</span> as each member itself believes<span id="version-says"></span></p>`);
  fill("story", `
    <h2>What happened</h2>
    <div class="row">
      <label><input type="checkbox" id="quiet" checked> without signs of life and clock ticks</label>
      <label><input type="checkbox" id="only-member"> only of the member chosen</label>
    </div>
    <ol id="steps"></ol>`);
  const dialog = element("dialog");
  dialog.id = "specification";
  document.body.append(dialog);
  fill("specification", `<form method="dialog"><button class="tool">Close</button></form><div id="specification-text"></div>`);

  function changed(id, change) { $(id).addEventListener("change", change); }

  function select(id, by) {
    const list = $(id);
    list.selectedIndex = Math.max(0, Math.min(list.options.length - 1, list.selectedIndex + by));
    list.dispatchEvent(new Event("change"));
  }

  changed("speed", () => { speed = +$("speed").value; });
  changed("zoom", () => { zoom = +$("zoom").value; draw(); });
  for (const id of ["quiet", "only-member"]) changed(id, () => { listed = null; draw(); });
  $("slider").addEventListener("input", () => { pause(); moveTo(+$("slider").value); });
  $("canvas").onclick = e => {
    if (!run) return;
    const at = places($("picture").clientWidth);
    pause();
    moveTo(Math.round(at.from + e.offsetX / at.wide));
  };
  $("play").onclick = () => playing ? pause() : play();
  $("begin").onclick = () => { pause(); moveTo(unit.first); };
  $("end").onclick = () => { pause(); moveTo(run ? run.last : 0); };
  $("back").onclick = () => step(-1);
  $("forward").onclick = () => step(1);
  window.addEventListener("resize", draw);
  godwit.onKeys((key, shift) => {
    const by = shift ? 10 : 1;
    const keys = { " ": () => $("play").click(), "ArrowLeft": () => step(-by), "ArrowRight": () => step(by), "Home": () => $("begin").click(),
      "End": () => $("end").click(), "+": () => select("speed", 1), "-": () => select("speed", -1), "[": () => select("zoom", -1),
      "]": () => select("zoom", 1) };
    const lane = /^[1-9]$/.test(key) && run ? run.lanes.find(each => each.key === key) : null;
    return lane ? () => choose(lane.id) : keys[key] || (settings.keys || (() => null))(key);
  });

  return { show, draw, moveTo, pause, choose, viewOf, actionLink,
    get now() { return now; }, get run() { return run; }, get chosen() { return chosen; } };
};
