package io.godwit.cli;

import io.godwit.cli.BackupManifest.BackupException;
import io.godwit.cli.BackupManifest.StoredCopy;
import io.godwit.cli.BackupManifest.StoredFile;
import io.godwit.member.backup.BackupReader;
import io.godwit.member.backup.BackupReader.Copy;
import io.godwit.member.backup.BackupReader.Header;
import io.godwit.member.backup.BackupRequest;
import io.godwit.member.backup.BackupWriter;
import io.godwit.member.backup.BackupWriter.Kind;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Copies what a running cluster holds to a directory. Asks all members for the partitions whose primaries they are. A partition is
 * taken from the member that was its primary under the newest version that any of these members has accepted, if they include a
 * majority of the voters: no later primary can have acknowledged a write before the backup began. Partitions that were
 * changing hands are asked for again.
 */
final class Backup {
    private static final int OK = 200;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** For the beginning of an answer. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final Path directory;
    private final List<String> addresses;
    private final String authorization;
    private final Duration timeout;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();
    private final Earlier earlier;
    private final Map<Integer, StoredCopy> copies = new TreeMap<>();
    private final Map<String, StoredFile> files = new TreeMap<>();
    /** Why members were not heard, for people. */
    private final Map<String, String> silent = new TreeMap<>();

    private Header first;
    private int unchanged;

    /**
     * A backup that is to be made.
     *
     * @param directory is empty
     * @param addresses of the members' HTTP servers
     * @param authorization header of requests
     * @param timeout for partitions that change hands
     * @param since an earlier backup, from which the partitions are taken that have not changed; null if there is none
     * @throws BackupException if it cannot be used; the message names the file
     */
    Backup(Path directory, List<String> addresses, String authorization, Duration timeout, Path since)
            throws IOException {
        this.directory = directory;
        this.addresses = List.copyOf(addresses);
        this.authorization = authorization;
        this.timeout = timeout;
        this.earlier = since == null ? Earlier.NONE : Earlier.of(since);
    }

    /** An earlier backup. */
    private record Earlier(Path directory, BackupManifest manifest, Map<Integer, StoredCopy> copies) {
        static final Earlier NONE = new Earlier(null, null, Map.of());

        static Earlier of(Path directory) throws IOException {
            BackupManifest manifest = Restore.of(directory).manifest();
            return new Earlier(
                    directory,
                    manifest,
                    manifest.copies().stream().collect(Collectors.toMap(StoredCopy::partition, copy -> copy)));
        }

        void checkIsOf(Header header) throws IOException {
            if (manifest != null && !manifest.identity().equals(hexOf(header))) {
                throw new BackupException(
                        directory + " is a backup of another cluster: of " + manifest.cluster() + " with the identity "
                                + manifest.identity() + ", and not " + hexOf(header),
                        false);
            }
        }

        /** The SHA-256 of a partition's contents, or nothing. */
        String sha256(int partition) {
            StoredCopy copy = copies.get(partition);
            return copy == null || copy.sha256() == null ? "" : copy.sha256();
        }

        StoredFile file(StoredCopy copy) throws IOException {
            return manifest.files().stream()
                    .filter(file -> file.name().equals(copy.file()))
                    .findFirst()
                    .orElseThrow(() -> new BackupException(
                            directory.resolve(BackupManifest.NAME) + " names no file " + copy.file(), true));
        }
    }

    private static String hexOf(Header header) {
        return HexFormat.of().formatHex(header.cluster().shared());
    }

    /** What one member has sent. */
    private record Part(
            Header header, StoredFile file, Map<Integer, StoredCopy> copies, Map<Integer, Version> versions) {}

