package io.godwit.conformance.traceability;

import io.godwit.protocol.Step;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The classes of the engine, from its directory or its jar. */
final class EngineClasses {
    private static final String PACKAGE = "io/godwit/protocol";
    private static final String SUFFIX = ".class";

    private EngineClasses() {}

    /** All of them, by name; none is initialised. */
    static List<Class<?>> all() throws IOException {
        Path place;
        try {
            place = Path.of(Step.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        if (Files.isDirectory(place)) {
            return below(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return below(jar.getPath("/"));
        }
    }

    private static List<Class<?>> below(Path root) throws IOException {
        List<String> names;
        try (Stream<Path> files = Files.walk(root.resolve(PACKAGE))) {
            names = files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(SUFFIX) && !name.endsWith("-info" + SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length())
                            .replace(root.getFileSystem().getSeparator(), "."))
                    .sorted()
                    .toList();
        }
        return names.stream().<Class<?>>map(EngineClasses::load).toList();
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Step.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
