package io.godwit.cli;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.lab.ClusterSummary;
import io.godwit.lab.ClusterSummary.MemberSummary;
import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Lab;
import io.godwit.lab.LabWorkload;
import io.godwit.lab.LocalMember;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The script of the demo. */
final class Demo {
    private static final int ENTRIES = 400;
    private static final int VALUE = 10_000;
    private static final int KEYS = 60;
    private static final int CLIENTS = 4;
    private static final long PAUSE = 8;
    private static final long SLOW = 40_000;
    private static final long PATIENCE = 60;
    private static final int CALLS = 300;

    private final Lab lab;
    private final DemoScreen screen;

    /** The cluster did not reach an expected state in time. */
    static final class StuckException extends IOException {
        private static final long serialVersionUID = 1;

        StuckException(String message) {
            super(message);
        }
    }

    Demo(Lab lab, DemoScreen screen) {
        this.lab = lab;
        this.screen = screen;
    }

    LabWorkload.Outcomes run() throws IOException, InterruptedException {
        screen.say("Five members start, each in its own process.");
        start();
        ballast();
        try (LabWorkload load = new LabWorkload(config(), new LabWorkload.Settings("demo", KEYS, CLIENTS, PAUSE, 1))) {
            screen.say("Four clients write and read registers, lists and counters; every call is recorded.");
            load.start();
            screen.show(load);
            more(load);
            masterDies();
            more(load);
            networkIsCut(load);
            membersComeAndGo();
            more(load);
            screen.say("The clients stop, then read every key once more.");
            return load.finish();
        }
    }

    /** Waits until all members serve and hold partitions; fails if a member exits. */
    private void start() throws IOException, InterruptedException {
        ClusterSummary look =
                await("all members serve", it -> ended(it).isPresent() || (it.atRest() && haveShares(it)));
        if (ended(look).isPresent()) {
            throw new StuckException(ended(look).get().name() + " exited right after its start; its output is in "
                    + ended(look).get().output());
        }
    }

    private static Optional<LocalMember> ended(ClusterSummary look) {
        return look.members().stream()
                .filter(member -> member.condition() == LocalMember.Condition.GONE)
                .map(MemberSummary::member)
                .findFirst();
    }

    private static boolean haveShares(ClusterSummary look) {
        long holders = look.table().partitions().stream()
                .flatMap(row -> row.replicas().stream())
                .distinct()
                .count();
        return holders == look.members().size();
    }

    private ClientConfig config() throws IOException {
        List<String> addresses =
                lab.cluster().members().stream().map(LocalMember::address).toList();
        return ClientConfig.of(lab.cluster().name(), addresses)
                .withVia(lab.cluster().clientVia())
                .withTimeout(Duration.ofSeconds(PATIENCE));
    }

    private void ballast() throws IOException {
        screen.say(String.format("%,d entries of %,d bytes are loaded, each with one backup.", ENTRIES, VALUE));
        try (GodwitClient client = GodwitClient.connect(config())) {
            GodwitMap map = client.map("entries");
            List<CompletableFuture<Void>> puts = new ArrayList<>();
            for (int i = 0; i < ENTRIES; i++) {
                puts.add(map.putAsync(("entry-" + i).getBytes(StandardCharsets.UTF_8), new byte[VALUE]));
            }
            puts.forEach(CompletableFuture::join);
        }
    }

    private void masterDies() throws IOException, InterruptedException {
        screen.say("A sixth member joins over slow links; partitions migrate to it.");
        lab.change(link -> link.to().equals("6"), condition -> condition.withBandwidth(SLOW));
        lab.add();
        ClusterSummary look = await(
                "partitions move", it -> it.master().isPresent() && !it.moving().isEmpty());
        MemberSummary master = look.master().orElseThrow();
        screen.say("The master, " + master.member().name() + ", is killed while "
                + look.moving().size() + " partitions are migrating.");
        lab.cluster().kill(master.member());
        lab.heal();
        look = await("another master", it -> it.master().isPresent());
        screen.say(look.master().orElseThrow().member().name() + " is master now and completes the migrations.");
        await("every partition has two copies again", ClusterSummary::atRest);
    }

    private void networkIsCut(LabWorkload load) throws IOException, InterruptedException {
        ClusterSummary look = await("a master", it -> it.master().isPresent());
        LocalMember master = look.master().orElseThrow().member();
        List<LocalMember> alive = look.members().stream()
                .filter(member -> member.condition() == LocalMember.Condition.RUNNING)
                .map(MemberSummary::member)
                .toList();
        List<String> minority = new ArrayList<>(List.of(Integer.toString(master.index())));
        List<String> majority = new ArrayList<>();
        for (LocalMember member : alive) {
            if (!member.equals(master)) {
                (minority.size() < alive.size() / 2 ? minority : majority).add(Integer.toString(member.index()));
            }
        }
        screen.say("The network is cut in two: members " + String.join(", ", minority) + ", including the master, from "
                + String.join(", ", majority) + ". No member is notified; packets just do not arrive.");
        lab.partition(List.of(minority, majority), Cut.SILENT);
        look = await("the majority has a master", it -> it.members().stream()
                .anyMatch(member -> member.isMaster()
                        && majority.contains(Integer.toString(member.member().index()))));
        screen.say("The majority continues under "
                + look.members().stream()
                        .filter(member -> member.isMaster()
                                && majority.contains(
                                        Integer.toString(member.member().index())))
                        .findFirst()
                        .orElseThrow()
                        .member()
                        .name()
                + "; the minority can decide nothing and acknowledges no write.");
        more(load);
        screen.say("The network heals.");
        lab.heal();
        await("all agree", ClusterSummary::atRest);
    }

    private void membersComeAndGo() throws IOException, InterruptedException {
        LocalMember seventh = lab.add();
        screen.say(seventh.name() + " joins and receives its share of the partitions.");
        await("it has its share", look -> look.atRest() && replicas(look, seventh) > 0);
        LocalMember leaver = lab.cluster().members().stream()
                .filter(member -> member.index() < seventh.index() && isRunning(member))
                .findFirst()
                .orElseThrow();
        screen.say(leaver.name() + " shuts down gracefully: it leaves once nothing depends on it.");
        lab.cluster().tell(leaver, "/leave");
        await(
                "it has left",
                look -> look.atRest()
                        && look.members().stream()
                                .anyMatch(member -> member.member().equals(leaver)
                                        && member.condition() == LocalMember.Condition.GONE));
        screen.say(leaver.name() + " has left.");
    }

    private static boolean isRunning(LocalMember member) {
        try {
            return member.process().isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static int replicas(ClusterSummary look, LocalMember member) {
        return look.members().stream()
                .filter(it -> it.member().equals(member))
                .flatMap(it -> it.status().stream())
                .mapToInt(status -> status.replicas())
                .sum();
    }

    private ClusterSummary await(String what, Predicate<ClusterSummary> holds)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (true) {
            ClusterSummary look = screen.nextLook();
            if (holds.test(look)) {
                return look;
            }
            if (System.nanoTime() > end) {
                throw new StuckException("The cluster does not recover; not reached within " + PATIENCE + " s: " + what
                        + ". " + ClusterScreen.line(look));
            }
        }
    }

    /** Waits until the clients have received some more answers. */
    private void more(LabWorkload load) throws IOException, InterruptedException {
        long before = load.answered();
        await("the clients get answers", look -> load.answered() >= before + CALLS);
    }
}
