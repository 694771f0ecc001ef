package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Lab.LabException;
import io.godwit.member.http.MemberStatus;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member of a lab that comes back at another port: its links lead there, too. */
@Timeout(300)
class MoveTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final byte[] KEY = "key".getBytes(StandardCharsets.UTF_8);

    private static Optional<MemberStatus> status(Lab lab, int index) throws Exception {
        Optional<String> answer = lab.cluster().ask(lab.cluster().member(index), "/status");
        return answer.isEmpty()
                ? Optional.empty()
                : Optional.of(new ObjectMapper().readValue(answer.get(), MemberStatus.class));
    }

    private static void post(Lab lab, String action) throws Exception {
        new LabCalls(lab).call("POST", "/members/3/" + action, JsonNodeFactory.instance.objectNode());
    }

    private static boolean suspects(Lab lab, int index, int number) throws Exception {
        return status(lab, index).map(it -> it.suspects().contains(number)).orElse(false);
    }

    /** A member that is started for the first time, and told the addresses of the others. */
    private static LocalMember added(Lab lab) throws Exception {
        LocalMember added = lab.cluster().add(TestMember.command());
        TestMember.await(
                "a new member",
                () -> status(lab, added.index()).map(MemberStatus::ready).orElse(false));
        return added;
    }

    @Test
    void linksLeadToItsNewPort(@TempDir Path directory) throws Exception {
        ClusterPlan plan = ClusterPlan.of("moves", 3, TestMember.command())
                .withPartitions(7, 1)
                .withSpare(1)
                .withDurable(0);
        try (Lab lab = Lab.start(new LocalCluster(directory.resolve("c")), plan)) {
            assertTrue(lab.cluster().awaitReady(BOUND), "the members do not start");
            assertTrue(lab.cluster().tell(lab.cluster().member(1), "/version/7"));
            TestMember.await(
                    "the version",
                    () -> status(lab, 3).map(it -> it.version().version() == 7).orElse(false));
            int number = status(lab, 3).orElseThrow().number();
            LocalMember before = lab.cluster().member(3);
            assertThrows(LabException.class, () -> post(lab, "move"), "it runs");

            post(lab, "kill");
            post(lab, "move");
            post(lab, "restart");
            LocalMember after = lab.cluster().member(3);
            assertNotEquals(before.port(), after.port());
            assertEquals(before.httpPort(), after.httpPort());
            for (LocalMember each : lab.cluster().members()) {
                String members = Files.readString(each.config());
                assertTrue(members.contains("127.0.0.1:" + after.port() + "]"), members);
            }
            assertTrue(Files.readString(added(lab).config()).contains("127.0.0.1:" + after.port() + "]"));
            TestMember.await("its return", () -> status(lab, 3)
                    .filter(MemberStatus::ready)
                    .map(it -> it.number() == number && it.address().equals(after.address()))
                    .orElse(false));
            TestMember.await("trust", () -> !suspects(lab, 1, number) && !suspects(lab, 2, number));

            List<String> address = List.of(after.address());
            ClientConfig config = ClientConfig.of("moves", address)
                    .withVia(lab.cluster().clientVia())
                    .withTimeout(BOUND);
            try (GodwitClient client = GodwitClient.connect(config)) {
                GodwitMap map = client.map("m");
                map.put(KEY, KEY);
                // What it sends goes over its own links; what it hears, over those to its new port.
                lab.change(link -> link.to().equals("3"), condition -> condition.with(Cut.SILENT));
                int first = status(lab, 1).orElseThrow().number();
                int second = status(lab, 2).orElseThrow().number();
                TestMember.await(
                        "suspicion: it is reached over links",
                        () -> suspects(lab, 3, first) && suspects(lab, 3, second));
                lab.heal();
                assertArrayEquals(KEY, map.get(KEY).orElseThrow());
            }

            post(lab, "kill");
            post(lab, "move");
            assertEquals(before.port(), lab.cluster().member(3).port());
        }
    }
}
