package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code member --mutant} with mutants of the runtime. */
@Timeout(200)
class MutantMemberTest {
    private static final byte[] KEY = "k".getBytes(UTF_8);
    private static final byte[] VALUE = "v".getBytes(UTF_8);

    private static GodwitClient client(String address) {
        return GodwitClient.connect(ClientConfig.of("mutant", List.of(address)).withTimeout(Duration.ofSeconds(60)));
    }

    @Test
    void processRunsTheRewrittenClasses(@TempDir Path directory) throws Exception {
        SingleMember member = new SingleMember(directory, "mutant", directory.resolve("store"));
        try {
            try (GodwitClient client = client(member.start())) {
                client.map("m").put(KEY, VALUE);
            }
            member.kill();
            try (GodwitClient client = client(member.start())) {
                assertArrayEquals(VALUE, client.map("m").get(KEY).orElseThrow());
            }
            member.kill();
            try (GodwitClient client = client(member.start("--mutant", "restart/EmptyLog"))) {
                assertEquals(Optional.empty(), client.map("m").get(KEY));
            }
        } finally {
            member.kill();
        }
    }

    /** A member does not run the client library: its mutants would change nothing. */
    @Test
    void mutantsOfTheClientLibraryAreRefused() {
        for (String command : List.of("member", "lab")) {
            StringWriter err = new StringWriter();
            int status = Main.commandLine()
                    .setErr(new PrintWriter(err, true))
                    .execute(command, "--mutant", "client/NoRetry");
            assertEquals(ExitStatus.BROKEN_INPUT, status, err.toString());
            assertTrue(err.toString().contains("members do not run the client library"), err.toString());
        }
    }
}
