package io.godwit.protocol.classic.data;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.classic.data.LinkMessage.Packet;
import io.godwit.protocol.classic.data.LinkMessage.Received;
import io.godwit.protocol.map.LongMap;
import java.util.ArrayList;
import java.util.List;

/** All connections of a member. Immutable. */
public final class MemberLinks {
    /** No connection. */
    public static final MemberLinks NONE = new MemberLinks(LongMap.empty());

    /** What is not acknowledged after so many microseconds is sent again. */
    static final long RESEND = 200_000;

    /** Who is no member is not sent the same more often than that. */
    static final int PATIENCE = 25;

    private static final Channel[] CHANNELS = Channel.values();

    private final LongMap<LinkState> links;

    private MemberLinks(LongMap<LinkState> links) {
        this.links = links;
    }

    /** What came of an operation. */
    public record Sent(MemberLinks links, List<Command> commands) {}

    /** A message that waits to be taken. */
    public record Waiting(int from, Channel channel, Message message) {}

    private static long key(int member, Channel channel) {
        return (long) member * CHANNELS.length + (channel == Channel.DATA ? 1 : 0);
    }

    private LinkState link(int member, Channel channel) {
        LinkState link = links.get(key(member, channel));
        return link == null ? LinkState.NEW : link;
    }

    private MemberLinks with(int member, Channel channel, LinkState link) {
        return new MemberLinks(links.with(key(member, channel), link));
    }

    /** Sends a message. */
    public Sent post(int to, Message message, long now) {
        Channel channel = Channel.of(message);
        LinkState link = link(to, channel).post(channel, message, now);
        return new Sent(with(to, channel, link), List.of(new Command.Send(to, link.last())));
    }

    /** A message of a member to itself, which no network is needed for. */
    public MemberLinks put(int self, Message message) {
        Channel channel = Channel.of(message);
        return with(self, channel, link(self, channel).put(message));
    }

    /** A packet arrived; it is acknowledged at once, whether it is taken now or later. */
    public Sent arrived(int from, Packet packet) {
        LinkState link = link(from, packet.channel()).arrived(packet);
        Command ack = new Command.Send(from, new Received(packet.channel(), link.expected()));
        return new Sent(with(from, packet.channel(), link), List.of(ack));
    }

    /** An acknowledgement arrived. */
    public MemberLinks confirmed(int from, Received ack, long now) {
        return with(from, ack.channel(), link(from, ack.channel()).confirmed(ack.expected(), now));
    }

    /** The first message of each inbox, by member and channel. */
    public List<Waiting> waiting() {
        List<Waiting> heads = new ArrayList<>();
        for (long key : links.keys()) {
            LinkState link = links.get(key);
            if (!link.inbox().isEmpty()) {
                int member = (int) (key / CHANNELS.length);
                heads.add(new Waiting(
                        member,
                        CHANNELS[(int) (key % CHANNELS.length)],
                        link.inbox().get(0)));
            }
        }
        return heads;
    }

    /** The first message of an inbox was taken. */
    public MemberLinks taken(int from, Channel channel) {
        return with(from, channel, link(from, channel).taken());
    }

    /** The connections to a member break. */
    public MemberLinks closed(int member) {
        MemberLinks closed = this;
        for (Channel channel : CHANNELS) {
            closed = closed.with(member, channel, closed.link(member, channel).closed());
        }
        return closed;
    }

    /**
     * Sends again what is not acknowledged for too long. Who is no member is not sent for ever: its connection is closed in
     * the end.
     */
    public Sent resend(MemberSet view, long now) {
        MemberLinks resent = this;
        List<Command> commands = new ArrayList<>();
        for (long key : links.keys()) {
            LinkState link = links.get(key);
            if (link.unconfirmed().isEmpty() || now - link.since() < RESEND) {
                continue;
            }
            int member = (int) (key / CHANNELS.length);
            Channel channel = CHANNELS[(int) (key % CHANNELS.length)];
            if (!view.contains(member) && link.tries() >= PATIENCE) {
                resent = resent.with(member, channel, link.closed());
                continue;
            }
            link.unconfirmed().forEach(packet -> commands.add(new Command.Send(member, packet)));
            resent = resent.with(member, channel, link.resent(now));
        }
        return new Sent(resent, commands);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MemberLinks others && links.equals(others.links);
    }

    @Override
    public int hashCode() {
        return links.hashCode();
    }

    @Override
    public String toString() {
        return links.toString();
    }
}
