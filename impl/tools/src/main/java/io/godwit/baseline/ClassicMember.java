package io.godwit.baseline;

import io.godwit.baseline.ClassicRuntime.ClassicConfig;
import io.godwit.baseline.ClassicRuntime.ClassicHooks;
import io.godwit.environment.Environment;
import io.godwit.environment.threads.SystemClock;
import io.godwit.environment.threads.ThreadExecutor;
import io.godwit.protocol.Event;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicProtocol;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.transport.netty.NettyTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs one member of the classic protocol until the process is killed, or until it has left the cluster because of {@code SIGTERM}. Says
 * on standard output what happens to it.
 */
public final class ClassicMember implements AutoCloseable {
    private static final int ARGUMENTS = 5;
    private static final int CONNECT_MILLIS = 1_000;
    private static final int PARALLEL = 10;
    private static final int LEAVE_SECONDS = 15;

    private final CountDownLatch left = new CountDownLatch(1);
    private final NettyTransport transport;
    private final ClassicRuntime runtime;

    /**
     * A member that runs on real threads and sockets.
     *
     * @param copies of each partition, the owner's included
     * @param log gets lines for people
     */
    ClassicMember(
            ClassicAddresses nodes,
            int partitions,
            int copies,
            ClassicConfig.Pace pace,
            Generation generation,
            Consumer<String> log)
            throws IOException {
        transport = new NettyTransport("baseline", 1, CONNECT_MILLIS, null, Map.of());
        ClassicConfig config = new ClassicConfig(nodes, nodes.size(), partitions, copies, PARALLEL, pace, true);
        runtime = new ClassicRuntime(
                config,
                new ClassicProtocol(Classic.published()),
                generation::next,
                new Environment(new SystemClock(), ThreadExecutor::new, transport, null),
                new Hooks(log, left));
        runtime.start();
    }

    private record Hooks(Consumer<String> lines, CountDownLatch gone) implements ClassicHooks {
        @Override
        public void log(String text) {
            lines.accept(text);
        }

        @Override
        public void left() {
            gone.countDown();
        }

        @Override
        public void failed(Throwable cause) {
            cause.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /**
     * The member at one of some places.
     *
     * @param args the place, from 0; the addresses of all places with commas between, each {@code host:port}; the number of
     *     partitions; the number of backups; milliseconds between two signs of life. A member is given up after ten of them. The
     *     directory that it runs in counts the processes. Upon {@code SIGTERM} it leaves first, for at most 15 seconds.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != ARGUMENTS) {
            System.err.println("Usage: ClassicMember PLACE ADDRESSES PARTITIONS BACKUPS HEARTBEAT");
            System.exit(2);
        }
        long heartbeat = Long.parseLong(args[4]);
        ClassicMember member = new ClassicMember(
                new ClassicAddresses(List.of(args[1].split(",", -1)), Integer.parseInt(args[0])),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]) + 1,
                new ClassicConfig.Pace(heartbeat, 10 * heartbeat, 10 * heartbeat),
                new Generation(Path.of("generation")),
                System.out::println);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> System.out.println(
                        member.leave(LEAVE_SECONDS) ? "has left" : "has not left within " + LEAVE_SECONDS + " s")));
        // All other threads are daemons: the process ends with this one.
        member.left.await();
    }

    /**
     * Asks the cluster to let this member go ({@code spec/classic/GracefulShutdown.tla}), and waits until it may. It asks again each
     * second, because a member that has not joined yet, or starts over, does not remember. Any thread may call.
     *
     * @param seconds how long it waits, from 1
     * @return whether nothing depends on this member any more; false also if the thread was interrupted
     */
    boolean leave(int seconds) {
        try {
            for (int asked = 0; asked < seconds; asked++) {
                runtime.submit(new Event.Leave());
                if (left.await(1, TimeUnit.SECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    ClassicState state() {
        return runtime.state();
    }

    @Override
    public void close() {
        runtime.close();
        transport.close();
    }

    /** Counts the processes that there have been at a place, in a file: no two of them may have the same number. */
    static final class Generation {
        private final Path file;

        Generation(Path file) {
            this.file = file;
        }

        /** How many there have been before this one; from now on it is one more. */
        int next() {
            try {
                int before = Files.exists(file)
                        ? Integer.parseInt(Files.readString(file).strip())
                        : 0;
                Files.writeString(file, Integer.toString(before + 1));
                return before;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
