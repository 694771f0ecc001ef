package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import java.util.List;

/** A backup has the write: the owner waits for one less, and answers the client when it waits for nobody. */
@SpecPart(
        value = "classic/Replication!HandleBackup",
        why = "the owner hears of it in the step of the backup, since acknowledging earlier only adds obligations")
public class HandleBackupAck extends ClassicHandler<Received<BackupAck>> {
    /** The part of the action under these guards. */
    public HandleBackupAck(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<BackupAck> event) {
        BackupAck m = event.message();
        List<Pending> writes = state.pending().get(m.partition());
        if (writes == null) {
            return Step.refuse(state, ClassicGuard.WRITE_PENDING);
        }
        Acknowledged rest = Acknowledged.confirmed(state.pending(), m.partition(), m.update(), event.from());
        return Step.to(state.but().pending(rest.pending()).done(), rest.answers());
    }
}
