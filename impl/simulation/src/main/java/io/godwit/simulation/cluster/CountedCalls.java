package io.godwit.simulation.cluster;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.Callback;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.RunResult.Violation;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;

/**
 * Puts new keys into a map, asks for its size meanwhile, and clears it when no other call is under way. A size is at least the number of puts that were
 * acknowledged before it was asked for, and at most that of the puts that have begun; what is cleared is counted in the same way.
 * After a call to clear that is in doubt, or with puts in doubt, the next map is used.
 */
final class CountedCalls {
    private static final int CLEARS = 12;
    private static final int SIZES = 3;

    private final SimulatedCluster<?> cluster;
    private final SimulatedClient client;
    private final SplittableRandom random;
    private final int id;
    /** Is told of each call that has ended. */
    private final Runnable ended;

    private int map;
    private long keys;
    private long begun;
    private long acknowledged;
    private int puts;
    private int sizes;
    private boolean clearing;

    CountedCalls(SimulatedCluster<?> cluster, SimulatedClient client, int id, SplittableRandom random, Runnable ended) {
        this.cluster = cluster;
        this.client = client;
        this.id = id;
        this.random = random;
        this.ended = ended;
    }

    private Bytes name() {
        return Bytes.owning(("counted-" + id + "-" + map).getBytes(StandardCharsets.UTF_8));
    }

    /** Makes a call, if one is possible; returns whether it did. */
    boolean call() {
        if (clearing) {
            return false;
        }
        if (puts + sizes == 0 && random.nextInt(CLEARS) == 0) {
            clear();
        } else if (random.nextInt(SIZES) == 0) {
            size();
        } else {
            put();
        }
        return true;
    }

    private void put() {
        begun++;
        puts++;
        keys++;
        OnMap put = new OnMap(Verb.PUT, name(), Bytes.ofNumber(keys), Bytes.ofNumber(keys), Bytes.EMPTY);
        client.call(put, false, new Callback<>() {
            @Override
            public void done(Result result) {
                puts--;
                acknowledged++;
                ended.run();
            }

            @Override
            public void failed(CallException cause) {
                puts--;
                begun -= cause.outcome() == Outcome.NOT_DONE ? 1 : 0;
                ended.run();
            }
        });
    }

    private void size() {
        sizes++;
        long least = acknowledged;
        client.callOnPartitions(
                Verb.SIZE,
                name(),
                false,
                counted("size", size -> least <= size && size <= begun, () -> sizes--, () -> {}));
    }

    private void clear() {
        clearing = true;
        client.callOnPartitions(
                Verb.CLEAR,
                name(),
                false,
                counted(
                        "clear",
                        cleared -> acknowledged <= cleared && cleared <= begun,
                        () -> {
                            clearing = false;
                            map += begun == acknowledged ? 0 : 1;
                            begun = 0;
                            acknowledged = 0;
                        },
                        () -> map++));
    }

    private Callback<Long> counted(String what, LongPredicate right, Runnable over, Runnable failed) {
        return new Callback<>() {
            @Override
            public void done(Long count) {
                if (!right.test(count)) {
                    cluster.note(new Violation(
                            "Counted",
                            what + " of map " + map + " of client " + id + " is " + count + ", with " + acknowledged
                                    + " puts that are acknowledged, of " + begun));
                }
                over.run();
                ended.run();
            }

            @Override
            public void failed(CallException cause) {
                failed.run();
                over.run();
                ended.run();
            }
        };
    }
}
