package io.godwit.protocol.classic.data;

import io.godwit.protocol.Message;
import io.godwit.protocol.classic.data.LinkMessage.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One channel of a connection, both directions, as one of the two members sees it. Immutable.
 *
 * @param sent how many messages were numbered so far
 * @param unconfirmed what was sent and not acknowledged, by ascending number
 * @param since when the oldest of them was sent for the last time, by the member's clock
 * @param tries how often they were sent again since then
 * @param expected the number that is expected next
 * @param early what arrived too early, by number
 * @param inbox what arrived in order and waits to be taken
 */
record LinkState(
        long sent,
        List<Packet> unconfirmed,
        long since,
        int tries,
        long expected,
        SortedMap<Long, Message> early,
        List<Message> inbox) {
    static final LinkState NEW = new LinkState(0, List.of(), 0, 0, 0, new TreeMap<>(), List.of());

    /** The link after a message was sent. */
    LinkState post(Channel channel, Message message, long now) {
        List<Packet> more = new ArrayList<>(unconfirmed);
        long base = more.isEmpty() ? sent : more.get(0).number();
        more.add(new Packet(channel, sent, base, message));
        return new LinkState(
                sent + 1, List.copyOf(more), unconfirmed.isEmpty() ? now : since, tries, expected, early, inbox);
    }

    /** The packet that was sent last. */
    Packet last() {
        return unconfirmed.get(unconfirmed.size() - 1);
    }

    /** The link after an acknowledgement. */
    LinkState confirmed(long next, long now) {
        List<Packet> rest = unconfirmed.stream().filter(p -> p.number() >= next).toList();
        return rest.size() == unconfirmed.size() ? this : new LinkState(sent, rest, now, 0, expected, early, inbox);
    }

    /** The link after everything unconfirmed was sent again. */
    LinkState resent(long now) {
        return new LinkState(sent, unconfirmed, now, tries + 1, expected, early, inbox);
    }

    /** The link after a packet arrived. */
    LinkState arrived(Packet packet) {
        long next = Math.max(expected, packet.base());
        SortedMap<Long, Message> waiting = new TreeMap<>(early.tailMap(next));
        if (packet.number() >= next) {
            waiting.put(packet.number(), packet.payload());
        }
        List<Message> taken = new ArrayList<>(inbox);
        for (Message message = waiting.remove(next); message != null; message = waiting.remove(next)) {
            taken.add(message);
            next++;
        }
        return new LinkState(sent, unconfirmed, since, tries, next, waiting, List.copyOf(taken));
    }

    /** The link with a message that needs no network. */
    LinkState put(Message message) {
        List<Message> more = new ArrayList<>(inbox);
        more.add(message);
        return new LinkState(sent, unconfirmed, since, tries, expected, early, List.copyOf(more));
    }

    /** The link after the first message of the inbox was taken. */
    LinkState taken() {
        return new LinkState(sent, unconfirmed, since, tries, expected, early, inbox.subList(1, inbox.size()));
    }

    /** The link after the connection broke: what is in it is dropped, and numbers go on. */
    LinkState closed() {
        return new LinkState(sent, List.of(), since, 0, expected, new TreeMap<>(), List.of());
    }
}
