package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.tracecheck.Difference.LogSuffix;
import io.godwit.tracecheck.ReadNumbers.Read;
import io.godwit.tracecheck.SpecTool.SpecStep;
import io.godwit.tracecheck.log.CausalPast;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tlc2.value.impl.Value;

/**
 * The data of one partition of a run; {@code spec/trace/TraceDataPlane.tla}. What is decided comes from the control plane. The
 * n-th decision is version n; a write is a number, in the order in which the primaries have taken them first.
 */
final class DataPlaneCheck extends Plane {
    /** Messages that leave a member at once, whatever it has not synced (decision 30). */
    private static final Set<String> WAITS_FOR_NOTHING = Set.of("Probe", "Confirm");

    /** What a primary does not do after it has started again, until it has activated a new version; {@code DurableDataPlane}, MayLead. */
    private static final Set<String> LEADS = Set.of("Write", "AnswerWrite", "StartRead", "AnswerRead", "ProposeMember");

    private final LoggedRun run;
    private final PrimaryKnowledge known;
    private final ReadNumbers reads;
    private final CallNumbers writes = new CallNumbers();
    private final StepWindow window;
    private final PassiveLimit passive = new PassiveLimit();
    private final String place;
    private final Map<String, Integer> versions = new HashMap<>();
    /** By member, what it had before the first event that it has lost, until it starts again. */
    private final Map<Integer, Durable> durable = new HashMap<>();
    /** Members that have followed a decision that was lost, until they start again: nothing of what they do has an effect. */
    private final Set<Integer> astray = new HashSet<>();

    /** Primaries of others that have started again, and have activated no version since; {@code resumed} in {@code DurableDataPlane}. */
    private final Set<Integer> resumed = new HashSet<>();

    private String newestVoting = "";

    /** What a member finds of the partition when it starts again; the log is a node of the {@link LogTree}. */
    private record Durable(Value view, int log, Value waits) {}

    /**
     * A partition in its first state.
     *
     * @param past what members can know at the event that is being taken
     */
    DataPlaneCheck(SpecTool tool, LoggedRun run, CausalPast past, int partition) {
        this(tool, run, past, partition, new StepWindow(run.members()));
    }

    private DataPlaneCheck(SpecTool tool, LoggedRun run, CausalPast past, int partition, StepWindow window) {
        super("data plane", tool, partition, window);
        this.run = run;
        this.known = new PrimaryKnowledge(run, past);
        this.reads = window.reads();
        this.window = window;
        this.place = Integer.toString(partition);
        FirstState first = new FirstState(run, partition);
        this.state = window.empty(first.state());
        versions.put("0.1", 1);
        first.acknowledgements().forEach(this::file);
        begin();
    }

    /** The table takes a decision: some action that replaces the last configuration by this one. */
    void decided(LoggedEvent event, Value entry) throws MismatchException {
        Value next = V.field(entry, "configuration");
        Value[] history = V.items(V.at(value("history"), V.number(1)));
        Value before = history[history.length - 1];
        versions.put(V.field(entry, "term") + "." + V.field(entry, "number"), history.length + 1);
        window.closed();
        take(
                event,
                mail.get("U " + history.length),
                ConfigurationChanges.last(next),
                ConfigurationChanges.between(before, next, history.length));
    }

    /** Takes an event. */
    void event(LoggedEvent event) throws MismatchException {
        window.open(event.member());
        passive.take(event, value("history"), window);
        if (event.lost()) {
            lost(event);
            return;
        }
        switch (event.action()) {
            case "RequestLeave" -> {
                Value member = V.member(event.line().path("m").asInt());
                // Each master notes it for itself; the specification has one note.
                if (!contains("leaving", member)) {
                    take(event, List.of(), unchanged(event), List.of(new SpecStep("RequestLeave", member)));
                }
            }
            case "Release" -> {
                Value member = V.member(event.line().path("m").asInt());
                if (mail.get("R " + member).isEmpty()) {
                    take(event, List.of(), unchanged(event), List.of(new SpecStep("Release", member)));
                }
            }
            case "HandleReleased" -> {
                Value self = V.member(event.member());
                Expected left = new Expected(event.member()).has("status", V.text("left"));
                take(event, mail.get("R " + self), left, List.of(new SpecStep("HandleReleased", self)));
            }
            case "RestampVoters", "AddVoter", "RemoveVoter" -> voters(event);
            case LoggedEvent.REBOOT -> {
                if (event.startsLife()) {
                    startAgain(event, V.member(event.member()));
                }
            }
            default -> {
                if (event.partition() == partition) {
                    data(event);
                } else if (event.changesReplica(place)) {
                    throw nothingFits(event, "an event of another partition changes this one");
                }
            }
        }
    }

