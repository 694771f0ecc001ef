package io.godwit.member.backup;

import io.godwit.member.runtime.Identity;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Writes what a member has for a backup: what it knows of the registers, and the contents of partitions whose primary it is. All of
 * it is of one moment, because a state is immutable. {@code docs/operate/storage.md} describes the format; {@link BackupReader}
 * reads it.
 */
public final class BackupWriter {
    static final String MAGIC = "godwit-backup";
    /** The latest format that this program writes and reads; it reads the one before as well, which has no {@link #UNCHANGED}. */
    public static final int FORMAT = 2;

    /** Ends the partitions. */
    static final int END = -1;

    /** In place of the number of maps: the contents are those of the copy that is there already. */
    static final int UNCHANGED = -1;

    private static final byte[] OWN_MAPS = "godwit.".getBytes(StandardCharsets.US_ASCII);

    private final DataOutputStream out;

    private BackupWriter(OutputStream out) {
        this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
    }

    /**
     * Writes; in format 1 if the request names no copies.
     *
     * @param request which partitions, and what is there of them
     * @throws IOException if that is not possible; what was written is recognised as incomplete
     */
    public static void write(Identity identity, QuorumState state, BackupRequest request, OutputStream to)
            throws IOException {
        BackupWriter writer = new BackupWriter(to);
        writer.header(identity, state, request.hasCopies() ? FORMAT : 1);
        writer.out.flush();
        for (int p = 0; p < state.control().partitions(); p++) {
            if (request.wants(p) && state.data().isPrimary(p)) {
                writer.partition(p, state.data().replica(p), request);
            }
        }
        writer.out.writeInt(END);
        writer.out.flush();
    }

    private void header(Identity identity, QuorumState state, int format) throws IOException {
        out.writeUTF(MAGIC);
        out.writeInt(format);
        out.writeUTF(identity.clusterName());
        bytes(identity.cluster());
        out.writeInt(state.self());
        Voting voting = state.control().voting();
        version(voting.version());
        MemberSet voters = voting.voters();
        out.writeInt(voters.size());
        for (int voter : voters.toArray()) {
            out.writeInt(voter);
        }
        int partitions = state.control().partitions();
        out.writeInt(partitions);
        for (int p = 0; p < partitions; p++) {
            version(state.control().accepted().get(p).version());
        }
    }

    private void partition(int p, Replica replica, BackupRequest request) throws IOException {
        NamedMaps maps = replica.log().content().maps();
        out.writeInt(p);
        version(replica.epoch());
        out.writeInt(replica.log().length());
        if (request.hasCopy(p) && request.hasContents(p, sha256(maps))) {
            out.writeInt(UNCHANGED);
        } else {
            contents(maps);
        }
    }

    /** The SHA-256 of what {@link #contents} writes. */
    private static String sha256(NamedMaps maps) throws IOException {
        MessageDigest digest = digest();
        BackupWriter writer = new BackupWriter(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        writer.contents(maps);
        writer.out.flush();
        return HexFormat.of().formatHex(digest.digest());
    }

    /** A new digest of the algorithm of all checksums in backups. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private void contents(NamedMaps maps) throws IOException {
        List<Map.Entry<Bytes, Integer>> sizes = new ArrayList<>();
        maps.forEach((name, cells) -> {
            if (!isOwn(name)) {
                sizes.add(Map.entry(name, cells.size()));
            }
        });
        out.writeInt(sizes.size());
        for (Map.Entry<Bytes, Integer> map : sizes) {
            bytes(map.getKey());
            out.writeInt(map.getValue());
            var cells = maps.maps().get(map.getKey()).iterator();
            while (cells.hasNext()) {
                var cell = cells.next();
                bytes(cell.key());
                cell(cell.value());
            }
        }
    }

    /** Is it a map of the cluster itself? Another cluster has its own. */
    private static boolean isOwn(Bytes map) {
        byte[] name = map.shared();
        return name.length >= OWN_MAPS.length
                && java.util.Arrays.equals(name, 0, OWN_MAPS.length, OWN_MAPS, 0, OWN_MAPS.length);
    }

    /** Writes a cell. An entry that is removed when it is not used is written without that time: its map gives it one at the restore. */
    private void cell(Cell held) throws IOException {
        Cell cell = held instanceof Cell.Idle ? Cell.single(held.single(), held.latest(), held.latest()) : held;
        out.writeByte(Kind.NUMBERED.indexOf(Kind.of(cell)));
        List<Bytes> values = cell.parts();
        out.writeInt(values.size());
        for (Bytes value : values) {
            bytes(value);
        }
    }

    private void version(Version version) throws IOException {
        out.writeInt(version.term());
        out.writeInt(version.number());
    }

    private void bytes(Bytes bytes) throws IOException {
        out.writeInt(bytes.length());
        out.write(bytes.shared());
    }

    /** What a key holds. */
    public enum Kind {
        /** One value. */
        SINGLE,
        /** A list. */
        ITEMS,
        /** A set. */
        ELEMENTS,
        /** One value with a due time, as {@link Cell.Expiring#packed} has it. */
        EXPIRING;

        /** Its number in a backup is its place. */
        static final List<Kind> NUMBERED = List.of(SINGLE, ITEMS, ELEMENTS, EXPIRING);

        static Kind of(Cell cell) {
            if (cell instanceof Cell.Single) {
                return SINGLE;
            }
            if (cell instanceof Cell.Expiring) {
                return EXPIRING;
            }
            return cell instanceof Cell.Items ? ITEMS : ELEMENTS;
        }
    }
}
