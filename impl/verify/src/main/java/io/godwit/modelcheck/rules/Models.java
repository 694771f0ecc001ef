package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.Cfg.Assignment;
import io.godwit.modelcheck.manifest.CfgParser;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.RunCfg;
import io.godwit.modelcheck.spec.ModuleFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The manifest together with its configurations: what the rules look at. */
public final class Models {
    private final Manifest manifest;
    private final List<ManifestEntry> entries;
    private final Map<String, Cfg> base = new HashMap<>();
    private final Map<ManifestEntry, Cfg> run = new LinkedHashMap<>();
    private final Map<String, ModuleFacts> facts = new HashMap<>();

    private Models(Manifest manifest, List<ManifestEntry> entries) {
        this.manifest = manifest;
        this.entries = List.copyOf(entries);
    }

    /**
     * Reads the configurations.
     *
     * @param manifest the manifest
     * @param entries the entries that the rules shall look at
     * @throws BadInputException when configurations, or overrides of them, are broken; with all problems
     * @throws IOException when one cannot be read
     */
    public static Models read(Manifest manifest, List<ManifestEntry> entries) throws BadInputException, IOException {
        Models models = new Models(manifest, entries);
        List<InputProblem> problems = new ArrayList<>();
        for (ManifestEntry entry : manifest.entries()) {
            if (entry.cfg() != null) {
                try {
                    models.read(entry);
                } catch (BadInputException e) {
                    problems.addAll(e.problems());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new BadInputException(problems.stream().distinct().toList());
        }
        return models;
    }

    private void read(ManifestEntry entry) throws BadInputException, IOException {
        if (!base.containsKey(entry.cfg())) {
            base.put(entry.cfg(), CfgParser.read(manifest.resolve(entry.cfg())));
        }
        run.put(entry, RunCfg.of(base.get(entry.cfg()), entry, manifest.file()));
    }

    /** The same models, with what the parser tells about their root modules. */
    public Models with(Map<String, ModuleFacts> moduleFacts) {
        Models models = new Models(manifest, entries);
        models.base.putAll(base);
        models.run.putAll(run);
        models.facts.putAll(moduleFacts);
        return models;
    }

    /** What the parser tells about a root module. */
    public ModuleFacts facts(String module) {
        return facts.getOrDefault(module, ModuleFacts.NONE);
    }

    /** The manifest. */
    public Manifest manifest() {
        return manifest;
    }

    /** The entries to look at, in the order of the manifest. */
    public List<ManifestEntry> entries() {
        return entries;
    }

    /** The entries to look at that TLC checks. */
    public List<ManifestEntry> tlcEntries() {
        return entries.stream().filter(entry -> entry.by(ModelChecker.TLC)).toList();
    }

    /** The cfg of an entry as it stands in the file. */
    public Cfg base(ManifestEntry entry) {
        return base.get(entry.cfg());
    }

    /** The cfg that an entry runs with. */
    public Cfg run(ManifestEntry entry) {
        return run.get(entry);
    }

    /** The root module that an entry is about: a mutant that replaces a definition has one of its own, which extends that of its base. */
    String subject(ManifestEntry entry) {
        return entry.replace().isEmpty()
                ? entry.module()
                : manifest.entry(entry.base()).map(ManifestEntry::module).orElse(entry.module());
    }

    /** What an entry runs with, constant by constant. */
    public Map<String, Assignment> constants(ManifestEntry entry) {
        return run.get(entry).constants();
    }
}
