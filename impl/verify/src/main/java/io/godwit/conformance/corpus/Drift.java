package io.godwit.conformance.corpus;

import io.godwit.conformance.corpus.CorpusList.Model;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Has the specification moved while the corpus stayed? */
public final class Drift {
    private Drift() {}

    /**
     * What is wrong, one line each; empty when every corpus was made from the specification as it is now.
     *
     * @throws BadInputException when a file is no corpus
     */
    public static List<String> of(CorpusList list) throws BadInputException, IOException {
        List<String> findings = new ArrayList<>(of(list.manifest(), list.models()));
        for (Path stranger : list.strangers()) {
            findings.add(stranger.getFileName() + " belongs to no model of the list");
        }
        return findings;
    }

    /**
     * The same for some models.
     *
     * @throws BadInputException when a file is no corpus
     */
    public static List<String> of(Manifest manifest, List<Model> models) throws BadInputException, IOException {
        List<String> findings = new ArrayList<>();
        SpecDigest digest = new SpecDigest(manifest);
        for (Model model : models) {
            if (!Files.isRegularFile(model.file())) {
                findings.add(model.name() + " has no corpus");
            } else if (!CorpusFile.header(model.file()).source().equals(digest.of(model.entry(), model.cfg()))) {
                findings.add(model.name() + ": the specification or its cfg changed after its corpus was made");
            }
        }
        return findings;
    }
}
