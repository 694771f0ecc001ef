package io.godwit.simulation.world;

import io.godwit.protocol.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The failure detector of one member: it takes whom it has not heard of for a while to be dead. It can be wrong, and is
 * made wrong by faults.
 */
final class Detector {
    /** Members send a sign of life that often. */
    static final long BEAT = 100_000;
    /** A process that is not known to be a member is announced that often. */
    private static final long ANNOUNCE = 1_000_000;

    private final int self;
    private final long patience;
    private Peer[] peers = new Peer[8];

    private static final class Peer {
        boolean expected;
        long heard = -1;
        boolean suspected;
        int lies;
        long announced = -ANNOUNCE;
    }

    Detector(int self, long patience) {
        this.self = self;
        this.patience = patience;
    }

    /** A member that it was told of at the beginning. */
    void expect(int member, long now) {
        peer(member).expected = true;
        peer(member).heard = now;
    }

    /** A sign of life that arrives at that time. */
    void hear(int member, long at) {
        Peer peer = peer(member);
        peer.heard = Math.max(peer.heard, at);
    }

    /** From now on, until as many calls with false, it takes a member to be dead, whatever it hears. */
    void lie(int member, boolean begin) {
        peer(member).lies += begin ? 1 : -1;
    }

    /** What it has to tell its member now. */
    List<Event> look(long now) {
        List<Event> events = new ArrayList<>();
        for (int number = 1; number < peers.length; number++) {
            Peer peer = peers[number];
            // Signs of life are noted when they are sent, for the time when they arrive.
            if (peer == null || number == self || peer.heard < 0) {
                continue;
            }
            boolean silent = peer.lies > 0 || now - peer.heard > patience;
            if (!peer.expected && !silent && now >= peer.heard && now - peer.announced >= ANNOUNCE) {
                peer.announced = now;
                events.add(new Event.Join(number));
            }
            if (silent != peer.suspected) {
                peer.suspected = silent;
                events.add(silent ? new Event.Suspect(number) : new Event.Trust(number));
            }
        }
        return events;
    }

    private Peer peer(int member) {
        if (member >= peers.length) {
            peers = Arrays.copyOf(peers, Math.max(member + 1, peers.length * 2));
        }
        if (peers[member] == null) {
            peers[member] = new Peer();
        }
        return peers[member];
    }
}
