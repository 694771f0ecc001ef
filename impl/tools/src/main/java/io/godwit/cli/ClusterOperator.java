package io.godwit.cli;

import io.godwit.client.CallException;
import io.godwit.client.GodwitOperator;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The operator of a cluster on this machine. */
final class ClusterOperator {
    private ClusterOperator() {}

    /**
     * Of the members that run, with the token of the cluster.
     *
     * @throws CallException with {@code NOT_DONE} if no member runs
     */
    static GodwitOperator of(LocalCluster cluster) throws IOException, InterruptedException {
        List<String> addresses = new ArrayList<>();
        for (LocalMember member : cluster.members()) {
            if (member.condition() == LocalMember.Condition.RUNNING) {
                addresses.add(member.host() + ":" + member.httpPort());
            }
        }
        if (addresses.isEmpty()) {
            throw new CallException(CallException.Outcome.NOT_DONE, "no member answers");
        }
        return GodwitOperator.of(addresses).withTokenFile(cluster.file("token"));
    }
}
