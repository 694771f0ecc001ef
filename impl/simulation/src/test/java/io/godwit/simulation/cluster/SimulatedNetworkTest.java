package io.godwit.simulation.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Transport;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.SeededRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedNetworkTest {
    private static final int SITES = 4;
    private static final int WRITES = 200;
    private static final long EVERY = SimulatedNetwork.MILLI;

    private final SimulatedScheduler scheduler = new SimulatedScheduler(() -> false);
    private final SimulatedNetwork network =
            new SimulatedNetwork(scheduler, SITES, SITES, (from, to, connection, bytes) -> {}, reached -> {});
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final List<SimulatedTransport> transports = new ArrayList<>();
    /** By site when each chunk has arrived there. */
    private final List<List<Long>> arrivals = new ArrayList<>();

    SimulatedNetworkTest() throws IOException {
        for (int site = 1; site <= SITES; site++) {
            SimulatedProcess process =
                    new SimulatedProcess(scheduler, new SeededRandom(7).of(RandomPurpose.PROCESS, site, 1), cause -> {
                        throw new IllegalStateException(cause);
                    });
            processes.add(process);
            transports.add(new SimulatedTransport(network, process, site));
            List<Long> times = new ArrayList<>();
            arrivals.add(times);
            transports.get(site - 1).listen(SimulatedTransport.host(site), 1, remote -> new End(times, 0));
        }
    }

    /** An end that writes, and notes what it receives. */
    private final class End implements Transport.Handler {
        private final List<Long> times;
        private final int writes;
        private int written;
        private long closed;
        private Transport.Connection connection;

        End(List<Long> times, int writes) {
            this.times = times;
            this.writes = writes;
        }

        @Override
        public void opened(Transport.Connection opened) {
            connection = opened;
            write();
        }

        private void write() {
            if (written++ < writes) {
                connection.write(20, bytes -> {}, () -> {});
                connection.flush();
                scheduler.after(EVERY, () -> connection.executor().execute(this::write));
            }
        }

        @Override
        public void failed(boolean nobodyListens, IOException cause) {
            throw new IllegalStateException(cause);
        }

        @Override
        public void received(ByteBuffer bytes) {
            times.add(scheduler.now());
        }

        @Override
        public void closed(IOException cause) {
            closed = scheduler.now();
        }
    }

    private End connect(int from, int to, int writes) {
        End end = new End(new ArrayList<>(), writes);
        transports.get(from - 1).connect(SimulatedTransport.host(to), 1, end);
        return end;
    }

    private void run() {
        while (scheduler.next() < Long.MAX_VALUE) {
            scheduler.step();
        }
    }

    /** When writes from 1 to 2 arrive. */
    private static List<Long> undisturbed() throws IOException {
        SimulatedNetworkTest world = new SimulatedNetworkTest();
        world.connect(1, 2, WRITES);
        world.run();
        return world.arrivals.get(1);
    }

    @Test
    void writesArriveAsTheyDoWithoutTrafficAndFaultsOfOtherLinks() throws IOException {
        for (FaultKind kind : List.of(
                FaultKind.LOSS,
                FaultKind.DUPLICATE,
                FaultKind.REORDER,
                FaultKind.RESET,
                FaultKind.CORRUPT,
                FaultKind.JITTER)) {
            SimulatedNetworkTest world = new SimulatedNetworkTest();
            world.connect(3, 4, WRITES);
            world.connect(1, 2, WRITES);
            // All links of site 3.
            Fault fault = Fault.at(0, kind, 3, 0, 200_000, 1);
            world.scheduler.at(WRITES / 3 * EVERY, () -> world.network.begin(fault));
            world.scheduler.at(WRITES / 2 * EVERY, () -> world.network.end(fault));
            world.run();
            assertTrue(world.arrivals.get(3).size() > 2, kind.text());
            assertEquals(undisturbed(), world.arrivals.get(1), kind.text());
        }
    }

    @Test
    void delaysAreTheSameAfterAFaultOfTheLink() throws IOException {
        Fault fault = Fault.at(0, FaultKind.JITTER, 1, 2, 3_000, 1);
        network.begin(fault);
        connect(1, 2, WRITES);
        scheduler.at(WRITES / 2 * EVERY, () -> network.end(fault));
        run();
        List<Long> without = undisturbed();
        List<Long> with = arrivals.get(1);
        assertNotEquals(without.subList(0, 20), with.subList(0, 20));
        // The connection was open later, so that all writes are later by the same time.
        assertEquals(gaps(without), gaps(with));
    }

    private static List<Long> gaps(List<Long> times) {
        List<Long> gaps = new ArrayList<>();
        for (int i = times.size() - WRITES / 4; i < times.size(); i++) {
            gaps.add(times.get(i) - times.get(i - 1));
        }
        return gaps;
    }

    /** As the system does, until the machine runs again and its system knows nothing of the connection. */
    @Test
    void writeToAMachineWithoutPowerIsRepeated() {
        End end = connect(1, 2, 1);
        while (end.connection == null) {
            scheduler.step();
        }
        network.off(2, true);
        processes.get(1).end();
        transports.get(1).end();
        long back = 50 * SimulatedNetwork.MILLI;
        scheduler.after(back, () -> network.off(2, false));
        run();
        assertTrue(arrivals.get(1).isEmpty());
        assertTrue(end.closed > back && end.closed < 1_000 * SimulatedNetwork.MILLI, "closed at " + end.closed);
    }
}
