package io.godwit.tracecheck;

import io.godwit.tracecheck.SpecTool.SpecStep;
import java.util.ArrayList;
import java.util.List;
import tlc2.tool.TLCState;
import tlc2.value.impl.Value;

/** What may have made one configuration of a partition of another, for the data plane. */
final class ConfigurationChanges {
    private ConfigurationChanges() {}

    /**
     * The steps that it may have been, the likeliest first.
     *
     * @param base the version of the configuration before
     */
    static List<SpecStep> between(Value before, Value next, int base) {
        Value p = V.number(1);
        Value at = V.number(base);
        if (before.equals(next)) {
            return List.of(new SpecStep("Restamp", p));
        }
        List<SpecStep> steps = new ArrayList<>();
        Value migration = V.field(next, "migration");
        if (!migration.equals(V.NO_MIGRATION) && !migration.equals(V.field(before, "migration"))) {
            return List.of(new SpecStep(
                    "StartMigration", p, V.field(migration, "source"), V.field(migration, "destination"), at));
        }
        for (Value member : V.elements(V.field(before, "backups"))) {
            for (String name : List.of("EvictBackup", "RemoveReplica", "Promote", "SwitchPrimary", "AdmitBackup")) {
                steps.add(new SpecStep(name, p, member, at));
            }
        }
        steps.add(new SpecStep("FinishMigration", p, at));
        steps.add(new SpecStep("AbortMigration", p, at));
        return steps.stream().filter(step -> mayLeadTo(step, before, next)).toList();
    }

    /** Leaves out what has nothing to do with the difference, so that only what may be meant is shown when nothing fits. */
    private static boolean mayLeadTo(SpecStep step, Value before, Value next) {
        boolean samePrimary = V.field(before, "primary").equals(V.field(next, "primary"));
        boolean sameBackups = V.field(before, "backups").equals(V.field(next, "backups"));
        boolean sameInSync = V.field(before, "inSync").equals(V.field(next, "inSync"));
        boolean sameMigration = V.field(before, "migration").equals(V.field(next, "migration"));
        return switch (step.action()) {
            case "EvictBackup", "AdmitBackup" -> samePrimary && sameBackups && !sameInSync;
            case "RemoveReplica" -> samePrimary && !sameBackups;
            case "Promote", "SwitchPrimary" -> !samePrimary && step.arguments()[1].equals(V.field(next, "primary"));
            case "FinishMigration" -> !sameMigration && !sameBackups;
            default -> !sameMigration && samePrimary && sameBackups && sameInSync;
        };
    }

    /** The last decision is this configuration. */
    static Plane.Expected last(Value configuration) {
        return new Last(configuration);
    }

    private static final class Last extends Plane.Expected {
        private final Value configuration;

        Last(Value configuration) {
            super(0);
            this.configuration = configuration;
        }

        @Override
        List<String> differences(TLCState next) {
            List<String> differences = new ArrayList<>();
            Value[] history = V.items(V.at(SpecTool.value(next, "history"), V.number(1)));
            Difference.add("decided", history[history.length - 1], configuration, differences);
            return differences;
        }
    }
}
