package io.godwit.member;

import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.MemberSet;
import org.junit.jupiter.api.Test;

/** Members that would wait for an hour before they take silence for a death. */
class EndedProcessTest {
    private static final int HOUR = 3_600_000;

    private static MemberSet suspects(Member member) {
        return member.state().map(state -> state.local().peers().suspects()).orElse(MemberSet.of());
    }

    @Test
    void endedProcessIsSuspectedAtOnce() throws Exception {
        MemberConfig config =
                MemberConfig.of("gone", "member").withPartitions(7, 1).withHeartbeat(50, HOUR);
        try (TestCluster cluster = new TestCluster(config)) {
            cluster.found(3);
            cluster.awaitTable("all are held", it -> it.participants().size() == 2);
            Member dead = cluster.member(2);
            dead.close();
            cluster.await(
                    "both others suspect it",
                    () -> suspects(cluster.member(0)).contains(dead.number())
                            && suspects(cluster.member(1)).contains(dead.number()));
            cluster.awaitTable("the others hold all", it -> !it.isParticipant(dead.number()));
        }
    }

    @Test
    void returningMemberIsNoLongerSuspected() throws Exception {
        MemberConfig config =
                MemberConfig.of("gone", "member").withPartitions(7, 1).withHeartbeat(50, HOUR);
        try (TestCluster cluster = new TestCluster(config)) {
            cluster.found(3);
            Member dead = cluster.member(2);
            dead.close();
            cluster.await("it is suspected", () -> suspects(cluster.member(0)).contains(dead.number()));
            Member again = cluster.restart(dead);
            cluster.await(
                    "nobody suspects who is back",
                    () -> !suspects(cluster.member(0)).contains(again.number())
                            && !suspects(cluster.member(1)).contains(again.number()));
            cluster.awaitTable(
                    "it holds something again", it -> it.participants().size() == 2);
        }
    }
}
