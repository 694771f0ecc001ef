package io.godwit.modelcheck.tlc;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.rules.Models;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.spec.ModuleFacts;
import io.godwit.modelcheck.spec.SpecificationFacts;
import io.godwit.modelcheck.spec.SpecificationFacts.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Asks the parser about the root modules of a manifest, in one process for all of them. */
public final class ModuleFactsReader {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int HEAP_MB = 256;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path tools;

    /** A reader that uses the parser in this jar. */
    public ModuleFactsReader(Path tools) {
        this.tools = tools;
    }

    /**
     * The facts, by root module as the manifest names it.
     *
     * @throws BadInputException when the parser cannot read a module
     * @throws IOException when the parser cannot be run
     */
    public Map<String, ModuleFacts> read(Models models) throws BadInputException, IOException, InterruptedException {
        Map<String, List<ManifestEntry>> modules = models.tlcEntries().stream()
                .collect(Collectors.groupingBy(ManifestEntry::module, LinkedHashMap::new, Collectors.toList()));
        List<String> questions = new ArrayList<>();
        for (List<ManifestEntry> entries : modules.values()) {
            questions.add(JSON.writeValueAsString(question(models, entries)));
        }
        List<String> answers = modules.isEmpty() ? List.of() : ask(questions);
        Map<String, ModuleFacts> facts = new HashMap<>();
        for (String module : modules.keySet()) {
            int index = facts.size();
            ModuleFacts read = index < answers.size() ? JSON.readValue(answers.get(index), ModuleFacts.class) : null;
            if (read == null) {
                throw new BadInputException(
                        models.manifest().resolve(module),
                        0,
                        "the parser cannot read this module",
                        "Check one model of it: ./godwit check --filter "
                                + modules.get(module).get(0).name());
            }
            facts.put(module, read);
        }
        return facts;
    }

    /** What the configurations of a module's entries name. */
    private static Question question(Models models, List<ManifestEntry> entries) {
        Manifest manifest = models.manifest();
        ManifestEntry first = entries.get(0);
        Question question = new Question(
                manifest.resolve(first.module()).toString(),
                manifest.searchPath(first).stream().map(Path::toString).toList(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeSet<>());
        for (ManifestEntry entry : entries) {
            Cfg cfg = models.base(entry);
            question.specifications().add(cfg.behaviour());
            question.invariants().addAll(cfg.invariantNames());
            question.properties().addAll(cfg.propertyNames());
            question.replaced().addAll(entry.replace().keySet());
            question.assigned().addAll(cfg.constants().keySet());
        }
        return question;
    }

    private List<String> ask(List<String> questions) throws IOException, InterruptedException {
        try (WorkDir work = new WorkDir()) {
            Path file = Files.write(work.path().resolve("modules"), questions);
            return new TlcProcess(tools, HEAP_MB, List.of(work.path()), work.path())
                    .brief()
                    .withJson()
                    .main(SpecificationFacts.class)
                    .arguments(file.toString())
                    .answers(work.path(), SpecificationFacts.PREFIX, PATIENCE);
        }
    }
}
