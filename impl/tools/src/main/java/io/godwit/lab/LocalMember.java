package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
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
    /** The state of a process. */
    public enum Condition {
        /** Running. */
        RUNNING,
        /** Paused; it can be resumed. */
        PAUSED,
        /** Not running. */
        GONE
    }

    /** The member's name in its cluster. */
    public String name() {
        return "member-" + index;
    }

    /** The address at which it listens, {@code host:port}. */
    public String address() {
        return host + ":" + port;
    }

    /** The configuration file. */
    public Path config() {
        return directory.resolve("godwit.yaml");
    }

    /** The file with its output. */
    public Path output() {
        return directory.resolve("output.log");
    }

    /** The mount point of its disk, if it has a separate one. */
    public Path disk() {
        return directory.resolve("data");
    }

    /** The data directory; exists only if the member is durable. */
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
     * Its process, if it runs. Another process that has since been given the same id does not count.
     *
     * @throws LabException if its process id file cannot be read
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
            throw new LabException(pidFile() + " holds '" + text
                    + "' instead of a process id; stop the member's process if it runs, and remove the file");
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

    /** The state of its process. */
    public Condition condition() throws IOException, InterruptedException {
        Optional<ProcessHandle> process = process();
        if (process.isEmpty()) {
            return Condition.GONE;
        }
        return Signals.isStopped(process.get().pid()) ? Condition.PAUSED : Condition.RUNNING;
    }
}
