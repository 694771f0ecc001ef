package io.godwit.member.backup;

import io.godwit.member.backup.BackupWriter.Kind;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads what {@link BackupWriter} has written. */
public final class BackupReader {
    private final DigestInputStream digested;
    private final DataInputStream in;
    private int format;

    private BackupReader(InputStream in) {
        this.digested = new DigestInputStream(in, BackupWriter.digest());
        this.in = new DataInputStream(digested);
        digested.on(false);
    }

    /**
     * What a member knew.
     *
     * @param clusterName the cluster's name
     * @param cluster its identity
     * @param member the member
     * @param voting the voters that it went by
     * @param accepted per partition the version that it had accepted
     */
    public record Header(String clusterName, Bytes cluster, int member, Voting voting, List<Version> accepted) {
        /** Copies the list. */
        public Header {
            accepted = List.copyOf(accepted);
        }
    }

    /**
     * The contents of a partition.
     *
     * @param partition its number
     * @param version under which the member was its primary
     * @param writes the number of writes that have led to them
     */
    public record Copy(int partition, Version version, int writes) {}

    /** Takes what is read. */
    public interface Sink {
        /** The contents of a partition follow. */
        void copy(Copy copy) throws IOException;

        /** What a key holds. */
        void cell(Bytes map, Bytes key, Kind kind, List<Bytes> values) throws IOException;

        /** The contents of the partition end; their SHA-256, in hexadecimal. */
        void end(String sha256) throws IOException;

        /** The contents of the partition are those of the copy that was there already, and do not follow. */
        void unchanged() throws IOException;
    }

    /**
     * Reads everything.
     *
     * @throws IOException if it ends early or is something else; the message says so
     */
    public static Header read(InputStream from, Sink sink) throws IOException {
        try {
            BackupReader reader = new BackupReader(from);
            Header header = reader.header();
            for (int p = reader.in.readInt(); p != BackupWriter.END; p = reader.in.readInt()) {
                reader.partition(p, sink);
            }
            if (from.read() >= 0) {
                throw new IOException("it goes on after its end");
            }
            return header;
        } catch (EOFException e) {
            throw new IOException("it ends early", e);
        }
    }

    private Header header() throws IOException {
        if (!in.readUTF().equals(BackupWriter.MAGIC)) {
            throw new IOException("it is no part of a backup");
        }
        format = in.readInt();
        if (format < 1 || format > BackupWriter.FORMAT) {
            throw new IOException("it has format " + format + "; this program reads 1 to " + BackupWriter.FORMAT);
        }
        String name = in.readUTF();
        Bytes cluster = bytes();
        int member = in.readInt();
        Version version = version();
        int[] voters = new int[count()];
        for (int i = 0; i < voters.length; i++) {
            voters[i] = in.readInt();
        }
        List<Version> accepted = new ArrayList<>();
        for (int p = count(); p > 0; p--) {
            accepted.add(version());
        }
        return new Header(name, cluster, member, new Voting(version, MemberSet.of(voters)), accepted);
    }

    private void partition(int p, Sink sink) throws IOException {
        sink.copy(new Copy(p, version(), in.readInt()));
        digested.on(true);
        int maps = in.readInt();
        boolean unchanged = format > 1 && maps == BackupWriter.UNCHANGED;
        if (!unchanged) {
            contents(count(maps), sink);
        }
        digested.on(false);
        String sha256 = HexFormat.of().formatHex(digested.getMessageDigest().digest());
        if (unchanged) {
            sink.unchanged();
        } else {
            sink.end(sha256);
        }
    }

    private void contents(int maps, Sink sink) throws IOException {
        for (int m = 0; m < maps; m++) {
            Bytes map = bytes();
            for (int keys = count(); keys > 0; keys--) {
                Bytes key = bytes();
                Kind kind = kind(in.readByte());
                int size = count();
                List<Bytes> values = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    values.add(bytes());
                }
                sink.cell(map, key, kind, values);
            }
        }
    }

    private static Kind kind(int number) throws IOException {
        if (number < 0 || number >= Kind.NUMBERED.size()) {
            throw new IOException("a key holds something of kind " + number);
        }
        return Kind.NUMBERED.get(number);
    }

    private Version version() throws IOException {
        return new Version(in.readInt(), in.readInt());
    }

    private Bytes bytes() throws IOException {
        int length = count();
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return Bytes.owning(bytes);
    }

    private int count() throws IOException {
        return count(in.readInt());
    }

    private static int count(int count) throws IOException {
        if (count < 0) {
            throw new IOException("a length is " + count);
        }
        return count;
    }
}