    /**
     * What the event changed was lost, and what waited for that has not left the member. What it sent without waiting may have
     * arrived.
     */
    private void lost(LoggedEvent event) throws MismatchException {
        int n = event.member();
        durable.computeIfAbsent(n, it -> new Durable(here("view", it), window.log(it), here("waits", it)));
        JsonNode version = event.changes().path("replicas").path(place).path("view");
        if (version.isArray() && !versions.containsKey(version.path(0) + "." + version.path(1))) {
            astray.add(n);
        }
        if (event.partition() == partition && !astray.contains(n) && !waited(event)) {
            data(event);
        }
    }

    /** Is it an answer that depends on what was lost? */
    private boolean waited(LoggedEvent event) {
        int n = event.member();
        int depends =
                switch (event.action()) {
                    case "AnswerWrite" -> window.position(n, number(event.line().path("o")));
                    case "AnswerRead" -> event.line().path("n").asInt();
                    default -> 0;
                };
        boolean answers = event.action().startsWith("Answer");
        Durable found = durable.get(n);
        return answers
                && (depends > window.lengthOf(found.log()) || !found.view().equals(here("view", n)));
    }

    private void startAgain(LoggedEvent event, Value self) throws MismatchException {
        astray.remove(event.member());
        Durable found = durable.remove(event.member());
        if (found != null) {
            window.mayBecome(found.log());
            Expected expected = window.new LogExpected(event.member(), window.suffix(found.log()))
                    .has("view", found.view())
                    .has("waits", found.waits());
            SpecStep step =
                    new SpecStep("StartAgain", self, V.number(1), found.view(), window.end(found.log()), found.waits());
            take(event, List.of(), expected, List.of(step));
            window.set(event.member(), found.log());
        }
        if (leadsOthers(event.member(), self)) {
            resumed.add(event.member());
        } else {
            resumed.remove(event.member());
        }
    }

    private boolean leadsOthers(int member, Value self) {
        Value configuration = V.field(here("view", member), "config");
        Value destination = V.field(V.field(configuration, "migration"), "destination");
        return V.field(configuration, "primary").equals(self)
                && (V.elements(V.field(configuration, "backups")).length > 0 || !destination.equals(V.NONE));
    }

    private boolean contains(String variable, Value member) {
        return List.of(V.elements(value(variable))).contains(member);
    }

    private void voters(LoggedEvent event) throws MismatchException {
        JsonNode voting = event.changes().path("voting");
        String version = String.format(
                "%010d.%010d", voting.path(0).asInt(), voting.path(1).asInt());
        if (!voting.isArray() || version.compareTo(newestVoting) <= 0) {
            return;
        }
        newestVoting = version;
        Value voters = V.members(voting.get(2));
        Value gone = V.member(event.line().path("n").asInt());
        if (voters.equals(value("voters"))) {
            return;
        }
        boolean leaves = event.action().equals("RemoveVoter") && contains("leaving", gone) && contains("voters", gone);
        SpecStep step = leaves ? new SpecStep("LeaveVoters", gone) : new SpecStep("FollowVoters", voters);
        take(event, List.of(), unchanged(event), List.of(step));
    }

    private void data(LoggedEvent event) throws MismatchException {
        int n = event.member();
        Value self = V.member(n);
        Value p = V.number(1);
        JsonNode call = event.line().path("o");
        int epoch = V.number(V.field(here("view", n), "version"));
        if (resumed.contains(n) && LEADS.contains(event.action())) {
            throw nothingFits(event, "NewVersionAfterRestart: it has started under version " + epoch + ", as primary");
        } else if (Set.of("Activate", "HandleSync").contains(event.action())) {
            resumed.remove(n);
        }
        switch (event.action()) {
            case "Activate" -> {
                Value version = V.number(version(event, event.line().path("v")));
                take(event, List.of(), expected(event), List.of(new SpecStep("Activate", self, p, version)));
                activated(event);
            }
            case "HandleSync" -> {
                List<Value> syncs =
                        mail.get("S " + self + " " + version(event, event.line().path("v")));
                window.mayBecome(syncs.stream().mapToInt(StepWindow::sent).toArray());
                take(event, syncs, expected(event), List.of(new SpecStep("HandleSync", self, p)));
                activated(event);
            }
            case "HandleAppend" -> {
                String key = self + " " + version(event, event.line().path("v")) + " "
                        + event.line().path("n");
                take(event, mail.get("P " + key), expected(event), List.of(new SpecStep("HandleAppend", self, p)));
                if (!isLost()) {
                    mail.remove("P " + key);
                }
            }
            case "Write" -> {
                int w = writes.number(call.path(0).asLong(), call.path(1).asLong());
                window.about(w);
                if (window.position(n, w) > 0) {
                    window.from(window.position(n, w) - 1);
                }
                SpecStep step = new SpecStep(window.isDone(w) ? "WriteAgain" : "Write", self, p, V.number(w));
                take(event, List.of(), expected(event), List.of(step));
            }
            case "AnswerWrite" -> answerWrite(event, call, epoch);
            case "StartRead" -> {
                boolean again = reads.begin(n, call, epoch);
                Read read = reads.of(n, call);
                if (!again) {
                    forget(read);
                }
                window.about(read);
                SpecStep step = new SpecStep(again ? "ReadAgain" : "StartRead", self, p, V.number(read.number));
                take(event, List.of(), expected(event), List.of(step));
            }
            case "HandleProbe" -> probe(event, call, epoch);
            case "AnswerRead" -> answerRead(event, call, epoch);
            case "ProposeMember" -> {
                Value member = V.member(event.line().path("m").asInt());
                List<Value> acks = known(event, member, epoch);
                // An acknowledgement of nothing, too, is one.
                acks.forEach(ack -> window.from(V.number(V.field(ack, "num"))));
                take(event, acks, expected(event), List.of(new SpecStep("ProposeMember", self, p, member)));
            }
            default -> {
                // An action of the control plane.
            }
        }
    }

