package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import java.util.Map;

/** Raises the cluster version. */
final class VersionChange {
    private VersionChange() {}

    /** The operator asks this member for a higher version. */
    static void ask(StepContext context, int clusterVersion) {
        VersionRequest request = new VersionRequest(context.voting().version(), clusterVersion);
        if (context.isMaster()) {
            change(context, request);
        } else if (context.follower().master() != Members.NONE) {
            context.output.send(context.follower().master(), request);
        }
    }

    /** The master is asked for a higher version. If a member cannot go by it, or it is too early or too late, nothing happens. */
    static void change(StepContext context, VersionRequest request) {
        if (context.isMaster() && context.voting().clusterVersion() < request.clusterVersion()) {
            MemberSet members = members(context);
            Map<Integer, Integer> greatest = context.peers().versions();
            if (context.controlAction("RaiseVersion", request, s -> context.quorum
                    .version()
                    .raiseVersion(s, request, members, greatest))) {
                context.master = context.master.withNextRound(context.now());
            }
        }
    }

    /** All who have a part in the cluster, as the master knows: voters, those that a partition names, and those that it has heard. */
    private static MemberSet members(StepContext context) {
        MemberSet members = context.voting().voters().with(context.self());
        for (long member : context.master.membership().heard().keys()) {
            members = members.with((int) member);
        }
        members = members.minus(context.master.gone());
        for (int p = 0; p < context.setup.partitions(); p++) {
            members = members.union(
                    context.control().committed().get(p).configuration().participants());
        }
        return members;
    }
}
