package io.godwit.simulation.disk;

import io.godwit.environment.DamageException;
import io.godwit.environment.Storage;
import io.godwit.protocol.map.Bytes;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A file of a copy, in each of its lives: keys and values with their lengths, then their number. It has no checksums, so that
 * those of its users have to notice damage.
 */
final class SimulatedFile implements Storage.CopyWriter, Storage.CopyFile, Storage.ArrivingFile {
    private static final int MAGIC = 0x60d317;

    private final SimulatedDisk disk;
    private final String name;
    private byte[] bytes = new byte[64];
    private int size;
    private byte[] last;
    private int count;
    private int users = 1;

    SimulatedFile(SimulatedDisk disk, String name) {
        this.disk = disk;
        this.name = name;
    }

    private void add(byte[] more) throws IOException {
        disk.append(this, more);
        if (size + more.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more.length));
        }
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }

    @Override
    public void put(byte[] key, byte[] value) throws IOException {
        if (last != null && Bytes.compare(last, key) >= 0) {
            throw new IOException("the keys of " + name + " are out of order");
        }
        last = key;
        count++;
        add(ByteBuffer.allocate(2 * Integer.BYTES + key.length + value.length)
                .putInt(key.length)
                .putInt(value.length)
                .put(key)
                .put(value)
                .array());
    }

    @Override
    public Storage.CopyFile finish() throws IOException {
        if (count == 0) {
            throw new IOException("nothing was written to " + name);
        }
        add(ByteBuffer.allocate(2 * Integer.BYTES).putInt(count).putInt(MAGIC).array());
        disk.complete(this);
        return this;
    }

    @Override
    public void append(ByteBuffer piece) throws IOException {
        byte[] more = new byte[piece.remaining()];
        piece.get(more);
        add(more);
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(ByteBuffer to, long offset) throws IOException {
        if (users == 0 || offset + to.remaining() > size) {
            throw new IOException(name + " ends at " + (users == 0 ? 0 : size));
        }
        to.put(bytes, (int) offset, to.remaining());
    }

    @Override
    public void retain() {
        if (users == 0) {
            throw new IllegalStateException(name + " was released");
        }
        users++;
    }

    @Override
    public void release() {
        if (users == 0) {
            throw new IllegalStateException(name + " was released more often than retained");
        }
        users--;
        if (users == 0) {
            disk.remove(this);
        }
    }

    void flip(Random random) {
        bytes = SimulatedDisk.flipped(bytes, random.nextInt(size * Byte.SIZE));
    }

    /** What the complete file holds. */
    List<Map.Entry<byte[], byte[]>> read() throws IOException {
        int end = size - 2 * Integer.BYTES;
        if (end < 0 || ByteBuffer.wrap(bytes).getInt(end + Integer.BYTES) != MAGIC) {
            throw new DamageException(name + " has no end");
        }
        List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes, 0, end);
        byte[] before = null;
        try {
            while (in.hasRemaining()) {
                int keyLength = in.getInt();
                int valueLength = in.getInt();
                byte[] key = bytes(in, keyLength);
                if (before != null && Bytes.compare(before, key) >= 0) {
                    throw new DamageException("the keys of " + name + " are out of order");
                }
                entries.add(Map.entry(key, bytes(in, valueLength)));
                before = key;
            }
        } catch (BufferUnderflowException e) {
            throw new DamageException(name + " is damaged", e);
        }
        if (entries.size() != ByteBuffer.wrap(bytes).getInt(end)) {
            throw new DamageException(name + " holds " + entries.size() + " keys, not as many as it says");
        }
        return entries;
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] read = new byte[length];
        in.get(read);
        return read;
    }

    @Override
    public Storage.Cursor scan() throws IOException {
        disk.complete(this);
        NavigableMap<byte[], byte[]> all = new TreeMap<>(Bytes::compare);
        read().forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        SimulatedCursor cursor = new SimulatedCursor(all, held -> {});
        cursor.seek(new byte[0]);
        return cursor;
    }

    @Override
    public void ingest() throws IOException {
        disk.ingest(this);
    }

    @Override
    public void discard() {
        disk.remove(this);
    }

    @Override
    public String toString() {
        return name;
    }

    /** A position in a map that stays as it is until the cursor is closed. */
    static final class SimulatedCursor implements Storage.Cursor {
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
}
