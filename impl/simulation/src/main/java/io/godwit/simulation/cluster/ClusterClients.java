package io.godwit.simulation.cluster;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.RunPlan.OmittedCalls;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.RushWorkload;
import io.godwit.simulation.SeededRandom;
import io.godwit.simulation.Workload;
import io.godwit.simulation.linear.History;
import io.godwit.simulation.linear.History.RecordedCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All clients of a run, and the history of their calls. */
final class ClusterClients {
    private static final int READERS = 4;
    /** The number of a client's first call after the end; all others are smaller. */
    private static final long AFTER_ALL = 1_000_000_000;
    /** Time before the end of a run in which writers of a rush make no calls, in microseconds. */
    private static final long LAST_WRITE = 250_000;

    private final SimulatedCluster<?> cluster;
    private final Workload workload;
    private final History history = new History();
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final List<BitSet> skips = new ArrayList<>();
    /** Per client and key the value that it read last. */
    private final Map<Long, Long> seen = new HashMap<>();

    private final List<RunResult.MadeCall> made = new ArrayList<>();
    private long until;

    ClusterClients(SimulatedCluster<?> cluster) {
        this.cluster = cluster;
        this.workload = new Workload(cluster.plan(), cluster.calls()::partition);
    }

    /** Starts the clients; they make no new call after that time. */
    void start(long end) {
        until = end;
        int members = cluster.plan().members();
        for (int id = 1; id <= cluster.plan().clients(); id++) {
            add(1 + (id - 1) % members, id, 0);
            skips.add(new BitSet());
        }
        for (OmittedCalls skip : cluster.plan().skips()) {
            if (skip.client() <= skips.size()) {
                skips.get(skip.client() - 1).set(skip.from(), skip.to() + 1);
            }
        }
        for (int id = 1; id <= clients.size(); id++) {
            next(id, 0);
        }
    }

    /** One more client, which makes one call at a time; two numbers say what is drawn for it. */
    private void add(int home, long of, long which) {
        SeededRandom chance = cluster.random().of(RandomPurpose.CLIENT, of, which);
        clients.add(new SimulatedClient(cluster, clients.size() + 1, home, chance, 1));
    }

    private void next(int id, int from) {
        int call = skips.get(id - 1).nextClearBit(from);
        long time = Math.max(cluster.now(), workload.time(id, call));
        if (time < until) {
            cluster.at(time, () -> make(id, call));
        }
    }

    private void make(int id, int call) {
        long key = workload.key(id, call);
        Operation operation = workload.operation(id, call, seen.getOrDefault(name(id, key), 0L));
        made.add(new RunResult.MadeCall(id, call));
        clients.get(id - 1).call(call + 1L, operation, done -> {
            ended(id, operation, done);
            next(id, call + 1);
        });
    }

    /** Starts the writers of a rush, which are clients of their own. */
    void rush(Fault fault) {
        RushWorkload rush = new RushWorkload(cluster.plan(), fault, workload);
        if (fault.kind() == FaultKind.BURST) {
            burst(fault, rush);
            return;
        } else if (fault.kind() == FaultKind.MANY_KEYS) {
            manyKeys(fault, rush);
            return;
        } else if (fault.kind() == FaultKind.MIXED_CALLS) {
            clients.add(new MixedCalls(cluster, clients.size() + 1, fault).start());
            return;
        } else if (fault.kind() == FaultKind.FOLLOWED_CALLS) {
            clients.add(new FollowedCalls(cluster, clients.size() + 1, fault).start());
            return;
        } else if (fault.kind() == FaultKind.PUT || fault.kind() == FaultKind.GET) {
            callByHand(fault);
            return;
        }
        for (int writer = 0; writer < RushWorkload.WRITERS; writer++) {
            add(fault.site(), fault.id(), 1 + writer);
            write(clients.size(), rush, writer, 0);
        }
    }

    private void callByHand(Fault fault) {
        // Another call may have the same moment: each client draws its own session.
        int id = clients.size() + 1;
        add(fault.site(), fault.id(), id);
        long key = Workload.keyByHand(fault.other());
        Operation operation =
                fault.kind() == FaultKind.PUT ? new Operation.Put(key, fault.amount()) : new Operation.Get(key);
        clients.get(id - 1).call(1, operation, done -> ended(id, operation, done));
    }

    private void burst(Fault fault, RushWorkload rush) {
        int id = clients.size() + 1;
        SeededRandom chance = cluster.random().of(RandomPurpose.CLIENT, fault.id(), 1);
        SimulatedClient client = new SimulatedClient(cluster, id, fault.site(), chance, (int) fault.amount() / 2);
        clients.add(client);
        for (int call = 0; call < fault.amount(); call++) {
            Operation operation = rush.operation(call % RushWorkload.WRITERS, id, call);
            client.call(call + 1L, operation, done -> ended(id, operation, done));
        }
    }

    private void manyKeys(Fault fault, RushWorkload rush) {
        int id = clients.size() + 1;
        SeededRandom chance = cluster.random().of(RandomPurpose.CLIENT, fault.id(), 1);
        clients.add(new SimulatedClient(cluster, id, fault.site(), chance, (int) fault.amount() / 4));
        callMany(id, fault, rush, 0);
    }

