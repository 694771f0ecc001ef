package io.godwit.bench.comparison;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Members of whatever version of Hazelcast is on the class path, in this process, over loopback TCP, as they are configured by
 * default. Reached by reflection, because no version may be a dependency of Godwit and several cannot share a class path. What
 * is used has the same names in 3.11 to 5.7, except for packages.
 */
final class HazelcastMembers implements AutoCloseable {
    private static final int FIRST_PORT = 25_701;

    private final int partitions;
    private final int backups;
    private final int parallel;
    private final List<Object> instances = new ArrayList<>();

    /** A cluster without members, with the given numbers of partitions and backups. */
    public HazelcastMembers(int partitions, int backups) {
        this(partitions, backups, 0);
    }

    /**
     * No members.
     *
     * @param backups of each map
     * @param parallel migrations that a member takes part in at once, 0 for as many as by default; before 4.1 there is only one
     */
    public HazelcastMembers(int partitions, int backups, int parallel) {
        this.partitions = partitions;
        this.backups = backups;
        this.parallel = parallel;
    }

    /** Starts one more. */
    public void start() throws ReflectiveOperationException {
        Object config = make("com.hazelcast.config.Config");
        call(config, "setProperty", "hazelcast.partition.count", Integer.toString(partitions));
        call(config, "setProperty", "hazelcast.logging.type", "none");
        call(config, "setProperty", "hazelcast.phone.home.enabled", "false");
        if (parallel > 0) {
            call(config, "setProperty", "hazelcast.partition.max.parallel.migrations", Integer.toString(parallel));
        }
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
        call(call(config, "getMapConfig", "default"), "setBackupCount", backups);
        instances.add(Class.forName("com.hazelcast.core.Hazelcast")
                .getMethod("newHazelcastInstance", config.getClass())
                .invoke(null, config));
    }

    /** The member that was started first. */
    public Object first() {
        return instances.get(0);
    }

    /** Does each member know of all? */
    public boolean haveJoined() {
        return instances.stream()
                .allMatch(it -> ((Set<?>) call(call(it, "getCluster"), "getMembers")).size() == instances.size());
    }

    /** A client that is connected to all members; from 4.0 on. */
    public static Object client() throws ReflectiveOperationException {
        Object config = make("com.hazelcast.client.config.ClientConfig");
        call(config, "setProperty", "hazelcast.logging.type", "none");
        Object network = call(config, "getNetworkConfig");
        call(network, "setAddresses", List.of("127.0.0.1:" + FIRST_PORT));
        return Class.forName("com.hazelcast.client.HazelcastClient")
                .getMethod("newHazelcastClient", config.getClass())
                .invoke(null, config);
    }

    /** A map, as a member or a client has it. */
    @SuppressWarnings("unchecked")
    public static Map<Object, Object> map(Object instance, String name) {
        return (Map<Object, Object>) call(instance, "getMap", name);
    }

    /** Has each member its share of the partitions? */
    public boolean isBalanced() {
        Map<Object, Integer> owned = new HashMap<>();
        for (Object partition : (Iterable<?>) call(call(first(), "getPartitionService"), "getPartitions")) {
            Object owner = call(partition, "getOwner");
            owned.merge(owner == null ? "nobody" : call(owner, "getAddress"), 1, Integer::sum);
        }
        int least = partitions / instances.size();
        return owned.size() == instances.size() && owned.values().stream().allMatch(count -> count >= least);
    }

    /** Has each partition all its copies, and does none move? */
    public boolean isSafe() {
        return (Boolean) call(call(first(), "getPartitionService"), "isClusterSafe");
    }

    /**
     * Ends the member that was started last.
     *
     * @param how {@code shutdown}, which returns when its data have moved, or {@code terminate}
     */
    public void endLast(String how) {
        call(call(instances.remove(instances.size() - 1), "getLifecycleService"), how);
    }

    /** A new object of a class with a constructor without parameters. */
    static Object make(String type) throws ReflectiveOperationException {
        return Class.forName(type).getConstructor().newInstance();
    }

    /** Calls a method of an interface or public class by its name and its arguments. */
    public static Object call(Object target, String name, Object... args) {
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
                if (!Modifier.isPublic(candidate.getModifiers())) {
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
                || !Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
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

    @Override
    public void close() {
        for (Object instance : instances) {
            call(call(instance, "getLifecycleService"), "terminate");
        }
    }
}
