package io.godwit.conformance.generate;

import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.generate.CorpusList.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Has the specification moved while the corpus stayed? */
public final class Drift {
    private Drift() {}

    /** What is wrong, one line each; empty when every corpus was made from the specification as it is now. */
    public static List<String> of(CorpusList list) throws IOException {
        List<String> findings = new ArrayList<>();
        SpecDigest digest = new SpecDigest(list.manifest());
        for (Model model : list.models()) {
            if (!Files.isRegularFile(model.file())) {
                findings.add(model.name() + " has no corpus");
            } else if (!CorpusFile.header(model.file()).source().equals(digest.of(model.entry(), model.cfg()))) {
                findings.add(model.name() + ": the specification or its cfg changed after its corpus was made");
            }
        }
        for (Path stranger : list.strangers()) {
            findings.add(stranger.getFileName() + " belongs to no model of the list");
        }
        return findings;
    }
}
