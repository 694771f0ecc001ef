package io.godwit.modelcheck.manifest;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.Suggest;
import io.godwit.modelcheck.manifest.Cfg.Assignment;
import io.godwit.modelcheck.manifest.Cfg.Named;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Makes the configuration of a run: the base, with the entry's constants and without the rule that a mutant lacks, restricted to what the entry checks. */
public final class RunCfg {
    private RunCfg() {}

    /**
     * The configuration of a run.
     *
     * @param base the cfg of the entry
     * @param entry the entry
     * @param manifest file to blame for wrong overrides
     * @throws BadInputException when the entry overrides what the cfg does not assign
     */
    public static Cfg of(Cfg base, ManifestEntry entry, Path manifest) throws BadInputException {
        Cfg overridden = override(base, entry, manifest);
        return entry.only().isEmpty() ? overridden : restrict(overridden, entry.only());
    }

    /** The same configuration, checking only these invariants and properties. */
    public static Cfg restrict(Cfg cfg, Collection<String> only) {
        return cfg.withChecked(keep(cfg.invariants(), only), keep(cfg.properties(), only));
    }

    private static Cfg override(Cfg base, ManifestEntry entry, Path manifest) throws BadInputException {
        Map<String, Assignment> constants = new LinkedHashMap<>(base.constants());
        for (Map.Entry<String, String> override : entry.set().entrySet()) {
            String name = override.getKey();
            if (!constants.containsKey(name)) {
                throw new BadInputException(
                        manifest,
                        entry.line(),
                        entry.name() + ": \"set\" overrides " + name + ", which " + entry.cfg() + " does not assign",
                        Suggest.remedy(name, constants.keySet()));
            }
            String value = CfgParser.value(manifest, entry.line(), override.getValue());
            constants.put(name, new Assignment(name, false, value, 0));
        }
        entry.replace().forEach((name, other) -> constants.put(name, new Assignment(name, true, other, 0)));
        Cfg assigned = base.withConstants(constants);
        if (lacksRule(entry, constants)) {
            Set<String> weakened = new TreeSet<>(assigned.weakened());
            weakened.add(entry.guard());
            String value = weakened.stream().map(it -> '"' + it + '"').collect(Collectors.joining(", ", "{", "}"));
            constants.put(Cfg.WEAKENED, new Assignment(Cfg.WEAKENED, false, value, 0));
            assigned = base.withConstants(constants);
        }
        return assigned;
    }

    /** Whether the guard of a mutant or calibration is a rule, and neither a constant nor a definition that is replaced. */
    private static boolean lacksRule(ManifestEntry entry, Map<String, Assignment> constants) {
        return (entry.kind() == EntryKind.MUTANT || entry.kind() == EntryKind.CALIBRATION)
                && constants.containsKey(Cfg.WEAKENED)
                && !constants.containsKey(entry.guard());
    }

    private static List<Named> keep(List<Named> names, Collection<String> only) {
        return names.stream().filter(named -> only.contains(named.name())).toList();
    }
}
