package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports of the loopback, below the range for outgoing connections: otherwise an outgoing connection
 * could take the port of a stopped member, which then could not restart.
 */
public final class Ports {
    /** The greatest number of a port. */
    public static final int LAST = 65_535;

    private static final int FIRST = 10_000;
    private static final int COUNT = 20_000;

    private Ports() {}

    /**
     * Ports that nothing listens at now.
     *
     * @throws IOException if there are not so many
     */
    public static List<Integer> free(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        int start = ThreadLocalRandom.current().nextInt(COUNT);
        try {
            for (int i = 0; i < COUNT && ports.size() < count; i++) {
                int port = FIRST + (start + i) % COUNT;
                try {
                    sockets.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                    ports.add(port);
                } catch (IOException e) {
                    // It is taken: the next one.
                }
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        if (ports.size() < count) {
            throw new LabException("there are no " + count + " free ports from " + FIRST + " to " + (FIRST + COUNT - 1)
                    + " on this machine");
        }
        return ports;
    }
}
