package io.godwit.member.runtime;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks how much space is left on a member's disk, in a thread of its own. While there is less than a reserve, the member takes no
 * more writes of clients, so that there is always room for what the protocol has to write.
 */
public final class DiskSpace implements AutoCloseable {
    private static final long PAUSE = 50;
    /** One part in so many more than the reserve has to be free before the disk counts as having room again. */
    private static final long MARGIN = 8;

    private final Path directory;
    private final Consumer<String> log;
    private final Thread thread;
    private volatile long reserve;
    private volatile boolean full;

    /**
     * A look-out that is not running yet.
     *
     * @param name of the thread
     * @param directory where the member writes, or null if it does not
     * @param reserve bytes that are to stay free
     * @param log gets a line when it is full, and when it has room again
     */
    public DiskSpace(String name, Path directory, long reserve, Consumer<String> log) {
        this.directory = directory;
        this.reserve = reserve;
        this.log = log;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Begins, after a first look. */
    public void start() throws IOException {
        if (directory != null) {
            look(Files.getFileStore(directory));
            thread.start();
        }
    }

    /** Changes how many bytes are to stay free, from the next look on. Any thread may say so. */
    public void reserve(long bytes) {
        reserve = bytes;
    }

    /** Is less free than the reserve? */
    public boolean isFull() {
        return full;
    }

    private void run() {
        try {
            FileStore disk = Files.getFileStore(directory);
            while (!Thread.currentThread().isInterrupted()) {
                TimeUnit.MILLISECONDS.sleep(PAUSE);
                look(disk);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.accept("cannot tell how much space is left in " + directory + ": " + e.getMessage());
        }
    }

    private void look(FileStore disk) throws IOException {
        long free = disk.getUsableSpace();
        long least = reserve;
        if (!full && free < least) {
            full = true;
            log.accept("takes no writes: " + (free >> 20) + " MiB are free in " + directory + ", and " + (least >> 20)
                    + " are to stay free");
        } else if (full && free >= least + least / MARGIN) {
            full = false;
            log.accept("takes writes again: " + (free >> 20) + " MiB are free in " + directory);
        }
    }

    /** Ends. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
