package io.godwit.member;

import static org.junit.jupiter.api.Assertions.fail;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.config.MemberConfig.TlsFiles;
import io.godwit.member.http.MemberStatus;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.netty.Tls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Members in this process, at ports of the loopback that are free. */
final class TestCluster implements AutoCloseable {
    private static final long BOUND = 120;

    private final MemberConfig config;
    private final List<Member> members = new ArrayList<>();
    private Path data;
    private IntFunction<TlsFiles> files = place -> null;
    private final List<String> lines = new ArrayList<>();
    private List<String> addresses = List.of();

    TestCluster(MemberConfig config) {
        this.config = config;
    }

    /** Lets members keep what survives a restart in directories below this one. */
    TestCluster durable(Path directory) {
        data = directory;
        return this;
    }

    /** Gives each member files for encryption, by its place among those that were ever started. */
    TestCluster encrypted(IntFunction<TlsFiles> newFiles) {
        files = newFiles;
        return this;
    }

    private MemberConfig next() {
        MemberConfig own = config.withTls(files.apply(members.size()));
        return data == null ? own : own.withDataDir(data.resolve("m" + members.size()));
    }

    /** Ends all members that run at once and starts them again, each where it was and with what it had kept. */
    void restartAll() throws Exception {
        List<Member> before = running();
        stopAll();
        startAll(before, same -> same);
    }

    /** Ends all members that run at once. */
    void stopAll() {
        running().forEach(Member::close);
    }

    /** Starts members again, each where it was and with what it had kept, but perhaps told something else. */
    void startAll(List<Member> before, UnaryOperator<MemberConfig> change) throws Exception {
        members.clear();
        List<CompletableFuture<Void>> started = new ArrayList<>();
        for (Member dead : before) {
            Member member = bind(change.apply(dead.config()).withPorts(port(dead), -1));
            members.add(member);
            started.add(member.start(addresses));
        }
        for (CompletableFuture<Void> each : started) {
            each.get(BOUND, TimeUnit.SECONDS);
        }
    }

    private static int port(Member member) {
        return Integer.parseInt(member.address().substring(member.address().lastIndexOf(':') + 1));
    }

    /** Founds a cluster of so many. */
    void found(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            members.add(bind(next()));
        }
        addresses = members.stream().map(Member::address).toList();
        List<CompletableFuture<Void>> started =
                members.stream().map(member -> member.start(addresses)).toList();
        for (CompletableFuture<Void> each : started) {
            each.get(BOUND, TimeUnit.SECONDS);
        }
    }

    private Member bind(MemberConfig with) throws IOException {
        return Member.bind(with, line -> {
            synchronized (lines) {
                lines.add(line);
            }
        });
    }

    /** One more member. */
    Member join() throws Exception {
        Member member = bind(next());
        members.add(member);
        member.start(addresses).get(BOUND, TimeUnit.SECONDS);
        return member;
    }

    /** A process starts again where another one was. */
    Member restart(Member dead) throws Exception {
        return restart(dead, same -> same);
    }

    /** The same, but perhaps told something else. */
    Member restart(Member dead, UnaryOperator<MemberConfig> change) throws Exception {
        Member member = bind(change.apply(dead.config()).withPorts(port(dead), -1));
        members.add(member);
        member.start(addresses).get(BOUND, TimeUnit.SECONDS);
        return member;
    }

    Member member(int i) {
        return members.get(i);
    }

    List<Member> running() {
        return members.stream().filter(member -> !member.ended().isDone()).toList();
    }

    List<String> addresses() {
        return addresses;
    }

    GodwitClient client() {
        return client(null);
    }

    GodwitClient client(Tls tls) {
        return GodwitClient.connect(
                ClientConfig.of(config.clusterName(), addresses).with(tls).withTimeout(Duration.ofSeconds(60)));
    }

    /** Lines that were logged. */
    List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** Waits until something holds; how long it takes is no matter, within reason. */
    void await(String what, BooleanSupplier holds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND);
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                fail("never: " + what + "\n"
                        + running().stream()
                                .map(member -> member.number() + ": "
                                        + member.state().map(TestCluster::brief).orElse("-"))
                                .toList());
            }
            Thread.sleep(20);
        }
    }

    private static String brief(QuorumState state) {
        return state.control().role() + " in " + state.control().term() + ", voters "
                + state.control().voting().voters() + ", " + state.control().committed();
    }

    /** Asks for a state of the cluster until it is there, and waits until all members know that it is acknowledged. */
    void change(ClusterState state) throws InterruptedException {
        await("state " + state, () -> {
            Member first = running().get(0);
            if (MemberStatus.of(first).state().state() != state) {
                first.changeState(state);
            }
            return isAcknowledged(state);
        });
    }

    /** Do all members know that the cluster is in a state, and that this is acknowledged? */
    boolean isAcknowledged(ClusterState state) {
        return running().stream()
                .map(member -> MemberStatus.of(member).state())
                .allMatch(reading -> reading.state() == state && reading.acknowledged());
    }

    /** Waits until all running members know decided configurations for which this holds. */
    void awaitTable(String what, Predicate<Configuration> holds) throws InterruptedException {
        await(what, () -> running().stream()
                .allMatch(
                        member -> member.state().map(state -> all(state, holds)).orElse(false)));
    }

    private static boolean all(QuorumState state, Predicate<Configuration> holds) {
        for (int p = 0; p < state.setup().partitions(); p++) {
            Entry entry = state.control().committed().get(p);
            if (entry.isNone() || !holds.test(entry.configuration())) {
                return false;
            }
        }
        return true;
    }

    /** Who is master, as the members see it now, or null. */
    Member master() {
        return running().stream()
                .filter(member ->
                        member.state().map(state -> state.control().isMaster()).orElse(false))
                .findFirst()
                .orElse(null);
    }

    @Override
    public void close() {
        members.forEach(Member::close);
    }
}
