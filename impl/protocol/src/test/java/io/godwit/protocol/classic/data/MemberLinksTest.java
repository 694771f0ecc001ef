package io.godwit.protocol.classic.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.data.LinkMessage.Packet;
import io.godwit.protocol.classic.data.LinkMessage.Received;
import io.godwit.protocol.classic.data.MemberLinks.Sent;
import io.godwit.protocol.classic.data.MemberLinks.Waiting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberLinksTest {
    private static final MemberSet VIEW = MemberSet.of(1, 2);

    private static Message message(int n) {
        return new ShutdownRequest(n);
    }

    private static Packet packet(long number, long base) {
        return new Packet(Channel.CONTROL, number, base, message((int) number));
    }

    private static Command send(Packet packet) {
        return new Command.Send(2, packet);
    }

    private static MemberLinks posted(int messages) {
        MemberLinks links = MemberLinks.NONE;
        for (int i = 0; i < messages; i++) {
            links = links.post(2, message(i), 0).links();
        }
        return links;
    }

    /** What a receiver takes when these packets arrive. */
    private static List<Message> taken(Packet... packets) {
        MemberLinks links = MemberLinks.NONE;
        List<Message> taken = new ArrayList<>();
        for (Packet packet : packets) {
            links = links.arrived(1, packet).links();
            for (List<Waiting> heads = links.waiting(); !heads.isEmpty(); heads = links.waiting()) {
                taken.add(heads.get(0).message());
                links = links.taken(1, Channel.CONTROL);
            }
        }
        return taken;
    }

    @Test
    void messagesAreNumberedByReceiverAndChannel() {
        Sent first = MemberLinks.NONE.post(2, message(0), 10);
        assertEquals(List.of(send(packet(0, 0))), first.commands());
        assertEquals(
                List.of(send(packet(1, 0))),
                first.links().post(2, message(1), 20).commands());
        assertEquals(
                List.of(new Command.Send(3, new Packet(Channel.CONTROL, 0, 0, message(1)))),
                first.links().post(3, message(1), 20).commands());
        assertEquals(
                List.of(send(new Packet(Channel.DATA, 0, 0, new SyncRequest(1)))),
                first.links().post(2, new SyncRequest(1), 20).commands());
    }

    @Test
    void messagesAreTakenInOrderAndOnce() {
        assertEquals(List.of(message(0), message(1)), taken(packet(0, 0), packet(1, 0)));
        assertEquals(List.of(message(0), message(1), message(2)), taken(packet(2, 0), packet(1, 0), packet(0, 0)));
        assertEquals(List.of(message(0), message(1)), taken(packet(0, 0), packet(0, 0), packet(1, 0), packet(0, 0)));
        assertEquals(List.of(), taken(packet(1, 0)));
    }

    @Test
    void droppedPacketsAreNotWaitedFor() {
        assertEquals(List.of(message(0), message(5)), taken(packet(0, 0), packet(3, 0), packet(5, 5), packet(3, 0)));
        assertEquals(List.of(message(2), message(3)), taken(packet(3, 0), packet(2, 2)));
    }

    @Test
    void arrivalsAreAcknowledged() {
        Sent early = MemberLinks.NONE.arrived(1, packet(1, 0));
        assertEquals(List.of(new Command.Send(1, new Received(Channel.CONTROL, 0))), early.commands());
        Sent both = early.links().arrived(1, packet(0, 0));
        assertEquals(List.of(new Command.Send(1, new Received(Channel.CONTROL, 2))), both.commands());
    }

    @Test
    void unacknowledgedPacketsAreSentAgain() {
        MemberLinks two = posted(2);
        assertEquals(List.of(), two.resend(VIEW, MemberLinks.RESEND - 1).commands());
        Sent again = two.resend(VIEW, MemberLinks.RESEND);
        assertEquals(List.of(send(packet(0, 0)), send(packet(1, 0))), again.commands());
        assertEquals(
                List.of(), again.links().resend(VIEW, MemberLinks.RESEND + 1).commands());
        MemberLinks one = two.confirmed(2, new Received(Channel.CONTROL, 1), 50);
        assertEquals(List.of(), one.resend(VIEW, MemberLinks.RESEND + 49).commands());
        assertEquals(
                List.of(send(packet(1, 0))),
                one.resend(VIEW, MemberLinks.RESEND + 50).commands());
        MemberLinks none = one.confirmed(2, new Received(Channel.CONTROL, 2), 60);
        assertEquals(List.of(), none.resend(VIEW, 9 * MemberLinks.RESEND).commands());
        assertEquals(List.of(send(packet(2, 2))), none.post(2, message(2), 70).commands());
    }

    @Test
    void clockOfAMessageStartsWhenItIsTheOldest() {
        MemberLinks late = MemberLinks.NONE
                .post(2, message(0), 100)
                .links()
                .post(2, message(1), 150)
                .links();
        assertEquals(List.of(), late.resend(VIEW, MemberLinks.RESEND + 99).commands());
        assertEquals(2, late.resend(VIEW, MemberLinks.RESEND + 100).commands().size());
        MemberLinks same = late.confirmed(2, new Received(Channel.CONTROL, 0), 120);
        assertEquals(2, same.resend(VIEW, MemberLinks.RESEND + 100).commands().size());
    }

    @Test
    void strangerIsGivenUp() {
        MemberLinks links = posted(1);
        MemberSet without2 = MemberSet.of(1);
        long now = 0;
        for (int i = 0; i < MemberLinks.PATIENCE; i++) {
            now += MemberLinks.RESEND;
            Sent sent = links.resend(without2, now);
            assertEquals(List.of(send(packet(0, 0))), sent.commands());
            links = sent.links();
        }
        assertEquals(1, links.resend(VIEW, now + MemberLinks.RESEND).commands().size());
        Sent given = links.resend(without2, now + MemberLinks.RESEND);
        assertEquals(List.of(), given.commands());
        assertEquals(
                List.of(send(packet(1, 1))),
                given.links().post(2, message(1), now).commands());
        MemberLinks heard = links.post(2, message(1), now).links().confirmed(2, new Received(Channel.CONTROL, 1), now);
        assertEquals(
                1, heard.resend(without2, now + MemberLinks.RESEND).commands().size());
    }

    @Test
    void connectionBreaks() {
        MemberLinks links = posted(2)
                .arrived(2, packet(0, 0))
                .links()
                .post(3, message(9), 0)
                .links();
        MemberLinks closed = links.closed(2);
        assertEquals(List.of(), closed.waiting());
        assertEquals(1, closed.resend(VIEW, MemberLinks.RESEND).commands().size());
        assertEquals(List.of(send(packet(2, 2))), closed.post(2, message(2), 0).commands());
        assertEquals(
                List.of(new Command.Send(2, new Received(Channel.CONTROL, 1))),
                closed.arrived(2, packet(0, 0)).commands());
    }

    @Test
    void messagesToOneselfNeedNoNetwork() {
        MemberLinks links = MemberLinks.NONE.put(4, message(0)).put(4, message(1));
        assertEquals(List.of(new Waiting(4, Channel.CONTROL, message(0))), links.waiting());
        assertEquals(
                List.of(new Waiting(4, Channel.CONTROL, message(1))),
                links.taken(4, Channel.CONTROL).waiting());
        assertEquals(
                List.of(), links.resend(MemberSet.of(4), MemberLinks.RESEND).commands());
        MemberLinks both = links.put(4, new SyncRequest(1)).put(1, new SyncRequest(2));
        assertEquals(
                List.of(
                        new Waiting(1, Channel.DATA, new SyncRequest(2)),
                        new Waiting(4, Channel.CONTROL, message(0)),
                        new Waiting(4, Channel.DATA, new SyncRequest(1))),
                both.waiting());
    }

    @Test
    void connectionsAreValues() {
        assertEquals(posted(2), posted(2));
        assertNotEquals(posted(2), posted(1));
        assertNotEquals(posted(2), "links");
        assertEquals(posted(2).hashCode(), posted(2).hashCode());
        assertNotEquals(posted(2).hashCode(), MemberLinks.NONE.hashCode());
        assertEquals(MemberLinks.NONE.toString(), posted(0).toString());
        assertSame(Channel.DATA, Channel.of(new SyncRequest(1)));
    }
}
