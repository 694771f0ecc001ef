package io.godwit.client.invocation;

/** Makes one call at a time, with growing numbers, by which the cluster tells a repeated call from another one. */
final class Session {
    private final long id;
    private long last;

    Session(long id) {
        this.id = id;
    }

    long id() {
        return id;
    }

    long nextNumber() {
        return ++last;
    }
}
