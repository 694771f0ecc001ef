package io.godwit.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.member.backup.BackupWriter;
import java.io.BufferedInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * What is in a backup. It is written last: a directory without it holds no complete backup.
 *
 * @param format of the manifest; its files have the same one or an earlier one
 * @param cluster the cluster's name
 * @param identity of the cluster, in hexadecimal
 * @param time when the backup began
 * @param files its files
 * @param copies which file has which partition, in the order of partitions
 */
record BackupManifest(
        int format, String cluster, String identity, String time, List<StoredFile> files, List<StoredCopy> copies) {
    static final String NAME = "manifest.json";
    /** The SHA-256 of the manifest, written before it. */
    static final String CHECKSUM = "manifest.sha256";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A file, which is not what it was if its size or its SHA-256 differ. */
    record StoredFile(String name, long bytes, String sha256) {
        void check(Path directory) throws IOException {
            if (!name.matches("[\\w.-]+")) {
                throw new BackupException(directory.resolve(NAME) + " is damaged: it names the file " + name, true);
            }
            Path file = directory.resolve(name);
            if (!Files.exists(file)) {
                throw new BackupException(file + " is missing", true);
            } else if (Files.size(file) != bytes) {
                throw new BackupException(
                        file + " is damaged: it has " + Files.size(file) + " bytes instead of " + bytes, true);
            }
            MessageDigest digest = BackupWriter.digest();
            try (InputStream in = new DigestInputStream(new BufferedInputStream(Files.newInputStream(file)), digest)) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
            if (!HexFormat.of().formatHex(digest.digest()).equals(sha256)) {
                throw new BackupException(file + " is damaged: its checksum does not fit", true);
            }
        }
    }

    /**
     * The contents of a partition. A file may have others, which do not count.
     *
     * @param partition its number
     * @param file where it is
     * @param version under which they were read from the primary
     * @param writes the number of writes that have led to them
     * @param keys how many keys they have
     * @param sha256 of the contents; null in format 1
     */
    record StoredCopy(int partition, String file, String version, int writes, int keys, String sha256) {
        StoredCopy in(String otherFile) {
            return new StoredCopy(partition, otherFile, version, writes, keys, sha256);
        }
    }

    /** A backup cannot be used. */
    static final class BackupException extends IOException {
        private static final long serialVersionUID = 1;

        private final boolean damage;

        BackupException(String message, boolean damage) {
            super(message);
            this.damage = damage;
        }

        /** Whether a file is not what was written. */
        boolean isDamage() {
            return damage;
        }
    }

    /** Copies the lists. */
    BackupManifest {
        files = List.copyOf(files);
        copies = List.copyOf(copies);
    }

    /** Writes it to a directory, at once and for good. */
    void write(Path directory) throws IOException {
        Path unfinished = directory.resolve(NAME + ".new");
        byte[] text = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
        Files.writeString(
                directory.resolve(CHECKSUM),
                HexFormat.of().formatHex(BackupWriter.digest().digest(text)));
        DurableFile.force(directory.resolve(CHECKSUM));
        Files.write(unfinished, text);
        DurableFile.force(unfinished);
        Files.move(unfinished, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
        DurableFile.force(directory);
    }

    /**
     * Reads it, and checks all files.
     *
     * @throws BackupException if there is no complete backup, or a file is damaged; the message names the file
     */
    static BackupManifest read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        if (!Files.isDirectory(directory)) {
            throw new BackupException("there is no directory " + directory, false);
        } else if (!Files.exists(file)) {
            throw new BackupException(
                    directory + " holds no complete backup: there is no " + NAME + ", which is written last", false);
        }
        byte[] text = Files.readAllBytes(file);
        Path checksum = directory.resolve(CHECKSUM);
        BackupManifest manifest;
        try {
            int format = JSON.readTree(text).path("format").asInt();
            if (format > BackupWriter.FORMAT) {
                throw new BackupException(
                        file + " has format " + format + "; this program reads formats up to " + BackupWriter.FORMAT
                                + ": use the version that has written it, or a later one",
                        false);
            }
            if (!Files.exists(checksum)) {
                throw new BackupException(checksum + " is missing", true);
            }
            String sum = HexFormat.of().formatHex(BackupWriter.digest().digest(text));
            if (format < 1 || !sum.equals(new String(Files.readAllBytes(checksum), StandardCharsets.ISO_8859_1))) {
                throw new BackupException(file + " is damaged, or " + checksum + " is: they do not fit", true);
            }
            manifest = JSON.readValue(text, BackupManifest.class);
        } catch (JsonProcessingException | CharConversionException e) {
            throw new BackupException(file + " is damaged: " + e.getMessage(), true);
        }
        Set<Integer> partitions = new HashSet<>();
        for (StoredCopy copy : manifest.copies()) {
            if (!partitions.add(copy.partition())) {
                throw new BackupException(
                        file + " is damaged: it names partition " + copy.partition() + " twice", true);
            }
        }
        for (StoredFile stored : manifest.files()) {
            stored.check(directory);
        }
        return manifest;
    }

    /** The keys of all partitions. */
    long keys() {
        return copies.stream().mapToLong(StoredCopy::keys).sum();
    }
}
