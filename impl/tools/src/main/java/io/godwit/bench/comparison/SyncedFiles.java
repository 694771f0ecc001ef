package io.godwit.bench.comparison;

import io.godwit.bench.comparison.CallerThreads.MapClient;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The least that a durable put costs: one file for each copy, in which a thread appends the values of all callers that wait and
 * syncs once for them. There is no network, no protocol, and no map: gets return null.
 */
final class SyncedFiles implements MapClient {
    private final List<SyncedFile> copies = new ArrayList<>();

    /** As many files as there are copies. */
    SyncedFiles(Path directory, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            copies.add(new SyncedFile(directory.resolve("copy-" + i)));
        }
    }

    /**
     * Runs.
     *
     * @param args a directory for the files, then an {@link OperationsLoad}
     */
    public static void main(String[] args) throws Exception {
        OperationsLoad exercise = OperationsLoad.of(List.of(args).subList(1, args.length));
        Path directory = Files.createDirectories(Path.of(args[0]));
        CallerThreads drive = new CallerThreads(exercise, new SyncedFiles(directory, exercise.backups() + 1));
        ProcessMessages.tell(drive.run());
        System.exit(0);
    }

    @Override
    public byte[] get(byte[] key) {
        return null;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        copies.stream().map(file -> file.append(value)).toList().forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
        copies.forEach(SyncedFile::interrupt);
    }

    /** A file with a thread that writes to it. */
    private static final class SyncedFile extends Thread {
        private record Append(ByteBuffer value, CompletableFuture<Void> synced) {}

        private final FileChannel file;
        private final BlockingQueue<Append> waiting = new LinkedBlockingQueue<>();

        SyncedFile(Path path) throws IOException {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            setDaemon(true);
            start();
        }

        CompletableFuture<Void> append(byte[] value) {
            CompletableFuture<Void> synced = new CompletableFuture<>();
            waiting.add(new Append(ByteBuffer.wrap(value), synced));
            return synced;
        }

        @Override
        public void run() {
            List<Append> together = new ArrayList<>();
            try {
                while (true) {
                    together.add(waiting.take());
                    waiting.drainTo(together);
                    for (Append each : together) {
                        file.write(each.value());
                    }
                    file.force(false);
                    together.forEach(each -> each.synced().complete(null));
                    together.clear();
                }
            } catch (InterruptedException e) {
                interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
