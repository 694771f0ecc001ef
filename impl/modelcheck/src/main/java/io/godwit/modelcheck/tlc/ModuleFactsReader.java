package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.cfg.Cfg;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.rules.Models;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.sany.SpecificationFacts;
import io.godwit.modelcheck.spec.ModuleFacts;
import io.godwit.modelcheck.spec.ModuleFacts.Theorem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Asks the parser about the root modules of a manifest, in one process for all of them. */
public final class ModuleFactsReader {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int HEAP_MB = 256;

    private final Path tools;

    /** A reader that uses the parser in this jar. */
    public ModuleFactsReader(Path tools) {
        this.tools = tools;
    }

    /** What the configurations of a module's entries name. */
    private static final class Names {
        final Set<String> specifications = new TreeSet<>();
        final Set<String> invariants = new TreeSet<>();
        final Set<String> properties = new TreeSet<>();
        final Set<String> replaced = new TreeSet<>();
        final Set<String> assigned = new TreeSet<>();
    }

    /**
     * The facts, by root module as the manifest names it.
     *
     * @throws BadInputException when the parser cannot read a module
     * @throws IOException when the parser cannot be run
     */
    public Map<String, ModuleFacts> read(Models models) throws BadInputException, IOException, InterruptedException {
        List<String> modules = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, List<Entry>> module : models.tlcEntries().stream()
                .collect(Collectors.groupingBy(Entry::module, LinkedHashMap::new, Collectors.toList()))
                .entrySet()) {
            modules.add(module.getKey());
            lines.add(question(models, module.getValue()));
        }
        Map<String, ModuleFacts> facts = new HashMap<>();
        List<Answer> answers = modules.isEmpty() ? List.of() : ask(lines);
        for (int i = 0; i < modules.size(); i++) {
            if (i >= answers.size() || !answers.get(i).complete) {
                throw new BadInputException(
                        models.manifest().resolve(modules.get(i)),
                        0,
                        "the parser cannot read this module",
                        "Check one model of it: ./godwit check --filter "
                                + entry(models, modules.get(i)).name());
            }
            facts.put(modules.get(i), answers.get(i).facts());
        }
        return facts;
    }

    private static Entry entry(Models models, String module) {
        return models.tlcEntries().stream()
                .filter(it -> it.module().equals(module))
                .findFirst()
                .orElseThrow();
    }

    private static String question(Models models, List<Entry> entries) {
        Manifest manifest = models.manifest();
        Names names = new Names();
        for (Entry entry : entries) {
            Cfg cfg = models.base(entry);
            names.specifications.add(cfg.behaviour());
            names.invariants.addAll(cfg.invariantNames());
            names.properties.addAll(cfg.propertyNames());
            names.replaced.addAll(entry.replace().keySet());
            names.assigned.addAll(cfg.constants().keySet());
        }
        Entry first = entries.get(0);
        return String.join(
                "\t",
                manifest.resolve(first.module()).toString(),
                manifest.searchPath(first).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                String.join(" ", names.specifications),
                String.join(" ", names.invariants),
                String.join(" ", names.properties),
                String.join(" ", names.replaced),
                String.join(" ", names.assigned));
    }

    private List<Answer> ask(List<String> lines) throws IOException, InterruptedException {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        try (WorkDir work = new WorkDir()) {
            Path question = Files.write(work.path().resolve("modules"), lines);
            List<String> line = new ArrayList<>(TlcCommand.jvm(HEAP_MB, List.of(work.path()), work.path()));
            line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", TlcCommand.classPath(tools)));
            line.addAll(List.of(SpecificationFacts.class.getName(), question.toString()));
            ToolProcess.start(line, work.path(), Map.of(), said::add).await(PATIENCE);
        }
        List<Answer> answers = new ArrayList<>();
        for (String text : List.copyOf(said)) {
            if (text.startsWith(SpecificationFacts.PREFIX)) {
                take(text.substring(SpecificationFacts.PREFIX.length()).split("\t", -1), answers);
            }
        }
        return answers;
    }

    private static void take(String[] fields, List<Answer> answers) {
        // A module is complete when the next one begins.
        if (!answers.isEmpty() && (fields[0].equals("module") || fields[0].equals("end"))) {
            Answer last = answers.get(answers.size() - 1);
            last.complete = !last.unreadable;
        }
        if (fields[0].equals("module")) {
            answers.add(new Answer());
        } else if (!fields[0].equals("end")) {
            answers.get(answers.size() - 1).take(fields);
        }
    }

    /** What was said of one module so far. */
    private static final class Answer {
        private final List<Theorem> theorems = new ArrayList<>();
        private final List<Integer> unclear = new ArrayList<>();
        private final Map<String, Set<String>> conjoined = new HashMap<>();
        private final Map<String, List<String>> restrictions = new HashMap<>();
        private final Map<String, String> hollow = new HashMap<>();
        private final Map<String, Set<String>> used = new HashMap<>();
        private final Set<String> safety = new HashSet<>();
        private final Set<String> defined = new HashSet<>();
        private boolean unreadable;
        private boolean complete;

        void take(String[] fields) {
            switch (fields[0]) {
                case "theorem" -> theorems.add(new Theorem(fields[1], fields[2]));
                case "unclear" -> unclear.add(Integer.valueOf(fields[1]));
                case "specification" -> conjoined.put(fields[1], Set.of(fields[2].split(" ", -1)));
                case "restricted" -> restrictions
                        .computeIfAbsent(fields[1], name -> new ArrayList<>())
                        .add(fields[2]);
                case "hollow" -> hollow.put(fields[1], fields[2]);
                case "used" -> used.computeIfAbsent(fields[1], name -> new HashSet<>())
                        .add(fields[2]);
                case "safety" -> safety.add(fields[1]);
                case "defined" -> defined.add(fields[1]);
                default -> unreadable = true;
            }
        }

        ModuleFacts facts() {
            return new ModuleFacts(theorems, unclear, conjoined, restrictions, hollow, used, safety, defined);
        }
    }
}
