package io.godwit.protocol.classic;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Event;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.run.BalancedPlanning;
import io.godwit.protocol.classic.run.ClassicEngine;
import io.godwit.protocol.classic.run.Planning;

/**
 * The classic protocol as a whole. As published it lacks the repairs: {@link Classic#published()}. It keeps nothing
 * durable, so that a process that starts again is a new member.
 */
public final class ClassicProtocol implements Protocol<ClassicState> {
    /** Completed migrations that trigger a publication, in the product. */
    public static final int BATCH = 10;

    private final Classic classic;
    private final ClassicEngine engine;

    /** The protocol of these modules, with balanced plans. */
    public ClassicProtocol(Classic classic) {
        this(classic, new BalancedPlanning(classic.planAndRun()));
    }

    /**
     * The protocol.
     *
     * @param classic the modules
     * @param planning where plans come from
     */
    public ClassicProtocol(Classic classic, Planning planning) {
        this.classic = classic;
        this.engine = new ClassicEngine(classic, classic.planner(planning));
    }

    @Override
    public ClassicState found(int self, Setup setup) {
        PartitionTable table = PartitionTable.of(setup.partitions(), p -> arranged(p, setup));
        ClassicState off = ClassicState.off(self, settings(setup));
        int master = setup.founders().oldest();
        return off.but()
                .life(ProcessStatus.UP)
                .view(setup.founders())
                .master(master)
                .duty(self == master ? MasterPhase.READY : MasterPhase.NONE)
                .table(table)
                .stamp(classic.versioning().stampOf(table))
                .done();
    }

    /** The arrangement that a cluster starts with: the founders in turn, and a version for each assigned replica. */
    private static PartitionEntry arranged(int partition, Setup setup) {
        int founders = setup.founders().size();
        int assigned = Math.min(founders, setup.copies().only());
        int[] replicas = new int[setup.copies().only()];
        for (int i = 0; i < assigned; i++) {
            replicas[i] = setup.founders().get((partition + i) % founders);
        }
        return PartitionEntry.of(assigned, replicas);
    }

    @Override
    public ClassicState join(int self, Setup setup) {
        ClassicState off = ClassicState.off(self, settings(setup));
        return off.but().timers(off.timers().withContacts(setup.founders())).done();
    }

    /**
     * Never happens, since nothing is made durable.
     *
     * @throws IllegalStateException always
     */
    @Override
    public ClassicState restart(int self, Setup setup, Message image, long now) {
        throw new IllegalStateException("member " + self + " of the classic protocol has made nothing durable");
    }

    @Override
    public Step<ClassicState> step(ClassicState state, Event event) {
        return engine.step(state, event);
    }

    @Override
    public Step<ClassicState> step(ClassicState state, Event event, ActionListener actionListener) {
        return engine.step(state, event, actionListener);
    }

    private static ClassicSettings settings(Setup setup) {
        return new ClassicSettings(setup.partitions(), setup.copies().only(), setup.parallel(), BATCH);
    }
}
