package io.godwit.protocol.classic;

import io.godwit.protocol.Message;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.MapContent;

/** The messages of the data channel, with the names of their types in the specification. Immutable. */
public sealed interface DataMessage extends Message {
    /** The partition. */
    int partition();

    /**
     * Owner to destination: the copy.
     *
     * @param migration what it is for
     * @param done the completed migrations of the partition, from the master
     * @param version the copy's counter
     * @param content the copy
     */
    record MigrationData(Migration migration, MigrationSet done, int version, MapContent content)
            implements DataMessage {
        @Override
        public int partition() {
            return migration.partition();
        }
    }

    /**
     * Owner to backup: a write.
     *
     * @param partition where
     * @param at the version of the partition in the sender's table
     * @param version the counter of the sender's copy after the write
     * @param update what was written
     */
    record Backup(int partition, int at, int version, Update update) implements DataMessage {}

    /** Backup to owner: the write is there. The part of {@code HandleBackup} at the owner. */
    record BackupAck(int partition, Update update) implements DataMessage {}

    /** Owner to backup: my copy has this counter. A part of {@code StartSync}. */
    record SyncCheck(int partition, int version) implements DataMessage {}

    /** Backup to owner: mine differs. A part of {@code StartSync}. */
    record SyncRequest(int partition) implements DataMessage {}

    /**
     * Owner to backup: the whole copy.
     *
     * @param partition of what
     * @param at the version of the partition in the sender's table
     * @param version the copy's counter
     * @param content the copy
     */
    record SyncResponse(int partition, int at, int version, MapContent content) implements DataMessage {}
}
