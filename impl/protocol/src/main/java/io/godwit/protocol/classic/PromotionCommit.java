package io.godwit.protocol.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.PromotionReply;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Promotion;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Repair at the master: members that left are removed from the table, and the first surviving replica of each partition
 * without an owner is promoted. The promoted member applies first, then the master, then everybody (seed 001 section 1.3).
 * {@code spec/classic/PromotionCommit.tla}.
 */
public class PromotionCommit extends ClassicModule {
    /** A promotion changes the owner's slot and the promoted member's. */
    protected static final int PROMOTED_SLOTS = 2;

    private final PartitionVersioning versioning;

    /** The module under these rules. */
    public PromotionCommit(Rules rules, PartitionVersioning versioning) {
        super(rules);
        this.versioning = versioning;
    }

    /** {@code Strip}: removes members that are not in the view; one version per slot. */
    private PartitionTable strip(PartitionTable table, MemberSet view) {
        int all = IntStream.range(0, table.size())
                .map(p -> table.get(p).goneFrom(view))
                .sum();
        return table.map(p -> {
            PartitionEntry entry = table.get(p);
            int gone = entry.goneFrom(view);
            return (gone == 0 ? entry : entry.within(view)).raised(versioning.added(gone, all));
        });
    }

    /** {@code Promote}: promotes the first survivor of each of the partitions; two versions per promotion. */
    private PartitionTable promote(PartitionTable table, List<Integer> partitions) {
        PartitionTable promoted = raise(table, partitions, PROMOTED_SLOTS);
        for (int p : partitions) {
            promoted = promoted.with(p, promoted.get(p).promoted());
        }
        return promoted;
    }

    /** Fences promotions that failed, with one version more: the promoted member may have applied them. */
    protected PartitionTable fence(PartitionTable table, List<Integer> partitions) {
        return raise(table, partitions, PROMOTED_SLOTS + 1);
    }

    /** Raises the versions of the partitions by {@code k} each. */
    protected final PartitionTable raise(PartitionTable table, List<Integer> partitions, int k) {
        Set<Integer> raised = new HashSet<>(partitions);
        return table.map(p -> table.get(p).raised(versioning.added(raised.contains(p) ? k : 0, k * partitions.size())));
    }

    /** {@code Orphans}: the partitions without an owner of which a replica survives, ascending. */
    private static List<Integer> orphans(PartitionTable table) {
        return IntStream.range(0, table.size())
                .filter(p -> table.get(p).isOrphan())
                .boxed()
                .toList();
    }

    /**
     * The master removes members that left, and starts the promotion of one member for all partitions of which it is the first
     * survivor; for the others it comes again. Waits for what is in flight: a table that changes under a migration makes its
     * versions collide.
     */
    @SpecAction("classic/PromotionCommit!Repair")
    public Step<ClassicState> repair(ClassicState state) {
        requireReady(state);
        requireRepairAllowed(state);
        requireNothingInFlight(ClassicRule.REPAIR_WAITS, state);
        PartitionTable stripped = strip(state.table(), state.view());
        List<Integer> orphans = orphans(stripped);
        rules.require(
                ClassicRule.REPAIR_NEEDED,
                !orphans.isEmpty() || !stripped.equals(state.table()),
                "{} for {}",
                state.table(),
                state.view());
        if (orphans.isEmpty()) {
            ClassicState repaired = adopt(state, stripped);
            return Step.to(repaired, publish(repaired));
        }
        int chosen = stripped.get(orphans.get(0)).firstSurvivor();
        Promotion promotion = new Promotion(
                chosen,
                orphans.stream()
                        .filter(p -> stripped.get(p).firstSurvivor() == chosen)
                        .toList());
        if (chosen == state.self()) {
            ClassicState promoted = adopt(state, promote(stripped, promotion.partitions()));
            return Step.to(promoted, publish(promoted));
        }
        ClassicState promoting = adopt(state, stripped)
                .but()
                .duty(MasterPhase.PROMOTE)
                .promotion(Optional.of(promotion))
                .done();
        return call(promoting, promotion);
    }

    /** The master takes a table of its own making. */
    private ClassicState adopt(ClassicState state, PartitionTable table) {
        return versioning.adopt(state, table, MigrationSet.EMPTY, state.completed(), state.self());
    }

    /** The table to everybody, but only if no owner is missing. */
    private static List<Command> publish(ClassicState state) {
        return orphans(state.table()).isEmpty() ? tableToAll(state) : List.of();
    }

    /** The call to the promoted member, with the table as it will be. */
    private Step<ClassicState> call(ClassicState state, Promotion promotion) {
        PartitionTable promoted = promote(state.table(), promotion.partitions());
        return sending(
                state,
                promotion.destination(),
                new ControlMessage.PromotionCommit(promoted, promotion.partitions(), state.completed()));
    }

