package io.godwit.storage;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Says in a store that its cluster is being recovered. It is there from before the first change until all stores of the recovery are
 * written; a member does not start from a store that has it.
 *
 * @param before identity of the cluster before
 * @param cluster identity of the recovered cluster
 * @param term the term with which it begins
 * @param members whose stores are written
 */
public record RecoveryMark(Bytes before, Bytes cluster, int term, MemberSet members) {
    /** Refuses missing parts. */
    public RecoveryMark {
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(members, "members");
    }

    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(before.length() + cluster.length() + (4 + members.size()) * Integer.BYTES);
        put(out, before);
        put(out, cluster);
        out.putInt(term).putInt(members.size());
        members.stream().forEach(out::putInt);
        return out.array();
    }

    private static void put(ByteBuffer out, Bytes bytes) {
        out.putInt(bytes.length()).put(bytes.shared());
    }

    static RecoveryMark decode(ByteBuffer in) throws StoreException {
        try {
            Bytes before = bytes(in);
            Bytes cluster = bytes(in);
            int term = in.getInt();
            int[] members = new int[Math.min(in.getInt(), in.remaining() / Integer.BYTES)];
            for (int i = 0; i < members.length; i++) {
                members[i] = in.getInt();
            }
            return new RecoveryMark(before, cluster, term, MemberSet.of(members));
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw StoreException.damaged("the note of a recovery is damaged", e);
        }
    }

    private static Bytes bytes(ByteBuffer in) {
        byte[] bytes = new byte[Math.min(in.getInt(), in.remaining())];
        in.get(bytes);
        return Bytes.owning(bytes);
    }
}
