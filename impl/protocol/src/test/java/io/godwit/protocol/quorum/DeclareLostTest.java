package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeclareLostTest {
    /** A alone is in sync. */
    private static final Configuration LAGGING =
            Configuration.of(A, new int[] {B}, MemberSet.of(A), Members.NONE, Members.NONE);

    private final DeclareLost module = Quorum.whole().declareLost();

    private static MasterView view(int... up) {
        ClusterView cluster = new ClusterView(MemberSet.of(up), MemberSet.of(), MemberSet.of(A, B, C), 2);
        return new MasterView(new Entry(V2, V1, LAGGING), CaughtUpVersions.NOBODY, cluster);
    }

    @Test
    void chosenMemberGoesOnAlone() {
        for (int member : List.of(B, C)) {
            MasterView view = view(B, C);
            Step<MasterView> step = Step.of(view, v -> module.declare(v, v.decided(), member));
            assertEquals(Configuration.settled(member), step.state().proposed());
            assertTrue(LAGGING.mayBeDeclared(step.state().proposed()));
            assertFalse(LAGGING.mayBecome(step.state().proposed()));
        }
    }

    @Test
    void whoIsInSyncOrDeadIsNotChosen() {
        refuses(QuorumRule.NOT_IN_SYNC, view(B, C), view(B, C).decided(), A);
        refuses(QuorumRule.MEMBER_UP, view(C), view(C).decided(), B);
        refuses(QuorumRule.DECISION_COMPARES_BASE, view(B), new Entry(V1, V1, LAGGING), B);
    }

    private void refuses(QuorumRule rule, MasterView view, Entry base, int member) {
        assertRefuses(rule, view, Step.of(view, v -> module.declare(v, base, member)));
    }

    @Test
    void nothingIsLostWhileAnInSyncMemberAnswers() {
        assertFalse(module.isDeclarationDue(view(A, B), view(A, B).decided()));
        assertTrue(module.isDeclarationDue(view(B), view(B).decided()));
    }

    @Test
    void registersTakeSuchADecisionFromHereOnly() {
        assertFalse(LAGGING.mayBeDeclared(Configuration.settled(A)));
        assertFalse(LAGGING.mayBeDeclared(Configuration.settled(B, C)));
    }

    private static int partitionOf(TestCluster cluster, int primary) {
        for (int p = 0; p < 4; p++) {
            if (cluster.configuration(1, p).primary() == primary) {
                return p;
            }
        }
        throw new AssertionError("member " + primary + " leads nothing");
    }

    @Test
    void clusterGoesOnAndAnOldCopyThatComesBackIsNotMerged() {
        TestCluster cluster = new TestCluster(3, 4, 1);
        cluster.run(1_000);
        int p = partitionOf(cluster, 3);
        int other = partitionOf(cluster, 2);
        cluster.call(3, p, new Operation.Put(5, 77));
        cluster.call(2, other, new Operation.Put(5, 78));
        cluster.take(1, new Event.DeclareLost(p, 2));
        cluster.run(1_000);
        assertEquals(3, cluster.configuration(1, p).primary(), "it answers");
        cluster.crash(3);
        cluster.run(3_000);
        cluster.take(2, new Event.DeclareLost(p, 2));
        cluster.run(500);
        assertEquals(3, cluster.configuration(1, p).primary(), "only the master decides");
        cluster.take(1, new Event.DeclareLost(p, 2));
        cluster.run(500);
        int primary = cluster.configuration(1, p).primary();
        assertNotEquals(3, primary);
        assertEquals(List.of(new Done(List.of())), cluster.call(primary, p, new Operation.Get(5)));
        cluster.call(primary, p, new Operation.Put(6, 79));
        cluster.reboot(3);
        cluster.run(6_000);
        assertTrue(cluster.settled(1));
        primary = cluster.configuration(1, p).primary();
        assertEquals(List.of(new Done(List.of())), cluster.call(primary, p, new Operation.Get(5)));
        assertEquals(List.of(new Done(List.of(79L))), cluster.call(primary, p, new Operation.Get(6)));
        int kept = cluster.configuration(1, other).primary();
        assertEquals(List.of(new Done(List.of(78L))), cluster.call(kept, other, new Operation.Get(5)));
    }
}
