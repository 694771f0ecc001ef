package io.godwit.member.config;

/** A configuration that cannot be used, with the place where it says so. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * What is wrong.
     *
     * @param file the file, as it was named
     * @param line from 1; 0 for the file as a whole
     * @param message what is wrong, and what was expected
     */
    public ConfigException(String file, int line, String message) {
        super(file + (line > 0 ? ":" + line : "") + ": " + message);
    }
}
