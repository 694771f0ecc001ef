package io.godwit.bench.comparison;

import static io.godwit.bench.comparison.HazelcastMembers.call;

import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.bench.comparison.Experiment.MigrationOutcome;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Hazelcast's side: the same with members of whatever version is on the class path, as they are configured by default, held
 * back by the cluster state {@code NO_MIGRATION}.
 */
final class HazelcastMigration implements AutoCloseable {
    private static final long JOIN_BOUND = 1_200;
    private static final int ATTEMPTS = 5;

    private final Experiment experiment;
    private final long limit;
    private final HazelcastMembers cluster;
    /** Starts of single migrations, where a version tells when they start. */
    private final Map<Object, Long> begun = new ConcurrentHashMap<>();

    private final RunTimer meter = new RunTimer();

    private HazelcastMigration(Experiment experiment, long limit) {
        this.experiment = experiment;
        this.limit = limit;
        this.cluster = new HazelcastMembers(experiment.partitions(), 1, experiment.parallel());
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
            try (HazelcastMigration side = new HazelcastMigration(experiment, Long.parseLong(args[6]))) {
                outcomes.add(side.run());
            }
        }
        ProcessMessages.tell(outcomes);
        System.exit(0);
    }

    private MigrationOutcome run() throws Exception {
        cluster.start();
        load();
        changeState("NO_MIGRATION");
        for (int i = 1; i < experiment.members(); i++) {
            cluster.start();
        }
        ProcessMessages.await("all have joined", JOIN_BOUND, cluster::haveJoined);
        Object partitions = call(cluster.first(), "getPartitionService");
        listen(partitions);
        ProcessMessages.say("released");
        meter.begin();
        changeState("ACTIVE");
        ProcessMessages.await("all is balanced and safe", limit, () -> cluster.isBalanced() && cluster.isSafe());
        return meter.end(System.nanoTime());
    }

    private void load() {
        ProcessMessages.say("loads");
        Map<Object, Object> map = HazelcastMembers.map(cluster.first(), "bench");
        Random random = new Random(1);
        for (int i = 0; i < experiment.entries(); i++) {
            byte[] value = new byte[experiment.valueSize()];
            random.nextBytes(value);
            map.put(i, value);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private void changeState(String state) throws ClassNotFoundException {
        Object wanted = Enum.valueOf((Class<Enum>) Class.forName("com.hazelcast.cluster.ClusterState"), state);
        // All members have to agree within a time; where they do not, nothing has changed.
        for (int left = ATTEMPTS; ; left--) {
            try {
                call(call(cluster.first(), "getCluster"), "changeClusterState", wanted);
                return;
            } catch (IllegalStateException e) {
                if (left == 1) {
                    throw e;
                }
                ProcessMessages.say("asks again for " + state + ": " + e.getCause());
            }
        }
    }

    /** Since 4.0 a migration tells how long it took; before, when it starts and when it ends. */
    private void listen(Object partitions) throws ReflectiveOperationException {
        Class<?> listener;
        try {
            listener = Class.forName("com.hazelcast.partition.MigrationListener");
        } catch (ClassNotFoundException e) {
            listener = Class.forName("com.hazelcast.core.MigrationListener");
        }
        InvocationHandler handler = (proxy, method, args) -> switch (method.getName()) {
            case "replicaMigrationCompleted" -> {
                meter.migrated(TimeUnit.MILLISECONDS.toNanos((Long) call(args[0], "getElapsedTime")));
                yield null;
            }
            case "migrationStarted" -> {
                if (isSingle(args[0])) {
                    begun.put(call(args[0], "getPartitionId"), System.nanoTime());
                }
                yield null;
            }
            case "migrationCompleted" -> {
                if (isSingle(args[0])) {
                    Long start = begun.remove(call(args[0], "getPartitionId"));
                    meter.migrated(System.nanoTime() - (start == null ? System.nanoTime() : start));
                }
                yield null;
            }
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == args[0];
            case "toString" -> "migrations";
            default -> null;
        };
        Object proxy = Proxy.newProxyInstance(listener.getClassLoader(), new Class<?>[] {listener}, handler);
        call(partitions, "addMigrationListener", proxy);
    }

    private static boolean isSingle(Object event) {
        return event.getClass().getSimpleName().equals("MigrationEvent");
    }

    @Override
    public void close() {
        cluster.close();
    }
}
