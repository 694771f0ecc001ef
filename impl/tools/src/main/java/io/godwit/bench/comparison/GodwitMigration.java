package io.godwit.bench.comparison;

import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.bench.comparison.Experiment.MigrationOutcome;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.Member;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Godwit's side: members in one process, over loopback TCP, as they are configured by default. */
final class GodwitMigration implements AutoCloseable {
    private static final long JOIN_BOUND = 1_200;
    private static final int VOTERS = 5;

    private final Experiment experiment;
    private final long limit;
    private final GodwitMembers cluster;

    private GodwitMigration(Experiment experiment, long limit) {
        this.experiment = experiment;
        this.limit = limit;
        this.cluster = new GodwitMembers(experiment.partitions(), 1, GodwitMembers.parallel(experiment.parallel()));
    }

    /**
     * Runs the given number of rounds.
     *
     * @param args an {@link Experiment}, how often, and for how many seconds at most each time
     */
    public static void main(String[] args) throws Exception {
        Experiment experiment = Experiment.of(args);
        List<MigrationOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[5]); i++) {
            try (GodwitMigration side = new GodwitMigration(experiment, Long.parseLong(args[6]))) {
                outcomes.add(side.run());
            }
        }
        ProcessMessages.tell(outcomes);
        System.exit(0);
    }

    private MigrationOutcome run() throws Exception {
        Member first = cluster.start();
        load();
        // With NO_MIGRATION the copies that are missing would be made while members join.
        changeState(first, ClusterState.FROZEN);
        for (int i = 1; i < experiment.members(); i++) {
            cluster.start();
        }
        int voters = Math.min(VOTERS, experiment.members());
        ProcessMessages.await("all have joined", JOIN_BOUND, () -> cluster.members().stream()
                .allMatch(member -> hasJoined(first, member, voters)));
        RunTimer meter = new RunTimer();
        cluster.members().forEach(member -> member.watch(new Migrations(meter, GodwitMembers.state(member))));
        ProcessMessages.say("released");
        meter.begin();
        changeState(first, ClusterState.ACTIVE);
        ProcessMessages.await("all is balanced and safe", limit, cluster::isBalanced);
        MigrationOutcome outcome = meter.end(System.nanoTime());
        // Terms tell of elections, each of which costs more than a whole round.
        ProcessMessages.say(
                "balanced, in term " + GodwitMembers.state(first).control().term());
        return outcome;
    }

    private void load() {
        ProcessMessages.say("loads");
        try (GodwitClient client = cluster.client()) {
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

    private static void changeState(Member member, ClusterState state) throws Exception {
        ProcessMessages.await("the cluster is " + state, JOIN_BOUND, () -> {
            member.changeState(state);
            QuorumState now = GodwitMembers.state(member);
            Voting voting = now.control().voting();
            return voting.state() == state && now.local().state().equals(new StateProgress(voting.version(), 0));
        });
    }

    private boolean hasJoined(Member founder, Member member, int voters) {
        QuorumState state = GodwitMembers.state(member);
        QuorumState first = GodwitMembers.state(founder);
        boolean known =
                !first.control().isMaster() || first.master().cluster().up().size() == experiment.members();
        MemberSet chosen = first.control().voting().voters();
        // Who does not vote, and comes after the last change of voters, is not told who does.
        boolean agrees = !chosen.contains(member.number())
                || state.control().voting().equals(first.control().voting());
        return known
                && chosen.size() == voters
                && agrees
                && state.local().tableStamps().decidedStamp()
                        == first.local().tableStamps().decidedStamp();
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** Takes the time of each migration, from its proposal until the decision that the destination is a replica; at the master. */
    static final class Migrations implements Consumer<QuorumState> {
        private final RunTimer meter;
        private final long[] begun;
        private PartitionVector<Entry> committed;
        private PartitionVector<Entry> outstanding;

        Migrations(RunTimer meter, QuorumState state) {
            this.meter = meter;
            this.committed = state.control().committed();
            this.outstanding = state.control().outstanding();
            this.begun = new long[committed.size()];
        }

        @Override
        public void accept(QuorumState state) {
            long now = System.nanoTime();
            outstanding.differences(state.control().outstanding(), p -> {
                Configuration c = state.control().outstanding().get(p).configuration();
                begun[p] = c.isMigrating() && !committed.get(p).configuration().isMigrating() ? now : begun[p];
            });
            committed.differences(state.control().committed(), p -> {
                Configuration before = committed.get(p).configuration();
                Configuration after = state.control().committed().get(p).configuration();
                if (begun[p] > 0
                        && state.control().isMaster()
                        && before.isMigrating()
                        && after.isReplica(before.destination())) {
                    meter.migrated(now - begun[p]);
                }
            });
            committed = state.control().committed();
            outstanding = state.control().outstanding();
        }
    }
}
