package io.godwit.cli;

import io.godwit.cli.BackupManifest.BackupException;
import io.godwit.cli.BackupManifest.StoredCopy;
import io.godwit.cli.BackupManifest.StoredFile;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.client.KeyResult;
import io.godwit.member.backup.BackupReader;
import io.godwit.member.backup.BackupReader.Copy;
import io.godwit.member.backup.BackupReader.Header;
import io.godwit.member.backup.BackupWriter.Kind;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes a backup to a cluster as any client would. So the cluster may have another number of members, partitions and backups, and
 * what it acknowledges it keeps.
 */
final class Restore {
    private static final int BATCH = 256;

    private final Path directory;
    private final BackupManifest manifest;
    /** How many keys each map has. */
    private final Map<String, Long> sizes = new TreeMap<>();
    /** How many of them have a lifetime. */
    private final Map<String, Long> expiring = new HashMap<>();

    private Restore(Path directory, BackupManifest manifest) {
        this.directory = directory;
        this.manifest = manifest;
    }

    /**
     * Reads and checks a backup, without a cluster.
     *
     * @throws BackupException if it is not complete, or damaged; the message names the file
     */
    static Restore of(Path directory) throws IOException {
        Restore restore = new Restore(directory, BackupManifest.read(directory));
        restore.check();
        return restore;
    }

    BackupManifest manifest() {
        return manifest;
    }

    /** Takes what a key holds. */
    private interface Cells {
        void take(String map, byte[] key, Kind kind, List<Bytes> values);
    }

    /** Every partition is in the file that is said to have it, with as many keys, and no partition is missing. */
    private void check() throws IOException {
        Map<Integer, Integer> keys = new HashMap<>();
        Set<Integer> named =
                manifest.copies().stream().map(StoredCopy::partition).collect(Collectors.toSet());
        for (StoredFile file : manifest.files()) {
            Header header = read(file, keys, (map, key, kind, values) -> {
                sizes.merge(map, 1L, Long::sum);
                expiring.merge(map, kind == Kind.EXPIRING ? 1L : 0L, Long::sum);
            });
            if (!HexFormat.of().formatHex(header.cluster().shared()).equals(manifest.identity())) {
                throw damaged(file.name() + " is of another cluster");
            }
            for (int p = 0; p < header.accepted().size(); p++) {
                if (!named.contains(p)) {
                    throw damaged("partition " + p + " is missing");
                }
            }
        }
        for (StoredCopy copy : manifest.copies()) {
            if (!Integer.valueOf(copy.keys()).equals(keys.get(copy.partition()))) {
                throw damaged("partition " + copy.partition() + " is not in " + copy.file() + " with " + copy.keys()
                        + " keys");
            }
        }
    }

    private BackupException damaged(String why) {
        return new BackupException(
                directory.resolve(BackupManifest.NAME) + " does not fit the files beside it: " + why, true);
    }

    /** Reads the partitions of a file that count. */
    private Header read(StoredFile file, Map<Integer, Integer> keys, Cells cells) throws IOException {
        Map<Integer, StoredCopy> wanted = new HashMap<>();
        for (StoredCopy copy : manifest.copies()) {
            if (copy.file().equals(file.name())) {
                wanted.put(copy.partition(), copy);
            }
        }
        Path path = directory.resolve(file.name());
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
            return BackupReader.read(in, new BackupReader.Sink() {
                private StoredCopy current;

                @Override
                public void copy(Copy copy) {
                    StoredCopy stored = wanted.get(copy.partition());
                    boolean same = stored != null
                            && stored.version().equals(copy.version().toString())
                            && stored.writes() == copy.writes();
                    current = same ? stored : null;
                    if (same) {
                        keys.put(copy.partition(), 0);
                    }
                }

                @Override
                public void cell(Bytes map, Bytes key, Kind kind, List<Bytes> values) {
                    if (current != null) {
                        keys.merge(current.partition(), 1, Integer::sum);
                        cells.take(
                                new String(map.shared(), StandardCharsets.UTF_8),
                                key.shared().clone(),
                                kind,
                                values);
                    }
                }

                @Override
                public void end(String sha256) throws IOException {
                    if (current != null
                            && current.sha256() != null
                            && !current.sha256().equals(sha256)) {
                        throw damaged(
                                "partition " + current.partition() + " of " + file.name() + " has another checksum");
                    }
                }

                @Override
                public void unchanged() throws IOException {
                    if (current != null) {
                        throw new IOException("partition " + current.partition() + " is without its contents");
                    }
                }
            });
        } catch (BackupException e) {
            throw e;
        } catch (IOException e) {
            throw new BackupException(path + " cannot be read: " + e.getMessage(), true);
        }
    }

    /**
     * Writes everything.
     *
     * @throws BackupException if the cluster holds one of the maps already
     * @throws io.godwit.client.CallException if a call fails; the cluster has a part of the backup then
     */
    void write(GodwitClient client) throws IOException {
        for (String map : sizes.keySet()) {
            long there = client.map(map).size();
            if (there > 0) {
                throw new BackupException(
                        "map " + map + " of the cluster has " + there
                                + " keys already: restore into a cluster that does not have it, or clear it",
                        false);
            }
        }
        Map<String, List<Map.Entry<byte[], byte[]>>> waiting = new HashMap<>();
        for (StoredFile file : manifest.files()) {
            read(file, new HashMap<>(), (name, key, kind, values) -> {
                GodwitMap map = client.map(name);
                switch (kind) {
                    case SINGLE -> {
                        List<Map.Entry<byte[], byte[]>> batch = waiting.computeIfAbsent(name, it -> new ArrayList<>());
                        batch.add(Map.entry(key, values.get(0).shared().clone()));
                        if (batch.size() >= BATCH) {
                            put(map, waiting.remove(name));
                        }
                    }
                    case EXPIRING -> put(map, key, Cell.Expiring.unpacked(values.get(0)));
                    case ITEMS -> values.forEach(
                            item -> map.append(key, item.shared().clone()));
                    case ELEMENTS -> values.stream()
                            .map(element -> map.addAsync(key, element.shared().clone()))
                            .toList()
                            .forEach(java.util.concurrent.CompletableFuture::join);
                }
            });
        }
        waiting.forEach((name, batch) -> put(client.map(name), batch));
        for (Map.Entry<String, Long> map : sizes.entrySet()) {
            long there = client.map(map.getKey()).size();
            if (there > map.getValue() || there < map.getValue() - expiring.get(map.getKey())) {
                throw new BackupException(
                        "map " + map.getKey() + " has " + there + " keys instead of " + map.getValue()
                                + ": something else writes to it",
                        false);
            }
        }
    }

    /** What is due already is left out. */
    private static void put(GodwitMap map, byte[] key, Cell.Expiring entry) {
        long left = entry.due() - System.currentTimeMillis();
        if (left > 0) {
            map.put(key, entry.value().shared().clone(), Duration.ofMillis(left));
        }
    }

    private static void put(GodwitMap map, List<Map.Entry<byte[], byte[]>> batch) {
        map.putMany(batch).forEach(KeyResult::get);
    }

    /** The number of maps. */
    int maps() {
        return sizes.size();
    }
}
