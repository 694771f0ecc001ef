package io.godwit.conformance.run;

import io.godwit.conformance.corpus.CorpusList;
import io.godwit.conformance.corpus.CorpusList.Model;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.protocol.Rules;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.ReadLeases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiFunction;

/** This project, whose specification, models and corpus the tests look at. */
public final class Project {
    private Project() {}

    /** Its directory. */
    public static Path root() {
        return Path.of(System.getProperty("godwit.root")).toAbsolutePath().normalize();
    }

    /** Its models. */
    public static Manifest manifest() throws BadInputException, IOException {
        return ManifestReader.read(root().resolve("models/manifest.json"), root());
    }

    /** The models of its corpus. */
    public static CorpusList corpus() throws BadInputException, IOException {
        return CorpusList.read(manifest());
    }

    /** A model of its corpus. */
    public static Model model(String name) throws BadInputException, IOException {
        return corpus().models().stream()
                .filter(model -> model.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The quorum protocol with another replication. */
    static Quorum replication(BiFunction<Rules, ReadLeases, FencedReplication> make) {
        return new Quorum(Rules.ALL, new Quorum.Modules() {
            @Override
            public FencedReplication replication(Rules rules, ReadLeases leases) {
                return make.apply(rules, leases);
            }
        });
    }
}
