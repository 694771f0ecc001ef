package io.godwit.lab;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One process of a cluster on this machine: a directory with its configuration, its output and its process id.
 *
 * @param index from 1
 * @param directory where its files are
 * @param host where it listens
 * @param port where it listens
 * @param httpPort where it answers over HTTP
 */
public record LocalMember(int index, Path directory, String host, int port, int httpPort) {
    /** How a process does. */
    public enum Condition {
        /** It runs. */
        RUNNING,
        /** It is stopped, and may go on. */
        PAUSED,
        /** There is none. */
        GONE
    }

    /** Its name among others of its cluster. */
    public String name() {
        return "member-" + index;
    }

    /** Where it listens, {@code host:port}. */
    public String address() {
        return host + ":" + port;
    }

    /** Its configuration. */
    public Path config() {
        return directory.resolve("godwit.yaml");
    }

    /** What it prints. */
    public Path output() {
        return directory.resolve("output.log");
    }

    /** Where its disk is mounted, if it has one of its own. */
    public Path disk() {
        return directory.resolve("data");
    }

    /** What it keeps, if it keeps anything. */
    public Path data() {
        return disk().resolve("store");
    }

    private Path pidFile() {
        return directory.resolve("pid");
    }

    void started(long pid) throws IOException {
        Files.writeString(pidFile(), Long.toString(pid));
    }

    /**
     * Its process, if it runs. A process that has got the number since then, but is another one, does not count.
     *
     * @throws LabException if what was written down about it cannot be read
     */
    public Optional<ProcessHandle> process() throws IOException {
        if (!Files.exists(pidFile())) {
            return Optional.empty();
        }
        String text = Files.readString(pidFile()).trim();
        long pid;
        try {
            pid = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new LabException(pidFile() + " holds no process id but '" + text
                    + "'; end the member's process if it runs, and remove the file");
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isMine);
    }

    private boolean isMine(ProcessHandle process) {
        return commandLine(process).contains(config().toString());
    }

    /** Where the system has files for it they are read: Java tells nothing of a command line that is longer than a page of memory. */
    private static String commandLine(ProcessHandle process) {
        Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
        if (Files.exists(file)) {
            try {
                return new String(Files.readAllBytes(file), Charset.defaultCharset());
            } catch (IOException e) {
                return "";
            }
        }
        return process.info()
                .arguments()
                .map(arguments -> String.join(" ", arguments))
                .orElse("");
    }

    /** How its process does. */
    public Condition condition() throws IOException, InterruptedException {
        Optional<ProcessHandle> process = process();
        if (process.isEmpty()) {
            return Condition.GONE;
        }
        return Signals.isStopped(process.get().pid()) ? Condition.PAUSED : Condition.RUNNING;
    }
}
