"use strict";
(function () {
  const { $, element, verdict, options } = godwit;
  const DATA = JSON.parse($("data").textContent);
  const LASTING = [[200, "0.2 s"], [500, "0.5 s"], [2000, "2 s"], [5000, "5 s"], [0, "until the faults end"]];
  /** Kind, text of the button, and what happens. */
  const MEMBER_FAULTS = [["crash", "Kill, disk lost", "The member dies and loses its disk; a new one starts there later"],
    ["power-cut", "Power off", "The power fails during a sync; the member comes back with what is on its disk"],
    ["reboot", "Restart", "The member ends, and comes back with what is on its disk"],
    ["pause", "Pause", "The member stops, loses nothing, and does not notice"],
    ["isolate", "Isolate", "Nothing gets to or from the member"],
    ["slow-disk", "Slow disk", "Each sync of the disk takes 0.1 s longer"],
    ["leave", "Tell to leave", "The member hands over its data and ends; a new one starts there later"]];
  const LINK_FAULTS = [["one-way", "Cut one way", "Nothing gets from the first to the second; the way back works"],
    ["both-ways", "Cut both ways", "Nothing gets from one to the other"],
    ["delay", "Slow", "Messages from the first to the second take 20 ms longer"],
    ["suspect", "Suspect", "The first takes the second to be dead"]];
  const NETWORK_FAULTS = [["halves", "Cut in two", "The members with the lower numbers are cut from the others"],
    ["ring", "Cut to a ring", "Each member reaches its neighbours only"],
    ["loss", "Lose a tenth", "One message in ten is lost"],
    ["duplicate", "Send a tenth twice", "One message in ten arrives twice"],
    ["join", "Let a member join", "A new member starts"],
    ["reboot-all", "Restart all", "All members end at once, and come back with what is on their disks"]];
  const AMOUNTS = { "loss": 100000, "duplicate": 100000, "delay": 20000, "slow-disk": 100000, "power-cut": 1000 };
  const CALLS = ["put", "get"];
  /** Faults between two sites. Others may have a second one, which means nothing. */
  const BETWEEN = ["one-way", "delay", "suspect"];
  const PROTOCOLS = [["quorum", "quorum"], ["classic", "classic"]];
  let run = usual();
  let result = null;
  /** In what the program runs, if the address says so: js or wasm. */
  let engine = "";
  const viewer = godwit.viewer({
    definitions: action => DATA.specification[run.protocol][action],
    chosen: member => { $("victim").value = member; },
    moved: remember,
    keys: key => ({ "k": () => breakIt("crash", viewer.chosen), "r": () => breakIt("power-cut", viewer.chosen),
      "p": () => breakIt("pause", viewer.chosen), "i": () => breakIt("isolate", viewer.chosen) })[key],
  });
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
    query.set("moment", Math.round(result ? viewer.now : run.moment));
    if (engine) query.set("engine", engine);
    return "#" + query;
  }

  function remember() { godwit.remember(address()); }

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
    const asking = shown;
    const answer = await godwit.program.ask(engine, ["run", ...planArguments(run), "guard=" + run.guard, "only=" + run.only]);
    if (asking !== shown) return;
    if (answer.error) {
      fail(answer.error);
      return;
    }
    result = recorded(answer);
    result.seconds = (performance.now() - begun) / 1000;
    viewer.show(result, run.moment);
    showMembers();
    judge();
    remember();
  }

  // ---- what came of it

  /** The answer as a run for the viewer. */
  function recorded(answer) {
    const members = new Set();
    answer.steps.forEach(step => {
      for (const member in step.v || {}) {
        step.v[member] = viewOf(+member, step.v[member]);
        if (step.v[member].site) members.add(+member);
      }
      const lasts = step.k === "fault" && / for (\d+) us$/.exec(step.x);
      if (lasts) {
        step.until = Math.min(step.t + Number(lasts[1]), run.calmFrom);
        step.x = step.x.slice(0, lasts.index) + (Number(lasts[1]) ? " for " + seconds(Number(lasts[1])) : "");
      }
      if (step.k === "client") step.x = call(step.x);
    });
    // Numbers that nobody has are left out: in classic a process has the number of its place, plus that of the places for each before it.
    const lanes = [...members].sort((a, b) => a - b).map(id => ({ id, name: "m" + id, key: String(id) }));
    return { ...answer, unit: "micros", lanes, partitions: range(0, run.partitions - 1).map(p => "p" + p),
      versions: run.protocol === "quorum" ? "v2.9 is version 9 of term 2, which the member has activated." : "v is the version in its table.",
      violated: answer.steps.find(step => step.k === "violated") };
  }

  function viewOf(member, text) {
    const [running, site, role, says, stamp, group, partitions] = text.split("|");
    const numbers = list => list ? list.split(",").map(Number) : [];
    const status = +site ? running : "absent";
    const up = status === "up";
    return { up, role, site: +site, title: "site " + site + ", stamp " + stamp + ", " + group,
      lines: [up ? says : { off: "powered off", left: "has left", dead: "dead", absent: "not running" }[status],
        up ? "stamp " + stamp.slice(-6) + ", " + group : ""],
      get cells() {
        return !partitions ? [] : partitions.split(";").map(p => {
          const [activated, decided, replicas, inSync, destination, writes] = p.split("/");
          return cell(member, { activated, decided, replicas: numbers(replicas), inSync: numbers(inSync), destination: +destination,
            writes: +writes });
        });
      } };
  }

  function cell(member, p) {
    const none = p.activated === "no version";
    const names = list => list.map(m => m ? "m" + m : "nobody").join(" ");
    return { kind: none ? "" : godwit.role(member, p.replicas, p.inSync, p.destination) || "other", version: none ? "" : p.activated,
      data: none ? "" : p.writes + (p.writes === 1 ? " write" : " writes"),
      title: (run.protocol === "quorum" ? "activated " + p.activated + ", knows to be decided " + p.decided + "; replicas "
        + names(p.replicas) + ", in sync " + names(p.inSync) : "version " + p.activated + ", replicas " + names(p.replicas))
        + (p.destination ? ", migrates to m" + p.destination : "") };
  }

  /** A client's call without the names of Java's records. */
  function call(text) {
    return text.replace(/(\w+)\[([^\]]*)\] (got|gave|was)/, "$1 $2 $3").replace(/got Done\[values=\[(.*)\]\]$/,
      (all, values) => values ? "got " + values : "is done").replace(/got Differs\[found=(.*)\]$/, "found $1, and changed nothing")
      .replace(/got Unmet\[\]$/, "did not find it, and changed nothing");
  }

  const seconds = micros => (micros / 1e6).toFixed(3) + " s";

  function problem(text) {
    $("violation").hidden = !text;
    $("violation").textContent = text;
    // What was asked for is perhaps far below.
    if (text) $("violation").scrollIntoView({ block: "nearest" });
  }

  function fail(text) {
    verdict("cannot run", "bad");
    problem(text);
  }

  function judge() {
    problem("");
    if (result.property) {
      const at = result.violated ? result.violated.t : result.last;
      verdict(result.property + " is violated", "bad");
      problem(result.property + (result.property === "Runs" ? ": the program ends, at " : " does not hold, at ") + seconds(at) + ": "
        + result.violation + " ");
      const button = element("button", "tool", "Show this moment");
      button.onclick = () => { viewer.pause(); viewer.moveTo(at); };
      $("violation").append(button);
    } else {
      verdict(run.only ? run.only + " holds; nothing else is looked at" : "all properties hold", "good");
    }
    $("figures").textContent = result.fingerprint === undefined ? ""
      : result.delivered + " messages and calls taken, " + result.ended + " calls of clients ended"
      + (result.unknown ? " (" + result.unknown + " with unknown outcome)" : "") + "; computed in " + result.seconds.toFixed(1)
      + " s in " + result.engine + "; fingerprint " + result.fingerprint;
  }

  // ---- breaking things

  function siteOf(member) {
    const view = viewer.viewOf(member);
    return view ? view.site : 0;
  }

  function duration() {
    const chosenLasting = +$("lasting").value;
    return chosenLasting ? chosenLasting * 1000 : Math.max(1, run.calmFrom - Math.round(viewer.now));
  }

  /** Faults of the plan for what was asked. */
  function faultsOf(kind, site, other) {
    if (kind === "both-ways") return [...faultsOf("one-way", site, other), ...faultsOf("one-way", other, site)];
    let amount = AMOUNTS[kind] || 0;
    if (kind === "halves") amount = (1 << Math.floor(run.members / 2)) - 1;
    if (kind === "join") site = run.members + 1 + run.faults.filter(f => f.kind === "join").length % 2;
    // Who joins stays.
    const lasts = kind === "join" ? 0 : duration();
    return [{ kind, at: Math.round(viewer.now), window: "", delay: 0, site, other: other || 0, amount, duration: lasts }];
  }

  /** Breaks something at this moment. members: those that are meant; they have to be there. */
  function breakIt(kind, ...members) {
    if (!result) return;
    viewer.pause();
    if (members.some(member => !siteOf(member))) {
      problem("m" + members.find(member => !siteOf(member)) + " is not running at this moment.");
    } else if (members.length === 2 && members[0] === members[1]) {
      problem("A link needs two members.");
    } else if (Math.round(viewer.now) >= run.calmFrom) {
      problem("All faults end at " + seconds(run.calmFrom) + "; choose an earlier moment.");
    } else {
      changeRun({ faults: [...run.faults, ...faultsOf(kind, ...(members.length ? members.map(siteOf) : [0]))] });
    }
  }

  /** A client beside the chosen member makes a call at this moment. */
  function callIt(kind) {
    if (!result) return;
    viewer.pause();
    const value = Number($("call-value").value);
    const site = siteOf(viewer.chosen);
    if (kind === "put" && !(Number.isInteger(value) && value > 0 && value < 1e9)) {
      problem("A value must be a whole number from 1 to 999,999,999.");
    } else if (!site) {
      problem("m" + viewer.chosen + " is not running at this moment.");
    } else {
      changeRun({ faults: [...run.faults, { kind, at: Math.round(viewer.now), window: "", delay: 0, site, other: +$("call-key").value,
        amount: kind === "put" ? value : 0, duration: 0 }] });
      if (kind === "put") $("call-value").value = value + 1;
    }
  }

  function describe(f) {
    if (CALLS.includes(f.kind)) {
      return f.kind + (f.kind === "put" ? " " + f.amount + " under key " : " key ") + f.other + " beside site " + f.site + " at " + seconds(f.at);
    }
    const where = f.window ? "when " + f.window + " opens, from " + seconds(f.at) : "at " + seconds(f.at);
    return f.kind + (f.site > 0 ? " site " + f.site : "") + (BETWEEN.includes(f.kind) ? " to " + f.other : "") + " " + where
      + (f.duration ? ", for " + seconds(f.duration) : "");
  }

  function showFaults() {
    $("faults").replaceChildren(...run.faults.map(f => {
      const made = element("li");
      const go = element("button", "tool", "↦");
      go.title = "go to this moment";
      go.onclick = () => { viewer.pause(); viewer.moveTo(f.at); };
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
    options("guard", guards(), run.guard);
    showGuard();
    showFaults();
  }

  function showMembers() {
    const members = result.lanes.map(lane => [lane.id, lane.name]);
    options("victim", members, viewer.chosen);
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
    Object.assign(run, { moment: result ? viewer.now : 0 }, settings);
    return compute();
  }

  async function load(question) {
    const asking = shown;
    const answer = await godwit.program.ask(engine, question);
    if (asking !== shown) return;
    if (answer.error) {
      fail(answer.error);
      return;
    }
    Object.assign(run, answer.plan, { moment: 0 });
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
    if (result && result.property) viewer.moveTo(result.violated ? result.violated.t : result.last);
  }

  /** Shows one of the moments to look at: a run with a moment, or that at which a property breaks. */
  async function show(moment) {
    viewer.pause();
    const asking = shown;
    if (moment.rule) {
      const [protocol, guard] = moment.rule.startsWith("classic/") ? ["classic", moment.rule.slice(8)]
        : ["quorum", moment.rule.replace(/^quorum\//, "")];
      run = { ...usual(), protocol, guard };
      await showBreak();
    } else {
      run = settingsOf(moment.run);
      await compute();
      if (asking === shown && moment.breaks) toViolation();
    }
    if (asking === shown) $("moment-says").textContent = moment.says;
  }

  /** The buttons of the moments leave it to the address in what the program runs. */
  function followAddress() {
    const text = location.hash.slice(1);
    engine = new URLSearchParams(text).get("engine") || "";
    return follow(text);
  }

  /** Goes where an address says: a run, or one of the moments to look at. */
  function follow(text) {
    const asking = ++shown;
    const parameters = new URLSearchParams(text);
    const name = parameters.get("show");
    const moment = DATA.moments.find(m => m.name === name);
    if (moment) return show(moment);
    run = settingsOf(text);
    // At its beginning nothing is there to be seen.
    if (!text) run.moment = 1e6;
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
      await changeRun({ moment: 0, only: "", protocol: plan.protocol, members: plan.members, partitions: plan.partitions, copies: [].concat(plan.copies),
        parallel: plan.parallel, micros: plan.micros, calmFrom: plan.calmFrom, clients: plan.clients, seed: seed ? seed[1] : "1",
        faults: plan.faults.map(f => ({ window: "", delay: 0, ...f })) });
    } catch (error) {
      fail(file.name + ": " + error.message);
    }
  }

  // ---- wiring

  function buttons(id, faults, act) {
    faults.forEach(([kind, text, says]) => {
      const made = element("button", "tool", text);
      made.type = "button";
      made.title = says + " (" + kind + ")";
      made.dataset.fault = kind;
      made.onclick = () => act(kind);
      $(id).append(made);
    });
  }

  function changed(id, change) { $(id).addEventListener("change", change); }

  document.querySelectorAll("[data-anchor]").forEach(button => { button.onclick = () => follow(button.dataset.anchor); });
  buttons("member-faults", MEMBER_FAULTS, kind => breakIt(kind, viewer.chosen));
  buttons("link-faults", LINK_FAULTS, kind => breakIt(kind, +$("link-from").value, +$("link-to").value));
  buttons("network-faults", NETWORK_FAULTS, kind => breakIt(kind));
  options("call-key", [1, 2, 3], 1);
  CALLS.forEach(kind => { $("call-" + kind).onclick = () => callIt(kind); });
  options("lasting", LASTING, 2000);
  changed("victim", () => viewer.choose(+$("victim").value));
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
  window.addEventListener("hashchange", () => {
    if (location.hash !== address()) followAddress();
  });
  followAddress();
})();
