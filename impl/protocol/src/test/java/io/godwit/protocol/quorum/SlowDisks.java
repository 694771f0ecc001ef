package io.godwit.protocol.quorum;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.SignOfLife;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * Members in virtual time whose writes to the disk take long. What stands behind a write waits for it, signs of life do not;
 * while one write is under way, the next steps collect. Messages take a quarter of a millisecond.
 */
final class SlowDisks {
    private static final long TICK = 10_000;
    private static final long LINK = 250;

    private final QuorumProtocol protocol = new QuorumProtocol();
    private final Map<Integer, Node> nodes = new TreeMap<>();
    private final PriorityQueue<Action> actions =
            new PriorityQueue<>(Comparator.comparingLong(Action::time).thenComparingLong(Action::number));
    private final IntToLongFunction flush;
    private long number;
    private long now = 5_000_000;

    /** What happens at a time; what was planned first happens first. */
    private record Action(long time, long number, Runnable run) {}

    /** One member and its disk. */
    private static final class Node {
        private QuorumState state;
        private List<Command> collected = new ArrayList<>();
        private boolean writing;

        Node(QuorumState state) {
            this.state = state;
        }
    }

    /**
     * Founders that start one after the other.
     *
     * @param apart microseconds between their starts
     * @param flush how long a write takes each of them, in microseconds
     */
    SlowDisks(int founders, long apart, IntToLongFunction flush) {
        this.flush = flush;
        MemberSet all = MemberSet.of();
        for (int m = 1; m <= founders; m++) {
            all = all.with(m);
        }
        Setup setup = new Setup(all, 3, 2, 2);
        for (int m = 1; m <= founders; m++) {
            int member = m;
            nodes.put(m, new Node(protocol.found(m, setup)));
            after(m * apart, () -> tick(member));
        }
    }

    private void after(long micros, Runnable run) {
        actions.add(new Action(now + micros, number++, run));
    }

    /** Lets time pass until there is a master, and tells how long that took in microseconds; or that there is none by then. */
    long untilThereIsAMaster(long limit) {
        long begin = now;
        while (master() == 0 && now < begin + limit) {
            next();
        }
        return now - begin;
    }

    /** Lets time pass. */
    void run(long micros) {
        long end = now + micros;
        while (!actions.isEmpty() && actions.peek().time() <= end) {
            next();
        }
        now = end;
    }

    private void next() {
        Action action = actions.remove();
        now = action.time();
        action.run().run();
    }

    private void tick(int member) {
        if (nodes.containsKey(member)) {
            take(member, new Event.Tick(now));
            after(TICK, () -> tick(member));
        }
    }

    /** Somebody dies, and the others notice a second later. */
    void crash(int member) {
        nodes.remove(member);
        nodes.keySet().forEach(m -> after(1_000_000, () -> take(m, new Event.Suspect(member))));
    }

    private void take(int member, Event event) {
        Node node = nodes.get(member);
        if (node == null) {
            return;
        }
        var step = protocol.step(node.state, event);
        node.state = step.state();
        boolean free = !node.writing && step.commands().stream().noneMatch(Command.Persist.class::isInstance);
        for (Command command : step.commands()) {
            if (free) {
                carryOut(member, command);
            } else {
                wait(member, node, command);
            }
        }
        write(member, node);
    }

    private void wait(int member, Node node, Command command) {
        if (command instanceof Command.Send send) {
            List<Message> messages = send.message() instanceof Batch batch ? batch.messages() : List.of(send.message());
            for (Message message : messages) {
                Command one = new Command.Send(send.to(), message);
                if (message instanceof SignOfLife) {
                    carryOut(member, one);
                } else {
                    node.collected.add(one);
                }
            }
        } else {
            node.collected.add(command);
        }
    }

    private void write(int member, Node node) {
        if (!node.writing && !node.collected.isEmpty()) {
            List<Command> batch = node.collected;
            node.collected = new ArrayList<>();
            node.writing = true;
            boolean image = batch.stream().anyMatch(Command.Persist.class::isInstance);
            after(image ? flush.applyAsLong(member) : 0, () -> {
                node.writing = false;
                batch.forEach(command -> carryOut(member, command));
                write(member, node);
            });
        }
    }

    private void carryOut(int member, Command command) {
        if (command instanceof Command.Send send && nodes.containsKey(member)) {
            for (int to : nodes.keySet()) {
                if (to != member && (send.to() == Members.EVERYBODY || send.to() == to)) {
                    after(LINK, () -> take(to, new Event.Deliver(member, send.message())));
                }
            }
        }
    }

    /** The master of the latest term, or 0. */
    int master() {
        return nodes.values().stream()
                .map(node -> node.state)
                .filter(s -> s.control().isMaster())
                .max(Comparator.comparingInt(s -> s.control().term()))
                .map(QuorumState::self)
                .orElse(0);
    }

    /** The latest term that anybody has promised to. */
    int term() {
        return nodes.values().stream()
                .mapToInt(node -> node.state.control().term())
                .max()
                .orElse(0);
    }
}
