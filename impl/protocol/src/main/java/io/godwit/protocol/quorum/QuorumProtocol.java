package io.godwit.protocol.quorum;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Event;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.engine.Engine;
import io.godwit.protocol.quorum.engine.LocalState;
import io.godwit.protocol.quorum.engine.MasterState;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/** The quorum protocol: control plane and data plane in one member. */
public final class QuorumProtocol implements Protocol<QuorumState> {
    private final Engine engine;

    /** The protocol. */
    public QuorumProtocol() {
        this(Quorum.whole());
    }

    /** The protocol of these modules. */
    public QuorumProtocol(Quorum quorum) {
        this.engine = new Engine(quorum);
    }

    /** {@inheritDoc} The founders vote, the oldest ones if there are many, and hold the partitions in turn. */
    @Override
    public QuorumState found(int self, Setup setup) {
        PartitionVector<Entry> first =
                PartitionVector.of(setup.partitions(), p -> Entry.first(firstConfiguration(p, setup)));
        MemberSet voters = Engine.firstVoters(setup.founders());
        ControlState control = ControlState.founder(self, first, voters);
        DataState data = new DataState(
                self,
                Status.UP,
                setup.copies(),
                PartitionVector.of(
                        setup.partitions(),
                        p -> Replica.founding(self, first.get(p).view())),
                setup.leases(),
                LeaseTimes.UNKNOWN);
        return new QuorumState(
                setup, control, data, LocalState.start(MemberSet.of(), control.stamp()), MasterState.NONE);
    }

    @Override
    public QuorumState found(int self, Setup setup, long now) {
        QuorumState first = found(self, setup);
        if (!setup.leases().exist()) {
            return first;
        }
        DataState data = engine.promisedAtStart(first.data().at(now)).at(LeaseTimes.UNKNOWN);
        return new QuorumState(setup, first.control(), data, first.local(), first.master());
    }

    private static Configuration firstConfiguration(int partition, Setup setup) {
        MemberSet founders = setup.founders();
        int copies = Math.min(setup.copies().of(partition), founders.size());
        int[] backups = new int[copies - 1];
        for (int i = 0; i < backups.length; i++) {
            backups[i] = founders.get((partition + i + 1) % founders.size());
        }
        return Configuration.settled(founders.get(partition % founders.size()), backups);
    }

    @Override
    public QuorumState join(int self, Setup setup) {
        DataState data = engine.started(
                DataState.unborn(self, setup.partitions(), setup.copies()).with(setup.leases()));
        return new QuorumState(
                setup,
                ControlState.empty(self, setup.partitions()),
                data,
                LocalState.start(MemberSet.of(), 0),
                MasterState.NONE);
    }

    @Override
    public QuorumState restart(int self, Setup setup, Message image, long now) {
        if (setup.leases().exist() && now == LeaseTimes.UNKNOWN) {
            throw new IllegalArgumentException("a member with read leases starts again at an unknown time");
        }
        Image kept = (Image) image;
        DataState found = kept.data().with(setup.leases()).at(now);
        ControlState control = engine.rebooted(self, kept.control());
        return new QuorumState(
                setup,
                control,
                engine.startedAgain(found).at(LeaseTimes.UNKNOWN),
                LocalState.start(kept.leaving(), engine.stampOf(control.committed())),
                MasterState.NONE);
    }

    @Override
    public Step<QuorumState> step(QuorumState state, Event event) {
        return engine.step(state, event, null);
    }

    @Override
    public Step<QuorumState> step(QuorumState state, Event event, ActionListener actionListener) {
        return engine.step(state, event, actionListener);
    }
}
