package io.godwit.simulation.run;

import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The SHA-256 digest of the logs of many runs, and of the bytes that were sent and written to disks. Where two versions of the
 * program give the same one, their members did the same, event by event and byte by byte. Any thread may run plans with it.
 */
public final class LogDigest {
    private final Map<Long, byte[]> bySeed = new TreeMap<>();

    /** Runs a plan; its log and its fingerprint become part of the digest. */
    public <S> RunResult run(Subject<S> subject, RunPlan plan) {
        MessageDigest digest = sha256();
        RunResult result = new Investigation<>(subject).log(plan, line -> {
            digest.update(line.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
        });
        digest.update(
                ByteBuffer.allocate(Long.BYTES).putLong(result.fingerprint()).array());
        add(plan.seed(), digest.digest());
        return result;
    }

    private synchronized void add(long seed, byte[] digest) {
        bySeed.put(seed, digest);
    }

    /** The digest over the digests of all seeds in ascending order, in hexadecimal digits. */
    public synchronized String text() {
        MessageDigest digest = sha256();
        bySeed.values().forEach(digest::update);
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