    private List<Value> known(LoggedEvent proposal, Value proposed, int epoch) throws MismatchException {
        Set<Value> awaited = new HashSet<>(List.of(V.elements(here("waits", proposal.member()))));
        awaited.addAll(List.of(V.elements(V.field(V.field(here("view", proposal.member()), "config"), "inSync"))));
        Value of = known.overstated(proposal, epoch, awaited);
        if (of != null) {
            throw nothingFits(
                    proposal,
                    "it says that all hold " + PrimaryKnowledge.said(proposal) + " entries; of " + of
                            + " it cannot know that");
        }
        return known.at(proposal, proposed, epoch);
    }

    @Override
    List<Value> allMessages() {
        List<Value> all = new ArrayList<>(super.allMessages());
        all.addAll(known.all());
        return all;
    }

    /** The number of a write; 0 if no primary has taken it. */
    private int number(JsonNode call) {
        return writes.of(call.path(0).asLong(), call.path(1).asLong());
    }

    private void answerWrite(LoggedEvent event, JsonNode call, int epoch) throws MismatchException {
        int w = number(call);
        if (w == 0) {
            throw nothingFits(event, "no primary has taken the write " + call);
        }
        Value self = V.member(event.member());
        int position = window.position(event.member(), w);
        passive.require(this, event, position);
        window.about(w);
        if (position > 0) {
            window.from(position - 1);
        }
        SpecStep step = new SpecStep(window.isDone(w) ? "AnswerAgain" : "AnswerWrite", self, V.number(1), V.number(w));
        take(event, known.most(self, epoch), expected(event), List.of(step));
        known.shows(event, epoch, position);
    }

    private void probe(LoggedEvent event, JsonNode call, int epoch) throws MismatchException {
        Read read = reads.of(event.from(), call);
        Value self = V.member(event.member());
        if (read == null || version(event, event.line().path("v")) < read.begunUnder()) {
            // Of a read that is over, or has begun again under a newer version; the answer means nothing to anybody.
            return;
        }
        for (Value confirmed : mail.get("F " + read.number)) {
            if (V.field(confirmed, "src").equals(self) && V.number(V.field(confirmed, "epoch")) == epoch) {
                return;
            }
        }
        take(
                event,
                mail.get("B " + self + " " + read.number),
                expected(event),
                List.of(new SpecStep("HandleProbe", self, V.number(1))));
    }

    private void answerRead(LoggedEvent event, JsonNode call, int epoch) throws MismatchException {
        Read read = reads.of(event.member(), call);
        if (read == null) {
            throw nothingFits(event, "the read " + call + " has not begun here, or was given up");
        }
        int seen = read.seen();
        if (seen != event.line().path("n").asInt(-1)) {
            throw nothingFits(
                    event, "the answer is what " + event.line().path("n") + " writes come to; the read saw " + seen);
        }
        passive.require(this, event, seen);
        Value self = V.member(event.member());
        List<Value> messages = known.most(self, epoch);
        messages.addAll(mail.get("F " + read.number));
        window.about(read);
        SpecStep step = new SpecStep("AnswerRead", self, V.number(1), V.number(read.number));
        take(event, messages, expected(event), List.of(step));
        known.shows(event, epoch, seen);
    }

