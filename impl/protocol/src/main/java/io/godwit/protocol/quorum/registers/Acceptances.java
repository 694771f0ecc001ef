package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.MemberSet;
import java.util.Objects;

/**
 * Who is known to have accepted what the master has proposed for one partition. The specification reads it from the set
 * of all messages ({@code AcceptedBy}).
 *
 * @param outstanding who has accepted what is outstanding
 * @param committed who has accepted what the master has decided last
 */
public record Acceptances(MemberSet outstanding, MemberSet committed) {
    /** Nobody has answered. */
    public static final Acceptances NONE = new Acceptances(MemberSet.of(), MemberSet.of());

    /** Refuses missing sets. */
    public Acceptances {
        Objects.requireNonNull(outstanding, "outstanding");
        Objects.requireNonNull(committed, "committed");
    }

    /** Something new was proposed; the proposer has accepted it. */
    public Acceptances proposedBy(int master) {
        return new Acceptances(MemberSet.of(master), committed);
    }

    /** What was outstanding is decided. */
    public Acceptances decided() {
        return new Acceptances(MemberSet.of(), outstanding);
    }

    /** Somebody has accepted what is outstanding. */
    public Acceptances withOutstanding(int member) {
        return new Acceptances(outstanding.with(member), committed);
    }

    /** Somebody has accepted what is decided. */
    public Acceptances withCommitted(int member) {
        return new Acceptances(outstanding, committed.with(member));
    }
}
