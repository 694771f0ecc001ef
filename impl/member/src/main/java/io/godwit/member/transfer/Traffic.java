package io.godwit.member.transfer;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a member has sent of logs since it started, beside those that are so small that they go into a letter.
 *
 * @param bytes of parts, as they went over the wire
 * @param fileBytes of parts of files, as they went over the wire
 * @param whole logs of which everything was sent in parts
 * @param files logs that were sent as files
 * @param differences logs of which only the end was sent
 * @param rollbacks those of these for which the receiver had to take something back
 */
public record Traffic(long bytes, long fileBytes, long whole, long files, long differences, long rollbacks) {
    /** Nothing. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0);

    /** The sum of both. */
    public Traffic plus(Traffic more) {
        return new Traffic(
                bytes + more.bytes,
                fileBytes + more.fileBytes,
                whole + more.whole,
                files + more.files,
                differences + more.differences,
                rollbacks + more.rollbacks);
    }

    /** What was sent since then. */
    public Traffic minus(Traffic then) {
        return new Traffic(
                bytes - then.bytes,
                fileBytes - then.fileBytes,
                whole - then.whole,
                files - then.files,
                differences - then.differences,
                rollbacks - then.rollbacks);
    }

    /** Counts; any thread may. */
    static final class Counters {
        private final LongAdder bytes = new LongAdder();
        private final LongAdder fileBytes = new LongAdder();
        private final LongAdder files = new LongAdder();
        private final LongAdder whole = new LongAdder();
        private final LongAdder differences = new LongAdder();
        private final LongAdder rollbacks = new LongAdder();

        void part(long size) {
            bytes.add(size);
        }

        void filePart(long size) {
            fileBytes.add(size);
        }

        void file() {
            files.increment();
        }

        void sent(boolean difference, boolean rollback) {
            (difference ? differences : whole).increment();
            if (difference && rollback) {
                rollbacks.increment();
            }
        }

        Traffic now() {
            return new Traffic(
                    bytes.sum(), fileBytes.sum(), whole.sum(), files.sum(), differences.sum(), rollbacks.sum());
        }
    }
}
