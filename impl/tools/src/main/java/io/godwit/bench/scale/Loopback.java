package io.godwit.bench.scale;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** A plain copy over loopback TCP, from one thread to another. */
final class Loopback {
    private static final int BLOCK = 256 << 10;

    private Loopback() {}

    /** The throughput in MB (10^6 bytes) per second for the given number of bytes. */
    static double megabytesPerSecond(long bytes) throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            long start = System.nanoTime();
            Thread sender = new Thread(() -> send(server.getLocalPort(), bytes), "godwit-loopback");
            sender.start();
            long received = 0;
            try (Socket socket = server.accept();
                    InputStream in = socket.getInputStream()) {
                byte[] block = new byte[BLOCK];
                for (int read = in.read(block); read >= 0; read = in.read(block)) {
                    received += read;
                }
            }
            sender.join();
            if (received != bytes) {
                throw new IOException("only " + received + " of " + bytes + " bytes came through");
            }
            return bytes / 1e6 / ((System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1));
        }
    }

    private static void send(int port, long bytes) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            byte[] block = new byte[BLOCK];
            for (long rest = bytes; rest > 0; rest -= BLOCK) {
                socket.getOutputStream().write(block, 0, (int) Math.min(BLOCK, rest));
            }
        } catch (IOException e) {
            // The receiver sees that bytes are missing.
        }
    }
}
