package io.godwit.protocol.quorum;

import io.godwit.protocol.Command;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Members in one thread, with a network that delivers in order and at once, or not at all. */
public final class TestCluster {
    private static final long TICK = 10_000;

    /** A message on its way. */
    public record Letter(int from, int to, Message message) {}

    /** What may get through. */
    public interface Links {
        /** Does this message arrive? */
        boolean carry(Letter letter);
    }

    private final QuorumProtocol protocol;
    private final Setup setup;
    private final Map<Integer, QuorumState> members = new TreeMap<>();
    private final Map<Integer, Message> images = new HashMap<>();
    private final Deque<Letter> post = new ArrayDeque<>();
    private final List<Command.Answer> answers = new ArrayList<>();
    private final List<Integer> stopped = new ArrayList<>();
    private Links links = letter -> true;
    private long now = 5_000_000;
    private long calls;

    /** A cluster of founders. */
    public TestCluster(int founders, int partitions, int copies) {
        this(Quorum.whole(), founders, partitions, copies);
    }

    /** A cluster of founders of these modules. */
    public TestCluster(Quorum quorum, int founders, int partitions, int copies) {
        this(quorum, founders, partitions, Copies.all(copies));
    }

    /** A cluster of founders whose partitions do not all want the same number of copies. */
    public TestCluster(Quorum quorum, int founders, int partitions, Copies copies) {
        this(quorum, founders, partitions, copies, LeaseTimes.NONE);
    }

    /** A cluster of founders with read leases. */
    public TestCluster(Quorum quorum, int founders, int partitions, Copies copies, LeaseTimes leases) {
        protocol = new QuorumProtocol(quorum);
        int[] all = new int[founders];
        for (int i = 0; i < founders; i++) {
            all[i] = i + 1;
        }
        setup = new Setup(MemberSet.of(all), partitions, copies, 2, leases);
        for (int member : all) {
            members.put(member, protocol.found(member, setup));
        }
    }

    /** Somebody new comes. */
    public void join(int member) {
        members.put(member, protocol.join(member, setup));
    }

    /** Somebody dies. */
    public void crash(int member) {
        members.remove(member);
    }

    /** Somebody starts again with what it has kept. */
    public void reboot(int member) {
        members.put(member, protocol.restart(member, setup, images.get(member), nanos()));
    }

    /** A founder starts again that has kept nothing but who it is. */
    public void foundAgain(int member) {
        members.put(member, protocol.found(member, setup, nanos()));
    }

    /** Other links from now on. */
    public void link(Links newLinks) {
        links = newLinks;
    }

    /** Lets time pass. */
    public void run(long millis) {
        long end = now + millis * 1_000;
        while (now < end) {
            now += TICK;
            for (int member : List.copyOf(members.keySet())) {
                take(member, new Event.Tick(now + member));
            }
            deliver();
        }
    }

    /** Delivers all messages, and what is sent in answer to them. */
    public void deliver() {
        while (!post.isEmpty()) {
            Letter letter = post.remove();
            if (members.containsKey(letter.to()) && links.carry(letter)) {
                take(letter.to(), new Event.Deliver(letter.from(), letter.message()));
            }
        }
    }

    private long nanos() {
        return now * 1_000;
    }

    /** Lets a member take an event. */
    public Step<QuorumState> take(int member, Event event) {
        Event timed = setup.leases().exist() ? new Event.Timed(nanos(), event) : event;
        Step<QuorumState> step = protocol.step(members.get(member), timed);
        members.put(member, step.state());
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                post(member, send);
            } else if (command instanceof Command.Persist persist) {
                images.put(member, persist.image());
            } else if (command instanceof Command.Answer answer) {
                answers.add(answer);
            } else {
                stopped.add(member);
                members.remove(member);
            }
        }
        return step;
    }

    private void post(int from, Command.Send send) {
        if (send.to() == Members.EVERYBODY) {
            members.keySet().stream()
                    .filter(m -> m != from)
                    .forEach(m -> post.add(new Letter(from, m, send.message())));
        } else {
            post.add(new Letter(from, send.to(), send.message()));
        }
    }

    /** A client calls a member; what it hears at once. */
    public List<Result> call(int member, int partition, Operation operation) {
        answers.clear();
        take(member, new Event.Call(7, ++calls, partition, operation));
        deliver();
        return answers.stream().map(Command.Answer::result).toList();
    }

    /** What clients have heard since the last call. */
    public List<Command.Answer> answers() {
        return answers;
    }

    /** Who has stopped of its own accord. */
    public List<Integer> stopped() {
        return stopped;
    }

    /** A member's state. */
    public QuorumState state(int member) {
        return members.get(member);
    }

    /** Who lives. */
    public MemberSet living() {
        return MemberSet.of(members.keySet());
    }

    /** The master of the latest term, or 0. */
    public int master() {
        return members.values().stream()
                .filter(s -> s.control().isMaster())
                .max((a, b) -> Integer.compare(a.control().term(), b.control().term()))
                .map(QuorumState::self)
                .orElse(0);
    }

    /** What a member knows to be decided. */
    public Configuration configuration(int member, int partition) {
        return members.get(member).control().committed().get(partition).configuration();
    }

    /** Do all members know the same? */
    public boolean agreed() {
        return members.values().stream()
                                .map(s -> s.control().accepted())
                                .distinct()
                                .count()
                        == 1
                && members.values().stream()
                                .map(s -> s.control().committed())
                                .distinct()
                                .count()
                        == 1;
    }

    /** Is every partition held by so many members, all in sync, with the same data, and nothing going on? */
    public boolean settled(int copies) {
        return settled(Copies.all(copies));
    }

    /** The same with another number for each range. */
    public boolean settled(Copies copies) {
        for (int p = 0; p < setup.partitions(); p++) {
            Configuration c = configuration(master(), p);
            if (c.isMigrating() || c.size() != copies.of(p) || c.inSyncSize() != copies.of(p)) {
                return false;
            }
            for (int i = 0; i < c.size(); i++) {
                QuorumState holder = members.get(c.replica(i));
                if (holder == null
                        || !holder.data()
                                .replica(p)
                                .log()
                                .equals(members.get(c.primary())
                                        .data()
                                        .replica(p)
                                        .log())) {
                    return false;
                }
            }
        }
        return agreed();
    }
}
