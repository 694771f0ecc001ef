package io.godwit.baseline;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/**
 * Carries letters between places, over a connection for each pair and direction. What cannot be sent is lost, and what comes in
 * is told in the order of each connection; the protocol's links repeat and sort.
 */
final class Post implements AutoCloseable {
    private static final int QUEUE = 2_000;
    private static final int PATIENCE = 1_000;
    private static final int LONGEST = 64 << 20;

    private final Nodes nodes;
    private final Consumer<byte[]> receiver;
    private final ServerSocket door;
    private final List<Lane> lanes = new ArrayList<>();

    /** The way to one place. */
    private static final class Lane {
        private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUE);
        private volatile Socket socket;
    }

    /**
     * Listens at once.
     *
     * @param receiver gets what comes in, by threads of its own
     * @throws IOException if it cannot listen
     */
    Post(Nodes nodes, Consumer<byte[]> receiver) throws IOException {
        this.nodes = nodes;
        this.receiver = receiver;
        this.door = new ServerSocket();
        door.setReuseAddress(true);
        door.bind(new InetSocketAddress(nodes.host(nodes.place()), nodes.memberPort(nodes.place())));
        begin("door", this::listen);
        for (int where = 0; where < nodes.size(); where++) {
            Lane lane = new Lane();
            int place = where;
            lanes.add(lane);
            begin("lane-" + where, () -> carry(lane, place));
        }
    }

    private static void begin(String name, Runnable work) {
        Thread thread = new Thread(work, "baseline-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends if there is room. */
    boolean send(int place, byte[] letter) {
        return lanes.get(place).queue.offer(letter);
    }

    /** Dials again: a connection that has lost packets for long takes long to come back by itself. */
    void dialAgain(int place) {
        close(lanes.get(place).socket);
    }

    private void carry(Lane lane, int place) {
        DataOutputStream out = null;
        while (!door.isClosed()) {
            try {
                byte[] letter = lane.queue.take();
                if (out == null) {
                    Socket socket = new Socket();
                    lane.socket = socket;
                    socket.setTcpNoDelay(true);
                    socket.connect(new InetSocketAddress(nodes.host(place), nodes.memberPort(place)), PATIENCE);
                    out = new DataOutputStream(socket.getOutputStream());
                }
                out.writeInt(letter.length);
                out.write(letter);
                out.flush();
            } catch (IOException e) {
                close(lane.socket);
                out = null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void listen() {
        while (!door.isClosed()) {
            try {
                Socket socket = door.accept();
                begin("ear", () -> hear(socket));
            } catch (IOException e) {
                // Closed, or a connection that was given up before it was there.
            }
        }
    }

    private void hear(Socket socket) {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()))) {
            while (true) {
                int length = in.readInt();
                if (length < 0 || length > LONGEST) {
                    return;
                }
                byte[] letter = new byte[length];
                in.readFully(letter);
                receiver.accept(letter);
            }
        } catch (IOException e) {
            // The other end is gone; it dials again if it is there.
        }
    }

    private static void close(Socket socket) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is not used any more in any case.
            }
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        lanes.forEach(lane -> close(lane.socket));
    }
}
