package io.godwit.simulation;

import io.godwit.protocol.map.Operation;
import java.util.List;

/**
 * The calls of a {@link FaultKind#RUSH}: {@value #WRITERS} writers, each with one call at a time, add to sets of a few
 * partitions. Nobody reads these keys before the end of the run: sets can be judged without that, and are small.
 */
public final class RushWorkload {
    /** Number of writers. */
    public static final int WRITERS = 4;

    /** So many calls in a row a writer makes under one key. */
    private static final int ROUND = 16;

    /** So many calls in a row are made under each of many keys. */
    private static final int TURNS = 8;

    private static final List<Workload.Kind> OF_MANY =
            List.of(Workload.Kind.REGISTER, Workload.Kind.COUNTER, Workload.Kind.SET);

    /** Far behind all other keys. */
    private static final long FIRST_KEY = 10_000_000;
    /** So many keys are left out from one round to the next; among them is one of each partition. */
    private static final long STRIDE = 4_000;

    private final Fault fault;
    private final Workload workload;
    private final int partitions;
    private final int first;
    private final int hot;

    /** The calls of that fault of a plan. */
    public RushWorkload(RunPlan plan, Fault fault) {
        this(plan, fault, new Workload(plan));
    }

    /**
     * The calls of that fault of a plan.
     *
     * @param workload says in which partition a key lies
     */
    public RushWorkload(RunPlan plan, Fault fault, Workload workload) {
        this.fault = fault;
        this.workload = workload;
        this.partitions = plan.partitions();
        this.first = (int) new SeededRandom(plan.seed()).below(partitions, RandomPurpose.RUSH, fault.at(), 0);
        this.hot = Math.max(1, Math.min(fault.other(), partitions));
    }

    /** How many calls a writer makes. */
    public long calls() {
        return fault.amount() / WRITERS;
    }

    /** When a writer, from 0, makes a call, from 0, if the one before is done by then. */
    public long time(int writer, int call) {
        long nth = (long) call * WRITERS + writer;
        return fault.at() + nth * fault.duration() / Math.max(1, fault.amount());
    }

    /** Which partition a writer writes to. */
    public int partition(int writer) {
        return (first + writer % hot) % partitions;
    }

    /**
     * A call of a writer.
     *
     * @param client who makes it
     */
    public Operation operation(int writer, int client, int call) {
        return new Operation.AddToSet(key(partition(writer), call / ROUND), Workload.value(client, call));
    }

    /**
     * A call of a {@link FaultKind#MANY_KEYS}: so many of its calls as it has keys are made together, each for a key of its own. The next ones
     * are for the same keys, which are written and read in turn: a key that gets the result of another one is seen.
     *
     * @param client who makes it
     */
    public Operation operationOfMany(int client, int call) {
        int keys = (int) fault.amount();
        int turn = call / keys;
        int place = call % keys;
        Workload.Kind kind = OF_MANY.get(place / WRITERS % OF_MANY.size());
        long key = key(partition(place % WRITERS), turn / TURNS * keys + place, kind);
        if (turn % 2 == 1) {
            return new Operation.Get(key);
        }
        long value = Workload.value(client, call);
        return switch (kind) {
            case REGISTER -> new Operation.Put(key, value);
            case COUNTER -> new Operation.Increment(key, value);
            case SET -> new Operation.AddToSet(key, value);
            case LIST -> new Operation.Append(key, value);
        };
    }

    private long key(int partition, int round) {
        return key(partition, round, Workload.Kind.SET);
    }

    private long key(int partition, int round, Workload.Kind kind) {
        long key = FIRST_KEY + round * STRIDE;
        while (Workload.kind(key) != kind || workload.partition(key) != partition) {
            key++;
        }
        return key;
    }
}
