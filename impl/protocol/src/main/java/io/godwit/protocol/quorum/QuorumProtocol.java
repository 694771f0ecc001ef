package io.godwit.protocol.quorum;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.Trail;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.agenda.Agenda;
import io.godwit.protocol.quorum.agenda.Office;
import io.godwit.protocol.quorum.agenda.Watch;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/** The quorum protocol: control plane and data plane in one member. */
public final class QuorumProtocol implements Protocol<QuorumState> {
    private final Agenda agenda;

    /** The protocol. */
    public QuorumProtocol() {
        this(Quorum.whole());
    }

    /** The protocol of these modules. */
    public QuorumProtocol(Quorum quorum) {
        this.agenda = new Agenda(quorum);
    }

    /** {@inheritDoc} The founders vote, the oldest ones if there are many, and hold the partitions in turn. */
    @Override
    public QuorumState found(int self, Setup setup) {
        PartitionVector<Entry> first =
                PartitionVector.of(setup.partitions(), p -> Entry.first(firstConfiguration(p, setup)));
        MemberSet voters = Agenda.firstVoters(setup.founders());
        ControlState control = ControlState.founder(self, first, voters);
        DataState data = new DataState(
                self,
                Status.UP,
                setup.copies(),
                PartitionVector.of(
                        setup.partitions(),
                        p -> Replica.founding(
                                self,
                                new View(first.get(p).version(), first.get(p).configuration()))));
        return new QuorumState(setup, control, data, Watch.start(MemberSet.of(), control.stamp()), Office.NONE);
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
        DataState data = agenda.started(DataState.unborn(self, setup.partitions(), setup.copies()));
        return new QuorumState(
                setup, ControlState.empty(self, setup.partitions()), data, Watch.start(MemberSet.of(), 0), Office.NONE);
    }

    @Override
    public QuorumState restart(int self, Setup setup, Message image) {
        Image kept = (Image) image;
        ControlState control = agenda.rebooted(self, kept.control());
        return new QuorumState(
                setup,
                control,
                agenda.startedAgain(kept.data()),
                Watch.start(kept.leaving(), agenda.stampOf(control.committed())),
                Office.NONE);
    }

    @Override
    public Step<QuorumState> step(QuorumState state, Event event) {
        return agenda.step(state, event, null);
    }

    @Override
    public Step<QuorumState> step(QuorumState state, Event event, Trail trail) {
        return agenda.step(state, event, trail);
    }
}
