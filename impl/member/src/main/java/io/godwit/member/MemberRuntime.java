package io.godwit.member;

import io.godwit.member.config.MemberConfig;
import io.godwit.member.log.MemberLog;
import io.godwit.member.runtime.Attention;
import io.godwit.member.runtime.Book;
import io.godwit.member.runtime.DiskSpace;
import io.godwit.member.runtime.Journal;
import io.godwit.member.runtime.Load;
import io.godwit.member.runtime.Loop;
import io.godwit.member.runtime.Pace;
import io.godwit.member.runtime.Post;
import io.godwit.member.runtime.Sessions;
import io.godwit.member.runtime.Visits;
import io.godwit.member.transfer.CopyStore;
import io.godwit.member.transfer.Courier;
import io.godwit.member.transfer.Traffic;
import io.godwit.member.transfer.Transfer;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.storage.MemberStore;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;
import io.godwit.transport.net.Network;
import io.godwit.transport.net.Receiver;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The engine of a member that belongs to a cluster, and what carries out its commands. Events come from connections, clocks and
 * the failure detector, one after the other; each step's commands are carried out in their order before the next event.
 */
final class MemberRuntime implements Gate.Running, AutoCloseable {
    private static final long TICK = 10;
    private static final long TIDY = 1_000;
    /** Of so many partitions the logs are read in a tick. */
    private static final int READ = 4;

    private static final int KEPT = 1_000;
    private static final int FORGET_AT = 2 * KEPT;
    /** So many events may wait; whoever sends more has to wait, too. */
    private static final int BACKLOG = 20_000;

    private final Protocol<QuorumState> protocol;
    private final Identity identity;
    private final Runnable stopped;
    private final Loop loop;
    private final Book book;
    private final Post post;
    private final Courier courier;
    private final DiskSpace space;
    private final Sessions sessions;
    private final Desk desk;
    private final Chronicle chronicle;
    private final Journal journal;
    private final Chart chart;
    private List<Peer> stored = List.of();
    /** The partition whose log is read next. */
    private int unread;

    /** Clients' connections that are not read until less waits for the disk. */
    private final Set<Connection> held = new HashSet<>();
    /** Others whose disks are nearly full. */
    private MemberSet fullOthers = MemberSet.of();

    private volatile QuorumState state;
    private volatile Consumer<QuorumState> watcher = it -> {};

    /**
     * A runtime that is not running yet.
     *
     * @param guards that are in force
     * @param store where it keeps what survives a restart, or null for nowhere
     * @param image what it starts from after a restart, or null
     * @param sink gets what changes
     * @param log gets what else people may want to know
     * @param failed is told why the member cannot go on
     * @param stopped is told that nothing depends on the member any more
     */
    MemberRuntime(
            MemberConfig config,
            Guards guards,
            Identity identity,
            Network network,
            FrameCodec codec,
            MemberStore store,
            Image image,
            MemberLog sink,
            Consumer<String> log,
            Consumer<Throwable> failed,
            Runnable stopped) {
        this.protocol = new QuorumProtocol(guards);
        this.identity = identity;
        this.stopped = stopped;
        int number = identity.self().number();
        this.state = first(number, image);
        this.chart = Chart.of(config.tracing(), identity, image != null, state);
        this.loop = new Loop("godwit-" + number, failed);
        this.journal = store == null
                ? null
                : new Journal("godwit-" + number + "-journal", store, loop, this::carryOut, log, failed);
        slowDisk(config.diskDelay());
        this.book = new Book(identity.self());
        identity.peers().forEach(book::learn);
        this.space =
                new DiskSpace("godwit-" + number + "-space", config.dataDir(), (long) config.diskReserve() << 20, log);
        Visits visits = new Visits();
        Attention attention = new Attention(System.nanoTime());
        this.post = new Post(
                loop,
                network,
                codec,
                book,
                this::hello,
                TimeUnit.MILLISECONDS.toNanos(config.suspectAfter()),
                attention::listened,
                space::isFull,
                chart::clock,
                this::take);
        this.courier = new Courier(
                "godwit-" + number + "-transfer",
                partition -> state.data().replica(partition),
                post,
                (from, sync) -> take(new Event.Deliver(from, sync)),
                store == null ? null : new CopyStore(store, space::isFull),
                loop::execute,
                log,
                () -> visits.areRecent(System.nanoTime()));
        this.desk = new Desk(identity.maps(), () -> state, this::take, book::all, this::full, visits);
        this.sessions = new Sessions(TimeUnit.SECONDS.toNanos(config.sessionExpiry()));
        this.chronicle = new Chronicle(sink);
        loop.afterwards(post::flush);
        loop.every(config.heartbeat(), () -> post.beat(System.nanoTime()));
        loop.inTurn(config.heartbeat(), post::look);
        loop.every(config.heartbeat(), () -> chronicle.look(state));
        Pace pace = new Pace(config.heartbeat());
        loop.every(TICK, desk::look);
        loop.every(TICK, this::letGo);
        loop.every(TICK, this::read);
        loop.every(TICK, courier::tick);
        loop.inTurn(TICK, () -> take(new Event.Tick(pace.micros(attention.look(System.nanoTime())))));
        loop.every(TIDY, this::tidy);
    }

