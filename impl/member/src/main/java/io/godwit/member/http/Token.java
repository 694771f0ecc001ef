package io.godwit.member.http;

import io.godwit.member.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A secret in a file: whoever sends it over HTTP may give commands. */
public final class Token {
    /** The file's name in a data directory. */
    public static final String FILE_NAME = "http-token";

    private static final int RANDOM_BYTES = 32;
    private static final int MIN_CHARACTERS = 16;
    private static final int MAX_CHARACTERS = 1_024;

    private final Path file;
    private final byte[] secret;

    private Token(Path file, String secret) {
        this.file = file;
        this.secret = secret.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The token in a file.
     *
     * @throws ConfigException if the file cannot be read, or does not hold a token
     */
    public static Token read(Path file) throws ConfigException {
        String text;
        try {
            // What is not ASCII is refused below.
            text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
        } catch (NoSuchFileException e) {
            throw new ConfigException(file.toString(), 0, "there is no such token file");
        } catch (IOException e) {
            throw new ConfigException(file.toString(), 0, "the token file cannot be read: " + e);
        }
        if (!text.matches("[!-~]{" + MIN_CHARACTERS + "," + MAX_CHARACTERS + "}")) {
            throw new ConfigException(
                    file.toString(),
                    0,
                    text.isEmpty()
                            ? "the token file is empty"
                            : "the token file must hold one line of " + MIN_CHARACTERS + " to " + MAX_CHARACTERS
                                    + " letters, digits and punctuation marks, without blanks");
        }
        return new Token(file, text);
    }

    /**
     * The token in a file, which is created with a random token if it does not exist. Only its owner can read the new file.
     *
     * @throws ConfigException if the file cannot be created or read, or does not hold a token
     */
    public static Token readOrCreate(Path file) throws ConfigException {
        if (!Files.exists(file)) {
            try {
                create(file);
            } catch (IOException e) {
                throw new ConfigException(file.toString(), 0, "the token file cannot be created: " + e);
            }
        }
        return read(file);
    }

    private static void create(Path file) throws IOException {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(unfinished);
        Files.createFile(unfinished, ownerOnly(file));
        Files.writeString(unfinished, HexFormat.of().formatHex(random) + "\n");
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Whether a text is the token. The time that this takes does not depend on how much of it is right. */
    boolean matches(String text) {
        return MessageDigest.isEqual(secret, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The header of a request with the token: {@code Authorization}. */
    public String header() {
        return "Bearer " + new String(secret, StandardCharsets.US_ASCII);
    }

    /** The file. */
    @Override
    public String toString() {
        return file.toString();
    }
}
