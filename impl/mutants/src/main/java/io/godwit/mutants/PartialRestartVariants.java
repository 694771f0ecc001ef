package io.godwit.mutants;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.PartialRestart;
import io.godwit.protocol.classic.PartitionVersioning;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.Map;

/** The restart from some of the disks without a rule that is no precondition but part of what an action does. */
final class PartialRestartVariants {
    private PartialRestartVariants() {}

    /**
     * The module without a rule.
     *
     * @param missing the rule; the module itself for one that is a condition, or another module's
     */
    static PartialRestart without(ClassicRule missing, Rules rules, PartitionVersioning versioning) {
        return switch (missing) {
            case RECENT_BY_SUM -> new RecentBySize(rules, versioning);
            case RECENT_SUMS_ALL -> new RecentByFirst(rules, versioning);
            case COMPLETE_BY_SIZE -> new CompleteBySum(rules, versioning);
            case MOVE_REPLACES -> new AddressesKept(rules, versioning);
            case MOVE_RAISES_VERSION -> new VersionsKept(rules, versioning);
            case MOVE_RAISES_TOUCHED_ONLY -> new AllRaised(rules, versioning);
            default -> new PartialRestart(rules, versioning);
        };
    }

    /** Without {@code RecentBySum}. */
    private static final class RecentBySize extends PartialRestart {
        RecentBySize(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        protected int recent(PartitionTable table, int members) {
            return members;
        }
    }

    /** Without {@code RecentSumsAll}. */
    private static final class RecentByFirst extends PartialRestart {
        RecentByFirst(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        protected int recent(PartitionTable table, int members) {
            return table.version(0);
        }
    }

    /** Without {@code CompleteBySize}. */
    private static final class CompleteBySum extends PartialRestart {
        CompleteBySum(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        protected int complete(PartitionTable table, int members) {
            return sum(table);
        }
    }

    /** Without {@code MoveReplaces}. */
    private static final class AddressesKept extends PartialRestart {
        AddressesKept(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        protected PartitionEntry replaced(PartitionEntry entry, MemberSet moved, Map<Integer, Integer> addresses) {
            return entry;
        }
    }

    /** Without {@code MoveRaisesVersion}. */
    private static final class VersionsKept extends PartialRestart {
        VersionsKept(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        protected int increment(boolean named, int touched) {
            return 0;
        }
    }

    /** Without {@code MoveRaisesTouchedOnly}. */
    private static final class AllRaised extends PartialRestart {
        AllRaised(Rules rules, PartitionVersioning versioning) {
            super(rules, versioning);
        }

        @Override
        protected int increment(boolean named, int touched) {
            return super.increment(touched > 0, touched);
        }
    }
}
