package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalMemberTest {
    /** As long as a class path may be; Java tells nothing of a command line that is longer than a page of memory. */
    private static final String LONG = "x".repeat(20_000);

    @TempDir
    private Path directory;

    private Optional<Long> found(String... more) throws Exception {
        LocalMember member = new LocalMember(1, directory, "127.0.0.1", 1, 2);
        String[] command = new String[more.length + 3];
        command[0] = "sh";
        command[1] = "-c";
        command[2] = "while :; do sleep 1; done";
        System.arraycopy(more, 0, command, 3, more.length);
        Process process = new ProcessBuilder(command).start();
        try {
            member.started(process.pid());
            return member.process().map(ProcessHandle::pid).map(pid -> pid - process.pid());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void knowsItsProcessByTheWholeCommandLine() throws Exception {
        String config =
                new LocalMember(1, directory, "127.0.0.1", 1, 2).config().toString();
        assertEquals(Optional.of(0L), found(config));
        assertEquals(Optional.of(0L), found(LONG, config));
    }

    @Test
    void doesNotTakeAnotherProcessForItsOwn() throws Exception {
        assertEquals(
                Optional.empty(), found(LONG, directory.resolve("of-another").toString()));
    }
}
