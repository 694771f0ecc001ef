package io.godwit.trace;

import io.godwit.trace.Lens.ActionLens;
import io.godwit.trace.Lens.FactLens;
import io.godwit.trace.Trace.Change;
import io.godwit.trace.Trace.Fact;
import io.godwit.trace.Trace.Kind;
import io.godwit.trace.Trace.Mark;
import io.godwit.trace.Trace.MessageEvent;
import io.godwit.trace.Trace.MessageKind;
import io.godwit.trace.Trace.Meta;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.Trace.Scope;
import io.godwit.trace.Trace.Step;
import io.godwit.trace.Trace.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes a {@link Trace} of the states that a tool gave.
 *
 * <pre>{@code
 * TlcStates tlc = TlcStates.ofToolOutput(output);
 * Meta meta = TraceMeta.named("classic-n1").module("Classic").property("VersionUnique").tool("TLC", "2.18")
 *     .loop(tlc.loopStart(), tlc.stuttering()).build();
 * Trace trace = TraceBuilder.build(meta, tlc.states(), Lenses.load(spec).of("Classic"));
 * }</pre>
 */
public final class TraceBuilder {
    private final Meta meta;
    private final List<RawState> states;
    private final Lens lens;
    private final List<TlaValue> members;
    private final List<Variable> variables = new ArrayList<>();

    private TraceBuilder(Meta meta, List<RawState> states, Lens lens) {
        this.meta = meta;
        this.states = states;
        this.lens = lens;
        this.members = members();
    }

    /** The trace of a run, seen through a lens ({@link Lens#generic()} where there is none). */
    public static Trace build(Meta meta, List<RawState> states, Lens lens) {
        if (states.isEmpty()) {
            throw new TraceException("The trace " + meta.name()
                    + " has no states. TLC prints them for violations only, with -tool as messages 2217.");
        }
        return new TraceBuilder(meta, states, lens).build();
    }

    /** The states of a trace, as they came from the tool; {@code build} makes the same trace of them again. */
    public static List<RawState> raw(Trace trace) {
        return trace.steps().stream()
                .map(s -> new RawState(s.index(), s.action(), s.where(), s.state()))
                .toList();
    }

    private Trace build() {
        for (String name : new TreeSet<>(states.get(0).variables().keySet())) {
            variables.add(new Variable(
                    name,
                    scope(name),
                    lens.ghosts().contains(name),
                    lens.quiet().contains(name)));
        }
        MessageTracker mail = new MessageTracker(lens);
        MatrixBuilder matrix = new MatrixBuilder(lens, members);
        List<Step> steps = new ArrayList<>();
        for (RawState state : states) {
            steps.add(step(state, steps.isEmpty() ? null : steps.get(steps.size() - 1), mail, matrix));
        }
        return new Trace(withLens(meta), members, List.copyOf(variables), List.copyOf(steps));
    }

    private Meta withLens(Meta m) {
        String meaning = m.meaning().isEmpty() ? lens.properties().getOrDefault(m.property(), "") : m.meaning();
        return new Meta(
                m.name(),
                m.module(),
                m.protocol().isEmpty() ? lens.protocol() : m.protocol(),
                m.property(),
                meaning,
                m.faults(),
                m.says(),
                m.source(),
                m.tool(),
                m.toolVersion(),
                m.loopStart(),
                m.stuttering());
    }

