package io.godwit.bench.contest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Processes side by side, Godwit's and Hazelcast's; a mixin. */
public final class Rivals {
    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of each process (default: ${DEFAULT-VALUE}).",
            defaultValue = "1g")
    private String heap;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description =
                    "Where Hazelcast's jars are kept; Maven fetches those that are missing (default: ${DEFAULT-VALUE}).",
            defaultValue = "out/bench/jars")
    private Path cache;

    /** The heap of each process. */
    public String heap() {
        return heap;
    }

    /** Hazelcast in some version. */
    public Contender hazelcast(String version, Class<?> main) throws IOException, InterruptedException {
        return Contender.hazelcast(version, cache, main);
    }

    /** Lets a contender run, and says on standard error how far it is. */
    public <T> List<T> run(Contender contender, String what, List<String> arguments, Class<T> outcome)
            throws IOException, InterruptedException {
        return Trial.run(contender.command(heap, arguments), outcome, line -> System.err.println(what + ": " + line));
    }
}
