package io.godwit.storage;

import io.godwit.environment.Storage;
import io.godwit.protocol.quorum.ClusterVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The number of a store's format, under a key of its own. That key and its value look the same in all formats. */
public final class Format {
    /** The newest format that this program writes. Format 3 had no cluster version, format 2 no state; the one before it had no number. */
    static final int NUMBER = 4;

    /** The format of cluster version {@link ClusterVersion#FIRST}. */
    private static final int FIRST = 3;

    private static final int OLDEST = 2;

    private static final byte[] KEY = Keys.only(Keys.FORMAT);
    private static final byte[] MAGIC = "godwit".getBytes(StandardCharsets.US_ASCII);

    private Format() {}

    /** The format of the stores of members that go by a cluster version. */
    public static int of(int clusterVersion) {
        return clusterVersion >= ClusterVersion.RAISED ? NUMBER : FIRST;
    }

    /**
     * The format that a store has from the next write of its member on.
     *
     * @param format the one that it has; 0 if it is empty
     * @param clusterVersion by which the member goes
     */
    public static int next(int format, int clusterVersion) {
        return Math.max(format, of(clusterVersion));
    }

    /**
     * Refuses a store that the member cannot start from.
     *
     * @param number the format of the store
     * @param maxVersion the greatest cluster version that the member can go by
     * @throws StoreException if this program, or the member, does not read the format
     */
    public static void requireReadable(int number, int maxVersion) throws StoreException {
        if (number < OLDEST || number > NUMBER) {
            throw new StoreException("it was written by format " + number + advice());
        } else if (number > of(maxVersion)) {
            throw new StoreException(
                    "it was written by format " + number + ", because the cluster version has risen above " + maxVersion
                            + "; the member is limited to that (max-version): start it without the limit");
        }
    }

    static void write(Storage.Batch batch, int number) {
        batch.put(
                KEY,
                ChecksummedValues.seal(
                        KEY,
                        ByteBuffer.allocate(MAGIC.length + Integer.BYTES)
                                .put(MAGIC)
                                .putInt(number)
                                .array()));
    }

    /**
     * The number of a store's format.
     *
     * @param maxVersion the greatest cluster version that the member can go by
     * @return 0 if the store is empty
     * @throws StoreException if this program does not read the format, or the number is damaged
     */
    static int written(Storage storage, int maxVersion) throws IOException {
        byte[] value = storage.get(KEY);
        if (value == null) {
            try (Storage.Cursor first = storage.scan(new byte[0])) {
                if (!first.isValid()) {
                    return 0;
                } else if (ChecksummedValues.isWhole(first.key(), first.value())) {
                    throw StoreException.damaged("the number of the format is missing");
                }
                throw new StoreException("it was written before formats had numbers" + advice());
            }
        }
        byte[] content = ChecksummedValues.bytes(ChecksummedValues.open(KEY, value));
        if (content.length != MAGIC.length + Integer.BYTES
                || !Arrays.equals(MAGIC, Arrays.copyOf(content, MAGIC.length))) {
            throw StoreException.damaged("the number of the format is damaged");
        }
        int number = ByteBuffer.wrap(content).getInt(MAGIC.length);
        requireReadable(number, maxVersion);
        return number;
    }

    private static String advice() {
        return "; this program reads formats " + OLDEST + " to " + NUMBER
                + ": run the version of the program that has written it, or start without the directory, as a new member";
    }
}
