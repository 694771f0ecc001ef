package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.Backup;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import io.godwit.protocol.classic.table.Entry;

/**
 * A backup takes a write when it is a backup by its own table and the counter does not go back; a jump of more than one is
 * applied all the same and makes it want a sync. The product does not look at the sender (finding N7): with
 * {@code BACKUP_CHECKS_SENDER} a backup behind the sender's table waits for it, and one with another owner refuses. A
 * refused write is not answered. The owner's part of the acknowledgement is {@link HandleBackupAck}.
 *
 * <p>Guards, from {@code HandleBackup} in {@code spec/classic/Replication.tla}: {@code BACKUP_WAITS_FOR_TABLE},
 * {@code BACKUP}, {@code NOT_OLDER}, {@code BACKUP_CHECKS_SENDER}.
 */
@SpecAction("classic/Replication!HandleBackup")
public class HandleBackup extends ClassicHandler<Received<Backup>> {
    /** The action under these guards. */
    public HandleBackup(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<Backup> event) {
        Backup m = event.message();
        int p = m.partition();
        Entry entry = state.table().get(p);
        Replica replica = state.replicas().get(p);
        if (!guards.pass(ClassicGuard.BACKUP_WAITS_FOR_TABLE, m.at() <= entry.version())) {
            return Step.refuse(state, ClassicGuard.BACKUP_WAITS_FOR_TABLE);
        }
        if (!entry.isBackup(state.self())) {
            return Step.refuse(state, ClassicGuard.BACKUP);
        }
        if (m.version() < replica.version()) {
            return Step.refuse(state, ClassicGuard.NOT_OLDER);
        }
        if (!guards.pass(ClassicGuard.BACKUP_CHECKS_SENDER, event.from() == entry.owner())) {
            return Step.refuse(state, ClassicGuard.BACKUP_CHECKS_SENDER);
        }
        boolean gap = m.version() > replica.version() + 1;
        Replica written =
                new Replica(m.update().applyTo(replica.content()), m.version(), replica.dirty() || gap, replica.late());
        return sending(state.but().replica(p, written).done(), event.from(), new BackupAck(p, m.update()));
    }
}
