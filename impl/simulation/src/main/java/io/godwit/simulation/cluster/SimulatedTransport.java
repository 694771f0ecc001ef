package io.godwit.simulation.cluster;

import io.godwit.environment.Executor;
import io.godwit.environment.Transport;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.SeededRandom;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The transport of one process at a site. */
final class SimulatedTransport implements Transport {
    private static final String HOST = "m";
    private static final int THREADS = 2;
    private static final long PORTS = 1 << 16;

    private final SimulatedNetwork network;
    private final SimulatedProcess process;
    private final int site;
    private final boolean repeats;
    private final Executor[] threads = new Executor[THREADS];
    /** Number of connections that were opened, by address. */
    private final Map<String, Integer> begun = new HashMap<>();

    /** The transport of a member. */
    SimulatedTransport(SimulatedNetwork network, SimulatedProcess process, int site) {
        this(network, process, site, true);
    }

    /**
     * The transport of a process.
     *
     * @param repeats whether links with such a fault may repeat what it writes
     */
    SimulatedTransport(SimulatedNetwork network, SimulatedProcess process, int site, boolean repeats) {
        this.repeats = repeats;
        this.network = network;
        this.process = process;
        this.site = site;
        for (int i = 0; i < THREADS; i++) {
            threads[i] = process.create();
        }
    }

    /** The name of a site. Names sort like numbers. */
    static String host(int site) {
        return HOST + (site < 10 ? "0" : "") + site;
    }

    static int site(String host) {
        return Integer.parseInt(host.substring(HOST.length()));
    }

    int site() {
        return site;
    }

    boolean repeats() {
        return repeats;
    }

    boolean hasEnded() {
        return process.hasEnded();
    }

    /** The thread of a connection, or of one of its ends. */
    Executor thread(SeededRandom connection) {
        return threads[(int) connection.below(THREADS, RandomPurpose.CONNECTION, 0, 0)];
    }

    @Override
    public Listener listen(String host, int port, Acceptor acceptor) throws IOException {
        String address = host + ":" + port;
        SimulatedNetwork.Listening listening = new SimulatedNetwork.Listening(this, acceptor);
        network.listen(address, listening);
        return new Listener() {
            @Override
            public int port() {
                return port;
            }

            @Override
            public void close() {
                network.unlisten(address, listening);
            }
        };
    }

    @Override
    public void connect(String host, int port, Handler handler) {
        int number = begun.merge(host + ":" + port, 1, Integer::sum);
        SeededRandom connection = process.seeded().of(RandomPurpose.CONNECTION, site(host) * PORTS + port, number);
        network.connect(this, site(host), host + ":" + port, connection, handler);
    }

    /** The process has ended. */
    void end() {
        network.ended(this);
    }
}
