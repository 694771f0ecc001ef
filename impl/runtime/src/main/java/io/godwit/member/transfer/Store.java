package io.godwit.member.transfer;

import io.godwit.environment.Storage;
import io.godwit.protocol.quorum.data.log.Log;
import java.io.IOException;

/** The copies of a durable member, and their files. All methods are called on the "files" executor, {@link #isFull} on any. */
public interface Store {
    /** Writes a copy to a file of its own, which the caller has to release. */
    Storage.CopyFile export(int partition, Log log) throws IOException;

    /** An empty file for a copy that arrives from another member. */
    Storage.ArrivingFile newArrival() throws IOException;

    /** Checks an arrived file and takes its copy into the store. */
    Log take(int partition, Storage.ArrivingFile file) throws IOException;

    /** Removes a copy that was taken and is not used. */
    void dismiss(int partition, Log log) throws IOException;

    /** Whether there is too little room for files. */
    boolean isFull();
}
