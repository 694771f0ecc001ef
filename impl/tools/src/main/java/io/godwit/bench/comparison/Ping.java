package io.godwit.bench.comparison;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Measures the round trip of a small message, 20 times a second, until it is closed. */
final class Ping implements AutoCloseable {
    private static final int DIGITS = 3;
    private static final long INTERVAL_MILLIS = 50;

    private final Recorder times = new Recorder(DIGITS);
    private final Socket socket;
    private volatile boolean over;

    /**
     * Begins.
     *
     * @param address of a {@link PingServer}, {@code host:port}
     * @throws IOException if nobody listens there
     */
    Ping(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        socket.setTcpNoDelay(true);
        Thread thread = new Thread(this::run, "godwit-bench-ping");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            while (!over) {
                long begin = System.nanoTime();
                out.writeLong(begin);
                in.readLong();
                times.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin));
                TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
            }
        } catch (IOException e) {
            // The server is gone: there are no more round trips.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The round trips since the last look, in microseconds; for one thread. */
    Histogram look() {
        return times.getIntervalHistogram();
    }

    @Override
    public void close() throws IOException {
        over = true;
        socket.close();
    }

    /** Answers what it receives with the same bytes. */
    static final class PingServer implements AutoCloseable {
        private static final int BACKLOG = 16;
        private static final int BUFFER_BYTES = 64;

        private final ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());

        /** Listens at any port that is free. */
        PingServer() throws IOException {
            start(this::accept);
        }

        /** Where it listens, {@code host:port}. */
        String address() {
            return ReferenceCluster.HOST + ":" + server.getLocalPort();
        }

        private static void start(Runnable task) {
            Thread thread = new Thread(task, "godwit-bench-ping-server");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    socket.setTcpNoDelay(true);
                    start(() -> answer(socket));
                } catch (IOException e) {
                    // It is closed, or the other end was gone at once.
                }
            }
        }

        private static void answer(Socket socket) {
            byte[] buffer = new byte[BUFFER_BYTES];
            try (socket) {
                for (int read = socket.getInputStream().read(buffer);
                        read >= 0;
                        read = socket.getInputStream().read(buffer)) {
                    socket.getOutputStream().write(buffer, 0, read);
                }
            } catch (IOException e) {
                // The other end is gone.
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
