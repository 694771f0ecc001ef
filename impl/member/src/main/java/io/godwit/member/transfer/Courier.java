package io.godwit.member.transfer;

import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Sends and receives logs. All but the sending of parts belongs to the loop.
 *
 * <p>The engine asks for a {@code Sync} again as long as it has no answer. As long as one is on its way and gets on, that is
 * no reason to begin again.
 */
public final class Courier implements AutoCloseable {
    private static final long STUCK = TimeUnit.SECONDS.toNanos(3);
    private static final long KEPT_THREAD = 10;
    private static final int EXPORTS = 2;
    /** So many logs are offered in a tick while clients call; many migrations may begin at once. */
    private static final int BEGIN = 2;

    private final IntFunction<Replica> replicas;
    private final Roads roads;
    private final BiConsumer<Integer, Sync> complete;
    private final Map<Place, Outgoing> outgoing = new ConcurrentHashMap<>();
    private final Map<Long, Place> numbers = new HashMap<>();
    private final Map<Integer, Lane> lanes = new HashMap<>();
    private final Map<Place, Incoming> incoming = new HashMap<>();
    private final Map<Origin, Place> origins = new HashMap<>();
    /** What was asked for last of logs that were given up. */
    private final Map<Place, Frame.Want> asked = new HashMap<>();

    private final MarkBook marks = new MarkBook();
    private final Traffic.Counters traffic = new Traffic.Counters();
    private final Store store;
    private final Executor loop;
    private final Consumer<String> log;
    /** Writes and checks files that come, one thing after the other. */
    private final ExecutorService files;
    /** How many files of its own a member has on its disk at once. */
    private final Semaphore exports = new Semaphore(EXPORTS, true);

    /** Looks at what is wanted, and starts the senders: the loop would wait for each new thread until it runs. */
    private final ExecutorService sorter;

    private final ExecutorService senders;
    private final BooleanSupplier calls;
    /** Logs that are to be offered soon, and how many were offered since the last tick. */
    private final Map<Place, Sync> soon = new LinkedHashMap<>();

    private int begun;
    private long lastId;

    /** A partition at another member. */
    private record Place(int member, int partition) {}

    /** A transfer as its sender calls it. */
    private record Origin(int member, long transfer) {}

    /** Ways to other members. */
    public interface Roads {
        /** Sends a frame, and says how many bytes it takes; -1 if it was not taken. Any thread may call. */
        long send(int member, Frame frame);

        /** Sends a frame, or loses it, with others that are to be sent soon. Only the loop may call. */
        void post(int member, Frame frame);

        /** Is there a connection? Any thread may call. */
        boolean isOpen(int member);
    }

    /**
     * A courier with nothing to carry.
     *
     * @param name of the threads
     * @param replicas what the member holds
     * @param roads to others
     * @param complete gets a message that has come whole, and from whom
     */
    public Courier(String name, IntFunction<Replica> replicas, Roads roads, BiConsumer<Integer, Sync> complete) {
        this(name, replicas, roads, complete, null, Runnable::run, it -> {}, () -> false);
    }

