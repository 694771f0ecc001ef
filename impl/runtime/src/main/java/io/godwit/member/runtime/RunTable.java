package io.godwit.member.runtime;

import io.godwit.transport.frame.Frame.Verdict;
import io.godwit.transport.frame.Run;
import java.util.HashMap;
import java.util.Map;

/**
 * The last run of each durable member that this one has confirmed or heard: the part of a voter in {@code MemberRuns}. Any thread may
 * call.
 */
final class RunTable {
    private final Map<Integer, Run> confirmed;

    /** A table with what was stored. */
    RunTable(Map<Integer, Run> stored) {
        this.confirmed = new HashMap<>(stored);
    }

    /** The last run of a member, {@link Run#NONE} if none is known. */
    synchronized Run known(int member) {
        return confirmed.getOrDefault(member, Run.NONE);
    }

    /**
     * Confirms a run, or says why not; {@code MemberRuns!ConfirmRun}. A confirmation counts once it is stored.
     *
     * @param heard whether the process of the last run is heard
     */
    synchronized Verdict confirm(int member, Run run, boolean heard) {
        Run known = known(member);
        boolean same = known.isSameProcess(run);
        if (!same && run.number() <= known.number()) {
            return Verdict.LATER_KNOWN;
        } else if (!same && heard) {
            return Verdict.IN_USE;
        } else if (!run.moves() && run.moved() != known.moved()) {
            return Verdict.MOVED;
        }
        confirmed.put(member, run);
        return Verdict.CONFIRMED;
    }

    /** Whether a process that is in may connect: no later one of the member is known, and no other one of the same number. */
    synchronized boolean allows(int member, Run run) {
        Run known = known(member);
        return known.isSameProcess(run) || run.number() > known.number();
    }

    /**
     * A process that is in has connected; {@code MemberRuns!HearProcess}.
     *
     * @return whether that was not known
     */
    synchronized boolean hear(int member, Run run) {
        if (!allows(member, run) || known(member).equals(run)) {
            return false;
        }
        confirmed.put(member, run);
        return true;
    }
}
