package io.godwit.simulation.run;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.Observer;
import io.godwit.simulation.run.TraceValues.BoundedText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes one line per event: the time in microseconds, who, what, and what came of it. Ticks that nothing came of are left
 * out.
 *
 * @param <S> the state of one member
 */
public final class LogObserver<S> implements Observer<S> {
    private final Consumer<String> lines;
    /** Of the step that is told next. */
    private final List<RefusedAction> refusals = new ArrayList<>();

    /** Writes to whoever takes lines. */
    public LogObserver(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public void refused(MemberView<S> member, String action, Refusal refusal) {
        refusals.add(new RefusedAction(action, refusal));
    }

    @Override
    public void stepped(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step) {
        if (event instanceof Event.Tick && step.commands().isEmpty()) {
            refusals.clear();
            return;
        }
        StringBuilder line = start(cluster.now(), "m" + member.number());
        line.append(event(event));
        refusals.forEach(refusal -> line.append(" | refused: ").append(refusal));
        refusals.clear();
        for (Command command : step.commands()) {
            line.append(" | ").append(command(command));
        }
        lines.accept(line.toString());
    }

    @Override
    public void told(Cluster<S> cluster, String kind, String text) {
        lines.accept(start(cluster.now(), kind).append(text).toString());
    }

    private static StringBuilder start(long now, String who) {
        StringBuilder line = new StringBuilder(160);
        String time = Long.toString(now);
        line.append(" ".repeat(Math.max(0, 9 - time.length())))
                .append(time)
                .append(' ')
                .append(who);
        return line.append(" ".repeat(Math.max(1, 9 - who.length())));
    }

    private static String event(Event event) {
        if (event instanceof Event.Deliver deliver) {
            return "from m" + deliver.from() + ": " + BoundedText.of(deliver.message());
        } else if (event instanceof Event.Call call) {
            return "call " + call.call() + " of c" + call.client() + " on p" + call.partition() + ": "
                    + call.operation();
        }
        return BoundedText.of(event);
    }

    private static String command(Command command) {
        if (command instanceof Command.Send send) {
            return "to " + (send.to() > 0 ? "m" + send.to() : "all") + ": " + BoundedText.of(send.message());
        } else if (command instanceof Command.Answer answer) {
            return "answer call " + answer.call() + " of c" + answer.client() + ": " + answer.result();
        } else if (command instanceof Command.Persist) {
            // The image is all that the member knows: it would take longer to write than all else.
            return "persist";
        }
        return BoundedText.of(command);
    }

    /**
     * An action that the engine has refused; made into text when it is shown.
     *
     * @param action which; empty if the engine does not say it
     */
    record RefusedAction(String action, Refusal refusal) {
        @Override
        public String toString() {
            return BoundedText.of(action.isEmpty() ? refusal : action + " " + refusal);
        }
    }
}
