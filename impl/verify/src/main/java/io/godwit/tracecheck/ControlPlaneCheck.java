package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.tracecheck.SpecTool.SpecStep;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tlc2.tool.TLCState;
import tlc2.value.impl.Value;

/** The registers, votes and voters of a run, as one partition sees them; {@code spec/trace/TraceControlPlane.tla}. */
final class ControlPlaneCheck extends Plane {
    private static final Value NO_ENTRY = V.record(
            "term", V.number(-1),
            "number", V.number(0),
            "baseTerm", V.number(-1),
            "baseNumber", V.number(0),
            "configuration", V.NO_CONFIGURATION);
    private static final Value NO_VOTING = V.record("term", V.number(-1), "number", V.number(0), "voters", V.EMPTY_SET);

    private final LoggedRun run;
    private final String place;
    private final List<Decision> decisions = new ArrayList<>();
    /** Proposals that are newer than what is decided. */
    private List<Value> open = new ArrayList<>();

    /**
     * Something was decided.
     *
     * @param index of the event with which the master learned of it
     * @param entry what
     */
    record Decision(long index, Value entry) {}

    ControlPlaneCheck(SpecTool tool, LoggedRun run, int partition) {
        super("control plane", tool, partition, StateView.WHOLE);
        this.run = run;
        this.place = Integer.toString(partition);
        this.state = initial();
        begin();
    }

    private TLCState initial() {
        Map<Integer, Value> term = new TreeMap<>();
        Map<Integer, Value> role = new TreeMap<>();
        Map<Integer, Value> accepted = new TreeMap<>();
        Map<Integer, Value> committed = new TreeMap<>();
        Map<Integer, Value> outstanding = new TreeMap<>();
        Map<Integer, Value> stamp = new TreeMap<>();
        Map<Integer, Value> voting = new TreeMap<>();
        Value first = NO_ENTRY;
        for (Map.Entry<Integer, JsonNode> it : run.headers().entrySet()) {
            JsonNode control = it.getValue().path("control");
            int member = it.getKey();
            Value entry = entry(control.path("accepted").path(place));
            first = entry.equals(NO_ENTRY) ? first : entry;
            term.put(member, V.number(control.path("term").asInt()));
            role.put(member, V.text("follower"));
            accepted.put(member, V.single(entry));
            committed.put(member, V.single(entry(control.path("committed").path(place))));
            outstanding.put(member, V.single(NO_ENTRY));
            stamp.put(member, V.set(List.of(contribution(entry))));
            voting.put(member, voting(control.path("voting")));
        }
        Value none = V.single(V.number(0));
        return SpecTool.state(
                "term", V.function(term),
                "role", V.function(role),
                "accepted", V.function(accepted),
                "committed", V.function(committed),
                "outstanding", V.function(outstanding),
                "stamp", V.function(stamp),
                "voting", V.function(voting),
                "alive", V.set(run.members().stream().map(V::member).toList()),
                "msgs", V.EMPTY_SET,
                "calm", tlc2.value.impl.BoolValue.ValFalse,
                "used",
                        V.record(
                                "migrations", none,
                                "repairs", none,
                                "crashes", V.number(0),
                                "reboots", V.number(0),
                                "voterChanges", V.number(0)),
                "decided", V.single(V.sequence(first)),
                "history", V.single(V.sequence(V.field(first, "configuration"))));
    }

    private static Value contribution(Value entry) {
        return V.sequence(V.number(1), V.field(entry, "term"), V.field(entry, "number"));
    }

    private static Value entry(JsonNode array) {
        return !array.isArray()
                ? NO_ENTRY
                : V.record(
                        "term", V.number(array.get(0).asInt()),
                        "number", V.number(array.get(1).asInt()),
                        "baseTerm", V.number(array.get(2).asInt()),
                        "baseNumber", V.number(array.get(3).asInt()),
                        "configuration", V.configuration(array, 4));
    }

    private static Value voting(JsonNode array) {
        return !array.isArray()
                ? NO_VOTING
                : V.record(
                        "term", V.number(array.get(0).asInt()),
                        "number", V.number(array.get(1).asInt()),
                        "voters", V.members(array.get(2)));
    }

    /** What was decided, in order. */
    List<Decision> decisions() {
        return decisions;
    }

