package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.tracecheck.Difference.LogSuffix;
import io.godwit.tracecheck.SpecTool.SpecStep;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import io.godwit.tracecheck.log.LoggedRun.CausalPast;
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
    private final String place;
    private final Map<String, Integer> versions = new HashMap<>();
    private final Map<String, Integer> writes = new HashMap<>();
    /** By member, what it had before the first event that it has lost, until it starts again. */
    private final Map<Integer, Durable> durable = new HashMap<>();
    /** Members that have followed a decision that was lost, until they start again: nothing of what they do has an effect. */
    private final Set<Integer> astray = new HashSet<>();

    /** Primaries of others that have started again, and have activated no version since; {@code resumed} in {@code DurableDataPlane}. */
    private final Set<Integer> resumed = new HashSet<>();

    private String newestVoting = "";

    /** What a member finds of the partition when it starts again. */
    private record Durable(Value view, Value log, Value waits) {}

    /**
     * A partition in its first state.
     *
     * @param proposals what primaries could know when they proposed members
     * @param writeCount numbers for writes, at least as many as there are in the partition
     * @param readCount numbers for reads
     */
    DataPlaneCheck(SpecTool tool, LoggedRun run, CausalPast proposals, int partition, int writeCount, int readCount) {
        super("data plane", tool, partition);
        this.run = run;
        this.known = new PrimaryKnowledge(run, proposals);
        this.reads = new ReadNumbers(readCount);
        this.place = Integer.toString(partition);
        FirstState first = new FirstState(run, partition);
        this.state = first.state(tool, writeCount, readCount);
        versions.put("0.1", 1);
        first.acknowledgements().forEach(this::file);
        begin();
    }

    /** The greatest numbers of writes and of readers that any partition has. */
    static int[] counts(LoggedRun run) {
        Map<Integer, Set<String>> writers = new HashMap<>();
        Map<Integer, Set<String>> readers = new HashMap<>();
        for (LoggedEvent event : run.events()) {
            JsonNode call = event.line().path("o");
            if (event.action().equals("Write")) {
                writers.computeIfAbsent(event.partition(), it -> new HashSet<>())
                        .add(call.toString());
            } else if (event.action().equals("StartRead")) {
                readers.computeIfAbsent(event.partition(), it -> new HashSet<>())
                        .add(ReadNumbers.reader(event.member(), call));
            }
        }
        return new int[] {most(writers), most(readers)};
    }

    private static int most(Map<Integer, Set<String>> sets) {
        return Math.max(1, sets.values().stream().mapToInt(Set::size).max().orElse(1));
    }

    /** The table takes a decision: some action that replaces the last configuration by this one. */
    void decided(LoggedEvent event, Value entry) throws MismatchException {
        Value next = V.field(entry, "configuration");
        Value[] history = V.items(V.at(value("history"), V.number(1)));
        Value before = history[history.length - 1];
        versions.put(V.field(entry, "term") + "." + V.field(entry, "number"), history.length + 1);
        take(
                event,
                mail.get("U " + history.length),
                ConfigurationChanges.last(next),
                ConfigurationChanges.between(before, next, history.length));
    }

    /** Takes an event. */
    void event(LoggedEvent event) throws MismatchException {
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
                } else if (event.changes().path("replicas").has(place)) {
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
        durable.computeIfAbsent(n, it -> new Durable(here("view", it), here("log", it), here("waits", it)));
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
                    case "AnswerWrite" -> position(
                            n, writes.getOrDefault(event.line().path("o").toString(), 0));
                    case "AnswerRead" -> event.line().path("n").asInt();
                    default -> 0;
                };
        boolean answers = event.action().startsWith("Answer");
        Durable found = durable.get(n);
        return answers
                && (depends > V.items(found.log()).length || !found.view().equals(here("view", n)));
    }

    private void startAgain(LoggedEvent event, Value self) throws MismatchException {
        astray.remove(event.member());
        Durable found = durable.remove(event.member());
        if (found != null) {
            Expected expected = new Expected(event.member())
                    .has("view", found.view())
                    .has("log", found.log())
                    .has("waits", found.waits());
            SpecStep step = new SpecStep("StartAgain", self, V.number(1), found.view(), found.log(), found.waits());
            take(event, List.of(), expected, List.of(step));
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
            case "Activate" -> take(
                    event,
                    List.of(),
                    expected(event),
                    List.of(new SpecStep(
                            "Activate",
                            self,
                            p,
                            V.number(version(event, event.line().path("v"))))));
            case "HandleSync" -> take(
                    event,
                    mail.get("S " + self + " " + version(event, event.line().path("v"))),
                    expected(event),
                    List.of(new SpecStep("HandleSync", self, p)));
            case "HandleAppend" -> {
                String key = self + " " + version(event, event.line().path("v")) + " "
                        + event.line().path("n");
                take(event, mail.get("P " + key), expected(event), List.of(new SpecStep("HandleAppend", self, p)));
            }
            case "Write" -> {
                int w = writes.computeIfAbsent(call.toString(), it -> writes.size() + 1);
                SpecStep step = new SpecStep(isDone(w) ? "WriteAgain" : "Write", self, p, V.number(w));
                take(event, List.of(), expected(event), List.of(step));
            }
            case "AnswerWrite" -> answerWrite(event, call, epoch);
            case "StartRead" -> {
                boolean again = !reads.begin(n, call, epoch);
                int r = reads.number(n, call);
                prepareRead(r, again);
                take(
                        event,
                        List.of(),
                        expected(event),
                        List.of(new SpecStep(again ? "ReadAgain" : "StartRead", self, p, V.number(r))));
            }
            case "HandleProbe" -> probe(event, call, epoch);
            case "AnswerRead" -> answerRead(event, call, epoch);
            case "ProposeMember" -> {
                Value member = V.member(event.line().path("m").asInt());
                take(
                        event,
                        known(event, member, epoch),
                        expected(event),
                        List.of(new SpecStep("ProposeMember", self, p, member)));
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

    private boolean isDone(int write) {
        return V.field(V.at(value("writes"), V.number(write)), "state").equals(V.text("done"));
    }

    private void answerWrite(LoggedEvent event, JsonNode call, int epoch) throws MismatchException {
        Integer w = writes.get(call.toString());
        if (w == null) {
            throw nothingFits(event, "no primary has taken the write " + call);
        }
        Value self = V.member(event.member());
        SpecStep step = new SpecStep(isDone(w) ? "AnswerAgain" : "AnswerWrite", self, V.number(1), V.number(w));
        take(event, known.most(self, epoch), expected(event), List.of(step));
        known.shows(event, epoch, position(event.member(), w));
    }

    /** Where a write stands in a member's log, from 1; 0 if it is not there. */
    private int position(int member, int write) {
        Value[] log = V.items(here("log", member));
        for (int i = log.length; i > 0; i--) {
            if (V.number(V.field(log[i - 1], "op")) == write) {
                return i;
            }
        }
        return 0;
    }

    private void probe(LoggedEvent event, JsonNode call, int epoch) throws MismatchException {
        Integer r = reads.number(event.from(), call);
        Value self = V.member(event.member());
        if (r == null || version(event, event.line().path("v")) < reads.begunUnder(r)) {
            // Of a read that is over, or has begun again under a newer version; the answer means nothing to anybody.
            return;
        }
        for (Value confirmed : mail.get("F " + r)) {
            if (V.field(confirmed, "src").equals(self) && V.number(V.field(confirmed, "epoch")) == epoch) {
                return;
            }
        }
        take(
                event,
                mail.get("B " + self + " " + r),
                expected(event),
                List.of(new SpecStep("HandleProbe", self, V.number(1))));
    }

    private void answerRead(LoggedEvent event, JsonNode call, int epoch) throws MismatchException {
        Integer r = reads.number(event.member(), call);
        if (r == null) {
            throw nothingFits(event, "the read " + call + " has not begun here, or was given up");
        }
        int seen = V.number(V.field(V.at(value("reads"), V.number(r)), "num"));
        if (seen != event.line().path("n").asInt(-1)) {
            throw nothingFits(
                    event, "the answer is what " + event.line().path("n") + " writes come to; the read saw " + seen);
        }
        Value self = V.member(event.member());
        List<Value> messages = known.most(self, epoch);
        messages.addAll(mail.get("F " + r));
        take(event, messages, expected(event), List.of(new SpecStep("AnswerRead", self, V.number(1), V.number(r))));
        known.shows(event, epoch, seen);
    }

    /**
     * A number has a new read, and what was said of the one before is forgotten. Or its read begins again: whatever answer it
     * had, the client has not heard it, so that it still runs.
     */
    private void prepareRead(int number, boolean again) {
        Value[] values = V.items(value("reads")).clone();
        if (again) {
            values[number - 1] = V.with(values[number - 1], "state", V.text("pending"));
        } else {
            mail.remove("F " + number);
            for (int member : run.members()) {
                mail.remove("B " + V.member(member) + " " + number);
            }
            values[number - 1] = FirstState.IDLE_READ;
        }
        state = SpecTool.with(state, "reads", V.sequence(values));
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
        return new Expected(n)
                .has("status", of("status", n))
                .has("view", here("view", n))
                .has("log", here("log", n))
                .has("waits", here("waits", n));
    }

    /** What the log says that the member has now; what it does not name has not changed. */
    private Expected expected(LoggedEvent event) throws MismatchException {
        JsonNode changes = event.changes().path("replicas").path(place);
        int n = event.member();
        Expected expected = new Expected(n).has("status", of("status", n));
        JsonNode view = changes.path("view");
        expected.has(
                "view",
                view.isArray() ? FirstState.view(version(event, view), V.configuration(view, 2)) : here("view", n));
        expected.has("waits", changes.has("waits") ? V.members(changes.get("waits")) : here("waits", n));
        JsonNode log = changes.path("log");
        if (!log.isArray()) {
            return expected.has("log", here("log", n));
        }
        List<Value> last = new ArrayList<>();
        for (int i = 1; i < log.size(); i++) {
            JsonNode entry = log.get(i);
            String call = "[" + entry.get(2) + "," + entry.get(3) + "]";
            last.add(V.record(
                    "epoch", V.number(version(event, entry)),
                    "op", V.number(writes.getOrDefault(call, 0))));
        }
        return expected.has("log", new LogSuffix(log.get(0).asInt(), last));
    }

    @Override
    void file(Value message) {
        String type = V.field(message, "type").toString().replace("\"", "");
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
        int size = V.items(value("writes")).length;
        for (int w = Math.max(1, writes.size() - 5); w <= Math.min(size, writes.size() + 1); w++) {
            steps.add(new SpecStep("Write", self, p, V.number(w)));
            steps.add(new SpecStep("AnswerWrite", self, p, V.number(w)));
        }
        return steps;
    }
}
