package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Links.Link;
import io.godwit.member.http.MemberStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three members in network namespaces. Skipped where this machine or user cannot make any. */
@Timeout(300)
class NamespacesTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final byte[] KEY = "key".getBytes(StandardCharsets.UTF_8);

    private static Lab start(Path directory) throws InterruptedException, IOException {
        ClusterPlan plan = ClusterPlan.of("spaces", 3, TestMember.command()).withPartitions(13, 2);
        return Lab.start(new LocalCluster(directory), plan, new Namespaces());
    }

    /** Asks the system, not what is tested: if that is broken, the test has to fail. */
    private static boolean canMakeNamespaces() throws InterruptedException {
        String name = "godwit-" + ProcessHandle.current().pid() + "-probe";
        try {
            Shell.run(List.of("ip", "netns", "add", name));
            try {
                Shell.run(List.of("ip", "netns", "exec", name, "iptables", "-L", "-n"));
                Shell.run(List.of("ip", "netns", "exec", name, "ss", "-V"));
            } finally {
                Shell.run(List.of("ip", "netns", "delete", name));
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<MemberStatus> status(Lab lab, LocalMember member) throws Exception {
        Optional<String> answer = lab.cluster().ask(member, "/status");
        return answer.isEmpty()
                ? Optional.empty()
                : Optional.of(new ObjectMapper().readValue(answer.get(), MemberStatus.class));
    }

    private static Optional<LocalMember> master(Lab lab, String butNot) throws Exception {
        for (LocalMember member : lab.cluster().members()) {
            if (!member.name().equals(butNot)
                    && status(lab, member).map(MemberStatus::role).orElse("").equals("master")) {
                return Optional.of(member);
            }
        }
        return Optional.empty();
    }

    /** The number of voters by what the master knows, 0 if there is none. */
    private static int voters(Lab lab) throws Exception {
        Optional<LocalMember> master = master(lab, "");
        return master.isEmpty()
                ? 0
                : status(lab, master.get()).map(it -> it.voters().size()).orElse(0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void cutsSlowsAndLoses(@TempDir Path directory) throws Exception {
        assumeTrue(canMakeNamespaces(), "this machine or user cannot make network namespaces");
        String client = "";
        try (Lab lab = start(directory.resolve("c"))) {
            assertTrue(lab.cluster().awaitReady(BOUND), "the members do not start");
            client = lab.cluster().member(1).host();
            List<String> addresses =
                    lab.cluster().members().stream().map(LocalMember::address).toList();
            ClientConfig config = ClientConfig.of("spaces", addresses).withTimeout(BOUND);
            try (GodwitClient connected = GodwitClient.connect(config)) {
                GodwitMap map = connected.map("m");
                map.put(KEY, bytes("before"));

                TestMember.await("a master", () -> master(lab, "").isPresent());
                LocalMember old = master(lab, "").orElseThrow();
                lab.isolate(Integer.toString(old.index()), Cut.SILENT);
                TestMember.await("another master", () -> master(lab, old.name()).isPresent());
                map.put(KEY, bytes("without the old master"));
                assertTrue(status(lab, old).isPresent(), "what the lab asks passes a cut");
                lab.heal();

                lab.change(link -> true, condition -> condition.withLoss(5).withBandwidth(500_000));
                map.put(KEY, bytes("slowly"));
                assertArrayEquals(bytes("slowly"), map.get(KEY).orElseThrow());
                lab.links().reset(new Link(Link.CLIENT, "1"));
                lab.links().reset(new Link("1", "2"));
                lab.heal();

                // The master may have taken the silent member out of the voters: two of them cannot do without the
                // third.
                TestMember.await("three voters", () -> voters(lab) == 3);
                lab.isolate("3", Cut.RESET);
                map.put(KEY, bytes("without the third"));
                lab.heal();
                TestMember.await("rest", () -> {
                    Optional<MemberStatus> third = status(lab, lab.cluster().member(3));
                    return third.map(status ->
                                    status.ready() && status.suspects().isEmpty())
                            .orElse(false);
                });
                assertArrayEquals(bytes("without the third"), map.get(KEY).orElseThrow());
            }
            refusals(lab);
            delays(lab);
        }
        String address = client;
        assertFalse(Shell.ask(List.of("ip", "-4", "addr")).contains(address.replaceFirst("\\d+$", "254")));
    }

    private static void refusals(Lab lab) {
        Link link = new Link("1", "2");
        assertThrows(IllegalArgumentException.class, () -> lab.links().set(link, Condition.CLEAR.withDuplicate(5)));
        assertThrows(IllegalArgumentException.class, () -> lab.links().set(link, Condition.CLEAR.withSlowStart(5)));
        assertThrows(IllegalArgumentException.class, () -> lab.links().set(new Link("1", "9"), Condition.CLEAR));
        assertThrows(IllegalArgumentException.class, () -> lab.links().reset(new Link("9", "1")));
        assertEquals(Condition.CLEAR, lab.links().all().get(link));
    }

    /** Not every kernel can. */
    private static void delays(Lab lab) {
        Link link = new Link("1", "2");
        Condition slow = Condition.CLEAR.withDelay(20, 5);
        try {
            lab.links().set(link, slow);
            assertEquals(slow, lab.links().all().get(link));
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("netem"), e.getMessage());
            assertEquals(Condition.CLEAR, lab.links().all().get(link));
        }
    }
}
