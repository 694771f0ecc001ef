package io.godwit.simulation.world;

import io.godwit.protocol.Command;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.Concern;
import io.godwit.simulation.linear.Call;
import io.godwit.simulation.linear.History;
import io.godwit.simulation.plan.Fault;
import io.godwit.simulation.plan.Rush;
import io.godwit.simulation.plan.Skip;
import io.godwit.simulation.plan.Workload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All clients of a run, and what they lived through. */
final class Clients {
    private static final int READERS = 4;
    /** Writers of a rush end so long before the end of the run. */
    private static final long LAST_WRITE = 250_000;

    private final World<?> world;
    private final Workload workload;
    private final History history = new History();
    private final List<Client> clients = new ArrayList<>();
    private final List<BitSet> skips = new ArrayList<>();
    /** Per client and key the value that it saw last. */
    private final Map<Long, Long> seen = new HashMap<>();

    private final List<RunResult.MadeCall> made = new ArrayList<>();
    private long until;

    Clients(World<?> world) {
        this.world = world;
        this.workload = new Workload(world.plan());
        int members = world.plan().members();
        for (int id = 1; id <= world.plan().clients(); id++) {
            clients.add(new Client(world, id, 1 + (id - 1) % members));
            skips.add(new BitSet());
        }
        for (Skip skip : world.plan().skips()) {
            if (skip.client() <= skips.size()) {
                skips.get(skip.client() - 1).set(skip.from(), skip.to() + 1);
            }
        }
    }

    /** Clients begin, and make no new call after that time. */
    void start(long end) {
        until = end;
        for (int id = 1; id <= clients.size(); id++) {
            next(id, 0);
        }
    }

    private void next(int id, int from) {
        int call = skips.get(id - 1).nextClearBit(from);
        long time = Math.max(world.now(), workload.time(id, call));
        if (time < until) {
            world.at(time, () -> make(id, call));
        }
    }

    private void make(int id, int call) {
        long key = workload.key(id, call);
        Operation operation = workload.operation(id, call, seen.getOrDefault(name(id, key), 0L));
        made.add(new RunResult.MadeCall(id, call));
        clients.get(id - 1).call(call + 1L, workload.partition(key), operation, done -> {
            ended(id, operation, done);
            next(id, call + 1);
        });
    }

    /** Writers begin, clients of their own. */
    void rush(Fault fault) {
        Rush rush = new Rush(world.plan(), fault);
        for (int writer = 0; writer < Rush.WRITERS; writer++) {
            clients.add(new Client(world, clients.size() + 1, fault.site()));
            write(clients.size(), rush, writer, 0);
        }
    }

    private void write(int id, Rush rush, int writer, int call) {
        long time = Math.max(world.now(), rush.time(writer, call));
        if (call < rush.calls() && time < until - LAST_WRITE) {
            Operation operation = rush.operation(writer, id, call);
            world.at(time, () -> clients.get(id - 1).call(call + 1L, rush.partition(writer), operation, done -> {
                ended(id, operation, done);
                write(id, rush, writer, call + 1);
            }));
        }
    }

    private void ended(int id, Operation operation, Call done) {
        world.tell("client", () -> text(id, operation, done));
        if (done == null) {
            return;
        }
        history.add(done);
        Long value = value(operation, done.result());
        if (value != null) {
            seen.put(name(id, operation.key()), value);
        }
    }

    private static String text(int id, Operation operation, Call done) {
        String outcome = "was refused";
        if (done != null) {
            outcome = done.known() ? "got " + done.result() : "gave up, outcome unknown";
        }
        return "c" + id + " " + operation + " " + outcome;
    }

    /** What a register is known to hold after a call. */
    private static Long value(Operation operation, Result result) {
        if (result instanceof Result.Differs differs) {
            return differs.found();
        } else if (result == null || Workload.kind(operation.key()) != Workload.Kind.REGISTER) {
            return null;
        } else if (operation instanceof Operation.Put put) {
            return put.value();
        } else if (operation instanceof Operation.CompareAndSet cas) {
            return cas.value();
        }
        return result instanceof Result.Done done && !done.values().isEmpty()
                ? done.values().get(0)
                : Long.valueOf(0);
    }

    private static long name(int client, long key) {
        return client * 1_000_000_000L + key;
    }

    /** An answer leaves a member. */
    void answered(Node<?> node, Command.Answer answer) {
        int id = (int) answer.client();
        if (id < 1 || id > clients.size()) {
            return;
        }
        Client client = clients.get(id - 1);
        long arrival =
                world.network().sendOnce(node.site(), client.home(), world.now(), -(id * 1_000_003L + answer.call()));
        if (arrival >= 0) {
            world.at(arrival, () -> client.receive(node.number(), answer.call(), answer.result()));
        }
    }

    /** Calls that were made so far. */
    List<RunResult.MadeCall> made() {
        return made;
    }

    History history() {
        return history;
    }

    /** Reads every key that was used once more, with clients of their own; says which cannot be read. */
    Set<Long> readAll(Set<Long> keys, long within) {
        Deque<Long> rest = new ArrayDeque<>(keys);
        Set<Long> unread = new TreeSet<>(keys);
        int first = clients.size() + 1;
        for (int id = first; id < first + READERS; id++) {
            int home = 1 + (int) world.dice().below(world.plan().members(), Concern.ROUTES, id, 0);
            clients.add(new Client(world, id, home));
            read(id, 1, rest, unread);
        }
        world.run(world.now() + within, unread::isEmpty);
        return unread;
    }

    private void read(int id, long number, Deque<Long> rest, Set<Long> unread) {
        Long key = rest.poll();
        if (key == null) {
            return;
        }
        Operation get = new Operation.Get(key);
        clients.get(id - 1).call(number, workload.partition(key), get, done -> {
            ended(id, get, done);
            if (done != null && done.known()) {
                unread.remove(key);
            } else {
                rest.add(key);
            }
            read(id, number + 1, rest, unread);
        });
    }
}
