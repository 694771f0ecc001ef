package io.godwit.simulation.quorum;

import io.godwit.member.runtime.CallCounts;
import io.godwit.member.runtime.ClusterMember;
import io.godwit.member.runtime.EngineLoad;
import io.godwit.member.runtime.MemberRuntime;
import io.godwit.member.transfer.TransferStatistics;

/**
 * What a member shows to its operator.
 *
 * @param calls that have ended
 * @param traffic of copies
 * @param load of the engine
 * @param transfers how many copies are under way
 * @param refused connections
 * @param loaded copies that came as files
 */
record MemberFigures(
        CallCounts calls, TransferStatistics traffic, EngineLoad load, int transfers, long refused, long loaded) {
    static MemberFigures of(MemberRuntime runtime) {
        return new MemberFigures(
                runtime.member().map(ClusterMember::calls).orElse(CallCounts.NONE),
                runtime.traffic(),
                runtime.member().map(ClusterMember::load).orElse(EngineLoad.NONE),
                runtime.transfers().size(),
                runtime.refusedConnections(),
                runtime.loaded());
    }

    /** Whether what only grows while a process runs is at least what it was before. */
    boolean follow(MemberFigures before) {
        return calls.answered() >= before.calls.answered()
                && calls.redirected() >= before.calls.redirected()
                && calls.refused() >= before.calls.refused()
                && calls.turnedAway() >= before.calls.turnedAway()
                && traffic.bytes() >= before.traffic.bytes()
                && traffic.whole() + traffic.differences() >= before.traffic.whole() + before.traffic.differences()
                && load.busyNanos() >= before.load.busyNanos()
                && load.backlog() >= 0
                && refused >= before.refused
                && loaded >= before.loaded;
    }
}