    /**
     * The same for a durable member, which sends and takes files.
     *
     * @param store where its copies are; null for a member that keeps nothing
     * @param loop does something in the loop
     * @param log gets a line about a file that cannot be used
     * @param calls do clients call? Then copies give way to them. Any thread asks
     */
    public Courier(
            String name,
            IntFunction<Replica> replicas,
            Roads roads,
            BiConsumer<Integer, Sync> complete,
            Store store,
            Executor loop,
            Consumer<String> log,
            BooleanSupplier calls) {
        this.store = store;
        this.loop = loop;
        this.log = log;
        this.calls = calls;
        this.files = one(name + "-files");
        this.sorter = one(name + "-sorter");
        this.replicas = replicas;
        this.roads = roads;
        this.complete = complete;
        this.senders = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                KEPT_THREAD,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> thread(name, task));
    }

    private static ExecutorService one(String name) {
        return new ThreadPoolExecutor(
                1, 1, KEPT_THREAD, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> thread(name, task));
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** The engine sends a log. */
    public void send(int to, Sync sync) {
        Place place = new Place(to, sync.partition());
        Outgoing before = outgoing.get(place);
        if (before != null && before.version().equals(sync.version()) && !before.isOver()) {
            if (!before.isWanted() || before.isInLine()) {
                // Who waits is told that it is not forgotten.
                roads.post(to, before.offer());
                return;
            } else if (before.idle(System.nanoTime()) < STUCK) {
                return;
            }
        }
        if (before != null) {
            before.cancel();
            numbers.remove(before.id());
            outgoing.remove(place);
        }
        // Whoever is in sync is waited for by calls.
        boolean waits = calls.getAsBoolean() && !sync.view().configuration().isInSync(to);
        if (waits && begun >= BEGIN) {
            soon.put(place, sync);
        } else {
            soon.remove(place);
            offer(place, sync);
        }
    }

    /** To be called every 10 ms or so: offers what had to wait. */
    public void tick() {
        begun = 0;
        while (!soon.isEmpty() && (begun < BEGIN || !calls.getAsBoolean())) {
            Map.Entry<Place, Sync> next = soon.entrySet().iterator().next();
            soon.remove(next.getKey());
            offer(next.getKey(), next.getValue());
        }
    }

    private Manner manner() {
        return calls.getAsBoolean() ? Manner.BESIDE_CALLS : Manner.ALONE;
    }

    private void offer(Place place, Sync sync) {
        int to = place.member();
        begun++;
        Outgoing.Way way = new Outgoing.Way() {
            @Override
            public long send(Frame frame) {
                return roads.send(to, frame);
            }

            @Override
            public boolean isOpen() {
                return roads.isOpen(to);
            }
        };
        Outgoing started = new Outgoing(
                ++lastId,
                sync,
                marks.of(sync.partition(), sync.log()),
                way,
                lanes.computeIfAbsent(to, it -> new Lane(this::manner)),
                traffic,
                store,
                exports);
        outgoing.put(place, started);
        numbers.put(started.id(), place);
        roads.post(to, started.offer());
    }

    /** Looks through what is new in a partition's log, so that it can be offered without a look at all of it. */
    public void read(int partition) {
        marks.of(partition, replicas.apply(partition).log());
    }

    /** Something about logs has come in. */
    public void received(int from, Frame frame) {
        if (frame instanceof Frame.Offer offer) {
            offered(from, offer);
        } else if (frame instanceof Frame.Part part) {
            part(from, part);
        } else if (frame instanceof Frame.FilePart part) {
            filePart(from, part);
        } else if (frame instanceof Frame.Want want) {
            wanted(from, want);
        } else if (frame instanceof Frame.PartAck ack) {
            acknowledged(from, ack);
        }
    }

    private void offered(int from, Frame.Offer offer) {
        Replica replica = replicas.apply(offer.partition());
        Log held = replica.log();
        boolean same = held.length() == offer.length() && held.lastEpoch().equals(offer.lastEpoch());
        boolean late = !offer.view().version().newerThan(replica.epoch());
        Place place = new Place(from, offer.partition());
        if (same || late) {
            // What is offered is here already, or is of no use: the engine knows what to answer.
            giveUp(place);
            complete.accept(from, new Sync(offer.partition(), offer.view(), held));
            return;
        }
        Incoming before = incoming.get(place);
        boolean goesOn = before != null
                && before.id() == offer.transfer()
                && before.version().equals(offer.view().version())
                && before.idle(System.nanoTime()) < STUCK;
        if (!goesOn) {
            giveUp(place);
            before = new Incoming(offer, held, marks.of(offer.partition(), held), store != null && !store.isFull());
            Frame.Want earlier = asked.remove(place);
            if (earlier != null && earlier.transfer() == before.id() && !earlier.equals(before.want())) {
                // Parts may be on their way that would complete what was held then. The sender begins anew when it
                // hears this.
                asked.put(place, earlier);
                roads.post(from, before.want());
                return;
            }
            incoming.put(place, before);
            origins.put(new Origin(from, before.id()), place);
        } else {
            before.offeredAgain();
        }
        roads.post(from, before.want());
    }

    private void part(int from, Frame.Part part) {
        Place place = origins.get(new Origin(from, part.transfer()));
        if (place == null) {
            return;
        }
        try {
            incoming.get(place).take(part).ifPresent(sync -> complete.accept(from, sync));
            if (part.last()) {
                drop(place);
            }
            roads.post(from, new Frame.PartAck(part.transfer(), part.index()));
        } catch (IllegalArgumentException e) {
            // Parts of two connections, or of two logs: the sender will offer again.
            giveUp(place);
        }
    }

    private void filePart(int from, Frame.FilePart part) {
        Place place = origins.get(new Origin(from, part.transfer()));
        if (place == null || store == null || !(part.data() instanceof FileSlice.Held data)) {
            return;
        }
        Incoming it = incoming.get(place);
        try {
            IncomingFile file = it.take(part, store);
            work(() -> {
                try {
                    file.write(data.bytes());
                    if (part.last()) {
                        Log came = file.finish();
                        loop.execute(() -> arrived(place, it, came));
                    }
                    roads.send(from, new Frame.PartAck(part.transfer(), part.index()));
                } catch (IOException e) {
                    loop.execute(() -> refused(place, it, e));
                }
            });
        } catch (IllegalArgumentException e) {
            giveUp(place);
        }
    }

    /** A file is in the store. If the engine does not take what it holds, it goes again. */
    private void arrived(Place place, Incoming it, Log came) {
        if (isCurrent(place, it)) {
            try {
                Sync sync = it.complete(came);
                drop(place);
                complete.accept(place.member(), sync);
            } catch (IllegalArgumentException e) {
                refused(place, it, e);
            }
        }
        if (!isHeld(place.partition(), came)) {
            work(() -> {
                try {
                    store.dismiss(place.partition(), came);
                } catch (IOException e) {
                    log.accept("a copy that is of no use stays until the next start: " + e.getMessage());
                }
            });
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very log that the store has, or one that goes on from it
    private boolean isHeld(int partition, Log came) {
        return replicas.apply(partition).log() == came;
    }

    @SuppressWarnings("ReferenceEquality") // another one may have begun
    private boolean isCurrent(Place place, Incoming it) {
        return incoming.get(place) == it;
    }

    /** The sender will offer again, as nothing was answered. */
    private void refused(Place place, Incoming it, Exception cause) {
        log.accept("a copy of partition " + place.partition() + " from member " + place.member()
                + " came as a file that is of no use: " + cause.getMessage());
        if (isCurrent(place, it)) {
            giveUp(place);
        }
    }

    private void work(Runnable task) {
        try {
            files.execute(task);
        } catch (RejectedExecutionException e) {
            // The member is closed, and its files are removed when it starts again.
            log.accept("closed while a file came");
        }
    }

    /** What was asked for does not come to its end. */
    private void giveUp(Place place) {
        if (incoming.containsKey(place)) {
            asked.put(place, incoming.get(place).want());
            drop(place);
        }
    }

    private void drop(Place place) {
        Incoming gone = incoming.remove(place);
        if (gone == null) {
            return;
        }
        origins.remove(new Origin(place.member(), gone.id()));
        IncomingFile file = gone.file();
        if (file != null) {
            work(() -> {
                try {
                    file.giveUp();
                } catch (IOException e) {
                    log.accept("a file that is of no use stays until the next start: " + e.getMessage());
                }
            });
        }
    }

    private Outgoing find(int to, long id) {
        Place place = numbers.get(id);
        return place != null && place.member() == to ? outgoing.get(place) : null;
    }

    private void wanted(int from, Frame.Want want) {
        Outgoing found = find(from, want.transfer());
        if (found == null || !found.want(want)) {
            return;
        }
        try {
            sorter.execute(() -> found.sort(senders));
        } catch (RejectedExecutionException e) {
            found.cancel();
        }
    }

    private void acknowledged(int from, Frame.PartAck ack) {
        Outgoing found = find(from, ack.transfer());
        if (found != null) {
            found.acknowledged();
        }
    }

    /** Lets go of what is stuck or over. */
    public void tidy() {
        long now = System.nanoTime();
        outgoing.values().removeIf(it -> {
            boolean stuck = it.isOver() || it.idle(now) > 4 * STUCK;
            if (stuck) {
                it.cancel();
                numbers.remove(it.id());
            }
            return stuck;
        });
        List.copyOf(incoming.keySet()).stream()
                .filter(place -> incoming.get(place).idle(now) > 4 * STUCK)
                .forEach(this::giveUp);
    }

    /** How many logs are on their way to others. */
    public int sending() {
        return outgoing.size();
    }

    /** What was sent so far. Any thread may ask. */
    public Traffic traffic() {
        return traffic.now();
    }

    /** How far each of them is. Any thread may ask. */
    public List<Transfer> transfers() {
        List<Transfer> all = new ArrayList<>();
        outgoing.forEach((place, it) -> {
            if (!it.isOver()) {
                all.add(it.transfer(place.member()));
            }
        });
        return all;
    }

    /** Ends all sending. */
    @Override
    public void close() {
        sorter.shutdownNow();
        senders.shutdownNow();
        files.shutdownNow();
    }
}
