package io.godwit.member.runtime;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import java.util.List;

/**
 * The identity of a member that belongs to a cluster.
 *
 * @param clusterName the cluster's name
 * @param self the member, with its number
 * @param cluster 16 random bytes that name the founding of the cluster
 * @param founders the members that have founded the cluster
 * @param peers the members that it knows
 * @param founder whether it is one of the founders
 * @param maps the number of backups of each map
 * @param setup of the engine
 */
public record Identity(
        String clusterName,
        Peer self,
        Bytes cluster,
        List<Peer> founders,
        List<Peer> peers,
        boolean founder,
        Maps maps,
        Setup setup) {
    /** The greeting for another member, of a member that speaks these versions. */
    Hello hello(Bytes expected, Versions versions) {
        return hello(Frame.Role.MEMBER, expected, versions);
    }

    Hello hello(Frame.Role role, Bytes expected, Versions versions) {
        return new Hello(
                versions,
                role,
                clusterName,
                MemberRuntime.PROTOCOL,
                MemberRuntime.GENERATION,
                setup.width(),
                maps,
                cluster,
                self,
                expected);
    }

    /** The answer to greetings, which is also what is stored. */
    public Welcome welcome(List<Peer> known) {
        return new Welcome(self, cluster, setup.width(), maps, setup.parallel(), founders, known);
    }

    /** The identity that was stored. */
    public static Identity of(String clusterName, Welcome stored) {
        Setup setup = setup(numbers(stored.founders()), stored);
        return new Identity(
                clusterName,
                stored.self(),
                stored.cluster(),
                stored.founders(),
                stored.peers(),
                numbers(stored.founders()).contains(stored.self().number()),
                stored.maps(),
                setup);
    }

    /** The same member as another process, perhaps at another address, which knows these members. */
    Identity with(Peer newSelf, List<Peer> newPeers) {
        return new Identity(clusterName, newSelf, cluster, founders, newPeers, founder, maps, setup);
    }

    /** The setup of a cluster that was found. */
    static Setup setup(MemberSet founders, Welcome cluster) {
        return setup(founders, cluster.partitions(), cluster.maps(), cluster.parallel());
    }

    /** The setup of a cluster that is founded. */
    static Setup setup(MemberSet founders, int width, Maps maps, int parallel) {
        return new Setup(founders, maps.ranges() * width, maps.copies(width), parallel);
    }

    static MemberSet numbers(List<Peer> peers) {
        return MemberSet.of(
                peers.stream().mapToInt(Peer::number).filter(n -> n > 0).toArray());
    }
}