    /**
     * The promoted member takes the table by rule T, which skips what is older than its own. Equal versions: it is applied
     * already, and the answer is yes.
     */
    @SpecAction("classic/PromotionCommit!HandlePromotionCommit")
    public Step<ClassicState> handlePromotionCommit(ClassicState state, int from, ControlMessage.PromotionCommit m) {
        boolean heeds = versioning.obeys(state, from);
        boolean same = state.table().sameVersions(m.table());
        if (!heeds || same || state.table().divergesFrom(m.table())) {
            return sending(state, from, new PromotionReply(m.partitions(), heeds && same));
        }
        ClassicState adopted = versioning.adoptNewer(state, from, m.table(), m.done());
        return sending(adopted, from, new PromotionReply(m.partitions(), true));
    }

    /** The promoted member has answered: the master's table follows. */
    @SpecAction("classic/PromotionCommit!HandlePromotionReply")
    public Step<ClassicState> handlePromotionReply(ClassicState state, int from, PromotionReply m) {
        Promotion answered = new Promotion(from, m.partitions());
        rules.require(
                ClassicRule.ANSWER_EXPECTED,
                state.leads() && state.promotion().filter(answered::equals).isPresent(),
                "an answer about {}, under way is {}",
                answered,
                state.promotion().isPresent() ? state.promotion().get() : "nothing");
        return endPromotion(state, answered, m.ok());
    }

    /** {@code EndPromotion}: the master's entries move as the promotion ended. */
    private Step<ClassicState> endPromotion(ClassicState state, Promotion promotion, boolean ok) {
        PartitionTable table =
                ok ? promote(state.table(), promotion.partitions()) : fence(state.table(), promotion.partitions());
        ClassicState ended = adopt(state, table)
                .but()
                .duty(MasterPhase.READY)
                .promotion(Optional.empty())
                .done();
        return Step.to(ended, publish(ended));
    }

    /** The promoted member left: the versions are fenced, and the next repair tries another. */
    @SpecAction("classic/PromotionCommit!AbortPromotion")
    public Step<ClassicState> abortPromotion(ClassicState state) {
        Promotion promotion = requirePromoting(state);
        rules.require(
                ClassicRule.PARTICIPANT_LEFT,
                !state.view().contains(promotion.destination()),
                "{} is in {}",
                promotion.destination(),
                state.view());
        return endPromotion(state, promotion, false);
    }

    /** A promotion call that times out is sent again. */
    @SpecAction("classic/PromotionCommit!ResendPromotion")
    public Step<ClassicState> resendPromotion(ClassicState state) {
        return call(state, requirePromoting(state));
    }

    private Promotion requirePromoting(ClassicState state) {
        requireLeads(state);
        rules.require(ClassicRule.PROMOTING, state.duty() == MasterPhase.PROMOTE);
        return state.promotion().orElseThrow();
    }

    /** All replicas are gone: an empty owner, at once and without asking anybody. */
    @SpecAction("classic/PromotionCommit!AssignLost")
    public Step<ClassicState> assignLost(ClassicState state, int partition, int owner) {
        PartitionEntry entry = state.table().get(partition);
        requireReady(state);
        requireRepairAllowed(state);
        requireNothingInFlight(ClassicRule.NOTHING_IN_FLIGHT, state);
        rules.require(ClassicRule.LOST, entry.isLost(), "partition {} has {}", partition, entry);
        rules.require(
                ClassicRule.DESTINATION_IS_MEMBER,
                state.view().contains(owner),
                "{} is not in {}",
                owner,
                state.view());
        rules.require(ClassicRule.DESTINATION_STAYS, !state.leaving().contains(owner), "{} wants to leave", owner);
        return replace(state, partition, 0, owner);
    }

    /** A backup that is wanted nowhere goes, at once and without asking anybody, and everybody gets the table. */
    @SpecPart(
            value = "classic/PlanAndRun!RunClear",
            why = "the clear of one partition's plan, as a master does it; Classic moves replicas and clears none")
    public Step<ClassicState> clearSurplus(ClassicState state, int partition, int slot) {
        PartitionEntry entry = state.table().get(partition);
        requireReady(state);
        rules.require(
                ClassicRule.MIGRATION_CHECKS_STATE, state.transition().allowsMigrations(), "{}", state.transition());
        rules.require(
                ClassicRule.NOT_IN_FLIGHT,
                !state.inflight().has(partition),
                "{}",
                state.inflight().get(partition));
        rules.require(
                ClassicRule.STEP_FITS,
                slot > 0 && entry.replica(slot) != Members.NONE,
                "slot {} of {} is no backup's",
                slot,
                entry);
        return replace(state, partition, slot, Members.NONE);
    }

    private Step<ClassicState> replace(ClassicState state, int partition, int slot, int member) {
        PartitionTable raised = versioning.bump(state.table(), partition, 1);
        ClassicState replaced =
                adopt(state, raised.with(partition, raised.get(partition).with(slot, member)));
        return Step.to(replaced, tableToAll(replaced));
    }
}
