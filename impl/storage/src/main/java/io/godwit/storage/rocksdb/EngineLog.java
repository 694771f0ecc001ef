package io.godwit.storage.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * What RocksDB writes down about itself. Where its log of writes is damaged, the error that it throws does not say which file is
 * meant; a line there does.
 */
final class EngineLog {
    private static final String DROPPING = ": dropping ";

    private EngineLog() {}

    /** The file that an error is about and how much of it cannot be read, to be put behind a directory; empty if that is not known. */
    static String place(Path directory, RocksDBException error) {
        if (error.getStatus() == null || error.getStatus().getCode() != Status.Code.Corruption) {
            return "";
        }
        try {
            String text = Files.readString(directory.resolve("LOG"), StandardCharsets.ISO_8859_1);
            int at = text.lastIndexOf(DROPPING);
            if (at >= 0) {
                String file = text.substring(text.lastIndexOf(' ', at - 1) + 1, at);
                String rest = text.substring(at + DROPPING.length());
                return ", file " + Path.of(file).getFileName() + ", the last " + rest.substring(0, rest.indexOf(' '))
                        + " bytes";
            }
        } catch (IOException e) {
            return "";
        }
        return "";
    }
}
