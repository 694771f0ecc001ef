package io.godwit.simulation.sharing;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Records what the tasks of each executor read and write. Classes that {@link RecordingLoader} has loaded call it, all in one thread:
 * the simulation runs one task at a time.
 *
 * <p>A field, an array or a collection is shared if an executor uses it, another one uses it, and the first one uses it again, and one
 * of these wrote. An object that is handed over for good is not shared, nor is one that is not written any more, nor one that all use
 * under the same lock. Volatile fields and the classes of {@code java.util.concurrent} are not recorded.
 *
 * <p>It does not see what simulated runs do not execute, accesses inside the JDK that no call of a collection's method shows, and an
 * object that is handed over without a queue, if its first executor never uses it again. Of several locks it knows the innermost.
 */
public final class AccessRecorder {
    private static final Object OUTSIDE = new Object();

    private static final String NETWORK = "network";

    private static final Set<String> CHANGES = Set.of(
            "add",
            "addAll",
            "addFirst",
            "addLast",
            "clear",
            "compute",
            "computeIfAbsent",
            "computeIfPresent",
            "merge",
            "offer",
            "poll",
            "pollFirst",
            "pollFirstEntry",
            "pollLast",
            "pop",
            "push",
            "put",
            "putAll",
            "putIfAbsent",
            "remove",
            "removeAll",
            "removeFirst",
            "removeIf",
            "removeLast",
            "replace",
            "replaceAll",
            "retainAll",
            "set",
            "sort",
            "update");

    private static Track[] tracks;
    private static ReferenceQueue<Object> gone;
    private static int size;
    private static long accesses;
    private static Object executor;
    private static Deque<Object> locks;
    private static IdentityHashMap<Object, String> names;
    private static Set<String> roles;
    private static Map<String, String> found;

    private AccessRecorder() {}

    /** Forgets everything. */
    static void reset() {
        tracks = new Track[1 << 16];
        gone = new ReferenceQueue<>();
        size = 0;
        accesses = 0;
        executor = OUTSIDE;
        locks = new ArrayDeque<>();
        names = new IdentityHashMap<>();
        names.put(OUTSIDE, "no task");
        roles = new HashSet<>();
        found = new TreeMap<>();
    }

    /** The fields, arrays and collections that are shared, and by whom. */
    static Map<String, String> found() {
        return Collections.unmodifiableMap(found);
    }

    /** The kinds of executors of which tasks have run. */
    static Set<String> roles() {
        return Collections.unmodifiableSet(roles);
    }

    static long accesses() {
        return accesses;
    }

    // ---- What the changed classes call

    /** An executor has a name; without the number of its member or client it says what it is for. */
    public static void named(Object which, String name) {
        names.put(which, name.replaceAll("-?[0-9]+", ""));
    }

    /** Runs a task of an executor, maybe while another task waits. */
    public static void run(Runnable task, Object which) {
        Object before = executor;
        Deque<Object> held = locks;
        executor = which;
        locks = new ArrayDeque<>();
        roles.add(name(which));
        try {
            task.run();
        } finally {
            executor = before;
            locks = held;
        }
    }

    /** The task has a lock. */
    public static void lock(Object lock) {
        locks.push(lock);
    }

    /** The task gives a lock back. */
    public static void unlock(Object lock) {
        locks.removeFirstOccurrence(lock);
    }

    /** Reads a field that may change. */
    public static void read(Object of, String field) {
        access(of, field, field, false);
    }

    /** Writes a field, not in the constructor. */
    public static void write(Object of, String field) {
        access(of, field, field, true);
    }

    /** Reads an element of an array. */
    public static void readArray(Object array, String where) {
        access(array, "", where, false);
    }

    /** Writes an element of an array. */
    public static void writeArray(Object array, String where) {
        access(array, "", where, true);
    }

    /** Calls a method of an object of the JDK. */
    public static void call(Object of, String method, String where) {
        if (of == null || isSafe(of.getClass().getName())) {
            return;
        }
        Track track = track(of);
        Object root = track.root == null ? null : track.root.get();
        access(root == null ? of : root, "", where, CHANGES.contains(method));
    }

    /** A view of an object of the JDK was made. */
    public static void derived(Object of, Object view) {
        if (view != null && view != of) {
            Track track = track(of);
            track(view).root = track.root == null ? new WeakReference<>(of) : track.root;
        }
    }

