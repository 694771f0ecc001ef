package io.godwit.cli;

import java.io.IOException;

/** The user's browser. */
final class Browser {
    private Browser() {}

    /**
     * Opens a page where there is a screen.
     *
     * @param page a file or an address
     * @return whether it did
     */
    static boolean open(String page) {
        boolean mac = System.getProperty("os.name").startsWith("Mac");
        if (!mac && System.getenv("DISPLAY") == null && System.getenv("WAYLAND_DISPLAY") == null) {
            return false;
        }
        try {
            new ProcessBuilder(mac ? "open" : "xdg-open", page)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
