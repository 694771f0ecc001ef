package io.godwit.member;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import java.util.List;

/**
 * Who a member is, once it belongs to a cluster.
 *
 * @param clusterName the cluster's name
 * @param self the member, with its number
 * @param cluster 16 bytes of the cluster's founding
 * @param founders with whom the cluster was founded
 * @param peers whom it has heard of
 * @param founder is it one of the founders?
 * @param setup what the engine is told
 */
record Identity(
        String clusterName,
        Peer self,
        Bytes cluster,
        List<Peer> founders,
        List<Peer> peers,
        boolean founder,
        Setup setup) {
    /** As it is told to others, and written down. */
    Welcome welcome(List<Peer> known) {
        return new Welcome(self, cluster, setup.partitions(), setup.copies(), setup.parallel(), founders, known);
    }

    /** As it was written down. */
    static Identity of(String clusterName, Welcome stored) {
        Setup setup = new Setup(numbers(stored.founders()), stored.partitions(), stored.copies(), stored.parallel());
        return new Identity(
                clusterName,
                stored.self(),
                stored.cluster(),
                stored.founders(),
                stored.peers(),
                stored.founders().contains(stored.self()),
                setup);
    }

    static MemberSet numbers(List<Peer> peers) {
        return MemberSet.of(
                peers.stream().mapToInt(Peer::number).filter(n -> n > 0).toArray());
    }
}
