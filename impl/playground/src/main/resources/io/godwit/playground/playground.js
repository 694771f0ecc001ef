"use strict";
(function () {
  const { $, element, verdict, colors, context, stroke, options } = godwit;
  const DATA = JSON.parse($("data").textContent);
  const SPEEDS = [[0.001, "1000 times slower"], [0.005, "200 times slower"], [0.02, "50 times slower"], [0.1, "10 times slower"],
    [0.5, "half"], [1, "as it is"], [5, "5 times faster"]];
  const WINDOWS = [5, 20, 60, 200, 1000, 5000];
  const LASTING = [[200, "0.2 s"], [500, "0.5 s"], [2000, "2 s"], [5000, "5 s"], [0, "until the faults end"]];
  const LIFE = new Set(["Heartbeat", "HeartbeatReply", "PreVoteRequest", "PreVoteReply", "Received", "PartitionStateCheck",
    "PartitionStateCheckReply", "SyncCheck"]);
  const DATA_MESSAGES = new Set(["Sync", "Append", "Ack", "Probe", "Confirm", "LeaseRequest", "Lease", "CaughtUp", "Released",
    "MigrationData", "Backup", "BackupAck", "SyncRequest", "SyncResponse"]);
  const MEMBER_FAULTS = [["crash", "Kill, disk lost"], ["power-cut", "Power off"], ["reboot", "Restart"], ["pause", "Pause"],
    ["isolate", "Isolate"], ["slow-disk", "Slow disk"], ["leave", "Tell to leave"]];
  const LINK_FAULTS = [["one-way", "Cut one way"], ["both-ways", "Cut both ways"], ["delay", "Slow"], ["suspect", "Suspect"]];
  const NETWORK_FAULTS = [["halves", "Cut in two"], ["ring", "Cut to a ring"], ["loss", "Lose a tenth"], ["duplicate", "Send a tenth twice"],
    ["join", "Let a member join"], ["reboot-all", "Restart all"]];
  const AMOUNTS = { "loss": 100000, "duplicate": 100000, "delay": 20000, "slow-disk": 100000, "power-cut": 1000 };
  const CALLS = ["put", "get"];
  const LANE = 64;
  const PROTOCOLS = [["quorum", "quorum"], ["classic", "classic"]];
  let run = usual();
  let result = null;
  let now = 0;
  let playing = false;
  let speed = 2;
  let zoom = 2;
  let chosen = 1;
  /** In what the program runs, if the address says so: js or wasm. */
  let engine = "";
  /** Number of times that something else was to be shown: what was begun before is dropped. */
  let shown = 0;

  // ---- the run and its address

  function usual() {
    return { protocol: "quorum", members: 3, partitions: 4, copies: [2], parallel: 2, clients: 3, seed: "1", micros: 20e6, calmFrom: 15e6,
      guard: "", only: "", faults: [], moment: 0 };
  }

  function settingsOf(text) {
    const settings = usual();
    for (const part of new URLSearchParams(text)) {
      const [name, value] = part;
      if (name === "fault") settings.faults.push(faultOf(value));
      else if (name === "copies") settings.copies = value.split(",").map(Number);
      else if (["guard", "seed", "protocol", "only"].includes(name)) settings[name] = value;
      else if (name in settings && Number.isFinite(Number(value))) settings[name] = Number(value);
    }
    return settings;
  }

  function faultOf(text) {
    const [kind, at, window, delay, site, other, amount, duration] = text.split(",");
    return { kind, at: +at, window, delay: +delay, site: +site, other: +other, amount: +amount, duration: +duration };
  }

  const faultText = f => [f.kind, f.at, f.window, f.delay, f.site, f.other, f.amount, f.duration].join(",");

  function address() {
    const query = new URLSearchParams();
    for (const name of ["members", "partitions", "parallel", "clients", "seed", "micros", "calmFrom"]) query.set(name, run[name]);
    query.set("copies", run.copies.join(","));
    if (run.protocol !== "quorum") query.set("protocol", run.protocol);
    if (run.guard) query.set("guard", run.guard);
    if (run.only) query.set("only", run.only);
    run.faults.forEach(f => query.append("fault", faultText(f)));
    query.set("moment", Math.round(now));
    if (engine) query.set("engine", engine);
    return "#" + query;
  }

  function remember() { history.replaceState(null, "", address()); }

  function planArguments(plan) {
    return ["protocol=" + plan.protocol, "members=" + plan.members, "partitions=" + plan.partitions, "copies=" + plan.copies.join(","),
      "parallel=" + plan.parallel, "clients=" + plan.clients, "seed=" + plan.seed, "micros=" + plan.micros, "calmFrom=" + plan.calmFrom,
      ...plan.faults.map(f => "fault=" + faultText(f))];
  }

  async function compute() {
    verdict("computing", "");
    $("moment-says").textContent = "";
    showSettings();
    const begun = performance.now();
    const answer = await godwit.program.ask(engine, ["run", ...planArguments(run), "guard=" + run.guard, "only=" + run.only]);
    if (godwit.program.isBusy()) return; // Something newer has been asked.
    if (answer.error) {
      verdict("cannot run", "bad");
      problem(answer.error);
      return;
    }
    result = prepared(answer);
    result.seconds = (performance.now() - begun) / 1000;
    now = Math.min(now, result.last);
    showMembers();
    judge();
    draw();
    remember();
  }

  // ---- what came of it

  function prepared(answer) {
    const messages = new Map();
    const views = new Map();
    answer.arrows = [];
    answer.bands = [];
    answer.steps.forEach((step, index) => {
      step.index = index;
      (step.o || []).forEach(([number, to, name]) => {
        const arrow = { from: step.m, to, name, sent: step.t, taken: null };
        messages.set(number, arrow);
        answer.arrows.push(arrow);
      });
      (step.i || []).forEach(number => {
        const arrow = messages.get(number);
        if (arrow) arrow.taken = step.t;
      });
      step.quiet = step.k === "tick" && !(step.a || []).length
        || step.k === "deliver" && (step.i || []).every(n => LIFE.has((messages.get(n) || {}).name)) && !(step.r || []).length;
      for (const member in step.v || {}) {
        if (!views.has(+member)) views.set(+member, []);
        views.get(+member).push({ index, t: step.t, view: viewOf(step.v[member]) });
      }
      if (step.k === "fault") answer.bands.push({ t: step.t, text: step.x });
    });
    answer.views = views;
    // Numbers that nobody has are left out: in classic a process has the number of its place, plus that of the places for each before it.
    answer.lanes = [...views.keys()].filter(member => views.get(member).some(each => each.view.site)).sort((a, b) => a - b);
    answer.last = answer.steps.length ? answer.steps[answer.steps.length - 1].t : 0;
    answer.violated = answer.steps.find(step => step.k === "violated");
    return answer;
  }

  function viewOf(text) {
    const [status, site, role, says, stamp, group, partitions] = text.split("|");
    const numbers = list => list ? list.split(",").map(Number) : [];
    return { status: +site ? status : "absent", site: +site, role, says, stamp, group,
      partitions: partitions ? partitions.split(";").map(p => {
        const [activated, decided, replicas, inSync, destination, writes] = p.split("/");
        return { activated, decided, replicas: numbers(replicas), inSync: numbers(inSync), destination: +destination, writes: +writes };
      }) : [] };
  }

  /** The last element whose time is not after a moment; -1 if there is none. */
  function lastBefore(list, moment) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].t <= moment) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  function viewAt(member, moment) {
    const list = result.views.get(member);
    const at = lastBefore(list, moment);
    return at < 0 ? null : list[at].view;
  }

  function problem(text) {
    $("violation").hidden = !text;
    $("violation").textContent = text;
  }

  function judge() {
    problem("");
    if (result.property) {
      const at = result.violated ? result.violated.t : result.last;
      verdict(result.property + " is violated", "bad");
      problem(result.property + (result.property === "Runs" ? ": the program ends, at " : " does not hold, at ") + seconds(at) + ": "
        + result.violation + " ");
      const button = element("button", "tool", "Show this moment");
      button.onclick = () => { pause(); moveTo(at); };
      $("violation").append(button);
    } else {
      verdict(run.only ? run.only + " holds; nothing else is looked at" : "all properties hold", "good");
    }
    $("figures").textContent = result.fingerprint === undefined ? ""
      : result.delivered + " messages and calls taken, " + result.calls + " calls of clients ended"
      + (result.unknown ? " (" + result.unknown + " with unknown outcome)" : "") + "; computed in " + result.seconds.toFixed(1)
      + " s in " + result.engine + "; fingerprint " + result.fingerprint;
  }

  // ---- drawing

  const seconds = micros => (micros / 1e6).toFixed(3) + " s";

  function draw() {
    if (!result) return;
    $("slider").max = result.last;
    $("slider").value = now;
    $("clock").textContent = seconds(now);
    drawLanes();
    drawPicture();
    drawTable();
    drawSteps();
  }

  function drawLanes() {
    const lanes = result.lanes.map(member => {
      const view = viewAt(member, now);
      return { member, name: "m" + member, faint: !view, title: view ? "site " + view.site + ", stamp " + view.stamp : "", lines: [
        !view ? "not there yet" : view.status === "up" ? view.says
          : { off: "powered off", left: "has left", dead: "dead", absent: "not running" }[view.status],
        view && view.status === "up" ? "stamp " + view.stamp.slice(-6) + ", " + view.group : ""] };
    });
    godwit.lanes(lanes, LANE, chosen, choose);
  }

  function drawPicture() {
    const width = $("picture").clientWidth;
    const height = result.lanes.length * LANE + 22;
    const g = context($("canvas"), width, height);
    const span = WINDOWS[zoom] * 1000;
    const from = now - span * 0.8;
    const x = t => (t - from) / span * width;
    const y = member => result.lanes.indexOf(member) * LANE + LANE / 2;
    const c = colors();
    ruler(g, from, span, x, height, c);
    for (const band of result.bands) {
      if (band.t >= from && band.t <= now) godwit.band(g, x(band.t), height - 20, band.text.split(" for ")[0], c);
    }
    for (const member of result.lanes) lifeLine(g, member, from, x, y(member), c);
    const quiet = $("quiet").checked;
    for (let i = firstArrow(from); i < result.arrows.length; i++) {
      const arrow = result.arrows[i];
      if (arrow.sent > now) break;
      if (quiet && LIFE.has(arrow.name)) continue;
      message(g, arrow, from, x, y, c);
    }
    g.strokeStyle = c.accent;
    stroke(g, x(now), 0, x(now), height - 20);
    const step = result.steps[lastBefore(result.steps, now)];
    if (step && step.m && step.t > from) {
      g.fillStyle = step.r ? c.warn : c.accent;
      disc(g, x(step.t), y(step.m), 5);
    }
  }

  /** Messages take at most a window and a second. */
  function firstArrow(from) {
    let low = 0, high = result.arrows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (result.arrows[middle].sent < from - 1e6) low = middle + 1; else high = middle;
    }
    return low;
  }

  function ruler(g, from, span, x, height, c) {
    const step = span / 4;
    g.strokeStyle = c.line;
    g.fillStyle = c.faint;
    for (let t = Math.max(0, Math.ceil(from / step) * step); t <= from + span; t += step) {
      stroke(g, x(t), 0, x(t), height - 18);
      g.fillText((t / 1000).toFixed(span < 20000 ? 1 : 0) + " ms", x(t) + 2, height - 6);
    }
  }

  function lifeLine(g, member, from, x, y, c) {
    const list = result.views.get(member);
    for (let i = Math.max(0, lastBefore(list, from)); i < list.length && list[i].t <= now; i++) {
      const until = i + 1 < list.length ? Math.min(list[i + 1].t, now) : now;
      godwit.lifeLine(g, Math.max(0, x(list[i].t)), x(until), y, list[i].view.status === "up", list[i].view.role, c);
    }
  }

  function message(g, arrow, from, x, y, c) {
    const lost = arrow.taken === null;
    const until = lost ? arrow.sent + 2000 : arrow.taken;
    if (until < from || !result.lanes.includes(arrow.to)) return;
    const part = Math.min(1, (now - arrow.sent) / Math.max(1, until - arrow.sent)) * (lost ? 0.5 : 1);
    const x0 = x(arrow.sent), y0 = y(arrow.from), x1 = x(until), y1 = y(arrow.to);
    const xe = x0 + (x1 - x0) * part, ye = y0 + (y1 - y0) * part;
    g.strokeStyle = g.fillStyle = lost ? c.faint
      : LIFE.has(arrow.name) ? c.faint : DATA_MESSAGES.has(arrow.name) ? c.good : c.accent;
    g.globalAlpha = lost ? 0.6 : 0.85;
    if (lost) g.setLineDash([3, 3]);
    stroke(g, x0, y0, xe, ye);
    g.setLineDash([]);
    if (part < 1) disc(g, xe, ye, 3);
    else head(g, x0, y0, xe, ye);
    if (zoom <= 1 || part < 1 && zoom <= 3) g.fillText(arrow.name, (x0 + xe) / 2 + 4, (y0 + ye) / 2);
    g.globalAlpha = 1;
  }

  function disc(g, x, y, radius) {
    g.beginPath();
    g.arc(x, y, radius, 0, 2 * Math.PI);
    g.fill();
  }

  function head(g, x0, y0, x1, y1) {
    const angle = Math.atan2(y1 - y0, x1 - x0);
    g.beginPath();
    g.moveTo(x1, y1);
    g.lineTo(x1 - 7 * Math.cos(angle - 0.4), y1 - 7 * Math.sin(angle - 0.4));
    g.lineTo(x1 - 7 * Math.cos(angle + 0.4), y1 - 7 * Math.sin(angle + 0.4));
    g.fill();
  }

  function drawTable() {
    const table = $("table");
    const born = result.lanes.filter(member => viewAt(member, now));
    const rows = run.partitions;
    const head = element("tr");
    head.append(element("th", "", ""));
    born.forEach(member => head.append(element("th", "", "m" + member)));
    const all = [head];
    for (let p = 0; p < rows; p++) {
      const row = element("tr");
      row.append(element("th", "", "p" + p));
      for (const member of born) {
        const view = viewAt(member, now);
        const believed = view.partitions[p];
        const data = element("td");
        data.append(believed ? cell(member, view, believed) : "");
        row.append(data);
      }
      all.push(row);
    }
    table.replaceChildren(...all);
  }

  function cell(member, view, p) {
    const role = p.activated === "no version" ? "" : godwit.role(member, p.replicas, p.inSync, p.destination) || "other";
    const made = element("span", "cell " + role + (view.status === "up" ? "" : " down"));
    made.textContent = p.activated === "no version" ? "–" : p.activated + " · " + p.writes + (p.writes === 1 ? " write" : " writes");
    const names = list => list.map(m => m ? "m" + m : "nobody").join(" ");
    made.title = (run.protocol === "quorum" ? "activated " + p.activated + ", knows to be decided " + p.decided + "; replicas "
      + names(p.replicas) + ", in sync " + names(p.inSync) : "version " + p.activated + ", replicas " + names(p.replicas))
      + (p.destination ? ", migrates to m" + p.destination : "");
    return made;
  }

  function isShown(step) {
    return !($("quiet").checked && step.quiet) && !($("only-member").checked && step.m !== chosen);
  }

  function drawSteps() {
    const items = [];
    for (let i = lastBefore(result.steps, now); i >= 0 && items.length < 60; i--) {
      if (isShown(result.steps[i])) items.push(item(result.steps[i]));
    }
    if (items.length) items[0].classList.add("now");
    $("steps").replaceChildren(...items);
  }

  function item(step) {
    const made = element("li", step.k === "fault" || step.k === "violated" ? "fault" : step.k === "client" ? "client" : "");
    made.append(element("time", "", (step.t / 1000).toFixed(2) + " ms"), step.k === "client" ? call(step.x) : step.x);
    (step.a || []).forEach(action => {
      if (!DATA.specification[run.protocol][action]) return;
      const button = element("button", "", action);
      button.type = "button";
      button.title = "the action in the specification";
      button.onclick = () => showSpecification(action);
      made.append(" ", button);
    });
    (step.r || []).forEach(text => made.append(element("div", "refused", "refuses " + text)));
    return made;
  }

  /** A client's call without the names of Java's records. */
  function call(text) {
    return text.replace(/(\w+)\[([^\]]*)\] (got|gave|was)/, "$1 $2 $3").replace(/got Done\[values=\[(.*)\]\]$/,
      (all, values) => values ? "got " + values : "is done").replace(/got Differs\[found=(.*)\]$/, "found $1, and changed nothing");
  }

  function showSpecification(name) {
    const parts = DATA.specification[run.protocol][name].map(d => {
      const part = element("div");
      part.append(element("p", "muted", "spec/" + run.protocol + "/" + d.module + ".tla, line " + d.line), element("pre", "", d.text));
      return part;
    });
    $("specification-text").replaceChildren(element("h2", "", name), ...parts);
    $("specification").showModal();
  }

  // ---- time

  function moveTo(moment) {
    now = Math.max(0, Math.min(result ? result.last : 0, moment));
    draw();
    remember();
  }

  function pause() {
    playing = false;
    $("play").textContent = "▶ play";
    remember();
  }

  function play() {
    if (!result) return;
    if (now >= result.last) now = 0;
    playing = true;
    $("play").textContent = "❚❚ pause";
    let before = performance.now();
    const tick = at => {
      if (!playing) return;
      now += (at - before) * 1000 * SPEEDS[speed][0];
      before = at;
      if (now >= result.last) {
        now = result.last;
        pause();
      }
      draw();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  function step(by) {
    if (!result) return;
    pause();
    const direction = Math.sign(by);
    let at = direction > 0 ? lastBefore(result.steps, now) + 1 : lastBefore(result.steps, now - 1);
    let left = Math.abs(by);
    let found = now;
    for (; at >= 0 && at < result.steps.length && left > 0; at += direction) {
      if (isShown(result.steps[at]) && result.steps[at].t !== found) {
        found = result.steps[at].t;
        left--;
      }
    }
    moveTo(left > 0 ? direction > 0 ? result.last : 0 : found);
  }

  // ---- breaking things

  function siteOf(member) {
    const view = result && result.views.has(member) ? viewAt(member, now) : null;
    return view ? view.site : 0;
  }

  function duration() {
    const chosenLasting = +$("lasting").value;
    return chosenLasting ? chosenLasting * 1000 : Math.max(1, run.calmFrom - Math.round(now));
  }

  /** Faults of the plan for what was asked. */
  function faultsOf(kind, site, other) {
    if (kind === "both-ways") return [...faultsOf("one-way", site, other), ...faultsOf("one-way", other, site)];
    let amount = AMOUNTS[kind] || 0;
    if (kind === "halves") amount = (1 << Math.floor(run.members / 2)) - 1;
    if (kind === "join") site = run.members + 1 + run.faults.filter(f => f.kind === "join").length % 2;
    return [{ kind, at: Math.round(now), window: "", delay: 0, site, other: other || 0, amount, duration: duration() }];
  }

  /** Breaks something at this moment. members: those that are meant; they have to be there. */
  function breakIt(kind, ...members) {
    pause();
    const absent = members.find(member => !siteOf(member));
    if (absent) {
      problem("m" + absent + " is not running at this moment.");
    } else if (members.length === 2 && members[0] === members[1]) {
      problem("A link needs two members.");
    } else if (Math.round(now) >= run.calmFrom) {
      problem("All faults end at " + seconds(run.calmFrom) + "; choose an earlier moment.");
    } else {
      changeRun({ faults: [...run.faults, ...faultsOf(kind, ...(members.length ? members.map(siteOf) : [0]))] });
    }
  }

  /** A client beside the chosen member makes a call at this moment. */
  function callIt(kind) {
    pause();
    const value = Number($("call-value").value);
    const site = siteOf(chosen);
    if (kind === "put" && !(Number.isInteger(value) && value > 0 && value < 1e9)) {
      problem("A value must be a whole number from 1 to 999,999,999.");
    } else if (!site) {
      problem("m" + chosen + " is not running at this moment.");
    } else {
      changeRun({ faults: [...run.faults, { kind, at: Math.round(now), window: "", delay: 0, site, other: +$("call-key").value,
        amount: kind === "put" ? value : 0, duration: 0 }] });
      if (kind === "put") $("call-value").value = value + 1;
    }
  }

  function choose(member) {
    chosen = member;
    $("victim").value = member;
    draw();
  }

  function describe(f) {
    if (CALLS.includes(f.kind)) {
      return f.kind + (f.kind === "put" ? " " + f.amount + " under key " : " key ") + f.other + " beside site " + f.site + " at " + seconds(f.at);
    }
    const where = f.window ? "when " + f.window + " opens, from " + seconds(f.at) : "at " + seconds(f.at);
    return f.kind + (f.site > 0 ? " site " + f.site : "") + (f.other > 0 ? " to " + f.other : "") + " " + where
      + (f.duration ? ", for " + seconds(f.duration) : "");
  }

  function showFaults() {
    $("faults").replaceChildren(...run.faults.map(f => {
      const made = element("li");
      const go = element("button", "tool", "↦");
      go.title = "go to this moment";
      go.onclick = () => { pause(); moveTo(f.at); };
      const remove = element("button", "tool", "×");
      remove.title = "remove this fault";
      remove.onclick = () => changeRun({ faults: run.faults.filter(other => other !== f) });
      made.append(element("span", "", describe(f)), go, remove);
      return made;
    }));
    if (!run.faults.length) $("faults").append(element("li", "muted", "none"));
  }

  // ---- settings

  function range(from, to) { return Array.from({ length: to - from + 1 }, (unused, i) => from + i); }

  function withValue(values, value) { return values.includes(value) ? values : [...values, value].sort((a, b) => a - b); }

  function showSettings() {
    options("members", range(1, 7), run.members);
    options("partitions", withValue(range(1, 12), run.partitions), run.partitions);
    options("copies", run.copies.length > 1 ? [[run.copies.join(","), run.copies.join(", ")]] : range(1, 4), run.copies.join(","));
    options("clients", withValue(range(0, 8), run.clients), run.clients);
    options("seconds", withValue([5, 10, 16, 20, 40, 60], run.micros / 1e6), run.micros / 1e6);
    $("seed").value = run.seed;
    options("protocol", PROTOCOLS, run.protocol);
    $("version-says").textContent = run.protocol === "quorum" ? "v term.number is the version that it has activated."
      : "v is the version in its table.";
    options("guard", guards(), run.guard);
    showGuard();
    showFaults();
  }

  function showMembers() {
    const members = result.lanes.map(m => [m, "m" + m]);
    options("victim", members, chosen);
    options("link-from", members, $("link-from").value || 1);
    options("link-to", members, $("link-to").value || 2);
  }

  /** What can be taken away from the protocol, group by group. */
  function guards() {
    const groups = new Map();
    for (const g of DATA.guards) {
      if (g.protocol !== run.protocol) continue;
      if (!groups.has(g.group)) groups.set(g.group, []);
      groups.get(g.group).push([g.name, g.name.split("/").pop() + (g.breaks ? "" : " (no seed)")]);
    }
    return [["", run.protocol === "classic" ? "classic as it was published" : "nothing: the members as they are"],
      ...[...groups].map(([group, values]) => ({ group, values }))];
  }

  function chosenGuard() { return DATA.guards.find(g => g.protocol === run.protocol && g.name === run.guard); }

  function showGuard() {
    const guard = chosenGuard();
    $("show-break").disabled = !guard || !guard.breaks;
    $("guard-says").textContent = !guard
      ? run.protocol === "classic" ? "Classic as it was published lacks its repairs." : ""
      : guard.kind === "mutant"
        ? "A member in which " + guard.says + ". " + (guard.breaks ? guard.breaks + " breaks (seed " + guard.seed + ")."
          : "The simulation does not notice it; the test " + guard.missed + " does.")
        : (run.protocol === "classic" ? "Classic with all its repairs, without this rule. " : "") + guard.says + " " + (guard.breaks
          ? "Without it, " + guard.breaks + " breaks (seed " + guard.seed + ")."
          : "The simulation does not show what it is needed for: " + guard.missed + ".");
  }

  function changeRun(settings) {
    shown++;
    Object.assign(run, settings);
    return compute();
  }

  async function load(question) {
    const asking = shown;
    const answer = await godwit.program.ask(engine, question);
    if (asking !== shown) return;
    if (answer.error) {
      problem(answer.error);
      return;
    }
    Object.assign(run, answer.plan, { moment: 0 });
    now = 0;
    await compute();
  }

  /**
   * Runs the seed that shows what breaks without a rule, and goes to the step at which it breaks. Seeds do other things when anything that
   * draws from them has changed: if the one that is known does not show it any more, others are tried.
   */
  async function showBreak() {
    const guard = chosenGuard();
    const asking = shown;
    for (const seed of [guard.seed, ...range(1, guard.search.seeds || 1).map(String).filter(s => s !== guard.seed)]) {
      await loadSeed(guard, seed);
      if (asking !== shown || !result || result.property === guard.breaks) break;
    }
    if (asking === shown) toViolation();
  }

  function loadSeed(guard, seed) {
    const s = guard.search;
    const schedule = (s.schedule || []).map(f => "fault=" + faultText({ kind: f.fault, at: f.at * 1000, window: "", delay: 0, site: f.site,
      other: f.other || 0, amount: f.amount || 0, duration: f.lasts * 1000 }));
    run.only = "";
    return load(["plan", "protocol=" + run.protocol, "seed=" + seed, "members=" + s.members, "micros=" + s.seconds * 1e6,
      "faults=" + s.faults, ...schedule]);
  }

  function toViolation() {
    if (result && result.property) moveTo(result.violated ? result.violated.t : result.last);
  }

  /** Shows one of the moments to look at: a run with a moment, or that at which a property breaks. */
  async function show(moment) {
    pause();
    const asking = shown;
    if (moment.rule) {
      const [protocol, guard] = moment.rule.startsWith("classic/") ? ["classic", moment.rule.slice(8)]
        : ["quorum", moment.rule.replace(/^quorum\//, "")];
      run = { ...usual(), protocol, guard };
      await showBreak();
    } else {
      run = settingsOf(moment.run);
      now = run.moment;
      await compute();
      if (asking === shown && moment.breaks) toViolation();
    }
    if (asking === shown) $("moment-says").textContent = moment.says;
  }

  /** Goes where an address says: a run, or one of the moments to look at. */
  function follow(text) {
    const asking = ++shown;
    const parameters = new URLSearchParams(text);
    const name = parameters.get("show");
    engine = parameters.get("engine") || engine;
    const moment = DATA.moments.find(m => m.name === name);
    if (moment) return show(moment);
    run = settingsOf(text);
    now = run.moment;
    return compute().then(() => { if (name && asking === shown) problem("This page has no moment '" + name + "'."); });
  }

  function save() {
    const plan = { format: "godwit-schedule", version: 1, protocol: run.protocol, seed: 0, members: run.members, partitions: run.partitions,
      copies: run.copies.length > 1 ? run.copies : run.copies[0], parallel: run.parallel, micros: run.micros, calmFrom: run.calmFrom,
      clients: run.clients, faults: run.faults.map(f => ({ ...f })), skips: [] };
    // A seed may have 64 bits, which a number of JavaScript does not hold.
    const text = JSON.stringify(plan, null, 1).replace('"seed": 0', '"seed": ' + run.seed);
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
    link.download = "schedule-" + run.seed + ".json";
    link.click();
  }

  async function open(file) {
    const asking = ++shown;
    const text = await file.text();
    if (asking !== shown) return;
    try {
      const plan = JSON.parse(text);
      if (plan.format !== "godwit-schedule" || plan.version !== 1 || !PROTOCOLS.some(p => p[0] === plan.protocol)) {
        throw new Error("it is no schedule of quorum or classic, format godwit-schedule, version 1");
      }
      if ((plan.skips || []).length) throw new Error("it leaves out calls of clients, which this page cannot");
      const seed = /"seed"\s*:\s*(-?\d+)/.exec(text);
      if (plan.protocol !== run.protocol) run.guard = "";
      now = 0;
      await changeRun({ only: "", protocol: plan.protocol, members: plan.members, partitions: plan.partitions, copies: [].concat(plan.copies),
        parallel: plan.parallel, micros: plan.micros, calmFrom: plan.calmFrom, clients: plan.clients, seed: seed ? seed[1] : "1",
        faults: plan.faults.map(f => ({ window: "", delay: 0, ...f })) });
    } catch (error) {
      problem(file.name + ": " + error.message);
    }
  }

  // ---- wiring

  function buttons(id, faults, act) {
    faults.forEach(([kind, text]) => {
      const made = element("button", "tool", text);
      made.type = "button";
      made.dataset.fault = kind;
      made.onclick = () => act(kind);
      $(id).append(made);
    });
  }

  function changed(id, change) { $(id).addEventListener("change", change); }

  document.querySelectorAll("[data-anchor]").forEach(button => { button.onclick = () => follow(button.dataset.anchor); });
  buttons("member-faults", MEMBER_FAULTS, kind => breakIt(kind, chosen));
  buttons("link-faults", LINK_FAULTS, kind => breakIt(kind, +$("link-from").value, +$("link-to").value));
  buttons("network-faults", NETWORK_FAULTS, kind => breakIt(kind));
  options("call-key", [1, 2, 3], 1);
  CALLS.forEach(kind => { $("call-" + kind).onclick = () => callIt(kind); });
  options("speed", SPEEDS.map((s, i) => [i, s[1]]), speed);
  options("zoom", WINDOWS.map((w, i) => [i, w < 1000 ? w + " ms" : w / 1000 + " s"]), zoom);
  options("lasting", LASTING, 2000);
  changed("speed", () => { speed = +$("speed").value; });
  changed("zoom", () => { zoom = +$("zoom").value; draw(); });
  changed("victim", () => choose(+$("victim").value));
  changed("quiet", draw);
  changed("only-member", draw);
  for (const name of ["members", "partitions", "clients"]) {
    changed(name, () => changeRun({ [name]: +$(name).value }));
  }
  changed("copies", () => changeRun({ copies: $("copies").value.split(",").map(Number) }));
  changed("seconds", () => {
    const micros = +$("seconds").value * 1e6;
    changeRun({ micros, calmFrom: Math.round(micros * 0.75) });
  });
  changed("seed", () => changeRun({ seed: $("seed").value.trim() }));
  changed("guard", () => changeRun({ guard: $("guard").value, only: "" }));
  changed("protocol", () => changeRun({ protocol: $("protocol").value, guard: "", only: "", copies: run.copies.slice(0, 1) }));
  $("slider").addEventListener("input", () => { pause(); moveTo(+$("slider").value); });
  $("play").onclick = () => playing ? pause() : play();
  $("begin").onclick = () => { pause(); moveTo(0); };
  $("end").onclick = () => { pause(); moveTo(result.last); };
  $("back").onclick = () => step(-1);
  $("forward").onclick = () => step(1);
  $("clear").onclick = () => changeRun({ faults: [] });
  $("draw").onclick = () => {
    shown++;
    run.only = "";
    load(["plan", "protocol=" + run.protocol, "seed=" + run.seed, "members=" + run.members, "micros=" + run.micros,
      "faults=" + (run.protocol === "classic" ? "crash,leave,join" : "all")]);
  };
  $("show-break").onclick = () => { shown++; showBreak(); };
  $("save").onclick = save;
  $("open").onclick = () => $("file").click();
  changed("file", () => { if ($("file").files[0]) open($("file").files[0]); });
  $("help-button").onclick = () => $("help").showModal();
  window.addEventListener("resize", draw);
  window.addEventListener("hashchange", () => {
    if (location.hash !== address()) follow(location.hash.slice(1));
  });
  godwit.onKeys((key, shift) => {
    const by = shift ? 10 : 1;
    const keys = { " ": () => $("play").click(), "ArrowLeft": () => step(-by), "ArrowRight": () => step(by), "Home": () => $("begin").click(),
      "End": () => $("end").click(), "+": () => select("speed", 1), "-": () => select("speed", -1), "[": () => select("zoom", -1),
      "]": () => select("zoom", 1), "k": () => breakIt("crash", chosen), "r": () => breakIt("power-cut", chosen),
      "p": () => breakIt("pause", chosen), "i": () => breakIt("isolate", chosen) };
    return /^[1-9]$/.test(key) && result && result.lanes.includes(+key) ? () => choose(+key) : keys[key];
  });

  function select(id, by) {
    const list = $(id);
    list.selectedIndex = Math.max(0, Math.min(list.options.length - 1, list.selectedIndex + by));
    list.dispatchEvent(new Event("change"));
  }

  follow(location.hash.slice(1));
})();
