package io.godwit.mutants;

import io.godwit.mutants.quorum.ActOnAccept;
import io.godwit.mutants.quorum.ActOnShrinking;
import io.godwit.mutants.quorum.AddWhenOneDecided;
import io.godwit.mutants.quorum.AddWhenOneHeld;
import io.godwit.mutants.quorum.CountWithoutRestamp;
import io.godwit.mutants.quorum.DropWhenCopied;
import io.godwit.mutants.quorum.ForgetMigration;
import io.godwit.mutants.quorum.ForgetRestamp;
import io.godwit.mutants.quorum.KeepOldWords;
import io.godwit.mutants.quorum.KeepReads;
import io.godwit.mutants.quorum.KeepRetiredUntold;
import io.godwit.mutants.quorum.MergeByNumber;
import io.godwit.mutants.quorum.RecoverOwnRegisters;
import io.godwit.mutants.quorum.RemoveWhenOneDecided;
import io.godwit.mutants.quorum.ServeOnSwitch;
import io.godwit.mutants.quorum.TakeEntriesUnreconciled;
import io.godwit.mutants.quorum.TellPrimaryToForget;
import io.godwit.mutants.quorum.TrustEqualVotes;
import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.agenda.Learned;
import io.godwit.protocol.quorum.data.decision.AbortMigration;
import io.godwit.protocol.quorum.data.decision.HandleCaughtUp;
import io.godwit.protocol.quorum.data.replication.Activate;
import io.godwit.protocol.quorum.data.replication.HandleAppend;
import io.godwit.protocol.quorum.data.replication.ProposeMember;
import io.godwit.protocol.quorum.master.BecomeMaster;
import io.godwit.protocol.quorum.registers.AbandonMigration;
import io.godwit.protocol.quorum.registers.HandleAccept;
import io.godwit.protocol.quorum.voters.AddVoter;
import io.godwit.protocol.quorum.voters.RemoveVoter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The quorum protocol without one of its guards. */
final class QuorumMutants {
    /** No test of the engine: the registers give it. Without a counterpart there is no mutant. */
    private static final Set<QuorumGuard> NOT_IN_THE_ENGINE = Set.of(QuorumGuard.DECIDE_COMPARES_BASE);

    static final List<Mutant> ALL = Arrays.stream(QuorumGuard.values())
            .filter(guard -> !guard.spec().isEmpty() && !NOT_IN_THE_ENGINE.contains(guard))
            .map(guard -> new Mutant("quorum", guard, without(guard)))
            .toList();

    private QuorumMutants() {}

    private static Guards without(QuorumGuard guard) {
        Guards guards = Guards.without(guard);
        return switch (guard) {
            case ACT_ON_COMMIT -> guards.replacing(HandleAccept.class, ActOnAccept::new);
            case RESTAMP_FIRST -> guards.replacing(BecomeMaster.class, CountWithoutRestamp::new);
            case RESTAMP_ALWAYS -> guards.replacing(BecomeMaster.class, TrustEqualVotes::new);
            case MERGE_BY_TERM -> guards.replacing(BecomeMaster.class, MergeByNumber::new);
            case MASTER_STORES_RESTAMP -> guards.replacing(BecomeMaster.class, ForgetRestamp::new);
            case ALL_REGISTERS_DECIDED -> guards.replacing(AddVoter.class, AddWhenOneDecided::new)
                    .replacing(RemoveVoter.class, RemoveWhenOneDecided::new);
            case ALL_REGISTERS_HELD -> guards.replacing(AddVoter.class, AddWhenOneHeld::new);
            case RECOVER_FROM_MAJORITY -> guards.replacing(BecomeMaster.class, RecoverOwnRegisters::new);
            case TELLS_RETIRED -> guards.replacing(Activate.class, KeepRetiredUntold::new);
            case READ_KEEPS_EPOCH -> guards.replacing(Activate.class, KeepReads::new);
            case SHRINKS_AFTER_DECISION -> guards.replacing(Learned.class, ActOnShrinking::new);
            case SERVES_AFTER_DECISION -> guards.replacing(Learned.class, ServeOnSwitch::new);
            case RECONCILES_FIRST -> guards.replacing(HandleAppend.class, TakeEntriesUnreconciled::new);
            case ABORT_IS_DECISION -> guards.replacing(AbortMigration.class, ForgetMigration::new)
                    .replacing(AbandonMigration.class, TellPrimaryToForget::new);
            case GROW_COMPARES_BASE -> guards.replacing(HandleCaughtUp.class, KeepOldWords::new);
            case DROPS_AFTER_DECISION -> guards.replacing(ProposeMember.class, DropWhenCopied::new);
            default -> guards;
        };
    }
}
