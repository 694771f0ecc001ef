package io.godwit.protocol.classic;

import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.FetchReply;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.data.Fetch;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A new master: the oldest member that is left claims, fetches every member's table, completed and active migrations, decides
 * what is open, and publishes. Nothing else happens at it before that. {@code spec/classic/MasterFailover.tla}.
 */
public class MasterFailover extends ClassicModule {
    private final PartitionVersioning versioning;

    /** The module under these rules. */
    public MasterFailover(Rules rules, PartitionVersioning versioning) {
        super(rules);
        this.versioning = versioning;
    }

    /** The oldest member of its own view becomes its own master and asks everybody for what they have. */
    @SpecAction("classic/MasterFailover!Claim")
    public Step<ClassicState> claim(ClassicState state) {
        rules.require(ClassicRule.UP, state.up(), "{}", state.life());
        rules.require(ClassicRule.NOT_MASTER, state.master() != state.self());
        rules.require(
                ClassicRule.OLDEST,
                state.view().oldest() == state.self(),
                "{} is not the oldest of {}",
                state.self(),
                state.view());
        Fetch fetch = new Fetch(state.others(), state.table(), state.completed(), state.activeSet());
        ClassicState claimed = state.but()
                .master(state.self())
                .duty(MasterPhase.FETCH)
                .fetch(Optional.of(fetch))
                .done();
        return Step.to(claimed, toEach(state.others(), new FetchRequest()));
    }

    /**
     * A claim is accepted when nobody older than the candidate is left in the member's own view. Until then it is repeated, so
     * that it waits.
     */
    @SpecAction("classic/MasterFailover!HandleFetchRequest")
    public Step<ClassicState> handleFetchRequest(ClassicState state, int from, FetchRequest m) {
        rules.require(
                ClassicRule.CLAIMANT_IS_MEMBER, state.view().contains(from), "{} is not in {}", from, state.view());
        rules.require(
                ClassicRule.CLAIM_CHECKS_VIEW,
                from == state.view().oldest(),
                "{} is not the oldest of {}",
                from,
                state.view());
        return sending(
                state.but().master(from).done(),
                from,
                new FetchReply(state.table(), state.completed(), state.activeSet()));
    }

    /**
     * Answers are merged as they come: of each partition the greater version; equal versions with other replicas are not
     * noticed.
     */
    @SpecAction("classic/MasterFailover!HandleFetchReply")
    public Step<ClassicState> handleFetchReply(ClassicState state, int from, FetchReply m) {
        Optional<Fetch> open = state.fetch().filter(f -> f.waiting().contains(from));
        rules.require(ClassicRule.ANSWER_EXPECTED, open.isPresent(), "nobody waits for {}", from);
        Fetch fetch = open.orElseThrow();
        Fetch merged = new Fetch(
                fetch.waiting().without(from),
                fetch.table().newerOf(m.table()),
                fetch.done().learn(m.done()),
                fetch.active().union(m.active()));
        return Step.to(state.but().fetch(Optional.of(merged)).done());
    }

    /**
     * Everybody has answered: what is active somewhere and completed nowhere has failed, and everybody gets the table. As
     * published every partition with a failed record gets that record's final version, however old the record (finding N1);
     * the repair takes the greater one, and only what is aborted now counts.
     *
     * <p>When the outcome has the version of the member's own table and other replicas, adopting it throws in the product, and
     * the fetch starts over with the same end: the event is refused for ever (finding N1, the livelock).
     */
    @SpecAction("classic/MasterFailover!FinishFetch")
    public Step<ClassicState> finishFetch(ClassicState state) {
        rules.require(ClassicRule.UP, state.up(), "{}", state.life());
        rules.require(ClassicRule.FETCHING, state.fetch().isPresent());
        Fetch fetch = state.fetch().orElseThrow();
        rules.require(
                ClassicRule.FETCH_WAITS_FOR_ALL, fetch.waiting().isEmpty(), "{} have not answered", fetch.waiting());
        MigrationSet aborted = newlyAborted(fetch);
        PartitionTable decided = decided(fetch, aborted);
        versioning.requireNotDiverged(state, decided);
        MigrationSet done = fetch.done().union(aborted);
        ClassicState finished = versioning
                .adopt(state, state.table().newerOf(decided), versioning.unknown(state, done), done, state.self())
                .but()
                .duty(MasterPhase.READY)
                .fetch(Optional.empty())
                .done();
        return Step.to(finished, tableToAll(finished));
    }

    /** {@code NewlyAborted}. */
    private static MigrationSet newlyAborted(Fetch fetch) {
        List<Migration> aborted = new ArrayList<>();
        for (Migration migration : fetch.active()) {
            if (!fetch.done().knows(migration)) {
                aborted.add(migration.with(Status.FAILED));
            }
        }
        return MigrationSet.of(aborted);
    }

    /** {@code Decided}. */
    private PartitionTable decided(Fetch fetch, MigrationSet aborted) {
        boolean max = rules.has(ClassicRule.FETCH_TAKES_MAX);
        MigrationSet counted = max ? aborted : aborted.union(fetch.done().filter(m -> !m.succeeded()));
        return fetch.table().map(p -> {
            PartitionEntry entry = fetch.table().get(p);
            OptionalInt version = counted.stream()
                    .filter(m -> m.partition() == p || !rules.has(ClassicRule.VERSION_PER_PARTITION))
                    .mapToInt(versioning::finalVersion)
                    .max();
            if (version.isEmpty()) {
                return entry;
            }
            return entry.at(max ? Math.max(version.getAsInt(), entry.version()) : version.getAsInt());
        });
    }
}