    private Step step(RawState raw, Step before, MessageTracker mail, MatrixBuilder matrix) {
        Map<String, TlaValue> state = raw.variables();
        ActionLens action = lens.actions().get(raw.action());
        Kind kind = Optional.ofNullable(action)
                .flatMap(ActionLens::kind)
                .orElse(before == null ? Kind.INIT : Kinds.of(raw.action()));
        List<Change> changes = new ArrayList<>();
        Set<TlaValue> changed = new LinkedHashSet<>();
        List<MessageEvent> messages = List.of();
        if (before == null) {
            mail.start(state);
        } else {
            changes.addAll(changes(before.state(), state, changed));
            messages = mail.step(raw.action(), kind, changed, fresh(before.state(), state), state);
        }
        List<String> actors = actors(action, state, changed, messages);
        Map<String, List<Mark>> marks = new LinkedHashMap<>();
        for (TlaValue member : members) {
            marks.put(member.display(), matrix.marks(state, member));
        }
        return new Step(
                raw.number(),
                raw.action(),
                raw.where(),
                kind,
                actors,
                note(action, state, actors),
                state,
                List.copyOf(changes),
                List.copyOf(messages),
                mail.inFlightIds(),
                matrix.matrix(state),
                marks,
                facts(state, before));
    }

    private List<Change> changes(Map<String, TlaValue> before, Map<String, TlaValue> after, Set<TlaValue> changed) {
        List<Change> changes = new ArrayList<>();
        for (Variable variable : variables) {
            TlaValue from = before.get(variable.name());
            TlaValue to = after.get(variable.name());
            if (to == null) {
                throw new TraceException("variable " + variable.name() + " is missing in a state of " + meta.name());
            }
            if (variable.scope() == Scope.MEMBER) {
                for (TlaValue member : members) {
                    List<Change> own = ValueDiffer.diff(
                            variable.name(),
                            member.display(),
                            from.at(member).orElseThrow(),
                            to.at(member).orElseThrow());
                    if (!own.isEmpty() && !variable.ghost()) {
                        changed.add(member);
                    }
                    changes.addAll(own);
                }
            } else if (variable.scope() == Scope.GLOBAL) {
                List<Change> own = ValueDiffer.diff(variable.name(), null, from, to);
                for (Change change : own) {
                    TlaValue element = change.to() == null ? change.from() : change.to();
                    if (!variable.ghost() && members.contains(element) && change.kind() != Trace.ChangeKind.SET) {
                        changed.add(element);
                    }
                }
                changes.addAll(own);
            }
        }
        return changes;
    }

    /** Values, at any depth, that the step has brought into the state of some member. */
    private Set<TlaValue> fresh(Map<String, TlaValue> before, Map<String, TlaValue> after) {
        Set<TlaValue> old = new HashSet<>();
        Set<TlaValue> now = new HashSet<>();
        for (Variable variable : variables) {
            if (variable.scope() != Scope.MESSAGES && !variable.ghost()) {
                parts(before.get(variable.name()), old);
                parts(after.get(variable.name()), now);
            }
        }
        now.removeAll(old);
        return now;
    }

    private static void parts(TlaValue value, Set<TlaValue> into) {
        into.add(value);
        if (value instanceof TlaValue.SetOf s) {
            s.elements().forEach(e -> parts(e, into));
        } else {
            value.asFunction().ifPresent(f -> f.values().forEach(e -> parts(e, into)));
        }
    }

    /** The members involved in the step: receivers, senders, then changed ones; the acting one first. */
    private List<String> actors(
            ActionLens action, Map<String, TlaValue> state, Set<TlaValue> changed, List<MessageEvent> messages) {
        Set<String> actors = new LinkedHashSet<>();
        Optional.ofNullable(action)
                .flatMap(ActionLens::actor)
                .flatMap(e -> e.eval(state, Map.of()))
                .ifPresent(a -> actors.add(a.display()));
        messages.stream().filter(m -> m.kind() == MessageKind.RECEIVED).forEach(m -> actors.add(m.dst()));
        messages.stream().filter(m -> m.kind() == MessageKind.SENT).forEach(m -> actors.add(m.src()));
        changed.forEach(m -> actors.add(m.display()));
        if (members.size() == 1) {
            actors.add(members.get(0).display());
        }
        actors.retainAll(members.stream().map(TlaValue::display).toList());
        return List.copyOf(actors);
    }

