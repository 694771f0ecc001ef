package io.godwit.mutants.classic;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.migration.HandleMigrationRequest;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.map.MapContent;

/** Without {@code DropAfterDecision}: the source drops its copy as soon as it has sent it. */
public final class DropWhenSent extends HandleMigrationRequest {
    /** The mutant. */
    public DropWhenSent(Guards guards) {
        super(guards);
    }

    @Override
    protected Replica sent(Migration migration, Replica replica) {
        boolean movesAway = migration.source() == migration.feeder() && migration.sourceNew() == Migration.NO_SLOT;
        return movesAway ? new Replica(MapContent.EMPTY, replica.version(), replica.dirty(), replica.late()) : replica;
    }
}
