package io.godwit.member.transfer;

import io.godwit.protocol.quorum.data.log.Log;
import java.io.IOException;
import java.nio.file.Path;

/** Where a durable member has its copies, and what can be done with one as a file. Any thread may call. */
public interface Store {
    /** Writes a copy into a file of its own. */
    Path export(int partition, Log log) throws IOException;

    /** Where a file is to lie that comes from another member. */
    Path newFile();

    /** Checks and takes such a file, which is gone afterwards in any case. */
    Log take(int partition, Path file) throws IOException;

    /** A log that was taken is of no use. */
    void dismiss(int partition, Log log) throws IOException;

    /** Is there too little room for files? */
    boolean isFull();
}
