package io.godwit.tracecheck;

import io.godwit.tracecheck.MismatchException.EventMismatch;
import io.godwit.tracecheck.MismatchException.EventMismatch.Candidate;
import io.godwit.tracecheck.PrimaryKnowledge.SentAcks;
import io.godwit.tracecheck.SpecTool.SpecStep;
import io.godwit.tracecheck.log.LoggedEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tlc2.tool.TLCState;
import tlc2.value.impl.Value;

/**
 * The state of one partition in one plane, which events lead from state to state. TLC is asked for the successors of the state
 * under the action that the event names, and the one is taken in which the member has what the log says.
 */
abstract class Plane {
    /** So many states are shown of a run that is none. */
    private static final int SHOWN = 40;

    final SpecTool tool;
    final int partition;
    final SentMessages mail = new SentMessages();
    TLCState state;

    private final String name;
    private final StateView view;
    private final Deque<Shown> shown = new ArrayDeque<>();
    private LoggedEvent matched;
    private LoggedEvent now;
    private long steps;

    /** A state on the way, for people. */
    record Shown(String action, Supplier<TLCState> state, List<Value> sent) {}

    Plane(String name, SpecTool tool, int partition, StateView view) {
        this.name = name;
        this.view = view;
        this.tool = tool;
        this.partition = partition;
    }

    /** Files a message under what it is looked for by. */
    abstract void file(Value message);

    /** The number of the event whose step is being taken, among its member's; 0 before the first. */
    final long now() {
        return now == null ? 0 : now.number();
    }

    /** Is the step being taken one whose changes the member has lost when it started again? */
    final boolean isLost() {
        return now != null && now.lost();
    }

    /** All messages, for somebody who wants to know what else could have been. */
    List<Value> allMessages() {
        return mail.all();
    }

    /** Steps that the member could take now, whatever it has logged. */
    abstract List<SpecStep> possible(int member);

    final Value value(String variable) {
        return SpecTool.value(state, variable);
    }

    final Value of(String variable, int member) {
        return V.at(value(variable), V.member(member));
    }

    /** A variable of a member for the partition. */
    final Value here(String variable, int member) {
        return V.at(of(variable, member), V.number(1));
    }

    final void begin() {
        show("Init", List.of());
    }

    /**
     * Takes the step that an event tells of.
     *
     * @param messages those that the step has to do with
     * @param expected what has to come out
     * @param candidates the steps that it may be, the likeliest first
     */
    final void take(LoggedEvent event, Collection<Value> messages, Expected expected, List<SpecStep> candidates)
            throws MismatchException {
        List<Value> given = messages.stream().map(view::given).toList();
        TLCState before = SpecTool.with(view.given(state), "msgs", V.set(given));
        now = event;
        for (SpecStep step : candidates) {
            for (TLCState next : tool.successors(before, step)) {
                if (expected.differences(next).isEmpty()) {
                    tool.count(step);
                    adopt(step, given, next);
                    matched = event;
                    return;
                }
            }
        }
        throw new MismatchException(explain(event, before, expected, candidates));
    }

    private void adopt(SpecStep step, Collection<Value> messages, TLCState next) {
        steps++;
        List<Value> sent = new ArrayList<>();
        Value after = SpecTool.value(next, "msgs");
        for (Value message : V.elements(after)) {
            if (!messages.contains(message)) {
                Value kept = view.kept(message);
                sent.add(kept);
                file(kept);
            }
        }
        state = view.kept(next);
        show(step.toString(), sent);
    }

    private void show(String action, List<Value> sent) {
        shown.add(new Shown(action, view.picture(state), sent));
        if (shown.size() > SHOWN) {
            shown.remove();
        }
    }

    private EventMismatch explain(LoggedEvent event, TLCState before, Expected expected, List<SpecStep> candidates) {
        List<Candidate> tried = new ArrayList<>();
        for (SpecStep step : candidates) {
            tried.add(candidate(before, step, expected));
        }
        Candidate nearest = nearest(event, expected);
        return new EventMismatch(this, partition, matched, event, tried, nearest);
    }

