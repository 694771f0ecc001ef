package io.godwit.storage;

import io.godwit.environment.Storage;
import io.godwit.transport.frame.Run;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** How runs are stored: that of the member itself, and those that it has confirmed for others, by member. */
final class StoredRuns {
    private static final int BYTES = Integer.BYTES + 2 * Long.BYTES;

    private StoredRuns() {}

    static byte[] key(int member) {
        return Keys.of(Keys.CONFIRMED_RUN, member);
    }

    static byte[] encode(byte[] key, Run run) {
        return ChecksummedValues.seal(
                key,
                ByteBuffer.allocate(BYTES)
                        .putInt(run.number())
                        .putLong(run.nonce())
                        .putLong(run.moved())
                        .array());
    }

    static Run decode(ByteBuffer in) throws StoreException {
        try {
            return new Run(in.getInt(), in.getLong(), in.getLong());
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw StoreException.damaged("a run is damaged", e);
        }
    }

    /** All that are confirmed. */
    static Map<Integer, Run> confirmed(Storage storage) throws IOException {
        Map<Integer, Run> runs = new TreeMap<>();
        try (Storage.Cursor all = storage.scan(Keys.only(Keys.CONFIRMED_RUN))) {
            for (; all.isValid() && all.key()[0] == Keys.CONFIRMED_RUN; all.next()) {
                byte[] key = all.key();
                runs.put(Keys.partition(key), decode(ChecksummedValues.open(key, all.value())));
            }
        }
        return runs;
    }
}
