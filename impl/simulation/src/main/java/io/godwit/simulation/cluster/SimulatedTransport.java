package io.godwit.simulation.cluster;

import io.godwit.environment.Executor;
import io.godwit.environment.Transport;
import java.io.IOException;

/** The transport of one process at a site. */
final class SimulatedTransport implements Transport {
    private static final String HOST = "m";
    private static final int THREADS = 2;

    private final SimulatedNetwork network;
    private final SimulatedProcess process;
    private final int site;
    private final Executor[] threads = new Executor[THREADS];
    private int used;

    SimulatedTransport(SimulatedNetwork network, SimulatedProcess process, int site) {
        this.network = network;
        this.process = process;
        this.site = site;
        for (int i = 0; i < THREADS; i++) {
            threads[i] = process.create();
        }
    }

    /** What a site is called. Names sort like numbers. */
    static String host(int site) {
        return HOST + (site < 10 ? "0" : "") + site;
    }

    static int site(String host) {
        return Integer.parseInt(host.substring(HOST.length()));
    }

    int site() {
        return site;
    }

    boolean hasEnded() {
        return process.hasEnded();
    }

    /** The thread of the next connection. */
    Executor next() {
        used = (used + 1) % THREADS;
        return threads[used];
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
        network.connect(this, site(host), host + ":" + port, handler);
    }

    /** The process has ended. */
    void end() {
        network.ended(this);
    }
}