    private Candidate candidate(TLCState before, SpecStep step, Expected expected) {
        List<String> fewest = null;
        for (TLCState next : tool.successors(before, step)) {
            List<String> differences = expected.differences(next);
            if (fewest == null || differences.size() < fewest.size()) {
                fewest = differences;
            }
        }
        return fewest == null
                ? new Candidate(step.toString(), false, tool.falseConditions(before, step))
                : new Candidate(step.toString(), true, fewest);
    }

    private Candidate nearest(LoggedEvent event, Expected expected) {
        List<SpecStep> possible = possible(event.member());
        List<Value> all = allMessages().stream().map(view::given).toList();
        TLCState everything = SpecTool.with(view.given(state), "msgs", V.set(all));
        Candidate nearest = null;
        for (SpecStep step : possible) {
            Candidate candidate = candidate(everything, step, expected);
            if (candidate.enabled()
                    && (nearest == null
                            || candidate.reasons().size() < nearest.reasons().size())) {
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Fails without a candidate. */
    final MismatchException nothingFits(LoggedEvent event, String why) {
        return new MismatchException(new EventMismatch(
                this, partition, matched, event, List.of(new Candidate(event.action(), false, List.of(why))), null));
    }

    /** Control plane or data plane. */
    final String name() {
        return name;
    }

    /** How many steps were taken. */
    final long steps() {
        return steps;
    }

    /** The last states, each with all messages that were sent since the first of them. */
    final List<Map<String, String>> lastStates() {
        List<Map<String, String>> texts = new ArrayList<>();
        List<Value> messages = new ArrayList<>();
        for (Shown it : shown) {
            it.sent().forEach(message -> messages.add(view.picture(message)));
            TLCState seen = it.state().get();
            Map<String, String> text = new LinkedHashMap<>();
            text.put("", it.action());
            for (String variable : tool.variables()) {
                Value value = variable.equals("msgs") ? V.set(messages) : SpecTool.value(seen, variable);
                text.put(variable, value.toString());
            }
            texts.add(text);
        }
        return texts;
    }

    /** What has to come out of a step, in the variables that a member has. */
    static class Expected {
        private final Map<String, Value> values = new LinkedHashMap<>();
        private final Value member;

        /** Of that member. */
        Expected(int member) {
            this.member = V.member(member);
        }

        /** The member's variable, or its part for the partition, has this value. */
        Expected has(String variable, Value value) {
            values.put(variable, value);
            return this;
        }

        /** Where a state has something else. */
        List<String> differences(TLCState next) {
            List<String> differences = new ArrayList<>();
            values.forEach((variable, value) -> {
                Value found = V.at(SpecTool.value(next, variable), member);
                if (PER_PARTITION.contains(variable)) {
                    found = V.at(found, V.number(1));
                }
                Difference.add(variable, found, value, differences);
            });
            return differences;
        }

        private static final Set<String> PER_PARTITION =
                Set.of("accepted", "committed", "outstanding", "view", "waits");
    }

    /**
     * The messages that were sent, found by what a receiver or a count looks for. In the specification they are one set that only
     * grows, and no action but ProposeMember ({@link SentAcks}) asks for the absence of a message that matters here. So TLC is given those
     * that an action can have to do with; what it adds comes in here, and what no action can have to do with any more is removed.
     */
    static final class SentMessages {
        private final Map<String, List<Value>> letters = new HashMap<>();

        /** Adds a message under a key, unless it is there. */
        void add(String key, Value message) {
            List<Value> there = letters.computeIfAbsent(key, it -> new ArrayList<>(1));
            if (!there.contains(message)) {
                there.add(message);
            }
        }

        /** The messages under a key. */
        List<Value> get(String key) {
            return letters.getOrDefault(key, List.of());
        }

        void remove(String key) {
            letters.remove(key);
        }

        void removeIf(Predicate<Value> superfluous) {
            letters.values().removeIf(it -> it.removeIf(superfluous) && it.isEmpty());
        }

        /** Everything, for somebody who wants to know what else could have been. */
        List<Value> all() {
            List<Value> all = new ArrayList<>();
            letters.values().forEach(all::addAll);
            return all;
        }
    }
}