    /**
     * Makes it.
     *
     * @throws IOException if some partitions could not be read in time, or not enough members were heard
     */
    BackupManifest make() throws IOException, InterruptedException {
        String began = Instant.now().toString();
        long deadline = System.nanoTime() + timeout.toNanos();
        for (int round = 1; ; round++) {
            List<Part> parts = round(round);
            Set<Integer> missing = choose(parts);
            if (missing.isEmpty()) {
                break;
            } else if (System.nanoTime() > deadline) {
                throw new IOException("no primary was found for partitions "
                        + missing.stream().limit(20).map(String::valueOf).collect(Collectors.joining(", "))
                        + (missing.size() > 20 ? " and " + (missing.size() - 20) + " more" : "") + heard());
            }
            Thread.sleep(PAUSE.toMillis());
        }
        BackupManifest manifest = new BackupManifest(
                BackupWriter.FORMAT,
                first.clusterName(),
                hexOf(first),
                began,
                List.copyOf(files.values()),
                List.copyOf(copies.values()));
        manifest.write(directory);
        return manifest;
    }

    private String heard() {
        return silent.isEmpty() ? "" : "; not heard were " + silent;
    }

    /** Asks all members once. */
    private List<Part> round(int round) throws IOException, InterruptedException {
        List<Part> parts = new ArrayList<>();
        silent.clear();
        for (String address : addresses) {
            try {
                Part part = ask(address, round);
                first = first == null ? part.header() : first;
                if (!part.header().cluster().equals(first.cluster())) {
                    throw new IOException(address + " is a member of another cluster");
                }
                parts.add(part);
            } catch (ConnectException e) {
                silent.put(address, "nobody listens");
            } catch (HttpTimeoutException e) {
                silent.put(address, "it does not answer");
            }
        }
        return parts;
    }

    /** Takes what is known to be of the last primary; returns the partitions that are still missing. */
    private Set<Integer> choose(List<Part> parts) throws IOException {
        Voting voting = Voting.NONE;
        for (Part part : parts) {
            voting = part.header().voting().newerThan(voting) ? part.header().voting() : voting;
        }
        MemberSet heard =
                MemberSet.of(parts.stream().mapToInt(it -> it.header().member()).toArray());
        if (!voting.isMajority(heard)) {
            throw new IOException("of the voters " + voting.voters() + " only "
                    + voting.voters().intersect(heard)
                    + " were heard, which is no majority: name the addresses of more members" + heard());
        }
        Set<Integer> missing = new TreeSet<>();
        for (int p = 0; p < first.accepted().size(); p++) {
            if (copies.containsKey(p)) {
                continue;
            }
            Version newest = Version.NONE;
            for (Part part : parts) {
                Version accepted = part.header().accepted().get(p);
                newest = accepted.newerThan(newest) ? accepted : newest;
            }
            missing.add(p);
            for (Part part : parts) {
                if (newest.equals(part.versions().get(p))) {
                    StoredCopy copy = part.copies().get(p);
                    copies.put(p, copy == null ? unchanged(p) : copy);
                    missing.remove(p);
                    break;
                }
            }
        }
        for (Part part : parts) {
            String name = part.file().name();
            if (copies.values().stream().anyMatch(it -> it.file().equals(name))) {
                files.put(name, part.file());
            } else {
                Files.delete(directory.resolve(name));
            }
        }
        return missing;
    }

