package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.Members;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Leases;
import io.godwit.protocol.quorum.data.Leases.Promise;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Times of {@code spec/quorum/ReadLeases.tla}. There they are kept as what is left. In the engine it is the same time in all states,
 * and what is left says when something began or ends; a unit is a nanosecond.
 */
final class LeaseCodec {
    static final String PROMISED = "promised";
    static final String REQUESTS = "requests";

    private static final long NOW = 1_000;
    private static final Shape REQUEST = new Shape(List.of("at", "left"), List.of());

    private final ValueTable values;
    private final ValueUpdates patches;
    private final QuorumMembers members;
    private final Constants constants;
    private final int requests;
    private final int promised;
    /** Of a member in a partition, as a pattern for others. */
    private final Shape promises;

    private final LeaseTimes times;
    private final long leaseTime;

    LeaseCodec(Corpus corpus, QuorumMembers members) {
        values = corpus.values();
        patches = new ValueUpdates(values);
        this.members = members;
        constants = new Constants(corpus);
        requests = corpus.variable(REQUESTS);
        promised = corpus.variable(PROMISED);
        int[] partitions = values.items(values.items(corpus.states().value(0, promised))[0]);
        if (partitions.length != 1) {
            throw new IllegalArgumentException(
                    "requests do not name their partition, and there are " + partitions.length);
        }
        promises = values.shape(partitions[0]);
        int slowest = constants.number("SlowestRate");
        int fastest = constants.number("FastestRate");
        times = new LeaseTimes(constants.number("PromiseTime"), slowest, fastest);
        leaseTime = times.promise() * slowest / fastest;
    }

    /** Does a model have leases? */
    static boolean in(Corpus corpus) {
        return corpus.variables().contains(PROMISED);
    }

    /** The variable {@code requests}. */
    int requests() {
        return requests;
    }

    /** How long a promise runs. */
    long promiseTime() {
        return times.promise();
    }

    /** The time of all events. */
    DataState timed(DataState state) {
        return state.with(times).at(NOW);
    }

    // Members

    /**
     * The leases and promises of a member, to which no lease was delivered yet.
     *
     * @param left what is left of its promises
     * @param asked the variable {@code requests}
     * @param configurations the decided configurations of the partition
     */
    Leases decode(int self, int left, int asked, int configurations) {
        LongMap<Long> sent = LongMap.empty();
        int[] all = values.items(asked);
        for (int r = 0; r < all.length; r++) {
            if (members.number(values.field(all[r], "at")) == self) {
                sent = sent.with(r + 1L, NOW - leaseTime + values.number(values.field(all[r], "left")));
            }
        }
        List<Promise> running = new ArrayList<>();
        int[] items = values.items(left);
        for (int i = 0; i < items.length; i++) {
            int version = values.number(promises.domain().get(i));
            int units = values.number(items[i]);
            if (units > 0) {
                running.add(
                        new Promise(DataStateCodec.version(version), primary(configurations, version), NOW + units));
            }
        }
        return new Leases(sent, LongMap.empty(), running);
    }

    private int primary(int configurations, int version) {
        return version == 0
                ? Members.NONE
                : members.number(values.field(values.items(configurations)[version - 1], "primary"));
    }

    /** What is left of a member's promises in a partition. */
    int promises(Leases leases) {
        int[] items = new int[promises.domain().size()];
        for (int i = 0; i < items.length; i++) {
            Version version =
                    DataStateCodec.version(values.number(promises.domain().get(i)));
            Promise promise = leases.promise(version);
            items[i] = values.ofNumber(promise == null ? 0 : (int) Math.max(0, promise.end() - NOW));
        }
        return values.ofShape(promises, items, -1);
    }

    /** What a step changes in {@code requests}: variable, position in it, and new item, in turn. */
    List<Integer> effects(DataState before, DataState after) {
        LongMap<Long> old = before.replica(0).leases().requests();
        LongMap<Long> now = after.replica(0).leases().requests();
        TreeSet<Long> numbers = new TreeSet<>();
        Arrays.stream(old.keys()).forEach(numbers::add);
        Arrays.stream(now.keys()).forEach(numbers::add);
        List<Integer> effects = new ArrayList<>();
        for (long number : numbers) {
            boolean fresh = old.get(number) == null;
            if (fresh || left(old, number) != left(now, number)) {
                int[] items = {members.value(after.self()), values.ofNumber(left(now, number))};
                effects.addAll(List.of(requests, (int) number - 1, values.ofShape(REQUEST, items, -1)));
            }
        }
        return effects;
    }

    private int left(LongMap<Long> sent, long number) {
        Long from = sent.get(number);
        return from == null ? 0 : (int) Math.max(0, leaseTime - (NOW - from));
    }

    // The cluster

    /** Is a request the next one? */
    boolean isNext(int[] ids, int r) {
        int[] all = values.items(ids[requests]);
        return isFree(all[r - 1]) && Arrays.stream(all, 0, r - 1).noneMatch(this::isFree);
    }

    private boolean isFree(int request) {
        return members.number(values.field(request, "at")) == Members.NONE;
    }

    /** The states of the cluster after a tick: clocks have different rates. */
    List<int[]> ticks(int[] ids, int[] all) {
        List<int[]> after = new ArrayList<>();
        int[] rates = new int[all.length];
        Arrays.fill(rates, times.slowest());
        do {
            after.add(tick(ids, all, rates));
        } while (advance(rates));
        return after;
    }

    private boolean advance(int[] rates) {
        for (int n = 0; n < rates.length; n++) {
            if (rates[n] < times.fastest()) {
                rates[n]++;
                return true;
            }
            rates[n] = times.slowest();
        }
        return false;
    }

    private int[] tick(int[] ids, int[] all, int[] rates) {
        int[] after = ids.clone();
        int[] asked = values.items(ids[requests]);
        for (int n = 0; n < all.length; n++) {
            for (int r = 0; r < asked.length; r++) {
                if (members.number(values.field(asked[r], "at")) == all[n]) {
                    int left = values.number(values.field(asked[r], "left"));
                    int[] items = {values.field(asked[r], "at"), values.ofNumber(Math.max(0, left - rates[n]))};
                    after[requests] = patches.with(after[requests], r, values.ofShape(REQUEST, items, -1));
                }
            }
            int own = values.items(ids[promised])[n];
            int rate = rates[n];
            int[] less = Arrays.stream(values.items(values.items(own)[0]))
                    .map(left -> values.ofNumber(Math.max(0, values.number(left) - rate)))
                    .toArray();
            int shorter = patches.with(own, 0, values.ofShape(promises, less, -1));
            after[promised] = patches.with(after[promised], n, shorter);
        }
        return after;
    }
}
