package io.godwit.simulation.disk;

import io.godwit.environment.Storage;
import io.godwit.simulation.disk.SimulatedFile.SimulatedCursor;
import java.io.IOException;

/** A disk as one process sees it. After that process has closed it or crashed, nothing works any more. */
final class SimulatedStorage implements Storage {
    private final SimulatedDisk disk;

    SimulatedStorage(SimulatedDisk disk) {
        this.disk = disk;
    }

    /** The disk, as long as this process has it. */
    private SimulatedDisk disk() throws IOException {
        if (!disk.isUsedBy(this)) {
            throw new IOException("it is closed");
        }
        return disk;
    }

    @Override
    public byte[] get(byte[] key) throws IOException {
        return disk().get(key);
    }

    @Override
    public Cursor scan(byte[] from) throws IOException {
        SimulatedCursor cursor = new SimulatedCursor(disk().hold(), disk::letGo);
        cursor.seek(from);
        return cursor;
    }

    @Override
    public Batch batch() {
        return new SimulatedBatch();
    }

    @Override
    public void write(Batch batch) throws IOException {
        disk().write(this, (SimulatedBatch) batch);
    }

    @Override
    public void sync() throws IOException {
        disk().sync(this);
    }

    @Override
    public void reopen() throws IOException {
        disk().reopen();
    }

    @Override
    public long free() throws IOException {
        return disk().free();
    }

    @Override
    public CopyWriter newCopy() throws IOException {
        return disk().newFile();
    }

    @Override
    public ArrivingFile newArrival() throws IOException {
        return disk().newFile();
    }

    @Override
    public void close() {
        disk.close(this);
    }

    @Override
    public String toString() {
        return disk.toString();
    }
}
