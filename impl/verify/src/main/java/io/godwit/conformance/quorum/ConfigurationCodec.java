package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Configurations of both sides. The backups have an order in the engine and none in the specification; a configuration of the
 * specification is taken as one with its backups in the order of their numbers.
 */
final class ConfigurationCodec {
    private static final Shape CONFIGURATION =
            new Shape(List.of("backups", "inSync", "migration", "primary"), List.of());
    private static final Shape MIGRATION = new Shape(List.of("destination", "source"), List.of());

    private final ValueTable values;
    private final QuorumMembers members;
    private final Map<Integer, Configuration> decoded = new HashMap<>();
    private final Map<Configuration, Integer> encoded = new HashMap<>();

    ConfigurationCodec(ValueTable values, QuorumMembers members) {
        this.values = values;
        this.members = members;
    }

    Configuration decode(int value) {
        Configuration known = decoded.get(value);
        if (known == null) {
            int migration = values.field(value, "migration");
            known = Configuration.of(
                    members.number(values.field(value, "primary")),
                    members.set(values.field(value, "backups")).toArray(),
                    members.set(values.field(value, "inSync")),
                    members.number(values.field(migration, "source")),
                    members.number(values.field(migration, "destination")));
            decoded.put(value, known);
        }
        return known;
    }

    int encode(Configuration configuration) {
        Integer known = encoded.get(configuration);
        if (known == null) {
            int[] migration = {members.value(configuration.destination()), members.value(configuration.source())};
            int[] items = {
                members.value(MemberSet.of(configuration.backups())),
                members.value(configuration.inSync()),
                values.ofShape(MIGRATION, migration, -1),
                members.value(configuration.primary())
            };
            known = values.ofShape(CONFIGURATION, items, -1);
            encoded.put(configuration, known);
        }
        return known;
    }
}