    /** A partition's copy of the earlier backup, of which this one gets the file. */
    private StoredCopy unchanged(int partition) throws IOException {
        StoredCopy copy = earlier.copies().get(partition);
        StoredFile file = earlier.file(copy);
        String name = file.sha256().substring(0, 16) + ".backup";
        if (!files.containsKey(name)) {
            Path from = earlier.directory().resolve(file.name()).toRealPath();
            Path to = directory.resolve(name);
            try {
                Files.createLink(to, from);
            } catch (IOException | UnsupportedOperationException e) {
                // Written, and not copied with its permissions: a read-only file could not be synced.
                try (OutputStream out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW)) {
                    Files.copy(from, out);
                }
                DurableFile.force(to);
            }
            files.put(name, new StoredFile(name, file.bytes(), file.sha256()));
        }
        unchanged++;
        return copy.in(name);
    }

    /** How many partitions are as they were in the earlier backup. */
    int unchanged() {
        return unchanged;
    }

    private Part ask(String address, int round) throws IOException, InterruptedException {
        BackupRequest wanted = BackupRequest.ALL;
        if (first != null || earlier.manifest() != null) {
            Map<Integer, String> missing = new HashMap<>();
            int partitions =
                    first == null ? earlier.copies().size() : first.accepted().size();
            for (int p = 0; p < partitions; p++) {
                if (!copies.containsKey(p)) {
                    missing.put(p, earlier.sha256(p));
                }
            }
            wanted = new BackupRequest(missing);
        }
        HttpRequest request = HttpRequest.newBuilder(uri(address))
                .timeout(ANSWER)
                .header("Authorization", authorization)
                .POST(HttpRequest.BodyPublishers.ofString(wanted.toString()))
                .build();
        HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (response.statusCode() != OK) {
                throw new IOException(address + " answers " + response.statusCode() + ": "
                        + new String(body.readNBytes(1_000), java.nio.charset.StandardCharsets.UTF_8).strip());
            }
            return store(address, round, body, wanted);
        }
    }

    private static URI uri(String address) throws IOException {
        try {
            return URI.create("http://" + address + "/backup");
        } catch (IllegalArgumentException e) {
            throw new IOException("not an address HOST:PORT: " + address, e);
        }
    }

    /** Writes what a member sends to a file while it is read and checked. */
    private Part store(String address, int round, InputStream body, BackupRequest wanted) throws IOException {
        String name = "member-" + (addresses.indexOf(address) + 1) + "-" + round + ".backup";
        Path file = directory.resolve(name);
        MessageDigest digest = BackupWriter.digest();
        Found found = new Found(name, wanted);
        Header header;
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            InputStream copied = new Copying(new DigestInputStream(body, digest), out);
            header = BackupReader.read(new BufferedInputStream(copied, 1 << 16), found);
        } catch (IOException e) {
            throw new IOException("what " + address + " sends cannot be kept in " + file + ": " + e.getMessage(), e);
        }
        try {
            earlier.checkIsOf(header);
        } catch (BackupException e) {
            Files.delete(file);
            throw e;
        }
        DurableFile.force(file);
        StoredFile stored =
                new StoredFile(name, Files.size(file), HexFormat.of().formatHex(digest.digest()));
        return new Part(header, stored, found.copies, found.versions);
    }

    /** Writes what is read. */
    private static final class Copying extends FilterInputStream {
        private final OutputStream out;

        Copying(InputStream in, OutputStream out) {
            super(in);
            this.out = out;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            if (read > 0) {
                out.write(bytes, offset, read);
            }
            return read;
        }
    }

    /** Counts what is read. */
    private static final class Found implements BackupReader.Sink {
        private final String file;
        private final Map<Integer, Version> versions = new HashMap<>();
        /** Without those that have not changed. */
        private final Map<Integer, StoredCopy> copies = new HashMap<>();

        private final BackupRequest wanted;
        private Copy current;
        private int keys;

        Found(String file, BackupRequest wanted) {
            this.file = file;
            this.wanted = wanted;
        }

        @Override
        public void copy(Copy copy) {
            current = copy;
            keys = 0;
            versions.put(copy.partition(), copy.version());
        }

        @Override
        public void cell(Bytes map, Bytes key, Kind kind, List<Bytes> values) {
            keys++;
        }

        @Override
        public void end(String sha256) {
            int p = current.partition();
            copies.put(p, new StoredCopy(p, file, current.version().toString(), current.writes(), keys, sha256));
        }

        @Override
        public void unchanged() throws IOException {
            if (!wanted.hasCopy(current.partition())) {
                throw new IOException("partition " + current.partition() + " is without its contents");
            }
        }
    }
}