    /** Takes an event. */
    void event(long index, LoggedEvent event) throws MismatchException {
        if (event.lost()) {
            // Each message of the control plane waits for all that changed it: nothing of what was lost has left the
            // member.
            return;
        }
        int n = event.member();
        Value self = V.member(n);
        JsonNode line = event.line();
        boolean mine = event.partition() == partition;
        boolean others = event.partition() >= 0 && !mine;
        if (others && (changes(event, "accepted") || changes(event, "committed"))) {
            throw nothingFits(event, "an event of another partition changes this one");
        }
        switch (event.action()) {
            case "HandleAccept" -> received(event, mine, "A ", new SpecStep("HandleAccept", self));
            case "HandleCommit" -> received(event, mine, "C ", new SpecStep("HandleCommit", self, V.number(1)));
            case "CommitProposal" -> {
                if (mine) {
                    commit(index, event);
                }
            }
            case "StartMigration", "FinishMigration", "AbandonMigration", "Repair", "Propose" -> {
                if (mine) {
                    take(event, List.of(), expected(event), proposals(event));
                }
            }
            case "StartElection" -> stand(event, line.path("n").asInt());
            case "HandleVoteRequest" -> take(
                    event,
                    mail.get("R " + V.member(event.from()) + " " + line.path("n")),
                    expected(event),
                    List.of(new SpecStep("HandleVoteRequest", self, V.member(event.from()))));
            case "BecomeMaster" -> take(
                    event,
                    mail.get("V " + self + " " + of("term", n)),
                    expected(event),
                    List.of(new SpecStep("BecomeMaster", self, V.members(line.path("q")))));
            case "Reboot" -> reboot(event);
            case "RestampVoters" -> take(
                    event, List.of(), expected(event), List.of(new SpecStep("RestampVoters", self)));
            case "ChangeState", "RaiseVersion" -> take(
                    event, standing(n), expected(event), List.of(new SpecStep("ChangeState", self)));
            case "AddVoter", "RemoveVoter" -> {
                Value other = V.member(
                        line.path(event.action().equals("AddVoter") ? "m" : "n").asInt());
                take(event, standing(n), expected(event), List.of(new SpecStep(event.action(), self, other)));
            }
            case "HandleVoters" -> take(
                    event,
                    mail.get("S " + version(voting(line.path("voting")))),
                    expected(event),
                    List.of(new SpecStep("HandleVoters", self)));
            default -> {
                // An action of the data plane.
            }
        }
    }

    private boolean changes(LoggedEvent event, String variable) {
        return event.line().path("d").path(variable).has(place);
    }

    private void received(LoggedEvent event, boolean mine, String key, SpecStep step) throws MismatchException {
        if (mine) {
            take(event, mail.get(key + version(event.line().path("v"))), expected(event), List.of(step));
        } else if (event.changes().has("term")) {
            Value term = V.number(event.changes().get("term").asInt());
            take(
                    event,
                    List.of(),
                    expected(event),
                    List.of(new SpecStep("HearElsewhere", V.member(event.member()), term)));
        }
    }

    private void commit(long index, LoggedEvent event) throws MismatchException {
        Value proposal = here("outstanding", event.member());
        List<Value> messages = new ArrayList<>(mail.get("D " + version(proposal)));
        messages.addAll(open);
        Value[] before = V.items(V.at(value("decided"), V.number(1)));
        take(
                event,
                messages,
                expected(event),
                List.of(new SpecStep("CommitProposal", V.member(event.member()), V.number(1))));
        Value[] after = V.items(V.at(value("decided"), V.number(1)));
        for (int i = before.length; i < after.length; i++) {
            decisions.add(new Decision(index, after[i]));
        }
        Value last = after[after.length - 1];
        open = new ArrayList<>(
                open.stream().filter(it -> newer(V.field(it, "entry"), last)).toList());
    }

    private static boolean newer(Value one, Value two) {
        int terms = V.number(V.field(one, "term")) - V.number(V.field(two, "term"));
        return terms > 0 || (terms == 0 && V.number(V.field(one, "number")) > V.number(V.field(two, "number")));
    }

    private List<SpecStep> proposals(LoggedEvent event) {
        Value self = V.member(event.member());
        Value p = V.number(1);
        SpecStep any = new SpecStep("ProposeChange", self, p);
        JsonNode proposed = event.changes().path("outstanding").path(place);
        return switch (event.action()) {
            case "StartMigration" -> proposed.isArray()
                            && proposed.get(6).equals(proposed.get(4).get(0))
                    ? List.of(new SpecStep(
                            "StartMigration", self, p, V.member(proposed.get(7).asInt())))
                    : List.of(any);
            case "FinishMigration" -> List.of(new SpecStep("FinishMigration", self, p));
            case "AbandonMigration" -> List.of(new SpecStep("AbandonMigration", self, p));
            case "Repair" -> List.of(new SpecStep(
                    "Repair", self, p, V.member(event.line().path("m").asInt())));
            default -> List.of(any);
        };
    }

