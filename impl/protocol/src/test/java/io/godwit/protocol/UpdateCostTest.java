package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicFixture;
import io.godwit.protocol.classic.ParallelMigration;
import io.godwit.protocol.classic.PartitionVersioning;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.TableStamp;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/**
 * One update costs what its replicas and a few blocks cost, however many partitions there are. What is counted is allocated
 * bytes, not time: they are the same on every machine.
 */
class UpdateCostTest {
    private static final int FEW = 271;
    private static final int MANY = 50_021;
    private static final int UPDATES = 1_000;
    private static final int[] REPLICAS = {1, 2, 3, 4, 5, 6, 7};

    /** Four blocks of 32 references each and what holds them. */
    private static final long BLOCKS = 1_024;

    /** Besides that an entry with seven replicas, and what making it takes. */
    private static final long UPDATE = 4 * BLOCKS;

    /** Besides that the states around it, messages, an answer and the images that are kept. */
    private static final long STEPS = 16 * BLOCKS;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Bytes that one of many updates allocates on average. The first ones load classes and are not counted. */
    private static long bytes(IntConsumer update) {
        for (int i = 0; i < UPDATES; i++) {
            update.accept(i);
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = UPDATES; i < 2 * UPDATES; i++) {
            update.accept(i);
        }
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / UPDATES;
    }

    private static void assertCheap(long most, long few, long many) {
        assertTrue(many <= most, () -> many + " bytes at " + MANY + " partitions");
        assertTrue(many <= few + BLOCKS, () -> many + " bytes at " + MANY + " partitions, " + few + " at " + FEW);
    }

    private static int partition(int update, int partitions) {
        return (int) (update * 7919L % partitions);
    }

    private static long classic(int partitions) {
        PartitionVersioning versioning = new Classic(ClassicFixture.repaired()).versioning();
        PartitionTable[] table = {
            PartitionTable.of(partitions, p -> io.godwit.protocol.classic.data.PartitionEntry.of(7, REPLICAS))
        };
        TableStamp[] stamp = new TableStamp[1];
        return bytes(i -> {
            int p = partition(i, partitions);
            int version = table[0].version(p);
            Migration moved = new Migration(
                    i,
                    p,
                    1,
                    8,
                    1,
                    1,
                    0,
                    -1,
                    -1,
                    0,
                    version,
                    ParallelMigration.Kind.MOVE.increment(),
                    Migration.Status.SUCCESS);
            table[0] = versioning.decide(table[0], moved);
            stamp[0] = versioning.stampOf(table[0]);
        });
    }

    @Test
    void migrationInClassic() {
        assertCheap(UPDATE, classic(FEW), classic(MANY));
    }

    private static Entry proposed(Entry before, int term) {
        Configuration c = before.configuration();
        int backup = c.backups()[0];
        Configuration next = c.isInSync(backup) ? c.withoutInSync(backup) : c.withInSync(backup);
        return new Entry(new Version(term, before.number() + 1), before.version(), next);
    }

    private static long table(int partitions) {
        Stamps stamps = new Stamps();
        Entry first = Entry.first(Configuration.settled(1, 2, 3, 4, 5, 6, 7));
        var registers = new Object() {
            PartitionVector<Entry> now = PartitionVector.of(partitions, p -> first);
            long stamp = stamps.of(now);
        };
        return bytes(i -> {
            int p = partition(i, partitions);
            Entry before = registers.now.get(p);
            Entry after = proposed(before, 1);
            registers.now = registers.now.with(p, after);
            registers.stamp = stamps.exchange(registers.stamp, p, before, after);
        });
    }

    @Test
    void registerInQuorumWithItsStamp() {
        assertCheap(UPDATE, table(FEW), table(MANY));
    }

    /** A member accepts a proposal, answers, and hears that it is decided: two steps. */
    private static long member(int partitions) {
        QuorumProtocol protocol = new QuorumProtocol();
        Protocol.Setup setup = new Protocol.Setup(MemberSet.of(1, 2, 3, 4, 5, 6, 7, 8), partitions, 7, 10);
        QuorumState[] state = {protocol.found(8, setup)};
        return bytes(i -> {
            int p = partition(i, partitions);
            Entry entry = proposed(state[0].control().committed().get(p), 1);
            for (Message message : new Message[] {new Accept(p, entry), new Commit(p, entry)}) {
                Step<QuorumState> step = protocol.step(state[0], new Event.Deliver(1, message));
                assertTrue(step.state().control().stamp() != 0);
                state[0] = step.state();
            }
        });
    }

    @Test
    void decisionInAMemberOfQuorum() {
        assertCheap(STEPS, member(FEW), member(MANY));
    }
}
