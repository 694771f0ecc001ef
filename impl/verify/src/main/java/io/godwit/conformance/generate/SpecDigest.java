package io.godwit.conformance.generate;

import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.spec.SpecText;
import io.godwit.modelcheck.cfg.Assignment;
import io.godwit.modelcheck.cfg.Cfg;
import io.godwit.modelcheck.cfg.CfgKeyword;
import io.godwit.modelcheck.cfg.CfgWriter;
import io.godwit.modelcheck.cfg.Named;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.spec.ModuleGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A hash of what a state graph follows from: of the modules, the definitions that the specification uses, directly or through others, and all
 * declarations; of the configuration, the constants. What TLC does not look at is left out: a better comment or another property is no new
 * specification. An indentation, which TLA+ gives a meaning, is.
 */
public final class SpecDigest {
    private static final List<CfgKeyword> OPERATORS =
            List.of(CfgKeyword.SPECIFICATION, CfgKeyword.INIT, CfgKeyword.NEXT, CfgKeyword.VIEW);

    private final Manifest manifest;
    private final ModuleGraph graph = new ModuleGraph();
    /** By root module: models share a few of them. */
    private final Map<Path, Definitions> known = new HashMap<>();

    /** Hashes for the models of a manifest; reads each module once. Not thread-safe. */
    public SpecDigest(Manifest manifest) {
        this.manifest = manifest;
    }

    /**
     * The hash for a model.
     *
     * @param cfg the configuration that it runs with
     */
    public String of(ManifestEntry entry, Cfg cfg) throws IOException {
        Definitions definitions = definitions(entry);
        List<String> used = new ArrayList<>();
        StringBuilder named = new StringBuilder();
        for (CfgKeyword keyword : OPERATORS) {
            if (cfg.single().containsKey(keyword)) {
                String name = cfg.single().get(keyword).name();
                used.add(name);
                line(named, keyword.toString(), name);
            }
        }
        for (Named constraint : cfg.constraints()) {
            used.add(constraint.name());
            line(named, "CONSTRAINT", constraint.name());
        }
        for (Named constraint : cfg.actionConstraints()) {
            used.add(constraint.name());
            line(named, "ACTION_CONSTRAINT", constraint.name());
        }
        cfg.constants().values().stream().filter(Assignment::replaced).forEach(it -> used.add(it.value()));
        String text = definitions.declarations() + definitions.used(used) + named + CfgWriter.constants(cfg);
        return CorpusFile.sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void line(StringBuilder text, String keyword, String name) {
        text.append(keyword).append(' ').append(name).append('\n');
    }

    private Definitions definitions(ManifestEntry entry) throws IOException {
        Path root = manifest.resolve(entry.module());
        Definitions definitions = known.get(root);
        if (definitions == null) {
            StringBuilder all = new StringBuilder();
            for (Path module : graph.files(root, manifest.searchPath(entry)).stream()
                    .sorted()
                    .toList()) {
                all.append(SpecText.normalised(Files.readString(module)));
            }
            definitions = Definitions.of(all.toString());
            known.put(root, definitions);
        }
        return definitions;
    }
}