    private QuorumState first(int number, Image image) {
        if (image != null) {
            return protocol.restart(number, identity.setup(), image);
        }
        return identity.founder() ? protocol.found(number, identity.setup()) : protocol.join(number, identity.setup());
    }

    void start() throws IOException {
        space.start();
        if (journal != null) {
            journal.start();
        }
        loop.start();
    }

    private Hello hello(Bytes expected) {
        return new Hello(
                Frame.WIRE_VERSION,
                Frame.Role.MEMBER,
                identity.clusterName(),
                Member.PROTOCOL,
                Member.GENERATION,
                identity.setup().width(),
                identity.maps(),
                identity.cluster(),
                identity.self(),
                expected);
    }

    /** One step of the engine. */
    private void take(Event event) {
        Step<QuorumState> step = protocol.step(state, event, chart.trail());
        state = step.state();
        watcher.accept(state);
        if (journal == null) {
            step.commands().forEach(this::carryOut);
        } else {
            journal.take(step.commands());
        }
    }

    private void carryOut(Command command) {
        if (command instanceof Command.Send send) {
            post.send(send.to(), send.message(), this::sync);
        } else if (command instanceof Command.Answer answer) {
            loop.hurry();
            desk.answer(answer);
        } else if (command instanceof Command.Stop) {
            stopped.run();
        }
        // A Persist comes here only if nothing is kept beyond the process, which starts again as another member.
    }

    private void sync(int to, Message message) {
        courier.send(to, (Sync) message);
    }

    /** A little at a time, and long before it is needed. */
    private void read() {
        for (int i = 0; i < READ; i++) {
            courier.read(unread);
            unread = (unread + 1) % identity.setup().partitions();
        }
    }

    private void tidy() {
        courier.tidy();
        remember();
        chronicle.lookAtAll(state);
        long now = System.nanoTime();
        for (int p = 0; p < identity.setup().partitions(); p++) {
            Replica replica = state.data().replica(p);
            Log log = replica.log();
            if (!state.data().isPrimary(p)) {
                sessions.elsewhere(p);
            } else if (replica.configuration().participants().intersect(full()).isEmpty()) {
                // Who was full and is gone has no copy, and is waited for by nobody.
                sessions.look(p, log, now).ifPresent(this::take);
            }
            if (log.length() - log.firstKept() >= FORGET_AT) {
                take(new Event.Forget(p, KEPT));
            }
        }
    }

    /** Makes durable whom the member knows, if that has changed. */
    private void remember() {
        List<Peer> known = book.all();
        if (journal != null && !known.equals(stored)) {
            stored = known;
            journal.identify(identity.welcome(known));
        }
    }

    boolean isFull() {
        return space.isFull();
    }

    /** Lets each write to the disk take so many milliseconds longer. */
    void slowDisk(int millis) {
        if (journal != null) {
            journal.slowDown(millis);
        }
    }

    /** Changes how many MiB are to stay free on the disk. */
    void diskReserve(int mebibytes) {
        space.reserve((long) mebibytes << 20);
    }

    /** Whose disks are nearly full. */
    private MemberSet full() {
        return space.isFull() ? fullOthers.with(identity.self().number()) : fullOthers;
    }

    private boolean isTooMuch(Message message) {
        return message instanceof Sync copy
                && !copy.log().isEmpty()
                && state.data().replica(copy.partition()).log().isEmpty();
    }

