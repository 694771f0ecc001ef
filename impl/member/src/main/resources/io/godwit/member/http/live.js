(function () {
  const { $, element, verdict, colors, context, stroke, options } = godwit;
  const LANE = 64;
  const WINDOW = 60000;
  /** Without a message for so long, a member does not answer. */
  const SILENCE = 4000;
  /** An answering member sends a message at least this often. */
  const LIFE = 1500;
  const AGAIN = 1000;
  /** For so long, what members say that are not followed is kept, in case the one that is does not answer. */
  const RECENT = 15000;
  /** Latencies are those of the last so many milliseconds. */
  const LATENCIES = 10000;
  const LISTED = 12;
  const KEPT = 200;
  /** With at most so many partitions, tiles have a text. */
  const FEW = 80;
  const ROLES = ["", "primary", "backup", "learner", "lost"];
  const BAD = new Set(["suspected", "no-master", "partition-lost"]);
  const GOOD = new Set(["trusted", "master", "partition-served", "joined"]);

  /** By the address of its HTTP port, a process that may be a member: { http, source, view, heard, calls, latencies, answers, again, recent }. */
  const processes = new Map();
  /** By number, what is drawn of a member: { parts: [{ t, up, role }], calls: [{ t, rate }] }. */
  const histories = new Map();
  let followed = null;
  let rows = [];
  let bands = [];
  let chosen = 0;
  let partition = 0;
  let rowsChanged = false;

  // ---- the members' streams

  function processAt(http) {
    if (!processes.has(http)) processes.set(http, { http, source: null, view: null, heard: 0, calls: 0, latencies: [],
      answers: false, again: 0, recent: [] });
    return processes.get(http);
  }

  /** Opens a stream. The one before it ends with its first message after the new one's state, so that no event falls between them. */
  function connect(process) {
    let earlier = process.source;
    if (earlier && earlier.earlier && !earlier.delivers) {
      earlier.close();
      earlier = earlier.earlier;
    }
    const source = new EventSource(location.protocol + "//" + process.http + "/events" + (process === followed ? "" : "?partitions=none"));
    process.source = source;
    source.earlier = earlier;
    source.since = Date.now();
    process.again = 0;
    process.begun = performance.now();
    source.addEventListener("state", e => {
      source.delivers = true;
      if (earlier) {
        earlier.next = source;
        setTimeout(() => earlier.close(), SILENCE);
      }
      take(process, JSON.parse(e.data), true);
    });
    source.addEventListener("change", e => {
      const message = JSON.parse(e.data);
      const both = source.next || source.earlier && source;
      if (both) message.events = notTold(message.events, both.since, process.recent);
      if (source.next) {
        source.close();
        hear(process, message.events);
        return draw();
      }
      source.earlier = null;
      take(process, message, false);
    });
    source.onerror = () => {
      source.close();
      if (process.source !== source) return;
      process.again = performance.now() + AGAIN;
      if (!source.delivers && earlier && earlier.readyState === 1) {
        process.source = earlier;
        return;
      }
      if (earlier) earlier.close();
      process.source = null;
      if (process.answers) lost(process);
    };
  }

  function take(process, message, whole) {
    const before = process.view;
    const back = !process.answers && before;
    process.view = message.view;
    process.heard = performance.now();
    process.answers = true;
    if (message.after && before && before.number === message.view.number) {
      process.calls = (message.view.calls.answered - before.calls.answered) * 1000 / message.after;
    }
    // A process that has started again counts from 0.
    if (!before || before.number !== message.view.number || message.view.calls.answered < before.calls.answered) process.latencies = [];
    process.latencies.push({ t: performance.now(), counts: message.view.latencies || [] });
    while (process.latencies.length > 1 && process.latencies[1].t < performance.now() - LATENCIES) process.latencies.shift();
    if (back) tell({ kind: "trusted", text: name(process) + " answers this page again" });
    if (process === followed) {
      if (message.partitions) {
        if (whole) rows = message.partitions;
        else message.partitions.forEach(row => { rows[row.partition] = row; });
        rowsChanged = rowsChanged || whole || message.partitions.length > 0;
      }
    }
    hear(process, message.events || []);
    note(process);
    draw();
  }

  /** Tells events of the member that is followed, and keeps those of others for a while. */
  function hear(process, events) {
    if (process === followed) {
      events.forEach(event => tell(event));
      return;
    }
    process.recent = process.recent.filter(each => each.t > Date.now() - RECENT).concat(events.map(event => ({ t: Date.now(), event })));
    // Only a member itself knows that it asks for votes.
    events.filter(event => event.kind === "election").forEach(event => tell(event));
  }

  /** Those of which the page has no line since a time, and that are not kept. */
  function notTold(events, since, kept) {
    const known = new Set([...$("steps").children].filter(item => item.told >= since).map(item => item.lastChild.textContent));
    kept.filter(each => each.t >= since).forEach(each => known.add(each.event.text));
    return events.filter(event => !known.has(event.text));
  }

  function lost(process) {
    process.answers = false;
    process.calls = 0;
    const leaves = process.view.members.some(member => member.number === process.view.number && member.leaving);
    tell({ kind: leaves ? "" : "suspected", text: name(process) + " does not answer this page", quiet: true });
    note(process);
  }

  function follow(process, why) {
    const before = followed;
    if (process === before) return;
    followed = process;
    if (before) {
      const since = Date.now() - (performance.now() - before.heard + LIFE);
      if (!before.answers) {
        const missed = new Set(notTold(process.recent.map(each => each.event), since, []));
        process.recent.filter(each => each.t > since && missed.has(each.event)).forEach(each => tell(each.event, each.t));
      }
      tell({ kind: "", text: why + ": the page shows the cluster as " + name(process) + " knows it" });
      connect(before);
    }
    connect(process);
  }

  const answering = () => [...processes.values()].filter(process => process.answers);

  /** Connects again, finds out who is silent, and goes on with another member if the one that is followed is of no use. */
  function watch() {
    const now = performance.now();
    for (const process of processes.values()) {
      if (process.answers && now - process.heard > SILENCE) lost(process);
      // A process that is paused takes connections and does not answer.
      if (process.again && now > process.again || process.source && !process.answers && now - process.begun > 2 * SILENCE) connect(process);
    }
    const better = answering().filter(process => process.view.master > 0).sort((a, b) => b.view.masterTerm - a.view.masterTerm)[0];
    // The page waits for a member's first message before it follows another one.
    const waits = !followed.view && followed.source && now - followed.begun < SILENCE;
    if (!followed.answers) {
      const next = !waits && (better || answering()[0]);
      if (next) follow(next, name(followed) + " does not answer");
    } else if (better && better !== followed && !followed.view.master) {
      followed.alone = (followed.alone || 0) + 1;
      if (followed.alone > 4) follow(better, name(followed) + " hears no master");
      return draw();
    }
    followed.alone = 0;
    draw();
  }

  function name(process) {
    return process.view ? process.view.number ? "m" + process.view.number : process.view.name : process.http;
  }

  function tell(event, t = Date.now()) {
    const made = element("li", BAD.has(event.kind) ? "fault" : GOOD.has(event.kind) ? "client" : event.kind.split("-")[0]);
    made.append(element("time", "", new Date(t).toTimeString().slice(0, 8)), event.text);
    made.told = Date.now();
    $("steps").prepend(made);
    while ($("steps").children.length > KEPT) $("steps").lastChild.remove();
    if (BAD.has(event.kind) && !event.quiet) {
      bands.push({ t, text: event.kind === "suspected" ? "m" + event.member + " suspected" : event.kind.replace("-", " ") });
    }
  }

  // ---- members, from all that is known of them

  function members() {
    const byNumber = new Map();
    const known = followed.view ? followed.view.members : [];
    known.filter(member => !member.left).forEach(member => byNumber.set(member.number, { ...member, process: null }));
    for (const process of processes.values()) {
      const view = process.view;
      if (!view || !view.number || !process.answers && !byNumber.has(view.number)) continue;
      if (!byNumber.has(view.number)) byNumber.set(view.number, { number: view.number, address: view.address, votes: false });
      byNumber.get(view.number).process = process;
    }
    return [...byNumber.values()].sort((a, b) => a.number - b.number);
  }

  /** Without an answer, it lives if others hear of it. */
  const isUp = member => member.process ? member.process.answers : !member.suspected;

  function suspectedBy(number) {
    return answering().filter(process => process.view.members.some(m => m.number === number && m.suspected)).map(name);
  }

  /** Who has lost an election is a candidate until the next term, and follows the master. */
  const roleOf = view => view.role === "candidate" && view.master ? "follower" : view.role;

  const role = member => member.process && member.process.answers ? roleOf(member.process.view) : "";

  function lines(member) {
    const view = member.process && member.process.answers ? member.process.view : null;
    const by = suspectedBy(member.number);
    const took = view && latencies([member.process]);
    const leaves = member.leaving ? ", leaves" : "";
    const what = view ? (view.role === "master" ? "master of term " + view.term : view.master ? roleOf(view) + " of m" + view.master
      : view.role + ", hears no master") + leaves + (view.full ? ", disk full" : "") + (view.heapFull ? ", heap full" : "") : !member.process
      ? (member.suspected ? "down" : followed.view.master === member.number ? "master" : "up") + leaves
      : (member.suspected ? "down" : "does not answer") + leaves;
    return [what, by.length ? "suspected by " + by.join(" ") : !view ? member.address
      : took ? whole(member.process.calls) + "/s, " + took.half + ", 99 % " + took.most : rate(member.process.calls)];
  }

  /** The median and the 99th percentile of the recent calls of members, as { half, most }; null if there were none. */
  function latencies(processes) {
    const counts = new Map();
    for (const process of processes) {
      const kept = process.latencies;
      if (!kept.length) continue;
      const before = new Map(kept[0].counts.map(each => [each.to, each.calls]));
      for (const { from, to, calls } of kept[kept.length - 1].counts) {
        const known = counts.get(to) || { from, to, calls: 0 };
        known.calls += calls - (before.get(to) || 0);
        counts.set(to, known);
      }
    }
    const buckets = [...counts.values()].filter(each => each.calls > 0).sort((a, b) => a.to - b.to);
    const all = buckets.reduce((sum, each) => sum + each.calls, 0);
    return all ? { half: millis(percentile(buckets, all * 0.5)), most: millis(percentile(buckets, all * 0.99)) } : null;
  }

  /** The time under which so many calls are, in nanoseconds; those of a bucket are taken to be spread evenly. */
  function percentile(buckets, rank) {
    let below = 0;
    for (const { from, to, calls } of buckets) {
      if (below + calls >= rank) return from + (to - from) * (rank - below) / calls;
      below += calls;
    }
    return buckets[buckets.length - 1].to;
  }

  const millis = nanos => (nanos / 1e6).toLocaleString("en", { maximumSignificantDigits: 2 }) + " ms";

  const whole = number => Math.round(number).toLocaleString("en");

  const rate = calls => whole(calls) + " calls/s";

  function history(number) {
    if (!histories.has(number)) histories.set(number, { parts: [], calls: [] });
    return histories.get(number);
  }

  /** Keeps what is drawn of a member that has answered, or does not any more. */
  function note(process) {
    const number = process.view.number;
    if (!number) return;
    const t = Date.now();
    const kept = history(number);
    kept.calls.push({ t, rate: process.calls });
    while (kept.calls[0].t < t - WINDOW) kept.calls.shift();
    part(number, process.answers, process.answers ? roleOf(process.view) : "");
  }

  function part(number, up, role) {
    const parts = history(number).parts;
    const last = parts[parts.length - 1];
    if (!last || last.up !== up || last.role !== role) parts.push({ t: Date.now(), up, role });
    while (parts.length > 1 && parts[1].t < Date.now() - WINDOW) parts.shift();
  }

  // ---- drawing

  let pending = false;

  /** Draws at the next frame, at most once. */
  function draw() {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => {
      pending = false;
      if (!followed.view) return;
      const list = members();
      list.filter(member => !member.process).forEach(member => part(member.number, isUp(member), ""));
      drawHead(list);
      drawLanes(list);
      drawMaps(list);
    });
  }

  function drawHead(list) {
    const view = followed.view;
    $("title").textContent = "Godwit cluster " + view.cluster;
    document.title = view.cluster + " · Godwit";
    const counts = count();
    const up = list.filter(isUp).length;
    const master = list.find(member => role(member) === "master" && member.number === view.master) || list.find(m => m.number === view.master);
    const calls = answering().reduce((sum, process) => sum + process.calls, 0);
    const took = latencies(answering());
    $("figures").textContent = up + " of " + list.length + " members up, " + (master ? "m" + master.number + " is master of term "
      + view.masterTerm : "no master is heard") + "; " + rows.length.toLocaleString("en") + " partitions, newest version " + counts.newest + ", "
      + counts.migrating.toLocaleString("en") + " migrating, " + counts.incomplete.toLocaleString("en") + " not in sync; " + rate(calls)
      + (took ? ": median " + took.half + ", 99 % " + took.most : "");
    if (!answering().length) verdict("no member answers", "bad");
    else if (!view.number) verdict("forming", "");
    else if (counts.lost) verdict(counts.lost.toLocaleString("en") + " partitions not served", "bad");
    else if (!master) verdict("no master", "warn");
    else if (counts.migrating || counts.incomplete) verdict("moving", "info");
    else verdict("all partitions in sync", "good");
    const unknown = answering().length ? "" : processes.size === 1 ? "The page knows the HTTP address of this member alone; opened with "
      + "./godwit cluster watch --browser, it knows those of all." : "None of the members that the page knows answers.";
    $("problem").hidden = !unknown;
    $("problem").textContent = unknown;
    const choice = answering().map(process => [process.http, name(process) + " at " + process.http]);
    if ($("follow").dataset.list !== JSON.stringify([choice, followed.http])) {
      $("follow").dataset.list = JSON.stringify([choice, followed.http]);
      options("follow", choice, followed.http);
    }
  }

  let counted = { newest: "-", migrating: 0, incomplete: 0, lost: 0, list: [] };

  /** Counts again if rows or suspects have changed. */
  function count() {
    const suspects = followed.view.members.filter(member => member.suspected).map(member => member.number);
    const key = suspects.join();
    if (!rowsChanged && counted.key === key) return counted;
    let newest = [0, 0], migrating = 0, incomplete = 0, lostCount = 0;
    const list = [];
    for (const row of rows) {
      const dot = row.version.indexOf(".");
      const term = +row.version.slice(0, dot), number = +row.version.slice(dot + 1);
      if (term > newest[0] || term === newest[0] && number > newest[1]) newest = [term, number];
      if (row.destination) {
        migrating++;
        if (list.length < LISTED) list.push(row);
      }
      if (row.inSync.length < row.replicas.length) incomplete++;
      if (isLost(row, suspects)) lostCount++;
    }
    counted = { key, newest: newest.join("."), migrating, incomplete, lost: lostCount, list, suspects, version: counted.version + 1 || 0 };
    rowsChanged = false;
    return counted;
  }

  const isLost = (row, suspects) => suspects.length > 0 && row.inSync.length > 0 && row.inSync.every(m => suspects.includes(m));

  function drawLanes(list) {
    godwit.lanes(list.map(member => ({ member: member.number, name: "m" + member.number
      + (member.process ? " · " + member.process.view.name : ""), lines: lines(member), faint: !isUp(member),
    title: [member.address + (member.votes ? ", voter" : ""), ...lines(member)].join("\n") })), LANE, chosen, choose);
    const width = $("picture").clientWidth;
    const height = list.length * LANE + 22;
    const g = context($("canvas"), width, height);
    const c = colors();
    const now = Date.now();
    const from = now - WINDOW;
    const x = t => (t - from) / WINDOW * width;
    for (let s = width < 500 ? 45 : 50; s > 0; s -= width < 500 ? 15 : 10) {
      g.strokeStyle = c.line;
      stroke(g, x(now - s * 1000), 0, x(now - s * 1000), height - 18);
      g.fillStyle = c.faint;
      g.fillText("−" + s + " s", x(now - s * 1000) + 2, height - 6);
    }
    const most = Math.max(1, ...list.map(member => Math.max(0, ...history(member.number).calls.map(point => point.rate))));
    list.forEach((member, row) => {
      const y = row * LANE + LANE / 2;
      const kept = history(member.number);
      g.fillStyle = c.primary;
      g.globalAlpha = 0.35;
      g.beginPath();
      kept.calls.forEach((point, i) => {
        const until = i + 1 < kept.calls.length ? kept.calls[i + 1].t : now;
        const tall = point.rate / most * (LANE / 2 - 8);
        g.rect(x(point.t), y + LANE / 2 - 4 - tall, Math.max(0.5, x(until) - x(point.t)), tall);
      });
      g.fill();
      g.globalAlpha = 1;
      kept.parts.forEach((each, i) => {
        const until = i + 1 < kept.parts.length ? kept.parts[i + 1].t : now;
        if (until > from) godwit.lifeLine(g, Math.max(0, x(each.t)), x(until), y, each.up, each.role, c);
      });
    });
    bands = bands.filter(band => band.t > from);
    let right = -1, level = 0;
    bands.forEach(band => {
      level = x(band.t) < right ? level + 1 : 0;
      right = x(band.t) + 90;
      godwit.band(g, x(band.t), height - 20, band.text, c, level);
    });
  }

  // ---- the map

  /** Columns and size of tiles, so that all partitions fit. */
  function layout(width) {
    if (rows.length <= FEW) {
      const wide = rows.length && width < 500 ? 56 : 64;
      return { columns: Math.max(1, Math.floor(width / wide)), wide, tall: 20, gap: 2 };
    }
    const most = rows.length <= 1000 ? 84 : 240;
    let size = 16;
    while (size > 1 && Math.ceil(rows.length / Math.floor(width / size)) * size > most) size--;
    return { columns: Math.max(1, Math.floor(width / size)), wide: size, tall: size, gap: size > 3 ? 1 : 0 };
  }

  let drawn = "";

  function drawMaps(list) {
    const box = $("maps");
    while (box.children.length > list.length) box.lastChild.remove();
    while (box.children.length < list.length) {
      const made = element("div", "tiles");
      const place = element("div");
      place.append(element("canvas"));
      made.append(element("div"), place);
      box.append(made);
    }
    if (!list.length) return;
    const width = box.children[0].children[1].clientWidth;
    const key = [width, counted.version, partition, list.map(m => m.number), document.documentElement.dataset.theme,
      window.devicePixelRatio].join();
    const shape = layout(width);
    if (key !== drawn) {
      drawn = key;
      const roles = rolesOf(list);
      const palette = tones();
      list.forEach((member, i) => tiles(box.children[i], member, roles[i], shape, width, palette));
      drawMigrations();
    }
    list.forEach((member, i) => { box.children[i].classList.toggle("down", !isUp(member)); });
    drawChosen();
  }

  /** Per member the index in ROLES of each partition. */
  function rolesOf(list) {
    const all = list.map(() => new Uint8Array(rows.length));
    const place = new Map(list.map((member, i) => [member.number, i]));
    rows.forEach((row, p) => {
      const dead = isLost(row, counted.suspects);
      for (const member of row.destination ? [...row.replicas, row.destination] : row.replicas) {
        const i = place.get(member);
        if (i !== undefined) all[i][p] = dead ? 4 : ROLES.indexOf(godwit.role(member, row.replicas, row.inSync, row.destination));
      }
    });
    return all;
  }

  function tones() {
    const c = colors();
    return [["sunk", "soft"], ["primary", "primary-ink"], ["backup", "backup-ink"], ["learner", "learner-ink"], ["bad", "panel"]]
      .map(([back, ink]) => ({ back: c[back], ink: c[ink] }));
  }

  function tiles(made, member, roles, shape, width, palette) {
    const counts = new Array(ROLES.length).fill(0);
    roles.forEach(r => { counts[r]++; });
    const text = "m" + member.number + ": " + counts[1].toLocaleString("en") + " primary, " + counts[2].toLocaleString("en") + " backup"
      + (counts[3] ? ", " + counts[3].toLocaleString("en") + " not in sync" : "") + (counts[4] ? ", " + counts[4] + " not served" : "");
    made.firstChild.textContent = text;
    const canvas = made.lastChild.firstChild;
    canvas.setAttribute("aria-label", text);
    canvas.onclick = e => choosePartition(Math.floor(e.offsetY / shape.tall) * shape.columns + Math.floor(e.offsetX / shape.wide));
    const height = Math.max(1, Math.ceil(rows.length / shape.columns) * shape.tall);
    const g = context(canvas, width, height);
    for (let r = 0; r < ROLES.length; r++) {
      g.fillStyle = palette[r].back;
      // Neighbours with the same role are one rectangle if there is no gap.
      for (let p = 0; p < roles.length; p++) {
        if (roles[p] !== r) continue;
        let until = p + 1;
        while (!shape.gap && until < roles.length && roles[until] === r && until % shape.columns) until++;
        g.fillRect(p % shape.columns * shape.wide, Math.floor(p / shape.columns) * shape.tall, (until - p) * shape.wide - shape.gap,
          shape.tall - shape.gap);
        p = until - 1;
      }
    }
    if (rows.length <= FEW) {
      rows.forEach((row, p) => {
        g.fillStyle = palette[roles[p]].ink;
        g.fillText("p" + p + (roles[p] ? " " + row.version : ""), p % shape.columns * shape.wide + 4,
          Math.floor(p / shape.columns) * shape.tall + 13);
      });
    }
    const c = colors();
    g.strokeStyle = c.ink;
    g.lineWidth = 2;
    const inset = shape.wide > 4 ? 1 : -1;
    g.strokeRect(partition % shape.columns * shape.wide + inset, Math.floor(partition / shape.columns) * shape.tall + inset,
      shape.wide - shape.gap - 2 * inset, shape.tall - shape.gap - 2 * inset);
  }

  function drawChosen() {
    const row = rows[partition];
    $("partition").max = Math.max(0, rows.length - 1);
    $("chosen").textContent = !row ? "" : "p" + partition + ", version " + row.version + ": " + row.replicas.map((m, i) => "m" + m + " "
      + (i === 0 ? "primary" : row.inSync.includes(m) ? "backup" : "backup, not in sync")).join("; ")
      + (row.destination ? "; migrates" + (row.source ? " from m" + row.source : "") + " to m" + row.destination : "");
  }

  function drawMigrations() {
    const sending = new Map();
    answering().forEach(process => process.view.transfers.forEach(each => sending.set(each.partition + " " + each.to, each)));
    const items = counted.list.map(row => {
      const made = element("li");
      made.append(element("span", "", "p" + row.partition + " from m" + (row.source || row.replicas[0]) + " to m" + row.destination
        + (row.source ? "" : ", another copy")));
      const transfer = sending.get(row.partition + " " + row.destination);
      if (transfer && transfer.all) {
        const bar = element("progress");
        bar.max = transfer.all;
        bar.value = transfer.sent;
        made.append(bar);
      }
      return made;
    });
    if (counted.migrating > items.length) items.push(element("li", "muted", "and " + (counted.migrating - items.length).toLocaleString("en") + " more"));
    $("migrations").replaceChildren(...items.length ? items : [element("li", "muted", "none")]);
  }

  // ---- wiring

  function choose(number) {
    chosen = number;
    draw();
  }

  function choosePartition(p) {
    if (!(p >= 0 && p < rows.length)) return;
    partition = p;
    $("partition").value = p;
    draw();
  }

  function followChosen() {
    const member = members().find(each => each.number === chosen);
    if (member && isUp(member) && member.process && member.process !== followed) follow(member.process, "asked for");
  }

  $("partition").addEventListener("input", () => choosePartition(+$("partition").value));
  $("follow").addEventListener("change", () => follow(processAt($("follow").value), "asked for"));
  $("help-button").onclick = () => $("help").showModal();
  window.addEventListener("resize", draw);
  godwit.onKeys(key => /^[1-9]$/.test(key) ? () => choose(+key)
    : { "f": followChosen, "p": () => $("partition").focus(), "?": () => $("help").showModal() }[key]);

  const named = (new URLSearchParams(location.hash.slice(1)).get("members") || "").split(",").filter(http => http);
  follow(processAt(location.host), "");
  named.map(processAt).filter(process => process !== followed).forEach(connect);
  setInterval(watch, 500);
})();
