package io.godwit.cli;

/** Entry point of the command line. */
public final class Main {
    private Main() {}

    /**
     * Runs one command and exits with its status.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        System.exit(2);
    }
}
