package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Links.Link;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.http.Partitions;
import io.godwit.member.http.Partitions.Row;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five durable members in processes of their own, and one more that joins, on links that break; each fault under load, and each
 * history judged. All use the same cluster, which has to recover in between.
 */
@Timeout(400)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.MethodName.class)
class FaultsTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int CALLS = 100;
    private static final int BALLAST = 26;
    private static final int SLOW = 40_000;
    private static final String SIXTH = "6";

    private Lab lab;

    /** Something that may be asked while it happens. */
    @FunctionalInterface
    private interface Question {
        boolean answer() throws IOException, InterruptedException;
    }

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        ClusterPlan plan = ClusterPlan.of("faults", 5, TestMember.command())
                .withPartitions(13, 2)
                .withSpare(1)
                .withDurable(0);
        lab = Lab.start(new LocalCluster(directory.resolve("c")), plan);
        assertTrue(lab.cluster().awaitReady(BOUND), "the members do not start");
        try (GodwitClient client = GodwitClient.connect(client())) {
            GodwitMap map = client.map("ballast");
            for (int i = 0; i < BALLAST; i++) {
                map.put(("b" + i).getBytes(StandardCharsets.UTF_8), new byte[64 << 10]);
            }
        }
    }

    @AfterAll
    void stop() throws IOException {
        lab.close();
    }

    private ClientConfig client() throws IOException {
        List<String> addresses =
                lab.cluster().members().stream().map(LocalMember::address).toList();
        return ClientConfig.of("faults", addresses)
                .withVia(lab.cluster().clientVia())
                .withTimeout(Duration.ofMinutes(1));
    }

    private LabWorkload load(TestInfo test) throws IOException {
        LabWorkload load = new LabWorkload(client(), new LabWorkload.Settings(test.getDisplayName(), 9, 4, 5, 1));
        load.start();
        return load;
    }

    /** Waits until something holds; how long it takes is no matter, within reason. */
    private void await(String what, Question question) throws Exception {
        long end = System.nanoTime() + BOUND.toNanos();
        while (!question.answer()) {
            if (System.nanoTime() > end) {
                fail("never: " + what + "\n" + describe());
            }
            Thread.sleep(50);
        }
    }

    private String describe() throws Exception {
        StringBuilder text = new StringBuilder();
        for (LocalMember member : lab.cluster().members()) {
            text.append(member.name()).append(": ").append(status(member)).append('\n');
            List<String> lines = Files.readAllLines(member.output());
            lines.subList(Math.max(0, lines.size() - 5), lines.size())
                    .forEach(line -> text.append("    ").append(line).append('\n'));
        }
        return text.toString();
    }

    private void awaitMore(LabWorkload load, int calls) throws Exception {
        long before = load.answered();
        await("more answers", () -> load.answered() >= before + calls);
    }

    private Optional<MemberStatus> status(LocalMember member) throws IOException, InterruptedException {
        Optional<String> answer = member.condition() == LocalMember.Condition.RUNNING
                ? lab.cluster().ask(member, "/status")
                : Optional.empty();
        return answer.isEmpty()
                ? Optional.empty()
                : Optional.of(new ObjectMapper().readValue(answer.get(), MemberStatus.class));
    }

    private List<MemberStatus> statuses() throws IOException, InterruptedException {
        List<MemberStatus> all = new ArrayList<>();
        for (LocalMember member : lab.cluster().members()) {
            status(member).ifPresent(all::add);
        }
        return all;
    }

    /** The member with a number. */
    private LocalMember numbered(int number) throws IOException, InterruptedException {
        for (LocalMember member : lab.cluster().members()) {
            Optional<MemberStatus> status = status(member);
            if (status.isPresent() && status.get().number() == number) {
                return member;
            }
        }
        return fail("no member has number " + number);
    }

    private LocalMember master() throws Exception {
        await("a master", () -> statuses().stream()
                .anyMatch(status -> status.role().equals("master")));
        return numbered(statuses().stream()
                .filter(status -> status.role().equals("master"))
                .findFirst()
                .orElseThrow()
                .number());
    }

    /** Waits until all members run, agree, and have nothing left to do. */
    private void awaitRest() throws Exception {
        await("rest", () -> {
            List<MemberStatus> all = statuses();
            return all.size() == lab.cluster().members().size()
                    && all.stream()
                            .allMatch(status -> status.ready()
                                    && status.migrations() == 0
                                    && status.incomplete() == 0
                                    && status.suspects().isEmpty())
                    && all.stream().map(MemberStatus::stamp).distinct().count() == 1;
        });
    }

    private void judge(LabWorkload load) throws Exception {
        awaitRest();
        LabWorkload.Outcomes outcomes = load.finish();
        assertEquals(List.of(), outcomes.problems());
    }

    private Row awaitMigration(Predicate<Row> which) throws Exception {
        Row[] found = new Row[1];
        await("a migration", () -> {
            for (LocalMember member : lab.cluster().members()) {
                Optional<String> answer = lab.cluster().ask(member, "/partitions");
                if (answer.isPresent()) {
                    new ObjectMapper()
                            .readValue(answer.get(), Partitions.class).partitions().stream()
                                    .filter(row -> row.destination() > 0 && which.test(row))
                                    .findFirst()
                                    .ifPresent(row -> found[0] = row);
                }
            }
            return found[0] != null;
        });
        return found[0];
    }

    @Test
    void allKilledAndRestarted(TestInfo test) throws Exception {
        try (LabWorkload load = load(test)) {
            awaitMore(load, CALLS);
            for (LocalMember member : lab.cluster().members()) {
                lab.cluster().kill(member);
            }
            for (LocalMember member : lab.cluster().members()) {
                lab.restart(member);
            }
            awaitMore(load, CALLS);
            judge(load);
        }
    }

    private String http(LabServer server, int expected, String method, String path, String body) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertEquals(expected, answer.statusCode(), answer.body());
        return answer.body();
    }

    @Test
    void controlOverHttp() throws Exception {
        try (LabServer server = new LabServer(lab, 0)) {
            http(server, 200, "PUT", "/links/1/client", "{\"cut\": \"silent\", \"delay\": 5, \"jitter\": 2}");
            assertEquals(
                    new Condition(Cut.SILENT, 5, 2, 0, 0, 0, 0, 0),
                    lab.links().all().get(new Link("1", Link.CLIENT)));
            assertEquals(Condition.CLEAR, lab.links().all().get(new Link(Link.CLIENT, "1")));
            http(server, 200, "PUT", "/links/*/2", "{\"drop\": 1}");
            http(server, 200, "POST", "/links/1/2/reset", "");
            http(server, 200, "POST", "/heal", "");
            assertEquals(
                    List.of(Condition.CLEAR),
                    lab.links().all().values().stream().distinct().toList());
            http(server, 200, "POST", "/partition", "{\"groups\": [[\"1\"], [\"2\", \"3\"]], \"cut\": \"reset\"}");
            assertEquals(
                    List.of("1->2", "1->3", "2->1", "3->1"),
                    lab.links().all().entrySet().stream()
                            .filter(link -> link.getValue().cut() == Cut.RESET)
                            .map(link -> link.getKey().toString())
                            .sorted()
                            .toList());
            http(server, 200, "POST", "/heal", "");
            assertTrue(http(server, 200, "GET", "/members", "").contains("\"state\" : \"running\""));
            assertTrue(http(server, 200, "POST", "/members/2/pause", "").contains("\"state\" : \"paused\""));
            assertTrue(http(server, 200, "POST", "/members/2/resume", "").contains("\"state\" : \"running\""));
            assertTrue(http(server, 200, "GET", "/client", "").contains("\"cluster\" : \"faults\""));
            assertTrue(http(server, 200, "GET", "/links", "").contains("\"from\" : \"client\""));
            for (String broken : List.of(
                    "{\"cut\": \"half\"}",
                    "{\"delay\": \"long\"}",
                    "{\"delay\": -1}",
                    "{\"slow\": 1}",
                    "{\"loss\": 3}",
                    "{")) {
                assertTrue(http(server, 400, "PUT", "/links/1/2", broken).contains("error"));
            }
            http(server, 400, "PUT", "/links/1/9", "{}");
            http(server, 400, "POST", "/links/9/1/reset", "");
            http(server, 400, "POST", "/partition", "{}");
            http(server, 400, "POST", "/members/9/kill", "");
            http(server, 400, "POST", "/members/x/kill", "");
            http(server, 400, "POST", "/members/1/restart", "");
            http(server, 400, "POST", "/members/1/disk/fill", "");
            http(server, 404, "POST", "/members/1/dance", "");
            http(server, 404, "GET", "/nothing", "");
        }
        awaitRest();
    }

    @Test
    void halves(TestInfo test) throws Exception {
        try (LabWorkload load = load(test)) {
            awaitMore(load, CALLS);
            lab.partition(List.of(List.of("1", "2"), List.of("3", "4", "5", SIXTH)), Cut.SILENT);
            awaitMore(load, 2 * CALLS);
            lab.heal();
            awaitMore(load, CALLS);
            judge(load);
        }
    }

    @Test
    void isolatedMaster(TestInfo test) throws Exception {
        try (LabWorkload load = load(test)) {
            awaitMore(load, CALLS);
            LocalMember before = master();
            lab.isolate(Integer.toString(before.index()), Cut.SILENT);
            await("another master", () -> statuses().stream()
                    .anyMatch(status ->
                            status.role().equals("master") && !status.name().equals(before.name())));
            awaitMore(load, CALLS);
            lab.heal();
            awaitMore(load, CALLS);
            judge(load);
        }
    }

    /** What the master says to one other member is lost; what that one says is not. */
    @Test
    void oneWayLink(TestInfo test) throws Exception {
        try (LabWorkload load = load(test)) {
            awaitMore(load, CALLS);
            int from = master().index();
            Link link = new Link(Integer.toString(from), Integer.toString(from % 5 + 1));
            lab.links().set(link, Condition.CLEAR.with(Cut.SILENT));
            awaitMore(load, 2 * CALLS);
            lab.heal();
            awaitMore(load, CALLS);
            judge(load);
        }
    }

    @Test
    void pausedPrimary(TestInfo test) throws Exception {
        try (LabWorkload load = load(test)) {
            awaitMore(load, CALLS);
            LocalMember primary = numbered(statuses().stream()
                    .filter(status -> status.primaries() > 0)
                    .findFirst()
                    .orElseThrow()
                    .number());
            lab.cluster().pause(primary);
            awaitMore(load, 2 * CALLS);
            lab.cluster().resume(primary);
            awaitMore(load, CALLS);
            judge(load);
        }
    }

    /** A sixth member joins over slow links, and dies while partitions move to it. */
    @Test
    void killedDestination(TestInfo test) throws Exception {
        try (LabWorkload load = load(test)) {
            lab.change(link -> link.to().equals(SIXTH), condition -> condition.withBandwidth(SLOW));
            LocalMember sixth = lab.add();
            await(
                    "the sixth member",
                    () -> status(sixth).map(MemberStatus::ready).orElse(false));
            int number = status(sixth).orElseThrow().number();
            awaitMigration(row -> row.destination() == number);
            lab.cluster().kill(sixth);
            awaitMore(load, CALLS);
            lab.heal();
            lab.restart(sixth);
            awaitMore(load, CALLS);
            judge(load);
        }
    }

    /** A member loses its process for a while, and gets back what it had over slow links; a primary that sends it dies. */
    @Test
    void killedSource(TestInfo test) throws Exception {
        try (LabWorkload load = load(test)) {
            LocalMember sixth = lab.cluster().member(6);
            lab.change(link -> link.to().equals(SIXTH), condition -> condition.withBandwidth(SLOW));
            lab.isolate(SIXTH, Cut.RESET);
            await("its copies at others", () -> statuses().stream()
                    .noneMatch(status -> !status.name().equals(sixth.name()) && status.migrations() > 0));
            fillLogs();
            lab.change(link -> true, condition -> condition.with(Cut.NONE));
            int number = status(sixth).orElseThrow().number();
            Row row = awaitMigration(one -> one.destination() == number
                    && one.replicas().get(0) != number
                    && one.replicas().size() > 1);
            LocalMember source = numbered(row.replicas().get(0));
            lab.cluster().kill(source);
            awaitMore(load, CALLS);
            lab.heal();
            lab.restart(source);
            awaitMore(load, CALLS);
            judge(load);
        }
    }

    /** Changes all the ballast, so that who was away lacks it. */
    private void fillLogs() throws IOException {
        try (GodwitClient client = GodwitClient.connect(client())) {
            GodwitMap map = client.map("ballast");
            for (int i = 0; i < BALLAST; i++) {
                map.put(("b" + i).getBytes(StandardCharsets.UTF_8), new byte[65 << 10]);
            }
        }
    }
}
