package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members of a lab that begin with an older program, which a mark in its command stands for, and a limit. */
@Timeout(300)
class UpgradedMembersTest {
    private static final String MARK = "-Dgodwit.older=true";

    private static List<String> older() {
        List<String> command = new ArrayList<>(TestMember.command());
        command.add(1, MARK);
        return command;
    }

    private static boolean isOlder(LocalMember member) throws IOException {
        long pid = member.process().orElseThrow().pid();
        boolean marked = Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains(MARK);
        boolean limited = Files.readString(member.config()).contains("max-version: 6");
        assertEquals(marked, limited, "the program has the limit");
        return marked;
    }

    private static void post(Lab lab, int index, String action) throws Exception {
        new LabCalls(lab).call("POST", "/members/" + index + "/" + action, JsonNodeFactory.instance.objectNode());
    }

    @Test
    void nextProcessAndLaterMembersAreNewer(@TempDir Path directory) throws Exception {
        ClusterPlan plan = ClusterPlan.of("upgrades", 2, older())
                .withPartitions(7, 1)
                .withSpare(2)
                .withDurable(0)
                .withMore(List.of("heartbeat: 200", "max-version: 6", "suspect-after: 2000"));
        try (Lab lab = Lab.start(new LocalCluster(directory.resolve("c")), plan)) {
            lab.setNewer(TestMember.command());
            assertTrue(lab.cluster().awaitReady(Duration.ofMinutes(2)));
            assertTrue(isOlder(lab.cluster().member(1)) && isOlder(lab.cluster().member(2)));
            assertTrue(isOlder(lab.add()));
            post(lab, 2, "kill");
            post(lab, 2, "upgrade");
            post(lab, 2, "restart");
            assertFalse(isOlder(lab.cluster().member(2)));
            assertTrue(isOlder(lab.cluster().member(1)));
            LocalMember later = lab.add();
            assertFalse(isOlder(later));
            assertTrue(Files.readString(later.config()).contains("suspect-after: 2000"));
            assertTrue(lab.cluster().awaitReady(Duration.ofMinutes(2)));
        }
    }

    @Test
    void limitIsOneLine() {
        assertEquals("a: 1\nb: 2\n", ConfigFile.withoutLimit("a: 1\nmax-version: 6\nb: 2\n"));
        assertEquals("a: 1\n", ConfigFile.withoutLimit("a: 1\nmax-version: 6"));
        assertEquals("b-max-version: 6", ConfigFile.withoutLimit("b-max-version: 6"));
    }
}