    /** Is it a whole copy that there is no room for? Differences have to be taken, or the partition would not be served. */
    private boolean isTooMuch(Frame frame) {
        return space.isFull()
                && frame instanceof Frame.Offer offer
                && offer.length() > 0
                && state.data().replica(offer.partition()).log().isEmpty();
    }

    /** The operator wants this member to leave. */
    void leave() {
        loop.execute(() -> take(new Event.Leave()));
    }

    /** Logs on their way to others. Any thread may look. */
    List<Transfer> transfers() {
        return courier.transfers();
    }

    /** What was sent of logs so far. Any thread may ask. */
    Traffic traffic() {
        return courier.traffic();
    }

    /** How much the engine's thread has to do. Any thread may ask. */
    Load load() {
        return loop.load();
    }

    /** How many calls of clients have come to an end. Any thread may ask. */
    Calls calls() {
        return desk.calls();
    }

    /** The operator wants balancing to pause, or to go on. */
    void balance(boolean allowed) {
        loop.execute(() -> take(new Event.Balance(allowed)));
    }

    /** Gets the engine's state after each step, in the loop; nobody else should wait for what it does there. */
    void watch(Consumer<QuorumState> newWatcher) {
        watcher = newWatcher;
    }

    /** The engine's state after its last step. Any thread may look. */
    QuorumState state() {
        return state;
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public List<Peer> known() {
        return book.all();
    }

    @Override
    public boolean allows(Peer peer) {
        return peer.number() > 0 && book.allows(peer.number(), peer.incarnation());
    }

    @Override
    public Receiver member(Peer peer) {
        loop.execute(() -> {
            book.learn(peer);
            post.came(peer.number());
        });
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                later(connection, () -> fromMember(peer.number(), connection, frame));
            }

            @Override
            public void closed(Connection connection) {
                loop.execute(() -> post.went(peer.number()));
            }
        };
    }

    /** Does something in the loop. If too much waits there, the connection is not read before the loop has come to this point. */
    private void later(Connection connection, Runnable task) {
        if (loop.backlog() > BACKLOG) {
            connection.reading(false);
            loop.execute(() -> connection.reading(true));
        }
        loop.execute(task);
    }

    /** A client has to wait when much waits for the disk; members may not, for the disk may wait for what they say. */
    private void fromClient(Connection connection, Frame frame) {
        if (desk.glances(connection, frame)) {
            return;
        }
        later(connection, () -> desk.received(connection, frame));
        if (journal != null && journal.waiting() > BACKLOG) {
            connection.reading(false);
            loop.execute(() -> held.add(connection));
        }
    }

    private void letGo() {
        if (!held.isEmpty() && journal.waiting() <= BACKLOG / 2) {
            held.forEach(connection -> connection.reading(true));
            held.clear();
        }
    }

    private void fromMember(int from, Connection connection, Frame frame) {
        post.heard(from);
        if (frame instanceof Frame.Letter letter) {
            chart.heard(letter.clock());
            for (Message message : letter.messages()) {
                if (message instanceof Append) {
                    loop.hurry();
                }
            }
            List<Message> messages = space.isFull()
                    ? letter.messages().stream().filter(it -> !isTooMuch(it)).toList()
                    : letter.messages();
            take(new Event.Deliver(from, messages.size() == 1 ? messages.get(0) : new Batch(messages)));
        } else if (frame instanceof Frame.Clock clock) {
            chart.heard(clock.moment());
        } else if (frame instanceof Frame.Peers peers) {
            peers.peers().forEach(book::learn);
        } else if (frame instanceof Frame.Offer
                || frame instanceof Frame.Want
                || frame instanceof Frame.Part
                || frame instanceof Frame.FilePart
                || frame instanceof Frame.PartAck) {
            if (!isTooMuch(frame)) {
                courier.received(from, frame);
            }
        } else if (frame instanceof Frame.Beat beat) {
            fullOthers = beat.full() ? fullOthers.with(from) : fullOthers.without(from);
        } else {
            connection.close();
        }
    }

    @Override
    public Receiver client() {
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                fromClient(connection, frame);
            }

            @Override
            public void closed(Connection connection) {
                loop.execute(() -> desk.closed(connection));
            }
        };
    }

    @Override
    public void close() {
        loop.close();
        courier.close();
        space.close();
        chart.close(state);
        if (journal != null) {
            journal.close();
        }
    }
}
