package io.godwit.bench.migration;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Hazelcast's side: the same with members of whatever version is on the class path, as they are configured by default, held
 * back by the cluster state {@code NO_MIGRATION}. Reached by reflection, because no version may be a dependency of Godwit and
 * several cannot share a class path. What it uses has the same names in 3.11 to 5.7, except for packages.
 */
final class HazelcastSide implements AutoCloseable {
    private static final long BOUND = 1_200;
    private static final long POLL = 5;
    private static final int FIRST_PORT = 25_701;

    private final Experiment experiment;
    private final List<Object> instances = new ArrayList<>();
    /** Starts of single migrations, where a version tells when they start. */
    private final Map<Object, Long> begun = new ConcurrentHashMap<>();

    private final Meter meter = new Meter();

    private HazelcastSide(Experiment experiment) {
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
            try (HazelcastSide side = new HazelcastSide(experiment)) {
                outcomes.add(side.run());
            }
        }
        Meter.tell(outcomes);
        System.exit(0);
    }

    private Outcome run() throws Exception {
        start();
        load();
        changeState("NO_MIGRATION");
        for (int i = 1; i < experiment.members(); i++) {
            start();
        }
        Object first = instances.get(0);
        await("all have joined", () -> instances.stream()
                .allMatch(it -> ((java.util.Set<?>) call(call(it, "getCluster"), "getMembers")).size()
                        == experiment.members()));
        listen(call(first, "getPartitionService"));
        Meter.say("released");
        meter.begin();
        changeState("ACTIVE");
        Object partitions = call(first, "getPartitionService");
        await("all is balanced and safe", () -> isBalanced(partitions) && (Boolean) call(partitions, "isClusterSafe"));
        return meter.end(System.nanoTime());
    }

    private void start() throws ReflectiveOperationException {
        Object config =
                Class.forName("com.hazelcast.config.Config").getConstructor().newInstance();
        call(config, "setProperty", "hazelcast.partition.count", Integer.toString(experiment.partitions()));
        call(config, "setProperty", "hazelcast.logging.type", "none");
        call(config, "setProperty", "hazelcast.phone.home.enabled", "false");
        Object network = call(config, "getNetworkConfig");
        call(network, "setPort", FIRST_PORT + instances.size());
        call(network, "setPortAutoIncrement", false);
        Object join = call(network, "getJoin");
        call(call(join, "getMulticastConfig"), "setEnabled", false);
        Object tcp = call(join, "getTcpIpConfig");
        call(tcp, "setEnabled", true);
        call(tcp, "addMember", "127.0.0.1:" + FIRST_PORT);
        call(call(network, "getInterfaces"), "setEnabled", true);
        call(call(network, "getInterfaces"), "addInterface", "127.0.0.1");
        // As in the first experiments: 3.x has 'default' with one backup, and so has 5.x.
        instances.add(Class.forName("com.hazelcast.core.Hazelcast")
                .getMethod("newHazelcastInstance", config.getClass())
                .invoke(null, config));
    }

    @SuppressWarnings("unchecked")
    private void load() {
        Map<Object, Object> map = (Map<Object, Object>) call(instances.get(0), "getMap", "bench");
        Random random = new Random(1);
        for (int i = 0; i < experiment.entries(); i++) {
            byte[] value = new byte[experiment.valueSize()];
            random.nextBytes(value);
            map.put(i, value);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private void changeState(String state) throws ClassNotFoundException {
        Class<?> states = Class.forName("com.hazelcast.cluster.ClusterState");
        call(call(instances.get(0), "getCluster"), "changeClusterState", Enum.valueOf((Class<Enum>) states, state));
    }

    private boolean isBalanced(Object partitions) {
        Map<Object, Integer> owned = new HashMap<>();
        for (Object partition : (Iterable<?>) call(partitions, "getPartitions")) {
            Object owner = call(partition, "getOwner");
            owned.merge(owner == null ? "nobody" : call(owner, "getAddress"), 1, Integer::sum);
        }
        int least = experiment.partitions() / experiment.members();
        return owned.size() == experiment.members() && owned.values().stream().allMatch(count -> count >= least);
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

    /** Calls a method of an interface or public class by its name and the number of its arguments. */
    private static Object call(Object target, String name, Object... args) {
        try {
            return method(target.getClass(), name, args).invoke(target, args);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(name + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " of " + target.getClass(), e);
        }
    }

    private static Method method(Class<?> type, String name, Object[] args) throws NoSuchMethodException {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            List<Class<?>> candidates = new ArrayList<>(List.of(each.getInterfaces()));
            candidates.add(0, each);
            for (int i = 0; i < candidates.size(); i++) {
                candidates.addAll(List.of(candidates.get(i).getInterfaces()));
            }
            for (Class<?> candidate : candidates) {
                if (!java.lang.reflect.Modifier.isPublic(candidate.getModifiers())) {
                    continue;
                }
                for (Method method : candidate.getMethods()) {
                    if (method.getName().equals(name) && takes(method, args)) {
                        return method;
                    }
                }
            }
        }
        throw new NoSuchMethodException(type + "." + name);
    }

    private static boolean takes(Method method, Object[] args) {
        Class<?>[] types = method.getParameterTypes();
        if (types.length != args.length
                || !java.lang.reflect.Modifier.isPublic(
                        method.getDeclaringClass().getModifiers())) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            boolean fits = types[i].isInstance(args[i])
                    || (types[i] == int.class && args[i] instanceof Integer)
                    || (types[i] == boolean.class && args[i] instanceof Boolean);
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static void await(String what, java.util.function.BooleanSupplier holds) throws InterruptedException {
        long start = System.nanoTime();
        long said = start;
        while (!holds.getAsBoolean()) {
            Thread.sleep(POLL);
            long now = System.nanoTime();
            if (now - said > TimeUnit.SECONDS.toNanos(1)) {
                said = now;
                Meter.say("waits until " + what);
            }
            if (now - start > TimeUnit.SECONDS.toNanos(BOUND)) {
                throw new IllegalStateException("never: " + what);
            }
        }
    }

    @Override
    public void close() {
        for (Object instance : instances) {
            call(call(instance, "getLifecycleService"), "terminate");
        }
    }
}