    /** A number has a new read, and what was said of the one before is forgotten. */
    private void forget(Read read) {
        mail.remove("F " + read.number);
        for (int member : run.members()) {
            mail.remove("B " + V.member(member) + " " + read.number);
        }
    }

    /** A member has activated a version: what was sent to it under older ones cannot arrive any more, unless this is lost. */
    private void activated(LoggedEvent event) {
        if (!event.lost()) {
            Value self = V.member(event.member());
            int epoch = V.number(V.field(here("view", event.member()), "version"));
            mail.removeIf(it -> V.field(it, "dst").equals(self) && StepWindow.isOver(it, epoch));
            known.activated(self, epoch);
        }
    }

    private int version(LoggedEvent event, JsonNode version) throws MismatchException {
        Integer index = versions.get(version.path(0) + "." + version.path(1));
        if (index == null) {
            throw nothingFits(event, "version " + version + " of the partition has not been decided");
        }
        return index;
    }

    private Expected unchanged(LoggedEvent event) {
        int n = event.member();
        return window.new LogExpected(n, null)
                .has("status", of("status", n))
                .has("view", here("view", n))
                .has("waits", here("waits", n));
    }

    /** What the log says that the member has now; what it does not name has not changed. */
    private Expected expected(LoggedEvent event) throws MismatchException {
        JsonNode changes = event.changes().path("replicas").path(place);
        int n = event.member();
        JsonNode view = changes.path("view");
        return window.new LogExpected(n, suffix(event, changes.path("log")))
                .has("status", of("status", n))
                .has(
                        "view",
                        view.isArray()
                                ? FirstState.view(version(event, view), V.configuration(view, 2))
                                : here("view", n))
                .has("waits", changes.has("waits") ? V.members(changes.get("waits")) : here("waits", n));
    }

    /** The log that an event names; null if it names none. */
    private LogSuffix suffix(LoggedEvent event, JsonNode log) throws MismatchException {
        if (!log.isArray()) {
            return null;
        }
        List<Value> last = new ArrayList<>();
        for (int i = 1; i < log.size(); i++) {
            JsonNode entry = log.get(i);
            int write = writes.of(entry.path(2).asLong(), entry.path(3).asLong());
            last.add(V.record("epoch", V.number(version(event, entry)), "op", V.number(write)));
        }
        int length = log.get(0).asInt();
        window.from(length - last.size());
        return new LogSuffix(length, last);
    }

    @Override
    void file(Value message) {
        String type = StepWindow.type(message);
        Value to = V.field(message, "dst");
        Value epoch = V.field(message, "epoch");
        Value num = V.field(message, "num");
        if (isLost() && !WAITS_FOR_NOTHING.contains(type) && !isAhead(message, type)) {
            return;
        }
        switch (type) {
            case "Sync" -> mail.add("S " + to + " " + epoch, message);
            case "Append" -> mail.add("P " + to + " " + epoch + " " + num, message);
            case "Ack" -> known.acknowledged(now(), message);
            case "Probe" -> mail.add("B " + to + " " + num, message);
            case "Confirm" -> mail.add("F " + num, message);
            case "CaughtUp" -> mail.add("U " + epoch, message);
            default -> mail.add("R " + to, message);
        }
    }

    /** Is it an entry that a primary sends before its disk has it, under a version that it has there? */
    private boolean isAhead(Value message, String type) {
        Value sender = V.field(message, "src");
        return type.equals("Append")
                && durable.entrySet().stream()
                        .anyMatch(it -> V.member(it.getKey()).equals(sender)
                                && V.field(it.getValue().view(), "version").equals(V.field(message, "epoch")));
    }

    @Override
    List<SpecStep> possible(int member) {
        Value self = V.member(member);
        Value p = V.number(1);
        List<SpecStep> steps = new ArrayList<>();
        if (member == 0) {
            return steps;
        }
        for (String name : List.of("HandleSync", "HandleAppend", "HandleProbe")) {
            steps.add(new SpecStep(name, self, p));
        }
        int last = V.items(V.at(value("history"), p)).length;
        for (int v = Math.max(1, last - 5); v <= last; v++) {
            steps.add(new SpecStep("Activate", self, p, V.number(v)));
        }
        for (int other : run.members()) {
            steps.add(new SpecStep("ProposeMember", self, p, V.member(other)));
        }
        window.open(member);
        window.from(window.length(member) - StepWindow.SHOWN);
        for (int w = Math.max(1, writes.size() - 5); w <= writes.size() + 1; w++) {
            window.about(w);
            steps.add(new SpecStep("Write", self, p, V.number(w)));
            steps.add(new SpecStep("AnswerWrite", self, p, V.number(w)));
        }
        return steps;
    }
}
