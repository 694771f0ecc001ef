package io.godwit.member.runtime;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Who is who: members by number. A number belongs to one incarnation for ever; at one address, a later member takes the place of
 * an earlier one. May be used by any thread.
 */
public final class Book {
    private final TreeMap<Integer, Peer> peers = new TreeMap<>();
    private final Peer self;

    /** The book of a member, who stands in it. */
    public Book(Peer self) {
        this.self = self;
        peers.put(self.number(), self);
    }

    /**
     * Writes a member down.
     *
     * @return is that new?
     */
    public synchronized boolean learn(Peer peer) {
        if (peer.number() <= 0 || peer.host().isEmpty() || peers.containsKey(peer.number())) {
            return false;
        }
        boolean stale = peers.values().stream()
                .anyMatch(known ->
                        known.number() > peer.number() && known.address().equals(peer.address()));
        if (stale || peer.address().equals(self.address())) {
            return false;
        }
        peers.values().removeIf(known -> known.address().equals(peer.address()));
        peers.put(peer.number(), peer);
        return true;
    }

    /** Is that number free, or of that very incarnation? */
    public synchronized boolean allows(int number, Bytes incarnation) {
        Peer known = peers.get(number);
        return known == null || known.incarnation().equals(incarnation);
    }

    /** All that are known, the member itself included, by number. */
    public synchronized List<Peer> all() {
        return new ArrayList<>(peers.values());
    }

    /** All others. */
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
