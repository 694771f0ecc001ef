package io.godwit.bench.comparison;

import java.util.function.Consumer;

/** A system whose reference is set: how its members and its client are started. */
interface ReferenceSystem {
    /** The system of this name: {@code godwit} or {@code hazelcast}. */
    static ReferenceSystem of(String name) {
        return switch (name) {
            case "godwit" -> new GodwitReference();
            case "hazelcast" -> new HazelcastReference();
            default -> throw new IllegalArgumentException("no such system: " + name);
        };
    }

    /** Starts a member in this process; {@code index} is from 0. */
    void start(ReferenceCluster cluster, int index) throws Exception;

    /** Does the member in this process know all others, and has each its copy? */
    boolean isReady();

    /** Connects a client, and returns what sets the reference and waits until that is safe; for many threads. */
    Consumer<byte[]> client(ReferenceCluster cluster) throws Exception;
}
