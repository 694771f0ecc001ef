package io.godwit.lab;

import java.io.IOException;
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
    /** Its configuration. */
    public Path config() {
        return directory.resolve("godwit.yaml");
    }

    /** What it prints. */
    public Path output() {
        return directory.resolve("output.log");
    }

    /** What it keeps, if it keeps anything. */
    public Path data() {
        return directory.resolve("data");
    }

    private Path pidFile() {
        return directory.resolve("pid");
    }

    void started(long pid) throws IOException {
        Files.writeString(pidFile(), Long.toString(pid));
    }

    /** Its process, if it runs. A process that has got the number since then, but is another one, does not count. */
    public Optional<ProcessHandle> process() throws IOException {
        if (!Files.exists(pidFile())) {
            return Optional.empty();
        }
        long pid = Long.parseLong(Files.readString(pidFile()).trim());
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isMine);
    }

    private boolean isMine(ProcessHandle process) {
        return process.info()
                .arguments()
                .map(arguments -> String.join(" ", arguments).contains(config().toString()))
                .orElse(false);
    }
}
