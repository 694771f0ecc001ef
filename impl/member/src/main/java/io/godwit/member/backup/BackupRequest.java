package io.godwit.member.backup;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The partitions that a backup asks for, with the checksums of the copies that it already has.
 *
 * @param wanted per partition the SHA-256 of the contents, in hexadecimal, of the copy that is there, or nothing; empty if all
 *     partitions are wanted, and nothing is there
 */
public record BackupRequest(Map<Integer, String> wanted) {
    /** All partitions. */
    public static final BackupRequest ALL = new BackupRequest(Map.of());

    /** Copies the map. */
    public BackupRequest {
        wanted = Map.copyOf(wanted);
    }

    /** Reads what {@link #toString} has written; empty if it is something else. */
    public static Optional<BackupRequest> parse(String text) {
        Map<Integer, String> wanted = new HashMap<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            if (!part.matches("[0-9]{1,9}(:[0-9a-f]{64})?")) {
                return Optional.empty();
            }
            int colon = part.indexOf(':');
            wanted.put(
                    Integer.parseInt(colon < 0 ? part : part.substring(0, colon)),
                    colon < 0 ? "" : part.substring(colon + 1));
        }
        return Optional.of(new BackupRequest(wanted));
    }

    boolean wants(int partition) {
        return wanted.isEmpty() || wanted.containsKey(partition);
    }

    /** Is there a copy of a partition with these contents? */
    boolean hasContents(int partition, String sha256) {
        return sha256.equals(wanted.get(partition));
    }

    /** Is there a copy of a partition? */
    public boolean hasCopy(int partition) {
        return !wanted.getOrDefault(partition, "").isEmpty();
    }

    /** Is there a copy of any partition? */
    boolean hasCopies() {
        return wanted.values().stream().anyMatch(sha256 -> !sha256.isEmpty());
    }

    /** {@code P} or {@code P:SHA256} for each partition, separated by commas. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        wanted.forEach((partition, sha256) ->
                text.append(text.isEmpty() ? "" : ",").append(partition).append(sha256.isEmpty() ? "" : ":" + sha256));
        return text.toString();
    }
}
