package io.godwit.member.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import io.godwit.member.Member;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Viewers of a member, each with a stream of server-sent events: first the whole state, then what has changed since the last
 * message. Each viewer has a thread, which looks at the member's state a few times a second; the engine does nothing for it.
 *
 * <p>A viewer keeps what was sent last and nothing else. For one that reads slowly, the next message has all that changed
 * meanwhile; one that reads nothing for some time is dropped.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of threads that end when the streams are closed
final class EventStreams implements AutoCloseable {
    /** Viewers at a time. */
    static final int MAX_VIEWERS = 16;

    private static final long INTERVAL_MILLIS = 300;
    /** So often there is a message even if nothing has changed, from which viewers see that the member lives. */
    private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int BUFFER_BYTES = 1 << 14;
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(JsonGenerator.Feature.AUTO_CLOSE_TARGET, false);

    private final Member member;
    private final long patienceNanos;
    private final ExecutorService threads;
    private final ScheduledExecutorService watchdog;
    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();

    /**
     * Streams of a member until they are closed.
     *
     * @param patienceMillis time after which a viewer that reads nothing is dropped
     */
    EventStreams(Member member, long patienceMillis) {
        this.member = member;
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        ThreadFactory daemons = task -> {
            Thread thread = new Thread(task, "godwit-http-events");
            thread.setDaemon(true);
            return thread;
        };
        this.threads = new ThreadPoolExecutor(0, MAX_VIEWERS, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), daemons);
        this.watchdog = Executors.newSingleThreadScheduledExecutor(daemons);
        watchdog.scheduleWithFixedDelay(
                () -> viewers.forEach(Viewer::dropIfStuck), patienceMillis, patienceMillis / 4, TimeUnit.MILLISECONDS);
    }

    /**
     * Begins a stream, and closes the exchange at its end.
     *
     * @param withTable whether it has the partitions
     * @return false if there are too many viewers; the exchange is untouched then
     */
    boolean begin(HttpExchange exchange, boolean withTable) {
        try {
            threads.execute(new Viewer(exchange, withTable));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** One stream. */
    private final class Viewer implements Runnable {
        private final HttpExchange exchange;
        private final boolean withTable;
        /** Since when it writes; 0 if it does not. */
        private long writing;

        private Thread thread;

        Viewer(HttpExchange exchange, boolean withTable) {
            this.exchange = exchange;
            this.withTable = withTable;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            viewers.add(this);
            try (exchange) {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
                exchange.getResponseHeaders().set("Cache-Control", "no-store");
                exchange.sendResponseHeaders(StatusServer.OK, 0);
                follow(new BufferedOutputStream(exchange.getResponseBody(), BUFFER_BYTES));
            } catch (IOException e) {
                // The viewer has gone, or was dropped.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                viewers.remove(this);
                writing(false);
            }
        }

        private void follow(OutputStream out) throws IOException, InterruptedException {
            Snapshot sent = Snapshot.first(member);
            long at = System.nanoTime();
            send(out, null, sent, 0);
            while (true) {
                Thread.sleep(INTERVAL_MILLIS);
                Snapshot now = sent.next(member);
                long since = System.nanoTime() - at;
                if (since > LIFE_NANOS || isNews(sent, now)) {
                    at += since;
                    send(out, now.hasTableOf(sent) ? sent : null, now, since);
                    sent = now;
                }
            }
        }

        @SuppressWarnings("ReferenceEquality") // what has not changed is the same object
        private static boolean isNews(Snapshot before, Snapshot now) {
            return before.table() != now.table()
                    || !before.view().withoutCounters().equals(now.view().withoutCounters());
        }

        /** Sends what has changed, or everything if {@code before} is null. */
        private void send(OutputStream out, Snapshot before, Snapshot now, long sinceNanos) throws IOException {
            writing(true);
            out.write(text(before == null ? "event: state\ndata: " : "event: change\ndata: "));
            try (JsonGenerator json = JSON.createGenerator(out)) {
                json.writeStartObject();
                if (before != null) {
                    json.writeNumberField("after", TimeUnit.NANOSECONDS.toMillis(sinceNanos));
                    json.writePOJOField("events", ClusterEvents.between(before, now));
                }
                json.writePOJOField("view", now.view());
                if (withTable) {
                    partitions(json, before, now);
                }
                json.writeEndObject();
            }
            out.write(text("\n\n"));
            out.flush();
            writing(false);
        }

        private void partitions(JsonGenerator json, Snapshot before, Snapshot now) throws IOException {
            json.writeArrayFieldStart("partitions");
            for (int p : now.changes(before)) {
                json.writePOJO(Partitions.Row.of(p, now.table().get(p), now.copies()));
            }
            json.writeEndArray();
        }

        private static byte[] text(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        private synchronized void writing(boolean begins) {
            writing = begins ? System.nanoTime() : 0;
        }

        /** A thread that is interrupted while it writes to a socket closes the socket. */
        synchronized void dropIfStuck() {
            if (writing != 0 && System.nanoTime() - writing > patienceNanos) {
                thread.interrupt();
            }
        }
    }

    @Override
    public void close() {
        watchdog.shutdownNow();
        threads.shutdownNow();
    }
}
