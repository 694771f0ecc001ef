package io.godwit.environment;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A sorted map from byte sequences to byte sequences on a disk, and files of partition copies beside it. Keys are ordered as
 * unsigned bytes. A crash keeps a prefix of the batches that were {@linkplain #write written}, each of them whole or not at all,
 * and at least those before the last {@link #sync}. Each method may fail; after a failed write or sync, nothing is known of the
 * batches since the last sync, and the storage takes no more writes before it is {@linkplain #reopen reopened}. A method that
 * notices damage throws {@link DamageException}; it does not notice all of it, so values need checksums of their own.
 *
 * <p>One thread writes and syncs; any thread may read, and use files.
 */
public interface Storage extends AutoCloseable {
    /** The value of a key, or null. */
    byte[] get(byte[] key) throws IOException;

    /** All keys from the first one that is not before {@code from}; the cursor sees nothing that is written later. */
    Cursor scan(byte[] from) throws IOException;

    /** A batch without changes. */
    Batch batch();

    /**
     * Makes the changes of a batch, in their order. They are visible at once, and durable after the next {@link #sync}. The batch
     * stays as it is: it can be written again, also after more changes were added.
     */
    void write(Batch batch) throws IOException;

    /** Makes durable everything that was written. */
    void sync() throws IOException;

    /**
     * Opens the storage again after a failure. What was not synced may or may not be there.
     *
     * @throws IOException if the cause has not gone; nothing but another attempt works then
     * @throws DamageException if something is damaged that was there before; no other attempt helps then
     */
    void reopen() throws IOException;

    /** Bytes that are free on the disk. */
    long free() throws IOException;

    /** An empty file for a copy that this member writes, key by key. */
    CopyWriter newCopy() throws IOException;

    /** An empty file for a copy that arrives in pieces from another member. */
    ArrivingFile newArrival() throws IOException;

    /** Where the storage is, for people. */
    @Override
    String toString();

    @Override
    void close();

    /** Changes that are made together. For one thread. */
    interface Batch extends AutoCloseable {
        /** Gives a key a value. */
        void put(byte[] key, byte[] value);

        /** Removes a key. */
        void delete(byte[] key);

        /** Removes all keys from {@code from} (inclusive) to {@code to} (exclusive). */
        void deleteRange(byte[] from, byte[] to);

        /** How many bytes it has, about. */
        long size();

        @Override
        void close();
    }

    /** A position in the sorted keys. For one thread. */
    interface Cursor extends AutoCloseable {
        /**
         * Whether there is a key here.
         *
         * @throws IOException if what lies here cannot be read
         */
        boolean isValid() throws IOException;

        /** The key. */
        byte[] key();

        /** The value. */
        byte[] value();

        /** Goes to the next key. */
        void next();

        @Override
        void close();
    }

    /** Writes a file of keys and values. For one thread. */
    interface CopyWriter {
        /** Appends a key, greater than all before. */
        void put(byte[] key, byte[] value) throws IOException;

        /** Ends the file. */
        CopyFile finish() throws IOException;

        /** Removes what was written. */
        void discard();
    }

    /** A complete file, which is sent in pieces. It is removed when it was released as often as retained, and once more. */
    interface CopyFile {
        /** How many bytes it has. */
        long size();

        /**
         * Copies a piece.
         *
         * @param to is filled
         * @throws IOException if there are not as many bytes
         */
        void read(ByteBuffer to, long offset) throws IOException;

        /** Says that one more piece of it is on its way. Any thread may call. */
        void retain();

        /** Says that a piece has left, or that the file is not needed any more. Any thread may call. */
        void release();
    }

    /** A file that arrives. For one thread at a time. */
    interface ArrivingFile {
        /**
         * Appends bytes.
         *
         * @throws IOException if that is not possible; the file is of no use then
         */
        void append(ByteBuffer bytes) throws IOException;

        /**
         * Reads the complete file from the beginning.
         *
         * @throws IOException if it is not a file that {@link CopyWriter} has written, or is damaged
         */
        Cursor scan() throws IOException;

        /**
         * Takes all keys and values of the complete file into the storage, and makes them durable. None of the keys may be there.
         *
         * @throws IOException if that is not possible; the storage is as before then
         */
        void ingest() throws IOException;

        /** Removes the file, if it is still there. */
        void discard();

        /** Where the file is, for people. */
        @Override
        String toString();
    }
}
