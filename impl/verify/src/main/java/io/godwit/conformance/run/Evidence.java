package io.godwit.conformance.run;

import io.godwit.conformance.corpus.CorpusList;
import io.godwit.conformance.corpus.CorpusList.Model;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.ReplayCounts;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.GeneratedSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The section of {@code docs/verify/evidence.md} that says which class carries out which action. */
public final class Evidence {
    private static final String COMMAND = "./godwit conform --docs";

    private Evidence() {}

    /**
     * Writes the section.
     *
     * @param list the corpus
     * @param bindings the engine
     * @return whether it changed
     * @throws BadInputException when a corpus is broken or the document has no such section
     */
    public static boolean write(CorpusList list, List<Binding> bindings) throws BadInputException, IOException {
        Path root = list.manifest().root();
        ReplayCounts counts =
                ReplayCounts.of(list.models().stream().map(Model::file).toList());
        return section(root).write(TraceabilityText.of(root, Traceability.of(root, bindings), counts));
    }

    /** What to say when the section is not what it would be now. */
    static Optional<String> stale(Path root, Traceability traceability, ReplayCounts counts)
            throws BadInputException, IOException {
        return section(root).stale(TraceabilityText.of(root, traceability, counts));
    }

    private static GeneratedSection section(Path root) {
        return new GeneratedSection(root.resolve("docs/verify/evidence.md"), "traceability", COMMAND);
    }
}