    /** Calls for the keys from a number on, and then for the next ones. */
    private void callMany(int id, Fault fault, RushWorkload rush, int from) {
        if (cluster.now() >= Math.min(fault.at() + fault.duration(), until - LAST_WRITE)) {
            return;
        }
        List<Operation> operations = new ArrayList<>();
        for (int call = from; call < from + fault.amount(); call++) {
            operations.add(rush.operationOfMany(id, call));
        }
        int[] left = {operations.size()};
        clients.get(id - 1).callMany(from + 1L, operations, (operation, done) -> {
            ended(id, operation, done);
            left[0]--;
            if (left[0] == 0) {
                cluster.after(1, () -> callMany(id, fault, rush, from + operations.size()));
            }
        });
    }

    private void write(int id, RushWorkload rush, int writer, int call) {
        long time = Math.max(cluster.now(), rush.time(writer, call));
        if (call < rush.calls() && time < until - LAST_WRITE) {
            Operation operation = rush.operation(writer, id, call);
            cluster.at(time, () -> clients.get(id - 1).call(call + 1L, operation, done -> {
                ended(id, operation, done);
                write(id, rush, writer, call + 1);
            }));
        }
    }

    private void ended(int id, Operation operation, RecordedCall done) {
        cluster.tell("client", () -> text(id, operation, done));
        if (done == null) {
            return;
        }
        history.add(done);
        Long value = value(operation, done.result());
        if (value != null) {
            seen.put(name(id, operation.key()), value);
        }
    }

    private static String text(int id, Operation operation, RecordedCall done) {
        String outcome = "was refused";
        if (done != null) {
            outcome = done.known() ? "got " + done.result() : "gave up, outcome unknown";
        }
        return "c" + id + " " + operation + " " + outcome;
    }

    /** The value that a register is known to have after a call. */
    private static Long value(Operation operation, Result result) {
        if (!(result instanceof Result.Done done) || Workload.kind(operation.key()) != Workload.Kind.REGISTER) {
            return null;
        } else if (operation instanceof Operation.Put put) {
            return put.value();
        } else if (operation instanceof Operation.CompareAndSet cas) {
            return cas.value();
        }
        return done.values().isEmpty() ? Long.valueOf(0) : done.values().get(0);
    }

    private static long name(int client, long key) {
        return client * 1_000_000_000L + key;
    }

    /** Number of frames with several calls that were sent. */
    int batches() {
        return clients.stream().mapToInt(SimulatedClient::batches).sum();
    }

    /** Number of calls that were made. */
    List<RunResult.MadeCall> made() {
        return made;
    }

    History history() {
        return history;
    }

    /** Puts the calls that have not ended into the history; nothing may run afterwards. */
    void end() {
        clients.forEach(client -> client.open().forEach(history::add));
    }

    /**
     * Lets each client that was not closed read a key of each partition that was used: its connections must be usable again.
     *
     * @return those that cannot, and which keys
     */
    Map<Integer, Set<Long>> readByAll(long within) {
        Map<Integer, Long> keys = new TreeMap<>();
        for (long key : new TreeSet<>(history.byKey().keySet())) {
            boolean small = Workload.kind(key) == Workload.Kind.REGISTER;
            keys.merge(workload.partition(key), key, (one, other) -> small ? other : one);
        }
        Map<Integer, Set<Long>> unread = new TreeMap<>();
        for (int id = 1; id <= clients.size(); id++) {
            if (clients.get(id - 1).isOpen()) {
                unread.put(id, new TreeSet<>(keys.values()));
                read(id, AFTER_ALL, unread);
            }
        }
        cluster.run(cluster.now() + within, unread::isEmpty);
        return unread;
    }

    private void read(int id, long number, Map<Integer, Set<Long>> unread) {
        Set<Long> rest = unread.get(id);
        if (rest.isEmpty()) {
            unread.remove(id);
            return;
        }
        Operation get = new Operation.Get(rest.iterator().next());
        clients.get(id - 1).call(number, get, done -> {
            ended(id, get, done);
            if (done != null && done.known()) {
                rest.remove(get.key());
            }
            read(id, number + 1, unread);
        });
    }

    /** Reads every key that was used once more, with clients of their own; returns those that cannot be read. */
    Set<Long> readAll(long within) {
        Set<Long> keys = new TreeSet<>(history.byKey().keySet());
        clients.forEach(client ->
                client.open().forEach(call -> keys.add(call.operation().key())));
        Deque<Long> rest = new ArrayDeque<>(keys);
        Set<Long> unread = new TreeSet<>(keys);
        for (int reader = 1; reader <= READERS; reader++) {
            int home = 1 + (int) cluster.random().below(cluster.plan().members(), RandomPurpose.ROUTES, reader, 0);
            add(home, reader, -1);
            read(clients.size(), 1, rest, unread);
        }
        cluster.run(cluster.now() + within, unread::isEmpty);
        return unread;
    }

    private void read(int id, long number, Deque<Long> rest, Set<Long> unread) {
        Long key = rest.poll();
        if (key == null) {
            return;
        }
        Operation get = new Operation.Get(key);
        clients.get(id - 1).call(number, get, done -> {
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
