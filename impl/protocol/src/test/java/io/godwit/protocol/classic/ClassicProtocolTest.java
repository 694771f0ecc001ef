package io.godwit.protocol.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Replica;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassicProtocolTest {
    private static final Setup SETUP = new Setup(MemberSet.of(2, 3, 5), 4, 2, 6);
    private static final ClassicSettings SETTINGS = new ClassicSettings(4, 2, 6, 10);

    private final ClassicProtocol protocol = new ClassicProtocol(new Classic(ClassicFixture.repaired()));

    @Test
    void foundersAgreeOnTableAndMaster() {
        PartitionTable table = PartitionTable.of(4, p -> List.of(
                        PartitionEntry.of(2, 2, 3),
                        PartitionEntry.of(2, 3, 5),
                        PartitionEntry.of(2, 5, 2),
                        PartitionEntry.of(2, 2, 3))
                .get(p));
        ClassicState founder = ClassicState.off(3, SETTINGS)
                .but()
                .life(ProcessStatus.UP)
                .view(MemberSet.of(2, 3, 5))
                .master(2)
                .table(table)
                .stamp(ClassicFixture.stamp(table))
                .done();
        assertEquals(founder, protocol.found(3, SETUP));
        assertEquals(MasterPhase.READY, protocol.found(2, SETUP).duty());
    }

    @Test
    void slotsStayEmptyWithFewFounders() {
        ClassicState alone = protocol.found(4, new Setup(MemberSet.of(4), 1, 3, 2));
        assertEquals(PartitionEntry.of(1, 4, 0, 0), alone.table().get(0));
    }

    @Test
    void newcomerKnowsWhomToAsk() {
        ClassicState off = ClassicState.off(7, SETTINGS);
        ClassicState joining = protocol.join(7, SETUP);
        assertEquals(
                off.but()
                        .timers(off.timers().withContacts(MemberSet.of(2, 3, 5)))
                        .done(),
                joining);
        assertEquals(
                new Command.Send(5, new JoinRequest()),
                protocol.step(joining, new Event.Tick(1)).commands().get(2));
    }

    @Test
    void nothingIsDurable() {
        assertThrows(IllegalStateException.class, () -> protocol.restart(2, SETUP, new JoinRequest()));
    }

    @Test
    void processThatIsNoMemberHasNothing() {
        ClassicState off = ClassicState.off(7, SETTINGS);
        assertEquals(ProcessStatus.OFF, off.life());
        assertEquals(0, off.master());
        assertEquals(PartitionEntry.of(0, 0, 0), off.table().get(3));
        assertEquals(Replica.EMPTY, off.replicas().get(3));
        assertEquals(
                off.but().life(ProcessStatus.LEFT).done(),
                ClassicFixture.with(off, off.table()).left());
    }

    @Test
    void masterLeadsWhenItHasFetched() {
        ClassicState master = ClassicFixture.master();
        assertTrue(master.leads());
        assertTrue(master.but().duty(MasterPhase.PROMOTE).done().leads());
        assertFalse(master.but().duty(MasterPhase.FETCH).done().leads());
        assertFalse(master.but().master(2).done().leads());
        assertFalse(master.but().life(ProcessStatus.OFF).done().leads());
    }
}
