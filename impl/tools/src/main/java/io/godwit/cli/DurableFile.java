package io.godwit.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that are on the disk, and not only in the memory of the system. */
final class DurableFile {
    private DurableFile() {}

    /** Makes a file durable, or the entries of a directory. */
    static void force(Path file) throws IOException {
        StandardOpenOption mode = Files.isDirectory(file) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(file, mode)) {
            channel.force(true);
        }
    }
}
