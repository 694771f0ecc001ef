package io.godwit.environment.files;

import java.nio.channels.FileChannel;

/** A {@link io.godwit.environment.Storage.CopyFile} that is a file of the system, which can be sent without copying it. */
public interface FileBacked {
    /** For reading at any position; open until the file is released. */
    FileChannel channel();
}