    private static boolean isSafe(String type) {
        return type.startsWith("java.util.ImmutableCollections")
                || type.startsWith("java.util.concurrent.")
                || type.startsWith("java.util.Collections$Empty")
                || type.startsWith("io.godwit.");
    }

    private static String name(Object which) {
        return names.getOrDefault(which, NETWORK);
    }

    // ---- Records

    /** What is known of an object, as long as it is there. */
    private static final class Track extends WeakReference<Object> {
        private final int hash;
        private Track next;
        private Location first;
        private WeakReference<Object> root;

        Track(Object of, int hash, Track next) {
            super(of, gone);
            this.hash = hash;
            this.next = next;
        }
    }

    /** What may be shared: a field of an object, an array, a collection. */
    private static final class Location {
        private final String name;
        private final Location next;
        private Object[] who = {executor};
        private long[] when = {0};
        private Object[] under = {null};
        private Object writer;
        private long written;
        private Object writtenUnder;
        private String writtenAt;

        Location(String name, Location next) {
            this.name = name;
            this.next = next;
        }

        int place() {
            for (int i = 0; i < who.length; i++) {
                if (who[i] == executor) {
                    return i;
                }
            }
            return -1;
        }
    }

    private static Track track(Object of) {
        for (Object cleared = gone.poll(); cleared != null; cleared = gone.poll()) {
            remove((Track) cleared);
        }
        int hash = System.identityHashCode(of);
        int slot = hash & (tracks.length - 1);
        for (Track it = tracks[slot]; it != null; it = it.next) {
            if (it.hash == hash && it.refersTo(of)) {
                return it;
            }
        }
        if (++size > tracks.length) {
            grow();
            slot = hash & (tracks.length - 1);
        }
        tracks[slot] = new Track(of, hash, tracks[slot]);
        return tracks[slot];
    }

    private static void remove(Track cleared) {
        int slot = cleared.hash & (tracks.length - 1);
        Track before = null;
        for (Track it = tracks[slot]; it != null; before = it, it = it.next) {
            if (it == cleared) {
                size--;
                if (before == null) {
                    tracks[slot] = it.next;
                } else {
                    before.next = it.next;
                }
                return;
            }
        }
    }

    private static void grow() {
        Track[] old = tracks;
        tracks = new Track[2 * old.length];
        for (Track first : old) {
            for (Track it = first; it != null; ) {
                Track next = it.next;
                int slot = it.hash & (tracks.length - 1);
                it.next = tracks[slot];
                tracks[slot] = it;
                it = next;
            }
        }
    }

    private static Location location(Track track, String name) {
        for (Location it = track.first; it != null; it = it.next) {
            if (it.name.equals(name)) {
                return it;
            }
        }
        track.first = new Location(name, track.first);
        return track.first;
    }

    private static void access(Object of, String name, String where, boolean write) {
        if (of == null) {
            return;
        }
        accesses++;
        Location at = location(track(of), name);
        Object lock = locks.peek();
        int place = at.place();
        if (place < 0) {
            place = at.who.length;
            at.who = java.util.Arrays.copyOf(at.who, place + 1);
            at.when = java.util.Arrays.copyOf(at.when, place + 1);
            at.under = java.util.Arrays.copyOf(at.under, place + 1);
            at.who[place] = executor;
        } else if (at.who.length > 1) {
            check(at, place, of, where, write, lock);
        }
        at.when[place] = accesses;
        at.under[place] = lock;
        if (write) {
            at.writer = executor;
            at.written = accesses;
            at.writtenUnder = lock;
            at.writtenAt = where;
        }
    }

    private static void check(Location at, int place, Object of, String where, boolean write, Object lock) {
        long before = at.when[place];
        if (at.writer != executor && at.written > before && (lock == null || lock != at.writtenUnder)) {
            found(at, of, where, at.writer, at.writtenAt);
        }
        for (int i = 0; write && i < at.who.length; i++) {
            if (i != place && at.when[i] > before && (lock == null || lock != at.under[i])) {
                found(at, of, where, at.who[i], "");
            }
        }
    }

    private static void found(Location at, Object of, String where, Object other, String there) {
        String what = at.name.isEmpty() ? of.getClass().getSimpleName() + " in " + where : at.name;
        String by =
                name(executor) + " and " + name(other) + (there.isEmpty() || there.equals(where) ? "" : " in " + there);
        found.merge(what, by, (one, two) -> one.contains(two) ? one : one + ", " + two);
    }
}
