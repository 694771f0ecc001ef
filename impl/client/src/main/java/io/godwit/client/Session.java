package io.godwit.client;

/** Makes one call at a time, with growing numbers: that is what lets the cluster tell a repetition from another call. */
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
