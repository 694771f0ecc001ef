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
public record Answers(MemberSet outstanding, MemberSet committed) {
    /** Nobody has answered. */
    public static final Answers NONE = new Answers(MemberSet.of(), MemberSet.of());

    /** Refuses missing sets. */
    public Answers {
        Objects.requireNonNull(outstanding, "outstanding");
        Objects.requireNonNull(committed, "committed");
    }

    /** Something new was proposed; the proposer has accepted it. */
    public Answers proposedBy(int master) {
        return new Answers(MemberSet.of(master), committed);
    }

    /** What was outstanding is decided. */
    public Answers decided() {
        return new Answers(MemberSet.of(), outstanding);
    }

    /** Somebody has accepted what is outstanding. */
    public Answers withOutstanding(int member) {
        return new Answers(outstanding.with(member), committed);
    }

    /** Somebody has accepted what is decided. */
    public Answers withCommitted(int member) {
        return new Answers(outstanding, committed.with(member));
    }
}
