package io.godwit.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files of the tests. */
public final class TestFiles {
    private TestFiles() {}

    /** The text of a file beside this class. */
    public static String text(String name) {
        try (InputStream in = TestFiles.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
