package io.godwit.member.transfer;

import io.godwit.environment.Storage;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;

/** The pieces of an exported file. Belongs to the "transfer" executor. */
final class FileChunks implements ChunkSource {
    private final long transfer;
    private final Storage.CopyFile file;
    private final long keys;
    private long offset;

    /**
     * All pieces of a file.
     *
     * @param transfer from the manifest
     * @param file is released by {@link #close}
     * @param keys how many it holds
     */
    FileChunks(long transfer, Storage.CopyFile file, long keys) {
        this.transfer = transfer;
        this.file = file;
        this.keys = keys;
    }

    @Override
    public boolean hasNext() {
        return offset < file.size();
    }

    @Override
    public Frame next(int index) {
        int length = (int) Math.min(CHUNK_BYTES, file.size() - offset);
        FileSlice piece = new FileSlice.OfFile(file, offset, length);
        offset += length;
        return new Frame.FileChunk(transfer, index, !hasNext(), piece);
    }

    @Override
    public long made() {
        return keys * offset / file.size();
    }

    @Override
    public void count(TransferStatistics.Counters traffic, long bytes) {
        traffic.fileChunk(bytes);
    }

    @Override
    public void finish(TransferStatistics.Counters traffic) {
        traffic.file();
    }

    /** Until the receiver has checked the file, nothing else is offered for the same partition. */
    @Override
    public boolean awaitsAcknowledgements() {
        return true;
    }

    @Override
    public void close() {
        file.release();
    }
}
