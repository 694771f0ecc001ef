package io.godwit.storage.rocksdb;

import io.godwit.storage.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A file beside the database with what is known to be synced: the number of the last write, and the sizes of the list of files
 * ({@code MANIFEST}) and of logs that are complete but still needed. RocksDB takes what is left of a log or of the list for the whole: it
 * does not notice that a synced end is missing. The mark itself is not synced. After the end of the process it is that of the last sync,
 * after a power cut perhaps that of an earlier one, or none. For any thread.
 */
final class SyncedMark implements AutoCloseable {
    private static final String NAME = "SYNCED";
    private static final String LIST = "MANIFEST-";
    private static final String LOG = ".log";
    /** A file system writes it at once, or not at all, unless the power fails. */
    private static final int BYTES = 512;

    private final Path directory;
    /** Null if the file cannot be made, as on a full disk. */
    private final FileChannel file;

    private Contents contents;

    private SyncedMark(Path directory, FileChannel file, Contents contents) {
        this.directory = directory;
        this.file = file;
        this.contents = contents;
    }

    /**
     * The contents of a mark.
     *
     * @param number of the last write that was synced, 0 if none is known
     * @param files bytes that were synced, by name
     */
    record Contents(long number, Map<String, Long> files) {
        static final Contents NOTHING = new Contents(0, Map.of());

        private static Contents of(String text) {
            String[] words = text.split(" ", -1);
            Map<String, Long> files = new TreeMap<>();
            for (int i = 1; i < words.length; i += 2) {
                files.put(words[i], Long.parseLong(words[i + 1]));
            }
            return new Contents(Long.parseLong(words[0]), files);
        }

        private String text() {
            StringBuilder text = new StringBuilder().append(number);
            files.forEach(
                    (name, size) -> text.append(' ').append(name).append(' ').append(size));
            return text.toString();
        }
    }

    /** Opens the mark of a database, which is made if there is none. */
    static SyncedMark open(Path directory) throws IOException {
        Contents contents = read(directory);
        try {
            FileChannel file =
                    FileChannel.open(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return new SyncedMark(directory, file, contents);
        } catch (IOException e) {
            return new SyncedMark(directory, null, contents);
        }
    }

    /** The contents of the mark of a database; {@link Contents#NOTHING} if it was not written whole. */
    static Contents read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        if (bytes.length != BYTES) {
            return Contents.NOTHING;
        }
        ByteBuffer read = ByteBuffer.wrap(bytes);
        long sum = read.getLong();
        byte[] rest = Arrays.copyOfRange(bytes, Long.BYTES, BYTES);
        return sum == sum(rest) ? Contents.of(new String(rest, StandardCharsets.US_ASCII).strip()) : Contents.NOTHING;
    }

    private static long sum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return sum.getValue();
    }

    /**
     * Refuses a database of which a file is shorter than the mark says, or not there. The newest log is not looked at: the number of the
     * last write is that of its end.
     *
     * @param head the list of files in force, such as {@code MANIFEST-000005}
     * @throws StoreException with the file and what is missing
     */
    static void check(Path directory, String head) throws IOException {
        for (Map.Entry<String, Long> synced : read(directory).files().entrySet()) {
            String name = synced.getKey();
            // An older list is removed when there is a newer one, and a newer one is never given up.
            if (name.startsWith(LIST) && name.compareTo(head) < 0) {
                continue;
            }
            if (name.startsWith(LIST) && name.compareTo(head) > 0) {
                throw StoreException.damaged("cannot open the store in " + directory + ": its file CURRENT names "
                        + head + ", but " + name + " was in force");
            }
            Path file = directory.resolve(name);
            long size = Files.exists(file) ? Files.size(file) : 0;
            if (size < synced.getValue()) {
                throw StoreException.damaged("cannot open the store in " + directory + ": its file " + name + " has "
                        + size + " bytes, but " + synced.getValue() + " were synced");
            }
        }
    }

    /** All writes up to this one are synced. */
    synchronized void write(long number) {
        contents = new Contents(number, contents.files());
        write();
    }

    /**
     * Notes the sizes of the files that are in the directory now, and syncs them.
     *
     * @param oldest number of the oldest log that is needed
     */
    synchronized void noteFiles(long oldest) {
        if (file == null) {
            return;
        }
        try {
            contents = new Contents(contents.number(), files(oldest));
            write();
        } catch (IOException e) {
            forgetFiles();
        }
    }

    /** Says nothing of files any more, which is true as well. */
    synchronized void forgetFiles() {
        contents = new Contents(contents.number(), Map.of());
        write();
    }

    private Map<String, Long> files(long oldest) throws IOException {
        Map<String, Long> files = new TreeMap<>();
        String head = Files.readString(directory.resolve("CURRENT"), StandardCharsets.US_ASCII)
                .strip();
        files.put(head, synced(directory.resolve(head)));
        try (Stream<Path> all = Files.list(directory)) {
            Path[] logs = all.filter(it -> it.getFileName().toString().endsWith(LOG) && number(it) >= oldest)
                    .sorted()
                    .toArray(Path[]::new);
            for (int i = 0; i < logs.length - 1; i++) {
                files.put(logs[i].getFileName().toString(), synced(logs[i]));
            }
        }
        return files;
    }

    private static long number(Path log) {
        String name = log.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - LOG.length()));
    }

    /** The size of a file, all of which is synced. */
    private static long synced(Path path) throws IOException {
        try (FileChannel opened = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = opened.size();
            opened.force(true);
            return size;
        }
    }

    private void write() {
        if (file == null) {
            return;
        }
        byte[] text = contents.text().getBytes(StandardCharsets.US_ASCII);
        byte[] rest = new byte[BYTES - Long.BYTES];
        if (text.length > rest.length) {
            text = Long.toString(contents.number()).getBytes(StandardCharsets.US_ASCII);
        }
        Arrays.fill(rest, (byte) ' ');
        System.arraycopy(text, 0, rest, 0, text.length);
        ByteBuffer buffer =
                ByteBuffer.allocate(BYTES).putLong(sum(rest)).put(rest).flip();
        try {
            file.write(buffer, 0);
        } catch (IOException e) {
            // An older mark is true as well.
            buffer.clear();
        }
    }

    @Override
    public void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // Nothing is lost: the mark is not relied on.
                contents = Contents.NOTHING;
            }
        }
    }
}
