package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.client.GodwitClient;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.http.MemberStatus;
import io.godwit.protocol.quorum.data.Replica;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a member's parts remember of its partitions keeps no value that was overwritten in the heap. */
@Timeout(120)
class FormerValuesTest {
    private static WeakReference<Replica> replica(Member member) {
        return new WeakReference<>(member.state().orElseThrow().data().replica(0));
    }

    @Test
    void formerReplicaIsReleasedAfterAStatusRequest() throws Exception {
        MemberConfig config = MemberConfig.of("dev", "a").withPartitions(1, 0);
        try (Member member = Member.start(config);
                GodwitClient client = member.client()) {
            client.map("m").put("k".getBytes(UTF_8), new byte[1 << 20]);
            assertEquals(1, MemberStatus.of(member).entries());
            WeakReference<Replica> former = replica(member);
            client.map("m").put("k".getBytes(UTF_8), new byte[0]);
            // Nobody asks for the status again.
            while (former.get() != null) {
                System.gc();
                Thread.sleep(50);
            }
        }
    }
}
