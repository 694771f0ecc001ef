package io.godwit.member.transfer;

/**
 * Statistics of the logs that a member has sent since it started, without those that are small enough for a message batch.
 * Immutable.
 *
 * @param bytes of chunks on the wire
 * @param fileBytes bytes of chunks of files on the wire
 * @param whole logs of which everything was sent in chunks
 * @param files logs that were sent as files
 * @param differences logs of which only the end was sent
 * @param rollbacks those of them for which the receiver had to take something back
 */
public record TransferStatistics(long bytes, long fileBytes, long whole, long files, long differences, long rollbacks) {
    /** Nothing. */
    public static final TransferStatistics NONE = new TransferStatistics(0, 0, 0, 0, 0, 0);

    /** The sum of both. */
    public TransferStatistics plus(TransferStatistics more) {
        return new TransferStatistics(
                bytes + more.bytes,
                fileBytes + more.fileBytes,
                whole + more.whole,
                files + more.files,
                differences + more.differences,
                rollbacks + more.rollbacks);
    }

    /** What was sent since then. */
    public TransferStatistics minus(TransferStatistics then) {
        return new TransferStatistics(
                bytes - then.bytes,
                fileBytes - then.fileBytes,
                whole - then.whole,
                files - then.files,
                differences - then.differences,
                rollbacks - then.rollbacks);
    }

    /** Counts. The "transfer" executor writes, any thread may read. */
    static final class Counters {
        private volatile TransferStatistics now = NONE;

        void chunk(long size) {
            now = now.plus(new TransferStatistics(size, 0, 0, 0, 0, 0));
        }

        void fileChunk(long size) {
            now = now.plus(new TransferStatistics(0, size, 0, 0, 0, 0));
        }

        void file() {
            now = now.plus(new TransferStatistics(0, 0, 0, 1, 0, 0));
        }

        void sent(boolean difference, boolean rollback) {
            now = now.plus(new TransferStatistics(
                    0, 0, difference ? 0 : 1, 0, difference ? 1 : 0, difference && rollback ? 1 : 0));
        }

        TransferStatistics now() {
            return now;
        }
    }
}
