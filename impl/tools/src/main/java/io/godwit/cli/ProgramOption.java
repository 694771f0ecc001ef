package io.godwit.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The program that members run: this one, or that of another build. */
final class ProgramOption {
    private static final String MAIN = Main.class.getName().replace('.', '/') + ".class";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--jar",
            paramLabel = "JAR",
            description =
                    "Jar of another build of Godwit whose program members are to run, such as an older one. Default: this program.")
    private Path jar;

    /** The command that starts a member; throws if the jar is none. */
    List<String> command() {
        return command(List.of("-Xmx512m"), List.of());
    }

    /** The same with options for the JVM and for {@code member}. */
    List<String> command(List<String> options, List<String> more) {
        if (jar == null) {
            return ClusterOptions.command(options, more);
        }
        UsageErrorHandler.unless(spec, Files.isRegularFile(jar), "--jar: there is no file " + jar);
        try (JarFile file = new JarFile(jar.toFile())) {
            UsageErrorHandler.unless(
                    spec, file.getEntry(MAIN) != null, "--jar: " + jar + " is no build of Godwit: it has no " + MAIN);
        } catch (IOException e) {
            UsageErrorHandler.unless(spec, false, "--jar: " + jar + " cannot be read: " + e.getMessage());
        }
        return ClusterOptions.command(jar.toAbsolutePath().toString(), options, more);
    }
}
