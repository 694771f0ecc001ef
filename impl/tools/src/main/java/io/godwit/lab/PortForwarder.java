package io.godwit.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Forwards the connections of some ports of this machine, or of this network namespace, to other addresses. A client that dials
 * through it is cut off from whatever this machine is cut off from.
 */
public final class PortForwarder implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final int DIAL_MILLIS = 2_000;
    private static final int BUFFER_BYTES = 65_536;

    private final List<ServerSocket> servers = new ArrayList<>();

    /**
     * Starts to forward {@code HOST:PORT=HOST:PORT}, where to listen and where to dial, for each argument.
     *
     * @throws IOException if it cannot listen at one of the addresses
     */
    public static void main(String[] arguments) throws IOException {
        PortForwarder forwarder = new PortForwarder();
        PrintStream out = System.out;
        for (String argument : arguments) {
            String[] pair = argument.split("=", -1);
            if (pair.length != 2) {
                throw new IllegalArgumentException("HOST:PORT=HOST:PORT is needed, not " + argument);
            }
            forwarder.forward(address(pair[0]), address(pair[1]));
        }
        out.println("forwarding " + arguments.length + " ports");
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(
                text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }

    /**
     * Starts to forward connections.
     *
     * @param at where to listen
     * @return the port at which it listens
     */
    public int forward(InetSocketAddress at, InetSocketAddress target) throws IOException {
        ServerSocket server = new ServerSocket(at.getPort(), BACKLOG, InetAddress.getByName(at.getHostString()));
        servers.add(server);
        start("accept", () -> accept(server, target));
        return server.getLocalPort();
    }

    private static void start(String what, Runnable task) {
        Thread thread = new Thread(task, "godwit-forward-" + what);
        thread.start();
    }

    private static void accept(ServerSocket server, InetSocketAddress target) {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                start("dial", () -> connect(near, target));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** Dials, and copies in both directions until either end closes. */
    private static void connect(Socket near, InetSocketAddress target) {
        try (near;
                Socket far = new Socket()) {
            far.connect(target, DIAL_MILLIS);
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            start("answers", () -> copy(far, near));
            copy(near, far);
        } catch (IOException e) {
            // The end that dialled notices: its connection is closed.
        }
    }

    /** Copies until the source ends; then both ends are closed. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // Either end is gone.
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket server : servers) {
            server.close();
        }
    }
}
