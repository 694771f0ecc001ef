package io.godwit.baseline;

import io.godwit.baseline.ClassicRuntime.ClassicConfig;
import io.godwit.baseline.ClassicRuntime.ClassicHooks;
import io.godwit.environment.Environment;
import io.godwit.environment.threads.SystemClock;
import io.godwit.environment.threads.ThreadExecutor;
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
import java.util.function.Consumer;

/** Runs one member of the classic protocol until the process is killed. Says on standard output what happens to it. */
public final class ClassicMember implements AutoCloseable {
    private static final int ARGUMENTS = 5;
    private static final int CONNECT_MILLIS = 1_000;
    private static final int PARALLEL = 10;

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
                new Hooks(log));
        runtime.start();
    }

    private record Hooks(Consumer<String> lines) implements ClassicHooks {
        @Override
        public void log(String text) {
            lines.accept(text);
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
     *     directory that it runs in counts the processes.
     */
    public static void main(String[] args) throws IOException {
        if (args.length != ARGUMENTS) {
            System.err.println("Usage: ClassicMember PLACE ADDRESSES PARTITIONS BACKUPS HEARTBEAT");
            System.exit(2);
        }
        long heartbeat = Long.parseLong(args[4]);
        // It lives as long as the process, whose threads are those of the transport.
        @SuppressWarnings("unused")
        ClassicMember member = new ClassicMember(
                new ClassicAddresses(List.of(args[1].split(",", -1)), Integer.parseInt(args[0])),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]) + 1,
                new ClassicConfig.Pace(heartbeat, 10 * heartbeat, 10 * heartbeat),
                new Generation(Path.of("generation")),
                System.out::println);
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
