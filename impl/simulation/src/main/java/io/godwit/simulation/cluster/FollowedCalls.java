package io.godwit.simulation.cluster;

import io.godwit.client.CallException;
import io.godwit.client.invocation.Callback;
import io.godwit.member.runtime.MapSettings;
import io.godwit.member.runtime.MapSettings.EvictionPolicy;
import io.godwit.member.runtime.MapSettings.SizeLimit;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Written;
import io.godwit.protocol.map.StreamPosition;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.Fault;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.frame.StreamCalls;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A client that puts values into maps with an idle time and with limits, and follows the changes of these maps meanwhile. It puts greater
 * and greater numbers, one at a time under each key. So what it is shown of a key must grow, and have each number whose put was
 * acknowledged after the reader's position was known, unless the reader was told of a gap.
 */
final class FollowedCalls {
    private static final Bytes IDLE = bytes("followed-idle");
    private static final Bytes FEW = bytes("followed-few");
    private static final Bytes SHORT = bytes("followed-short");

    private static final List<Bytes> MAPS = List.of(IDLE, FEW, SHORT);
    private static final int KEYS = 6;
    private static final int SESSIONS = 6;
    /** In microseconds. */
    private static final long PERIOD = 20_000;
    /** For reads: whether they find anything depends on time. */
    private static final Callback<Result> IGNORED = new Callback<>() {
        @Override
        public void done(Result result) {}

        @Override
        public void failed(CallException cause) {}
    };

    /** Size of an answer: sometimes nothing but the position, or one change. */
    private static final int[] SIZES = {0, 40, 1_000};

    private final SimulatedCluster<?> cluster;
    private final SimulatedClient client;
    private final SplittableRandom random;
    private final int id;
    private final long end;
    private final List<KeyCalls> keys = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();

    FollowedCalls(SimulatedCluster<?> cluster, int id, Fault fault) {
        this.cluster = cluster;
        this.id = id;
        this.client = new SimulatedClient(
                cluster, id, fault.site(), cluster.random().of(RandomPurpose.CLIENT, fault.id(), 1), SESSIONS);
        this.random = new SplittableRandom(cluster.random().bits(RandomPurpose.FOLLOWED_CALLS, fault.id(), 0));
        this.end = cluster.now() + fault.duration();
    }

    private static Bytes bytes(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds the settings of the maps of such a client to those of the members: each of these maps removes entries for another reason. */
    static MapSettings settings(MapSettings settings) {
        return new MapSettings(
                settings.timesToLive(),
                both(settings.idleTimes(), "followed-idle", 1),
                both(settings.entries(), "followed-few", new SizeLimit(4, EvictionPolicy.RANDOM)),
                both(settings.bytes(), "followed-short", new SizeLimit(300, EvictionPolicy.RANDOM)));
    }

    private static <V> Map<String, V> both(Map<String, V> settings, String map, V setting) {
        Map<String, V> both = new HashMap<>(settings);
        both.put(map, setting);
        return both;
    }

    /** Starts; returns the client. */
    SimulatedClient start() {
        cluster.after(PERIOD, this::next);
        return client;
    }

    private void next() {
        if (cluster.now() >= end) {
            client.close();
            return;
        }
        if (client.isConnected()) {
            if (readers.isEmpty()) {
                begin();
            }
            keys.get(random.nextInt(keys.size())).call();
            readers.get(random.nextInt(readers.size())).read();
        }
        cluster.after(PERIOD, this::next);
    }

    private void begin() {
        for (Bytes map : MAPS) {
            for (int key = 0; key < KEYS; key++) {
                // Names of its own, so that no other client of this kind puts there.
                keys.add(new KeyCalls(map, bytes(id + "-" + key)));
            }
            PartitionSet partitions = client.partitions(map);
            for (int p = partitions.next(0); p >= 0; p = partitions.next(p + 1)) {
                readers.add(new Reader(map, p));
            }
        }
    }

    /** The calls under a key, and what was shown of it. */
    private final class KeyCalls {
        private final Bytes map;
        private final Bytes key;
        private final int partition;
        /** The put that was begun last, and whether it has not ended. */
        private long put;

        private boolean pending;
        /** Puts up to this one need not be shown. */
        private long excused;
        /** Acknowledged puts that have to be shown. */
        private final TreeSet<Long> acknowledged = new TreeSet<>();

        private long shown;

        KeyCalls(Bytes map, Bytes key) {
            this.map = map;
            this.key = key;
            this.partition = client.partition(map, key);
        }

        private OnMap operation(Verb verb, Bytes value) {
            return new OnMap(verb, map, key, value, Bytes.EMPTY);
        }

        private void call() {
            if (pending || random.nextInt(3) == 0) {
                client.call(operation(Verb.GET, Bytes.EMPTY), random.nextBoolean(), IGNORED);
                return;
            }
            put++;
            pending = true;
            long number = put;
            client.call(operation(Verb.PUT, Bytes.ofNumber(number)), false, new Callback<>() {
                @Override
                public void done(Result result) {
                    pending = false;
                    if (number > excused && number > shown) {
                        acknowledged.add(number);
                    }
                }

                @Override
                public void failed(CallException cause) {
                    pending = false;
                }
            });
        }

        /** A reader has a new position, which may come after all puts that have begun: it need not be shown these. */
        private void excuse() {
            excused = put;
            acknowledged.clear();
        }

        private void show(long number) {
            Long missed = acknowledged.lower(number);
            if (number <= shown || missed != null) {
                cluster.note(new Violation(
                        "Followed",
                        "client " + id + " is shown " + number + " of " + key + " in " + map + " after " + shown
                                + (missed == null ? "" : "; it was acknowledged " + missed)));
            }
            shown = Math.max(shown, number);
            cluster.reached(CoverageGoal.CHANGES_SHOWN);
            acknowledged.headSet(number, true).clear();
        }
    }

    /** A reader of a partition's changes. */
    private final class Reader {
        private final Bytes map;
        private final int partition;
        /** Null until a scan has told. */
        private StreamPosition position;

        private Bytes after;
        private boolean pending;

        Reader(Bytes map, int partition) {
            this.map = map;
            this.partition = partition;
        }

        private void read() {
            if (pending) {
                return;
            }
            pending = true;
            int size = SIZES[random.nextInt(SIZES.length)];
            OnMap call = position == null
                    ? StreamCalls.scan(map, after, size)
                    : StreamCalls.readChanges(map, position, size);
            boolean scans = position == null;
            client.callPartition(partition, call, new Callback<>() {
                @Override
                public void done(Result result) {
                    pending = false;
                    take(scans, StreamCalls.changes(map, result));
                }

                @Override
                public void failed(CallException cause) {
                    pending = false;
                }
            });
        }

        private void take(boolean scans, Changes changes) {
            if (changes == null) {
                position = null;
                after = null;
            } else if (!scans) {
                changes.writes().forEach(this::show);
                position = changes.next();
            } else if (changes.more() && !changes.writes().isEmpty()) {
                after = ((OnMap) changes.writes()
                                .get(changes.writes().size() - 1)
                                .operation())
                        .keyBytes();
            } else {
                keys.stream()
                        .filter(it -> it.map.equals(map) && it.partition == partition)
                        .forEach(KeyCalls::excuse);
                position = changes.next();
                after = null;
            }
        }

        private void show(Written written) {
            OnMap write = (OnMap) written.operation();
            if (write.verb() == Verb.PUT) {
                keys.stream()
                        .filter(it -> it.map.equals(map) && it.key.equals(write.keyBytes()))
                        .forEach(it -> it.show(write.value().number()));
            }
        }
    }
}
