package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateLoggerTest {
    private final QuorumProtocol protocol = new QuorumProtocol();
    private final List<String> lines = new ArrayList<>();
    private StateLogger logger;

    private QuorumState state;

    private void found(int founders, int partitions) {
        logger = new StateLogger(
                (member, term, partition, text) -> lines.add(member + " " + term + " " + partition + " " + text));
        int[] numbers = new int[founders];
        for (int i = 0; i < founders; i++) {
            numbers[i] = i + 1;
        }
        state = protocol.found(1, new Setup(MemberSet.of(numbers), partitions, 2, 10));
    }

    private void step(Event event) {
        state = protocol.step(state, event).state();
    }

    private List<String> members() {
        lines.clear();
        logger.logMembers(state);
        return List.copyOf(lines);
    }

    private List<String> partitions() {
        lines.clear();
        logger.logPartitions(state);
        return List.copyOf(lines);
    }

    /** Another member leads a partition, or nobody that is known. */
    private void primaryState(int partition, int primary) {
        DataState data = state.data();
        View view = new View(new Version(1, 9), Configuration.settled(primary, 3));
        state = new QuorumState(
                state.setup(),
                state.control(),
                data.with(partition, data.replica(partition).activated(view)),
                state.local(),
                state.master());
    }

    @Test
    void masterAndTermAreLoggedWhenTheyChange() {
        found(1, 3);
        assertEquals(List.of("1 0 -1 hears no master"), members());
        assertEquals(List.of(), members());
        for (long now = 0; !state.control().isMaster(); now += 10_000) {
            step(new Event.Tick(now));
        }
        int term = state.control().term();
        assertEquals(List.of("1 " + term + " -1 is master"), members());
        assertEquals(List.of(), members());
    }

    @Test
    void suspectsAreLoggedWhenTheyChange() {
        found(3, 3);
        members();
        step(new Event.Suspect(3));
        assertEquals(List.of("1 0 -1 hears nothing of member 3"), members());
        assertEquals(List.of(), members());
        step(new Event.Trust(3));
        step(new Event.Suspect(2));
        assertEquals(List.of("1 0 -1 hears nothing of member 2", "1 0 -1 hears member 3 again"), members());
    }

    /** The founders hold the partitions in turn. */
    @Test
    void partitionsAreLoggedWhenTheyChange() {
        found(3, 7);
        assertEquals(
                List.of("1 0 0 serves the partition", "1 0 3 serves the partition", "1 0 6 serves the partition"),
                partitions());
        assertEquals(List.of(), partitions());
        primaryState(3, 2);
        primaryState(1, 1);
        assertEquals(
                List.of("1 0 1 serves the partition", "1 0 3 does not serve the partition any more"), partitions());
    }

    @Test
    void moreThanSixteenChangesAreOneLine() {
        found(1, 16);
        assertEquals(16, partitions().size());
        for (int p = 0; p < 16; p++) {
            primaryState(p, 2);
        }
        assertEquals(16, partitions().size());
        found(1, 17);
        assertEquals(List.of("1 0 -1 serves 17 more partitions and 0 fewer, in all 17"), partitions());
        for (int p = 0; p < 17; p++) {
            primaryState(p, 2);
        }
        assertEquals(List.of("1 0 -1 serves 0 more partitions and 17 fewer, in all 0"), partitions());
    }

    @Test
    void departureIsLoggedAsItGoesOn() {
        found(3, 7);
        partitions();
        step(new Event.Leave());
        assertEquals(List.of("1 0 -1 leaves: 5 copies are still here, 3 of them serve; it still votes"), partitions());
        assertEquals(List.of(), partitions());
        primaryState(3, 2);
        assertEquals(
                "1 0 -1 leaves: 4 copies are still here, 2 of them serve; it still votes",
                partitions().get(1));
    }

    @Test
    void newTermIsLogged() {
        found(1, 3);
        for (long now = 0; !state.control().isMaster(); now += 10_000) {
            step(new Event.Tick(now));
        }
        members();
        state = new QuorumState(
                state.setup(), state.control().inTerm(9, Role.MASTER), state.data(), state.local(), state.master());
        assertEquals(List.of("1 9 -1 is master"), members());
        assertEquals(List.of(), members());
    }

    /** Without a master there is no term to tell. */
    @Test
    void termWithoutAMasterIsNotLogged() {
        found(3, 3);
        members();
        state = new QuorumState(
                state.setup(), state.control().inTerm(9, Role.FOLLOWER), state.data(), state.local(), state.master());
        assertEquals(List.of(), members());
    }
}
