package io.godwit.simulation.disk;

import io.godwit.environment.Storage;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/** A position in a map that stays as it is until the cursor is closed. */
final class SimulatedCursor implements Storage.Cursor {
    private final NavigableMap<byte[], byte[]> map;
    private Consumer<NavigableMap<byte[], byte[]>> closed;
    private Iterator<Map.Entry<byte[], byte[]>> rest;
    private Map.Entry<byte[], byte[]> current;

    SimulatedCursor(NavigableMap<byte[], byte[]> map, Consumer<NavigableMap<byte[], byte[]>> closed) {
        this.map = map;
        this.closed = closed;
    }

    @Override
    public boolean isValid() {
        return current != null;
    }

    private Map.Entry<byte[], byte[]> current() {
        if (current == null) {
            throw new NoSuchElementException("there is no key here");
        }
        return current;
    }

    @Override
    public byte[] key() {
        return current().getKey();
    }

    @Override
    public byte[] value() {
        return current().getValue();
    }

    @Override
    public void next() {
        current = rest.hasNext() ? rest.next() : null;
    }

    /** Goes to the first key that is not before this one. */
    void seek(byte[] key) {
        rest = map.tailMap(key, true).entrySet().iterator();
        next();
    }

    @Override
    public void close() {
        closed.accept(map);
        closed = held -> {};
    }
}
