package io.godwit.protocol.quorum.data;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.Objects;

/**
 * What a member has of one partition. Immutable.
 *
 * @param view the configuration that it has activated
 * @param log the writes
 * @param waits at a primary: members that it proposed to add, and waits for until it activates the outcome
 * @param primaryState at a primary: the rest of what it keeps; {@link PrimaryState#NONE} elsewhere
 * @param resumed has the member started again as the primary of others, and activated no version since? Until it does, it takes
 *     no calls, and sends nothing as a primary: others may have entries that it has lost. Not stored
 * @param leases read leases, and promises of them. Not stored
 */
public record Replica(
        @SpecVariable("quorum/DataState!view") View view,
        @SpecVariable("quorum/DataState!log") Log log,
        @SpecVariable("quorum/DataState!waits") MemberSet waits,
        PrimaryState primaryState,
        @SpecVariable("quorum/DurableDataPlane!resumed") boolean resumed,
        Leases leases) {
    /** Of a partition that a member has heard nothing of. */
    public static final Replica NONE = new Replica(View.NONE, Log.EMPTY, MemberSet.of(), PrimaryState.NONE);

    /** Refuses missing parts. */
    public Replica {
        Objects.requireNonNull(view, "view");
        Objects.requireNonNull(log, "log");
        Objects.requireNonNull(waits, "waits");
        Objects.requireNonNull(primaryState, "primaryState");
        Objects.requireNonNull(leases, "leases");
    }

    /** Of a member that has not started again since it activated the version. */
    public Replica(View view, Log log, MemberSet waits, PrimaryState primaryState) {
        this(view, log, waits, primaryState, false);
    }

    /** Without read leases and promises. */
    public Replica(View view, Log log, MemberSet waits, PrimaryState primaryState, boolean resumed) {
        this(view, log, waits, primaryState, resumed, Leases.NONE);
    }

    /**
     * What a founder starts with: nothing was written, and the primary knows that nobody has more or less than that.
     *
     * @param self the founder
     * @param first the version that all founders start with; {@link #NONE} is returned when the founder has no part in it
     */
    public static Replica founding(int self, View first) {
        Configuration c = first.configuration();
        if (!c.isParticipant(self)) {
            return NONE;
        }
        PrimaryState primaryState = PrimaryState.NONE;
        if (c.primary() == self) {
            for (int backup : c.backups()) {
                primaryState = primaryState.acknowledged(backup, 0);
            }
        }
        return NONE.activated(first).withPrimaryState(primaryState);
    }

    /**
     * What a member starts again with. A primary has forgotten who has acknowledged what, and asks again by sending what it has.
     * That is what it had when it activated the version and what it appended since then, all of which it has sent before: to a
     * receiver it is as if that had arrived at once.
     *
     * @param self the member
     * @param view the configuration that it had activated
     * @param log the writes
     * @param waits as a primary, the members that it waited for
     */
    public static Replica restored(int self, View view, Log log, MemberSet waits) {
        boolean leads = view.configuration().primary() == self;
        return new Replica(view, log, waits, leads ? PrimaryState.NONE.syncedWith(log) : PrimaryState.NONE);
    }

    /** The version that was activated, {@link Version#NONE} when none was; {@code Epoch}. */
    public Version epoch() {
        return view.version();
    }

    /** The configuration that was activated. */
    public Configuration configuration() {
        return view.configuration();
    }

    /** Is the member the primary, as far as it knows? {@code IsPrimary} */
    public boolean isPrimary(int member) {
        return configuration().primary() == member;
    }

    /** With another version activated, an empty wait set, an empty primary state, and no lease. */
    public Replica activated(View newer) {
        return new Replica(newer, log, MemberSet.of(), PrimaryState.NONE, false, leases.activated());
    }

    /** With other writes. */
    public Replica withLog(Log newLog) {
        return new Replica(view, newLog, waits, primaryState, resumed, leases);
    }

    /** With one more member to wait for. */
    public Replica waitingFor(int member) {
        return new Replica(view, log, waits.with(member), primaryState, resumed, leases);
    }

    /** With something else known as a primary. */
    public Replica withPrimaryState(PrimaryState newLead) {
        return new Replica(view, log, waits, newLead, resumed, leases);
    }

    /** With other read leases or promises. */
    public Replica withLeases(Leases newLeases) {
        return new Replica(view, log, waits, primaryState, resumed, newLeases);
    }

    /** What the member has found when it started again. A primary without others goes on: no entry has left it. */
    public Replica startedAgain(int self) {
        boolean leadsOthers =
                isPrimary(self) && !configuration().participants().without(self).isEmpty();
        return leadsOthers ? new Replica(view, log, waits, primaryState, true, leases) : this;
    }
}
