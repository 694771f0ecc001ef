package io.godwit.modelcheck.tlc;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where the classes are that a checker's process needs. */
public final class TlcJar {
    private TlcJar() {}

    /** The jar with TLC that this tool comes with. */
    public static Path bundled() {
        try {
            // Not initialised: TLC's classes have static state, and none of it belongs into this process.
            return locate(Class.forName("tlc2.TLC", false, TlcJar.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("TLC is missing from the class path", e);
        }
    }

    /** The jar or directory with {@link TlcMain}. */
    static Path own() {
        return locate(TlcMain.class);
    }

    private static Path locate(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
