package io.godwit.bench.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A system of a comparison.
 *
 * @param name as in the table
 * @param main the class that its process runs
 * @param jar an additional jar for the class path, or null
 */
record ComparedSystem(String name, Class<?> main, Path jar) {
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
    private static final long PATIENCE = 300;

    /** JVM options that old versions need on a recent Java. */
    private static final List<String> OPENED = List.of(
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

    /** The present version of Godwit. */
    public static ComparedSystem godwit(Class<?> main) {
        return new ComparedSystem("Godwit", main, null);
    }

    /**
     * A published version of Hazelcast, fetched with Maven if it is missing.
     *
     * @param version such as 5.7.0
     * @param cache where the jars are kept
     * @param main the class that its process runs
     * @throws IOException if it cannot be had
     */
    public static ComparedSystem hazelcast(String version, Path cache, Class<?> main)
            throws IOException, InterruptedException {
        Path jar = cache.resolve("hazelcast-" + version + ".jar");
        if (!Files.exists(jar)) {
            Files.createDirectories(cache);
            System.err.println("fetching Hazelcast " + version + " with Maven");
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
        return new ComparedSystem("Hazelcast " + version, main, jar);
    }

    /** The same under another name. */
    public ComparedSystem named(String newName) {
        return new ComparedSystem(newName, main, jar);
    }

    /**
     * The command line of a process.
     *
     * @param heap as {@code -Xmx} wants it
     * @param jvm more options of Java
     * @param arguments what it is given
     */
    public List<String> command(String heap, List<String> jvm, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xms" + heap);
        command.add("-Xmx" + heap);
        command.addAll(jvm);
        if (jar != null) {
            command.addAll(OPENED);
        }
        command.add("-cp");
        String own = System.getProperty("java.class.path");
        command.add(jar == null ? own : own + System.getProperty("path.separator") + jar);
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }
}
