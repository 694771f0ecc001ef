package io.godwit.conformance.corpus;

import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.Cfg.Assignment;
import io.godwit.modelcheck.manifest.Cfg.CfgKeyword;
import io.godwit.modelcheck.manifest.Cfg.Named;
import io.godwit.modelcheck.manifest.CfgWriter;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.spec.ModuleGraph;
import io.godwit.modelcheck.spec.SpecText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A hash of what a state graph follows from: of the modules, the definitions that the specification uses, directly or through others, and all
 * declarations; of the configuration, the constants. What TLC does not look at is left out: a better comment or another property is no new
 * specification. An indentation, which TLA+ gives a meaning, is.
 */
final class SpecDigest {
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

    /**
     * The definitions of some modules, and which of them are used. Goes by names in the text, so that it may take a definition for
     * used that is not, and never the other way round. Definitions begin in the first column.
     */
    static final class Definitions {
        private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

        private final Map<String, List<String>> bodies = new LinkedHashMap<>();
        /** The names in the bodies of a definition, once they were looked for. */
        private final Map<String, Set<String>> names = new HashMap<>();

        private final StringBuilder declarations = new StringBuilder();

        private Definitions() {}

        /** The definitions in the text of modules, without comments. */
        static Definitions of(String text) {
            Definitions definitions = new Definitions();
            SpecText.units(text).forEach(definitions::add);
            return definitions;
        }

        private void add(String chunk) {
            Matcher head = SpecText.definition(chunk);
            if (head.matches()) {
                bodies.computeIfAbsent(head.group(1), name -> new ArrayList<>()).add(chunk);
            } else if (!chunk.startsWith("THEOREM")) {
                declarations.append(chunk);
            }
        }

        /** Everything that is no definition and no theorem: a theorem is about a specification, and no part of it. */
        String declarations() {
            return declarations.toString();
        }

        /**
         * The definitions that are used, by name.
         *
         * @param names what is used to begin with; names without a definition are passed over
         */
        String used(List<String> names) {
            TreeSet<String> used = new TreeSet<>();
            Deque<String> waiting = new ArrayDeque<>(names);
            while (!waiting.isEmpty()) {
                String next = waiting.remove();
                if (bodies.containsKey(next) && used.add(next)) {
                    waiting.addAll(inBodies(next));
                }
            }
            StringBuilder text = new StringBuilder();
            used.forEach(name -> bodies.get(name).forEach(text::append));
            return text.toString();
        }

        private Set<String> inBodies(String definition) {
            return names.computeIfAbsent(definition, it -> {
                Set<String> found = new LinkedHashSet<>();
                for (String body : bodies.get(it)) {
                    NAME.matcher(body).results().forEach(match -> found.add(match.group()));
                }
                return found;
            });
        }
    }
}
