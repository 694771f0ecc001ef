package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.replay.Codec;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.List;

/**
 * Configurations of both sides. The backups have an order in the engine and none in the specification; a configuration of the
 * specification is taken as one with its backups in the order of their numbers.
 */
final class ConfigurationCodec implements Codec<Configuration> {
    private static final Shape CONFIGURATION =
            new Shape(List.of("backups", "inSync", "migration", "primary"), List.of());
    private static final Shape MIGRATION = new Shape(List.of("destination", "source"), List.of());

    private final ValueTable values;
    private final QuorumMembers members;

    ConfigurationCodec(ValueTable values, QuorumMembers members) {
        this.values = values;
        this.members = members;
    }

    @Override
    public Configuration decode(int value) {
        int migration = values.field(value, "migration");
        return Configuration.of(
                members.number(values.field(value, "primary")),
                members.sets().decode(values.field(value, "backups")).toArray(),
                members.sets().decode(values.field(value, "inSync")),
                members.number(values.field(migration, "source")),
                members.number(values.field(migration, "destination")));
    }

    @Override
    public int encode(Configuration configuration) {
        int[] migration = {members.value(configuration.destination()), members.value(configuration.source())};
        int[] items = {
            members.sets().encode(MemberSet.of(configuration.backups())),
            members.sets().encode(configuration.inSync()),
            values.ofShape(MIGRATION, migration, -1),
            members.value(configuration.primary())
        };
        return values.ofShape(CONFIGURATION, items, -1);
    }
}
