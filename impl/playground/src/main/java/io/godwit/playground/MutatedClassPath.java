package io.godwit.playground;

import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import io.godwit.mutants.runtime.SwitchedMutants;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;

/** The class path of this program, with classes that have mutants of the runtime in them in place of the original ones. */
final class MutatedClassPath extends URLClassLoader {
    private final Path directory;

    private MutatedClassPath(Path directory) throws IOException {
        super(new URL[] {directory.toUri().toURL()}, MutatedClassPath.class.getClassLoader());
        this.directory = directory;
    }

    /**
     * Writes the classes to a temporary directory.
     *
     * @throws IllegalStateException if a mutant does not fit the code
     */
    static MutatedClassPath of(List<RuntimeMutant> mutants) throws IOException {
        Map<String, byte[]> classes = SwitchedMutants.classes(mutants, MutatedClassPath.class.getClassLoader());
        Path directory = Files.createTempDirectory("godwit-mutants");
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            Path file = directory.resolve(each.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
        return new MutatedClassPath(directory);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Enumeration<URL> own = findResources(name);
        return own.hasMoreElements() ? own : super.getResources(name);
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }

    /** Deletes the classes. */
    @Override
    public void close() throws IOException {
        super.close();
        PlaygroundPage.delete(directory);
    }
}
