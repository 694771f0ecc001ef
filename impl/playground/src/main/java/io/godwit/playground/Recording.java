package io.godwit.playground;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.Observer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes what happens in a run as a JSON array for the page, one object for each step:
 *
 * <ul>
 *   <li>{@code t}: virtual microseconds; {@code k}: what sort of step, such as {@code deliver} or {@code fault}; {@code x}: a sentence
 *   <li>{@code m}: the member; {@code a}: actions of the specification that it took; {@code r}: what it refused, and why
 *   <li>{@code i}: numbers of the messages that it took; {@code o}: messages that it sent, each with number, receiver and name
 *   <li>{@code v}: by number, members that look different than before (see {@link ProtocolText#view})
 * </ul>
 *
 * @param <S> the state of one member
 */
final class Recording<S> implements Observer<S> {
    /** So many messages of one link are remembered as being on their way; others are taken to be lost. */
    private static final int LONGEST_LINK = 500;
    /** Nothing is sent again earlier, in microseconds. */
    private static final long SENT_AGAIN = 100_000;

    private final ProtocolText<S> text;
    private final JsonText json = new JsonText();
    private final List<String> actions = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private final Map<Integer, String> shown = new HashMap<>();
    private final Map<Long, Deque<Sent>> links = new HashMap<>();
    private int sent;

    private record Sent(int number, long micros, Message message) {}

    /** An empty recording. */
    Recording(ProtocolText<S> text) {
        this.text = text;
        json.array();
    }

    @Override
    public void took(MemberView<S> member, String action) {
        if (!actions.contains(action)) {
            actions.add(action);
        }
    }

    @Override
    public void refused(MemberView<S> member, String action, Refusal refusal) {
        refusals.add(action.isEmpty() ? refusal.toString() : action + ", " + refusal);
    }

    @Override
    public void stepped(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step) {
        boolean empty = event instanceof Event.Tick
                && step.commands().isEmpty()
                && actions.isEmpty()
                && text.isSame(before, step.state());
        if (!empty) {
            begin(
                    cluster,
                    event.getClass().getSimpleName().toLowerCase(Locale.ROOT),
                    text.sentence(member.number(), event));
            json.name("m").value(member.number());
            strings("a", actions);
            strings("r", refusals);
            taken(cluster.now(), member.number(), event);
            sent(cluster, member.number(), step.commands());
            views(cluster);
            json.endObject();
        }
        actions.clear();
        refusals.clear();
    }

    @Override
    public void told(Cluster<S> cluster, String kind, String what) {
        begin(cluster, kind, what);
        views(cluster);
        json.endObject();
    }

    private void begin(Cluster<S> cluster, String kind, String what) {
        json.object();
        json.name("t").value(cluster.now());
        json.name("k").value(kind);
        json.name("x").value(what);
    }

    private void strings(String name, List<String> values) {
        if (!values.isEmpty()) {
            json.name(name).array();
            values.forEach(json::value);
            json.endArray();
        }
    }

    private void taken(long now, int to, Event event) {
        if (!(event instanceof Event.Deliver deliver)) {
            return;
        }
        Deque<Sent> link = links.getOrDefault(link(deliver.from(), to), new ArrayDeque<>());
        json.name("i").array();
        for (Message message : text.parts(deliver.message())) {
            Sent one = sent(now, link, message);
            if (one != null) {
                json.value(one.number());
                link.remove(one);
            }
        }
        json.endArray();
    }

    /**
     * Which message it is that has come: the oldest equal one that was sent so recently that nothing has been sent again since then, or
     * else the latest; those before it were lost.
     */
    private static Sent sent(long now, Deque<Sent> link, Message message) {
        Sent latest = null;
        for (Sent each : link) {
            if (each.message().equals(message)) {
                if (each.micros() + SENT_AGAIN > now) {
                    return each;
                }
                latest = each;
            }
        }
        return latest;
    }

    private void sent(Cluster<S> cluster, int from, List<Command> commands) {
        boolean any = false;
        for (Command command : commands) {
            if (command instanceof Command.Send send) {
                if (!any) {
                    json.name("o").array();
                    any = true;
                }
                send(cluster, from, send);
            }
        }
        if (any) {
            json.endArray();
        }
    }

    private void send(Cluster<S> cluster, int from, Command.Send send) {
        for (MemberView<S> other : cluster.members()) {
            boolean everybody = send.to() == Members.EVERYBODY && other.up() && other.number() != from;
            if (everybody || other.number() == send.to()) {
                text.parts(send.message()).forEach(message -> send(cluster.now(), from, other.number(), message));
            }
        }
    }

    private void send(long now, int from, int to, Message message) {
        json.array();
        json.value(++sent).value(to).value(text.name(message));
        json.endArray();
        Deque<Sent> link = links.computeIfAbsent(link(from, to), key -> new ArrayDeque<>());
        link.add(new Sent(sent, now, message));
        if (link.size() > LONGEST_LINK) {
            link.remove();
        }
    }

    private static long link(int from, int to) {
        return ((long) from << Integer.SIZE) + to;
    }

    private void views(Cluster<S> cluster) {
        boolean any = false;
        for (MemberView<S> member : cluster.members()) {
            String view = view(member);
            if (!view.equals(shown.put(member.number(), view))) {
                if (!any) {
                    json.name("v").object();
                    any = true;
                }
                json.name(Integer.toString(member.number())).value(view);
            }
        }
        if (any) {
            json.endObject();
        }
    }

    /** A member as text, so that it is compared quickly: status, site, and what the protocol says of it, with {@code |} between them. */
    private String view(MemberView<S> member) {
        StringBuilder view = new StringBuilder(
                        member.up() ? "up" : member.asleep() ? "off" : member.left() ? "left" : "dead")
                .append('|')
                .append(member.site())
                .append('|');
        text.view(view, member);
        return view.toString();
    }

    /** The array. Nothing may be recorded afterwards. */
    @Override
    public String toString() {
        return json.endArray().toString();
    }
}
