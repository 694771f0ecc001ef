package io.godwit.member.runtime;

import io.godwit.protocol.Event;
import io.godwit.protocol.Zones;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The members that are known, by number. A number belongs to one incarnation for ever; at one address, a later member replaces an
 * earlier one. Any thread may call.
 */
public final class PeerRegistry {
    private final TreeMap<Integer, Peer> peers = new TreeMap<>();
    private final Peer self;
    private final Map<Integer, Integer> versions = new TreeMap<>();
    private Zones zones;

    /** Creates a registry with the member itself. */
    public PeerRegistry(Peer self) {
        this.self = self;
        put(self);
    }

    private void put(Peer peer) {
        peers.put(peer.number(), peer);
        Map<Integer, String> names = new TreeMap<>();
        peers.values().forEach(known -> names.put(known.number(), known.zone()));
        zones = new Zones(names);
    }

    /**
     * Adds a member, unless a later one at its address is known, or takes the later run of a known one with its address.
     *
     * @return whether it is new
     */
    public synchronized boolean learn(Peer peer) {
        Peer before = peers.get(peer.number());
        if (peer.number() <= 0
                || peer.number() == self.number()
                || peer.host().isEmpty()
                || peer.address().equals(self.address())
                || (before != null && !isLater(peer, before))) {
            return false;
        }
        boolean stale =
                peers.values().stream().anyMatch(known -> known.number() > peer.number() && replaces(known, peer));
        if (stale) {
            return false;
        }
        peers.values().removeIf(known -> replaces(peer, known));
        put(peer);
        return before == null;
    }

    private static boolean isLater(Peer peer, Peer before) {
        return peer.incarnation().equals(before.incarnation())
                && peer.run().number() > before.run().number();
    }

    /** Whether a member that is known at the address of another one is there instead. Which of two durable ones is, they say themselves. */
    private static boolean replaces(Peer one, Peer other) {
        return one.number() != other.number()
                && one.address().equals(other.address())
                && !(one.run().isDurable() && other.run().isDurable());
    }

    /**
     * A member says itself where it is. Nobody else is there.
     *
     * @return whether it is new
     */
    public synchronized boolean hear(Peer peer) {
        boolean isNew = learn(peer);
        if (peer.run().isDurable() && peer.number() != self.number() && allows(peer.number(), peer.incarnation())) {
            peers.values()
                    .removeIf(known -> known.number() != peer.number()
                            && known.number() != self.number()
                            && known.address().equals(peer.address()));
            put(peer);
        }
        return isNew;
    }

    /** Takes the zone of a known member from what it says of itself. */
    public synchronized void locate(Peer peer) {
        Peer known = peers.get(peer.number());
        if (known != null && known.incarnation().equals(peer.incarnation()) && known.number() != self.number()) {
            put(known.withZone(peer.zone()));
        }
    }

    /** Notes the greatest version of a member, from its greeting. */
    public synchronized void speaks(Peer peer, int greatest) {
        Peer known = peers.get(peer.number());
        if (known != null && known.incarnation().equals(peer.incarnation())) {
            versions.put(peer.number(), greatest);
        }
    }

    /** A member has said in its greeting who and where it is, and which versions it speaks. */
    synchronized void greeted(Peer peer, Versions spoken) {
        hear(peer);
        locate(peer);
        speaks(peer, spoken.greatest());
    }

    /**
     * What an engine has not been told yet.
     *
     * @param toldZones the zones of members that it knows
     * @param toldVersions the greatest version of each member that it knows, by number
     */
    synchronized List<Event> news(Zones toldZones, Map<Integer, Integer> toldVersions) {
        List<Event> news = new ArrayList<>();
        versions.keySet().retainAll(peers.keySet());
        if (!zones.equals(toldZones)) {
            news.add(new Event.ZonesKnown(zones));
        }
        if (!versions.equals(toldVersions)) {
            news.add(new Event.VersionsKnown(versions));
        }
        return news;
    }

    /** Whether the number is free, or belongs to that incarnation. */
    public synchronized boolean allows(int number, Bytes incarnation) {
        Peer known = peers.get(number);
        return known == null || known.incarnation().equals(incarnation);
    }

    /** All members that are known, the member itself included, by number. */
    public synchronized List<Peer> all() {
        return new ArrayList<>(peers.values());
    }

    /** All others that are known, by number. */
    public synchronized List<Peer> others() {
        List<Peer> others = all();
        others.remove(self);
        return others;
    }

    /** The member with the number, or null. */
    public synchronized Peer get(int number) {
        return peers.get(number);
    }
}
