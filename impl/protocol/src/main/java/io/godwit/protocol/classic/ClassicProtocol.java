package io.godwit.protocol.classic;

import io.godwit.protocol.Event;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.run.BalancedPlanning;
import io.godwit.protocol.classic.run.Member;
import io.godwit.protocol.classic.run.Planning;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.versioning.Versioning;

/**
 * The classic protocol as a whole. As published it lacks the repairs: {@link ClassicGuard#product()}. It keeps nothing
 * durable, so that a process that starts again is a new member.
 */
public final class ClassicProtocol implements Protocol<ClassicState> {
    /** Completed migrations that trigger a publication, in the product. */
    public static final int BATCH = 10;

    private final Versioning versioning;
    private final Member member;

    /** The protocol under these guards, with balanced plans. */
    public ClassicProtocol(Guards guards) {
        this(guards, new BalancedPlanning(guards));
    }

    /**
     * The protocol.
     *
     * @param guards the guards in force
     * @param planning where plans come from
     */
    public ClassicProtocol(Guards guards, Planning planning) {
        this.versioning = new Versioning(guards);
        this.member = new Member(guards, planning);
    }

    @Override
    public ClassicState found(int self, Setup setup) {
        PartitionTable table = PartitionTable.of(setup.partitions(), p -> arranged(p, setup));
        ClassicState off = ClassicState.off(self, settings(setup));
        int master = setup.founders().oldest();
        return off.but()
                .life(Life.UP)
                .view(setup.founders())
                .master(master)
                .duty(self == master ? Duty.READY : Duty.NONE)
                .table(table)
                .stamp(versioning.stampOf(table))
                .done();
    }

    /** The arrangement that a cluster starts with: the founders in turn, and a version for each assigned replica. */
    private static Entry arranged(int partition, Setup setup) {
        int founders = setup.founders().size();
        int assigned = Math.min(founders, setup.copies().only());
        int[] replicas = new int[setup.copies().only()];
        for (int i = 0; i < assigned; i++) {
            replicas[i] = setup.founders().get((partition + i) % founders);
        }
        return Entry.of(assigned, replicas);
    }

    @Override
    public ClassicState join(int self, Setup setup) {
        ClassicState off = ClassicState.off(self, settings(setup));
        return off.but().errands(off.errands().withContacts(setup.founders())).done();
    }

    /**
     * Never happens, since nothing is made durable.
     *
     * @throws IllegalStateException always
     */
    @Override
    public ClassicState restart(int self, Setup setup, Message image) {
        throw new IllegalStateException("member " + self + " of the classic protocol has made nothing durable");
    }

    @Override
    public Step<ClassicState> step(ClassicState state, Event event) {
        return member.step(state, event);
    }

    private static Settings settings(Setup setup) {
        return new Settings(setup.partitions(), setup.copies().only(), setup.parallel(), BATCH);
    }
}
