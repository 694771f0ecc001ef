package io.godwit.protocol.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.TableStamp;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import java.util.List;
import java.util.function.Function;

/**
 * States and checks that tests of the classic protocol share. Members 1 to 4 are a cluster with master 1; partition 0 is
 * held by 1, 2 and 3, partition 1 by 2, 3 and 1, both at version 3; 4 holds nothing.
 */
public final class ClassicFixture {
    /** Two partitions with three replicas, two migrations at once, two completed ones make a batch. */
    public static final ClassicSettings SETTINGS = new ClassicSettings(2, 3, 2, 2);

    /** The members. */
    public static final MemberSet VIEW = MemberSet.of(1, 2, 3, 4);

    /** The table at the start. */
    public static final PartitionTable TABLE = table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(3, 2, 3, 1));

    /** Partition 0 moves from 1 to 4. */
    public static final Migration MOVE =
            new Migration(1, 0, 1, 4, 1, 1, 0, Migration.NO_SLOT, Migration.NO_SLOT, 0, 3, 1, Migration.Status.ACTIVE);

    /** Partition 1 moves from 2 to 4. */
    public static final Migration OTHER =
            new Migration(2, 1, 2, 4, 2, 1, 0, Migration.NO_SLOT, Migration.NO_SLOT, 0, 3, 1, Migration.Status.ACTIVE);

    /** Partition 1 moves from 2 to 1, the master. */
    public static final Migration HOME =
            new Migration(3, 1, 2, 1, 2, 1, 0, Migration.NO_SLOT, Migration.NO_SLOT, 0, 3, 1, Migration.Status.ACTIVE);

    /** The table after {@link #MOVE}. */
    public static final PartitionTable MOVED = table(PartitionEntry.of(4, 4, 2, 3), PartitionEntry.of(3, 2, 3, 1));

    /** The table after {@link #MOVE} has failed. */
    public static final PartitionTable FENCED = table(PartitionEntry.of(5, 1, 2, 3), PartitionEntry.of(3, 2, 3, 1));

    private ClassicFixture() {}

    /** A table of two partitions. */
    public static PartitionTable table(PartitionEntry zero, PartitionEntry one) {
        return PartitionTable.of(2, p -> p == 0 ? zero : one);
    }

    /** A member that follows 1. */
    public static ClassicState member(int self) {
        return ClassicState.off(self, SETTINGS)
                .but()
                .life(ProcessStatus.UP)
                .view(VIEW)
                .master(1)
                .table(TABLE)
                .stamp(stamp(TABLE))
                .done();
    }

    /** Member 1, the master. */
    public static ClassicState master() {
        return member(1).but().duty(MasterPhase.READY).done();
    }

    /** The master with a migration in flight. */
    public static ClassicState master(MigrationProgress.Stage stage, Migration migration) {
        return master().but()
                .inflight(master().inflight().with(migration.partition(), new MigrationProgress(stage, migration)))
                .migCount(migration.number())
                .done();
    }

    /** The published stamp of a table. */
    public static TableStamp stamp(PartitionTable table) {
        return TableStamp.of(table, false);
    }

    /** A state with another table and its stamp. */
    public static ClassicState with(ClassicState state, PartitionTable table) {
        return state.but().table(table).stamp(stamp(table)).done();
    }

    /** A state that takes part in a migration: active, and frozen. */
    public static ClassicState joined(ClassicState state, Migration migration) {
        return state.but()
                .active(state.active().with(migration.partition(), migration))
                .frozen(migration.partition(), true)
                .done();
    }

    /** The repaired protocol, whose stamp is the published one. */
    public static Rules repaired() {
        return Rules.without(ClassicRule.STAMP_HASHES_REPLICAS);
    }

    /** The repaired protocol without some rules. */
    public static Rules without(ClassicRule... rules) {
        Rules fewer = repaired();
        for (ClassicRule rule : rules) {
            fewer = fewer.lacking(rule);
        }
        return fewer;
    }

    /** The modules under these rules. */
    public static Classic classic(Rules rules) {
        return new Classic(rules);
    }

    /** Takes an action. */
    public static Step<ClassicState> take(ClassicState state, Function<ClassicState, Step<ClassicState>> action) {
        return Step.of(state, action);
    }

    /** The n-th write. */
    public static Update update(int n) {
        return new Update(n, n, new Operation.Put(n, n));
    }

    /** Content after these writes. */
    public static MapContent content(int... writes) {
        MapContent content = MapContent.EMPTY;
        for (int n : writes) {
            content = content.apply(n, n, new Operation.Put(n, n));
        }
        return content;
    }

    /** A command to send. */
    public static Command send(int to, Message message) {
        return new Command.Send(to, message);
    }

    /** Expects a refusal that changes nothing. */
    public static void assertRefused(
            ClassicRule rule, ClassicState before, Function<ClassicState, Step<ClassicState>> action) {
        Step<ClassicState> step = Step.of(before, action);
        assertEquals(rule, step.refusal());
        assertSame(before, step.state());
        assertEquals(List.of(), step.commands());
    }

    /** Expects a state and commands. */
    public static void assertStep(ClassicState state, Step<ClassicState> step, Command... commands) {
        assertEquals(Step.to(state, commands), step);
    }
}
