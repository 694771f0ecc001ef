package io.godwit.bench.migration;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.Member;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Godwit's side: members in one process, over loopback TCP, as they are configured by default. */
final class GodwitSide implements AutoCloseable {
    private static final long BOUND = 120;
    private static final long POLL = 2;
    private static final int VOTERS = 5;

    private final Experiment experiment;
    private final List<Member> members = new ArrayList<>();
    /** Where the last look ended: what is not done there yet need not be looked for elsewhere. */
    private int undone;

    private GodwitSide(Experiment experiment) {
        this.experiment = experiment;
    }

    /**
     * Runs as often as it is told.
     *
     * @param args an {@link Experiment}, and how often
     */
    public static void main(String[] args) throws Exception {
        Experiment experiment = Experiment.of(args);
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[4]); i++) {
            try (GodwitSide side = new GodwitSide(experiment)) {
                outcomes.add(side.run());
            }
        }
        Meter.tell(outcomes);
        System.exit(0);
    }

    private Outcome run() throws Exception {
        start();
        load();
        members.get(0).balance(false);
        for (int i = 1; i < experiment.members(); i++) {
            start();
            members.get(i).balance(false);
        }
        int voters = Math.min(VOTERS, experiment.members());
        await("all have joined", () -> members.stream().allMatch(member -> hasJoined(member, voters)));
        Meter meter = new Meter();
        members.forEach(member -> member.watch(new Migrations(meter, state(member))));
        Meter.say("released");
        meter.begin();
        members.forEach(member -> member.balance(true));
        await("all is balanced and safe", this::isDone);
        return meter.end(System.nanoTime());
    }

    private void start() throws Exception {
        MemberConfig config = MemberConfig.of("bench", "member-" + members.size())
                .withPartitions(experiment.partitions(), 1)
                .withMembers(
                        members.isEmpty() ? List.of() : List.of(members.get(0).address()));
        Member member = Member.bind(config, line -> {});
        members.add(member);
        member.start(config.members()).get(BOUND, TimeUnit.SECONDS);
    }

    private void load() {
        ClientConfig config = ClientConfig.of("bench", List.of(members.get(0).address()));
        try (GodwitClient client = GodwitClient.connect(config)) {
            GodwitMap map = client.map("bench");
            Random random = new Random(1);
            List<CompletableFuture<Void>> under = new ArrayList<>();
            for (int i = 0; i < experiment.entries(); i++) {
                byte[] value = new byte[experiment.valueSize()];
                random.nextBytes(value);
                under.add(
                        map.putAsync(Integer.toString(i).getBytes(java.nio.charset.StandardCharsets.US_ASCII), value));
                if (under.size() == 128) {
                    under.forEach(CompletableFuture::join);
                    under.clear();
                }
            }
            under.forEach(CompletableFuture::join);
        }
    }

    private boolean hasJoined(Member member, int voters) {
        QuorumState state = state(member);
        QuorumState first = state(members.get(0));
        boolean known =
                !first.control().isMaster() || first.office().cluster().up().size() == experiment.members();
        return known
                && state.control().voting().voters().size() == voters
                && state.control().voting().equals(first.control().voting())
                && state.watch().tracking().decidedStamp()
                        == first.watch().tracking().decidedStamp();
    }

    /** Whoever is master has to see it. */
    private boolean isDone() {
        return members.stream()
                .map(GodwitSide::state)
                .anyMatch(state -> state.control().isMaster() && isDone(state));
    }

    private boolean isDone(QuorumState state) {
        if (state.office().target().members().isEmpty()
                || state.office().target().members().size() != experiment.members()) {
            return false;
        }
        for (int i = 0; i < experiment.partitions(); i++) {
            int p = (undone + i) % experiment.partitions();
            Configuration c = state.control().committed().get(p).configuration();
            MemberSet wanted =
                    MemberSet.of(state.office().target().arrangements().get(p).toArray());
            if (!state.control().outstanding().get(p).isNone()
                    || c.isMigrating()
                    || c.primary()
                            != state.office().target().arrangements().get(p).primary()
                    || !c.replicas().equals(wanted)
                    || !c.inSync().equals(wanted)) {
                undone = p;
                return false;
            }
        }
        long stamp = state.watch().tracking().decidedStamp();
        return members.stream()
                .allMatch(member -> state(member).watch().tracking().decidedStamp() == stamp);
    }

    private static QuorumState state(Member member) {
        return member.state().orElseThrow();
    }

    private void await(String what, java.util.function.BooleanSupplier holds) throws InterruptedException {
        long start = System.nanoTime();
        long said = start;
        while (!holds.getAsBoolean()) {
            Thread.sleep(POLL);
            long now = System.nanoTime();
            if (now - said > TimeUnit.SECONDS.toNanos(1)) {
                said = now;
                Meter.say("waits until " + what);
            }
            if (now - start > TimeUnit.SECONDS.toNanos(10 * BOUND)) {
                throw new IllegalStateException("never: " + what);
            }
        }
    }

    @Override
    public void close() {
        members.forEach(Member::close);
    }
}
