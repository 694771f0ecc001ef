package io.godwit.member;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
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
        Maps maps,
        Setup setup) {
    /** As it is told to others, and written down. */
    Welcome welcome(List<Peer> known) {
        return new Welcome(self, cluster, setup.width(), maps, setup.parallel(), founders, known);
    }

    /** As it was written down. */
    static Identity of(String clusterName, Welcome stored) {
        Setup setup = setup(numbers(stored.founders()), stored);
        return new Identity(
                clusterName,
                stored.self(),
                stored.cluster(),
                stored.founders(),
                stored.peers(),
                stored.founders().contains(stored.self()),
                stored.maps(),
                setup);
    }

    /** What the engine is told of the cluster that was found. */
    static Setup setup(MemberSet founders, Welcome cluster) {
        return setup(founders, cluster.partitions(), cluster.maps(), cluster.parallel());
    }

    /** The same of one that is founded. */
    static Setup setup(MemberSet founders, int width, Maps maps, int parallel) {
        return new Setup(founders, maps.ranges() * width, maps.copies(width), parallel);
    }

    static MemberSet numbers(List<Peer> peers) {
        return MemberSet.of(
                peers.stream().mapToInt(Peer::number).filter(n -> n > 0).toArray());
    }
}