    /** A candidate may pass over terms; in the specification it stands in each of them. */
    private void stand(LoggedEvent event, int term) throws MismatchException {
        Value self = V.member(event.member());
        while (V.number(of("term", event.member())) < term - 1) {
            int next = V.number(of("term", event.member())) + 1;
            Expected between = new Expected(event.member()).has("term", V.number(next));
            take(event, List.of(), between, List.of(new SpecStep("StartElection", self)));
        }
        take(event, List.of(), expected(event), List.of(new SpecStep("StartElection", self)));
    }

    private void reboot(LoggedEvent event) throws MismatchException {
        Expected expected = event.line().has("control")
                ? new Expected(event.member()).has("role", V.text("follower")).has("outstanding", NO_ENTRY)
                : expected(event);
        take(event, List.of(), expected, List.of(new SpecStep("Reboot", V.member(event.member()))));
    }

    /** Who has accepted what the master has decided, and who goes by its voters. */
    private List<Value> standing(int master) {
        List<Value> messages = new ArrayList<>(mail.get("D " + version(here("committed", master))));
        messages.addAll(mail.get("G " + version(of("voting", master))));
        return messages;
    }

    /** What the log says that the member has now; what it does not name has not changed. */
    private Expected expected(LoggedEvent event) {
        JsonNode changes = event.changes();
        int n = event.member();
        Expected expected = new Expected(n);
        expected.has("term", changes.has("term") ? V.number(changes.get("term").asInt()) : of("term", n));
        expected.has("role", changes.has("role") ? V.text(changes.get("role").asText()) : of("role", n));
        expected.has("voting", changes.has("voting") ? voting(changes.get("voting")) : of("voting", n));
        for (String name : List.of("accepted", "committed", "outstanding")) {
            JsonNode changed = changes.path(name);
            expected.has(name, changed.has(place) ? entry(changed.get(place)) : here(name, n));
        }
        return expected;
    }

    private static String version(JsonNode version) {
        return version.path(0) + "." + version.path(1);
    }

    private static String version(Value versioned) {
        return V.field(versioned, "term") + "." + V.field(versioned, "number");
    }

    @Override
    void file(Value message) {
        String type = V.field(message, "type").toString().replace("\"", "");
        Value entry = V.field(message, "entry");
        switch (type) {
            case "VoteRequest" -> mail.add("R " + V.field(message, "src") + " " + V.field(message, "term"), message);
            case "Vote" -> {
                mail.add("V " + V.field(message, "dst") + " " + V.field(message, "term"), message);
                mail.add("G " + version(V.field(message, "voting")), message);
            }
            case "Accept" -> {
                mail.add("A " + version(entry), message);
                open.add(message);
            }
            case "Accepted" -> mail.add("D " + version(entry), message);
            case "Commit" -> mail.add("C " + version(entry), message);
            case "Voters" -> mail.add("S " + version(V.field(message, "voting")), message);
            default -> mail.add("G " + version(V.field(message, "voting")), message);
        }
    }

    @Override
    List<SpecStep> possible(int member) {
        Value self = V.member(member);
        Value p = V.number(1);
        List<SpecStep> steps = new ArrayList<>();
        for (String name :
                List.of("StartElection", "HandleAccept", "Reboot", "RestampVoters", "ChangeState", "HandleVoters")) {
            steps.add(new SpecStep(name, self));
        }
        for (String name :
                List.of("FinishMigration", "AbandonMigration", "CommitProposal", "HandleCommit", "ProposeChange")) {
            steps.add(new SpecStep(name, self, p));
        }
        Collection<Value> voted = new java.util.TreeSet<>();
        for (Value vote : mail.get("V " + self + " " + of("term", member))) {
            voted.add(V.field(vote, "src"));
        }
        steps.add(new SpecStep("BecomeMaster", self, V.set(voted)));
        for (int other : run.members()) {
            steps.add(new SpecStep("HandleVoteRequest", self, V.member(other)));
            steps.add(new SpecStep("AddVoter", self, V.member(other)));
            steps.add(new SpecStep("RemoveVoter", self, V.member(other)));
            steps.add(new SpecStep("Repair", self, p, V.member(other)));
        }
        return steps;
    }
}
