package io.godwit.bench.comparison;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hazelcast's IAtomicReference, of its CP subsystem with three members, reached by reflection ({@link HazelcastMembers}). Members have a port
 * for members and one for clients, so that each can be dialled through a relay of its own.
 */
final class HazelcastReference implements ReferenceSystem {
    private static final String CONFIG = "com.hazelcast.config.";

    private Object instance;

    @Override
    public void start(ReferenceCluster cluster, int index) throws ReflectiveOperationException {
        Object config = HazelcastMembers.make(CONFIG + "Config");
        HazelcastMembers.call(config, "setProperty", "hazelcast.logging.type", "none");
        HazelcastMembers.call(config, "setProperty", "hazelcast.phone.home.enabled", "false");
        Object network = HazelcastMembers.call(config, "getAdvancedNetworkConfig");
        HazelcastMembers.call(network, "setEnabled", true);
        HazelcastMembers.call(
                network,
                "setMemberEndpointConfig",
                endpoint(cluster.memberPorts().get(index), cluster.membersDial().get(index)));
        HazelcastMembers.call(
                network,
                "setClientEndpointConfig",
                endpoint(cluster.clientPorts().get(index), cluster.clientsDial().get(index)));
        Object join = HazelcastMembers.call(network, "getJoin");
        HazelcastMembers.call(HazelcastMembers.call(join, "getMulticastConfig"), "setEnabled", false);
        Object tcp = HazelcastMembers.call(join, "getTcpIpConfig");
        HazelcastMembers.call(tcp, "setEnabled", true);
        cluster.membersDial().forEach(address -> HazelcastMembers.call(tcp, "addMember", address));
        Object consensus = HazelcastMembers.call(config, "getCPSubsystemConfig");
        HazelcastMembers.call(consensus, "setCPMemberCount", ReferenceCluster.MEMBERS);
        if (cluster.snapshots() > 0) {
            HazelcastMembers.call(
                    HazelcastMembers.call(consensus, "getRaftAlgorithmConfig"),
                    "setCommitIndexAdvanceCountToSnapshot",
                    cluster.snapshots());
        }
        instance = Class.forName("com.hazelcast.core.Hazelcast")
                .getMethod("newHazelcastInstance", config.getClass())
                .invoke(null, config);
    }

    /** Where a member listens, and the address under which others know it. */
    private static Object endpoint(int port, String dialled) throws ReflectiveOperationException {
        Object endpoint = HazelcastMembers.make(CONFIG + "ServerSocketEndpointConfig");
        HazelcastMembers.call(endpoint, "setPort", port);
        HazelcastMembers.call(endpoint, "setPortAutoIncrement", false);
        HazelcastMembers.call(endpoint, "setPublicAddress", dialled);
        Object interfaces = HazelcastMembers.call(endpoint, "getInterfaces");
        HazelcastMembers.call(interfaces, "setEnabled", true);
        HazelcastMembers.call(interfaces, "addInterface", ReferenceCluster.HOST);
        return endpoint;
    }

    @Override
    public boolean isReady() {
        Object management = HazelcastMembers.call(
                HazelcastMembers.call(instance, "getCPSubsystem"), "getCPSubsystemManagementService");
        return (Boolean) HazelcastMembers.call(management, "isDiscoveryCompleted");
    }

    @Override
    public Consumer<byte[]> client(ReferenceCluster cluster) throws ReflectiveOperationException {
        Object config = HazelcastMembers.make("com.hazelcast.client.config.ClientConfig");
        HazelcastMembers.call(config, "setProperty", "hazelcast.logging.type", "none");
        HazelcastMembers.call(
                HazelcastMembers.call(config, "getNetworkConfig"), "setAddresses", List.copyOf(cluster.clientsDial()));
        Object client = Class.forName("com.hazelcast.client.HazelcastClient")
                .getMethod("newHazelcastClient", config.getClass())
                .invoke(null, config);
        Object reference = HazelcastMembers.call(
                HazelcastMembers.call(client, "getCPSubsystem"), "getAtomicReference", "reference");
        Method set = Class.forName("com.hazelcast.cp.IAtomicReference").getMethod("set", Object.class);
        return value -> {
            try {
                set.invoke(reference, value);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("set failed", e.getCause());
            }
        };
    }
}
