package io.godwit.simulation.run;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;
import io.godwit.simulation.TraceView;
import io.godwit.simulation.run.LogObserver.RefusedAction;
import io.godwit.simulation.run.TraceValues.BoundedText;
import io.godwit.trace.Lens;
import io.godwit.trace.TlaValue;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.TraceBuilder;
import io.godwit.trace.TraceMeta;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Keeps the last steps of a run, to be shown as a trace in the viewer. Steps that changed nothing and sent nothing are left
 * out.
 *
 * @param <S> the state of one member
 */
final class TraceObserver<S> implements Observer<S> {
    /** The lens of such traces. */
    public static final String MODULE = "Simulation";

    private static final int MAX_IN_FLIGHT = 200;

    private final TraceView<S> traceView;
    private final int longest;
    private final Deque<Frame<S>> frames = new ArrayDeque<>();
    private final Deque<SentMessage> inFlight = new ArrayDeque<>();
    /** Of the step that is told next. */
    private final List<RefusedAction> refusals = new ArrayList<>();

    private long sent;
    private int members;

    private record SentMessage(long id, int from, int to, Message message) {}

    private record Frame<S>(
            String action, String note, long now, List<S> states, List<String> status, List<SentMessage> inFlight) {}

    /**
     * Keeps some steps.
     *
     * @param longest how many, 2 or more
     */
    public TraceObserver(Subject<S> subject, int longest) {
        this.traceView = subject.traceView();
        this.longest = longest;
    }

    @Override
    public void refused(MemberView<S> member, String action, Refusal refusal) {
        refusals.add(new RefusedAction(action, refusal));
    }

    @Override
    public void stepped(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step) {
        follow(cluster, member, event, step);
        if (!(event instanceof Event.Tick && step.commands().isEmpty())) {
            String action = event instanceof Event.Deliver deliver
                    ? "Handle" + traceView.name(deliver.message())
                    : event.getClass().getSimpleName();
            String who = "m" + member.number() + " takes " + BoundedText.of(event);
            String refused =
                    refusals.stream().map(refusal -> ", refused: " + refusal).collect(Collectors.joining());
            keep(cluster, action, who + refused);
        }
        refusals.clear();
    }

    /** Messages are on their way from the step that sends them to the one that takes them; the last ones, for some are lost. */
    private void follow(Cluster<S> cluster, MemberView<S> member, Event event, Step<S> step) {
        if (event instanceof Event.Deliver deliver) {
            List<Message> taken = messages(deliver.message());
            inFlight.removeIf(
                    it -> it.to() == member.number() && it.from() == deliver.from() && taken.contains(it.message()));
        }
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send && send.to() != Members.EVERYBODY) {
                add(member.number(), send.to(), send.message());
            } else if (command instanceof Command.Send send) {
                for (MemberView<S> other : cluster.members()) {
                    if (other.up() && other.number() != member.number()) {
                        add(member.number(), other.number(), send.message());
                    }
                }
            }
        }
        while (inFlight.size() > MAX_IN_FLIGHT) {
            inFlight.remove();
        }
    }

    private void add(int from, int to, Message message) {
        messages(message).forEach(it -> inFlight.add(new SentMessage(++sent, from, to, it)));
    }

    private static List<Message> messages(Message message) {
        return message instanceof Batch batch ? batch.messages() : List.of(message);
    }

    @Override
    public void told(Cluster<S> cluster, String kind, String text) {
        String action =
                switch (kind) {
                    case "fault" -> text.startsWith("crash") || text.startsWith("reboot") ? "Crash" : "Fault";
                    case "start", "restart" -> "Restart";
                    case "client" -> "Client";
                    default -> Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
                };
        keep(cluster, action, text);
    }

    private void keep(Cluster<S> cluster, String action, String note) {
        List<S> states = new ArrayList<>();
        List<String> status = new ArrayList<>();
        for (MemberView<S> member : cluster.members()) {
            states.add(member.state());
            status.add(member.up() ? "up" : member.asleep() ? "asleep" : member.left() ? "left" : "down");
        }
        members = Math.max(members, states.size());
        frames.add(new Frame<>(action, note, cluster.now(), states, status, List.copyOf(inFlight)));
        if (frames.size() > longest) {
            frames.remove();
        }
    }

    /** The trace. */
    public Trace trace(RunResult result, Lens lens) {
        RunPlan plan = result.plan();
        TraceMeta meta = TraceMeta.named(plan.protocol() + "-seed-" + plan.seed())
                .module(MODULE)
                .protocol(plan.protocol())
                .tool("godwit simulate", "")
                .faults(plan.faults().size()
                        + (plan.faults().size() == 1 ? " fault, seed " : " faults, seed ")
                        + plan.seed());
        if (!result.passed()) {
            meta.property(result.violation().property())
                    .says(result.violation().text().lines().findFirst().orElse(""));
        }
        List<RawState> states = new ArrayList<>();
        for (Frame<S> frame : frames) {
            int number = states.size() + 1;
            states.add(new RawState(number, number == 1 ? RawState.INIT : frame.action(), null, variables(frame)));
        }
        return TraceBuilder.build(meta.build(), states, lens);
    }

    private Map<String, TlaValue> variables(Frame<S> frame) {
        Map<String, TlaValue> variables = new TreeMap<>();
        List<TlaValue> status = new ArrayList<>();
        List<TlaValue> state = new ArrayList<>();
        List<TlaValue> table = new ArrayList<>();
        List<TlaValue> stamp = new ArrayList<>();
        List<TlaValue> marks = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            boolean born = i < frame.states().size();
            S own = born ? frame.states().get(i) : null;
            status.add(TlaValue.of(born ? frame.status().get(i) : "unborn"));
            state.add(TraceValues.of(own));
            table.add(born ? cells(own) : TlaValue.tuple());
            stamp.add(TlaValue.of(born ? traceView.stamp(own) : ""));
            marks.add(TlaValue.of(born ? String.join(", ", traceView.marks(own)) : ""));
        }
        variables.put("status", new TlaValue.Tuple(status));
        variables.put("state", new TlaValue.Tuple(state));
        variables.put("table", new TlaValue.Tuple(table));
        variables.put("stamp", new TlaValue.Tuple(stamp));
        variables.put("marks", new TlaValue.Tuple(marks));
        variables.put("micros", TlaValue.of(frame.now()));
        variables.put("event", TlaValue.of(BoundedText.of(frame.note())));
        variables.put(
                "msgs",
                new TlaValue.SetOf(frame.inFlight().stream().map(this::value).toList()));
        return variables;
    }

    private TlaValue cells(S own) {
        Map<TlaValue, TlaValue> cells = new TreeMap<>();
        List<TraceView.Cell> all = traceView.cells(own);
        for (int p = 0; p < all.size(); p++) {
            cells.put(TlaValue.of(p), new TlaValue.Rec(TraceValues.fields(all.get(p))));
        }
        return TlaValue.function(cells);
    }

    private TlaValue value(SentMessage sentMessage) {
        Map<String, TlaValue> fields = new TreeMap<>();
        if (sentMessage.message() instanceof Record record) {
            fields.putAll(TraceValues.fields(record));
        }
        fields.put("type", TlaValue.of(traceView.name(sentMessage.message())));
        fields.put("src", TlaValue.of(sentMessage.from()));
        fields.put("dst", TlaValue.of(sentMessage.to()));
        fields.put("id", TlaValue.of(sentMessage.id()));
        return new TlaValue.Rec(fields);
    }
}
