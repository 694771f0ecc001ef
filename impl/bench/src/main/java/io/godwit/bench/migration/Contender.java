package io.godwit.bench.migration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Somebody who takes part.
 *
 * @param name as in the table
 * @param main the class that its process runs
 * @param jar what the process needs beside this program, or null
 */
record Contender(String name, Class<?> main, Path jar) {
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
    private static final long PATIENCE = 300;

    /** What a recent Java does not let old versions do by themselves. */
    private static final List<String> OPENED = List.of(
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

    static Contender godwit() {
        return new Contender("Godwit", GodwitSide.class, null);
    }

    /**
     * Hazelcast as it was published, fetched with Maven if it is not there yet.
     *
     * @param version such as 5.7.0
     * @param cache where the jars are kept
     * @throws IOException if it cannot be had
     */
    static Contender hazelcast(String version, Path cache) throws IOException, InterruptedException {
        Path jar = cache.resolve("hazelcast-" + version + ".jar");
        if (!Files.exists(jar)) {
            Files.createDirectories(cache);
            Process maven = new ProcessBuilder(
                            "mvn",
                            "--batch-mode",
                            "--quiet",
                            PLUGIN,
                            "-Dartifact=com.hazelcast:hazelcast:" + version,
                            "-DoutputDirectory=" + cache.toAbsolutePath())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (!maven.waitFor(PATIENCE, TimeUnit.SECONDS) || maven.exitValue() != 0 || !Files.exists(jar)) {
                maven.destroyForcibly();
                throw new IOException("Maven cannot fetch Hazelcast " + version);
            }
        }
        return new Contender("Hazelcast " + version, HazelcastSide.class, jar);
    }

    /** The command line of a process that runs the experiment so often. */
    List<String> command(Experiment experiment, int rounds, String heap) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xms" + heap);
        command.add("-Xmx" + heap);
        if (jar != null) {
            command.addAll(OPENED);
        }
        command.add("-cp");
        String own = System.getProperty("java.class.path");
        command.add(jar == null ? own : own + System.getProperty("path.separator") + jar);
        command.add(main.getName());
        command.addAll(List.of(experiment.arguments()));
        command.add(Integer.toString(rounds));
        return command;
    }
}
