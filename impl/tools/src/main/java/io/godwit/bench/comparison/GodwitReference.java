package io.godwit.bench.comparison;

import io.godwit.client.AtomicReferenceView;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.member.Member;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Godwit's reference: a key of a map with two backups, so that each of three members has a copy. */
final class GodwitReference implements ReferenceSystem {
    private static final int PARTITIONS = 271;
    private static final long BOUND = 120;

    private Member member;

    @Override
    public void start(ReferenceCluster cluster, int index) throws Exception {
        List<Integer> ports = cluster.memberPorts();
        MemberConfig config = MemberConfig.of(GodwitMembers.CLUSTER, "member-" + index)
                .withPorts(ports.get(index), -1)
                .withPartitions(PARTITIONS, ReferenceCluster.MEMBERS - 1)
                .withMembers(ReferenceCluster.addresses(ports))
                .withVia(ReferenceCluster.via(ports, cluster.membersDial()));
        member = Member.bind(config, line -> {});
        member.start(config.members()).get(BOUND, TimeUnit.SECONDS);
    }

    @Override
    public boolean isReady() {
        QuorumState state = GodwitMembers.state(member);
        for (int p = 0; p < PARTITIONS; p++) {
            Configuration c = state.control().committed().get(p).configuration();
            if (c.isMigrating()
                    || c.replicas().size() < ReferenceCluster.MEMBERS
                    || !c.inSync().equals(c.replicas())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Consumer<byte[]> client(ReferenceCluster cluster) {
        List<Integer> ports = cluster.memberPorts();
        AtomicReferenceView reference = GodwitClient.connect(
                        ClientConfig.of(GodwitMembers.CLUSTER, ReferenceCluster.addresses(ports))
                                .withVia(ReferenceCluster.via(ports, cluster.clientsDial())))
                .atomicReference("bench", "reference");
        return reference::set;
    }
}