    private String note(ActionLens action, Map<String, TlaValue> state, List<String> actors) {
        if (action == null || action.note().isEmpty()) {
            return "";
        }
        Map<String, TlaValue> bound = new TreeMap<>();
        members.stream()
                .filter(m -> !actors.isEmpty() && m.display().equals(actors.get(0)))
                .forEach(m -> bound.put("m", m));
        return action.note().get().render(state, bound);
    }

    private List<Fact> facts(Map<String, TlaValue> state, Step before) {
        List<Fact> facts = new ArrayList<>();
        for (FactLens fact : lens.facts()) {
            if (!fact.when().map(w -> w.holds(state, Map.of())).orElse(true)) {
                continue;
            }
            String text = fact.text().render(state, Map.of());
            boolean same = before == null
                    || before.facts().stream()
                            .anyMatch(f ->
                                    f.label().equals(fact.label()) && f.text().equals(text));
            facts.add(new Fact(fact.label(), text, !same));
        }
        return List.copyOf(facts);
    }

    private Scope scope(String name) {
        if (lens.messages().contains(name)) {
            return Scope.MESSAGES;
        }
        boolean perMember = !lens.globals().contains(name)
                && !members.isEmpty()
                && states.stream()
                        .allMatch(s -> s.variables().get(name) != null
                                && s.variables()
                                        .get(name)
                                        .domain()
                                        .map(members::equals)
                                        .orElse(false));
        return perMember ? Scope.MEMBER : Scope.GLOBAL;
    }

    /** What the lens says, or else the domain that most variables have in common. */
    private List<TlaValue> members() {
        Map<String, TlaValue> first = states.get(0).variables();
        Optional<TlaValue> told = lens.members().flatMap(e -> e.eval(first, Map.of()));
        if (told.isPresent()) {
            return told.get().elementsOrDomain();
        }
        Map<List<TlaValue>, Integer> votes = new LinkedHashMap<>();
        first.forEach((name, value) -> {
            if (!lens.messages().contains(name) && !lens.globals().contains(name)) {
                value.domain().filter(d -> !d.isEmpty()).ifPresent(d -> votes.merge(d, 1, Integer::sum));
            }
        });
        return votes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(List.of());
    }

    /** What sort of step an action is, by its name; a lens may say otherwise. */
    static final class Kinds {
        private static final Map<String, Kind> BY_WORD = new LinkedHashMap<>();

        static {
            BY_WORD.put("Crash", Kind.CRASH);
            BY_WORD.put("Restart", Kind.RESTART);
            BY_WORD.put("Rejoin", Kind.RESTART);
            BY_WORD.put("Cut", Kind.CUT);
            BY_WORD.put("Partition", Kind.CUT);
            BY_WORD.put("Isolate", Kind.CUT);
            BY_WORD.put("Disconnect", Kind.CUT);
            BY_WORD.put("Heal", Kind.HEAL);
            BY_WORD.put("Reconnect", Kind.HEAL);
            BY_WORD.put("Lose", Kind.LOSS);
            BY_WORD.put("Loss", Kind.LOSS);
            BY_WORD.put("DropMessage", Kind.LOSS);
            BY_WORD.put("Duplicate", Kind.DUPLICATE);
            BY_WORD.put("Suspect", Kind.SUSPECT);
            BY_WORD.put("FalseSuspicion", Kind.SUSPECT);
            BY_WORD.put("Client", Kind.CLIENT);
            BY_WORD.put("Invoke", Kind.CLIENT);
        }

        private Kinds() {}

        static Kind of(String action) {
            if (action.equals(RawState.INIT)) {
                return Kind.INIT;
            }
            for (Map.Entry<String, Kind> entry : BY_WORD.entrySet()) {
                String word = entry.getKey();
                boolean whole = action.length() == word.length();
                if (action.startsWith(word) && (whole || !Character.isLowerCase(action.charAt(word.length())))) {
                    return entry.getValue();
                }
            }
            return Kind.STEP;
        }
    }
}
