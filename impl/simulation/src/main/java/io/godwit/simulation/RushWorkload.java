package io.godwit.simulation;

import io.godwit.protocol.map.Operation;

/**
 * The calls of a {@link FaultKind#RUSH}: {@value #WRITERS} writers, each with one call at a time, add to sets of a few
 * partitions. Nobody reads these keys before the end of the run: sets can be judged without that, and are small.
 */
public final class RushWorkload {
    /** Number of writers. */
    public static final int WRITERS = 4;

    /** So many calls in a row a writer makes under one key. */
    private static final int ROUND = 16;

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

    private long key(int partition, int round) {
        long key = FIRST_KEY + round * STRIDE;
        while (Workload.kind(key) != Workload.Kind.SET || workload.partition(key) != partition) {
            key++;
        }
        return key;
    }
}
