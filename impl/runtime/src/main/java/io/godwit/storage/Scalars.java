package io.godwit.storage;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The part of a member's state that is stored besides tables and copies. A vote is stored as its term: a member votes once in a term.
 *
 * @param term the highest term that it has promised to
 * @param left has it left the cluster for good?
 * @param voting what it goes by: the voters, the state and, if that has risen, the version of the cluster
 * @param leaving who wants to leave
 */
record Scalars(int term, boolean left, Voting voting, MemberSet leaving) {
    static Scalars of(Image image) {
        return new Scalars(
                image.control().term(),
                image.data().status() == Status.LEFT,
                image.control().voting(),
                image.leaving());
    }

    byte[] encode() {
        int members = voting.voters().size() + leaving.size();
        boolean raised = voting.clusterVersion() > ClusterVersion.FIRST;
        ByteBuffer out = ByteBuffer.allocate((7 + members + (raised ? 1 : 0)) * Integer.BYTES)
                .putInt(term)
                .putInt(left ? 1 : 0)
                .putInt(voting.term())
                .putInt(voting.version().number());
        put(out, voting.voters());
        put(out, leaving);
        out.putInt(voting.state().number());
        if (raised) {
            out.putInt(voting.clusterVersion());
        }
        return ChecksummedValues.seal(Keys.only(Keys.SCALARS), out.array());
    }

    private static void put(ByteBuffer out, MemberSet members) {
        out.putInt(members.size());
        members.stream().forEach(out::putInt);
    }

    static Scalars decode(ByteBuffer in) throws StoreException {
        try {
            int term = in.getInt();
            boolean left = in.getInt() == 1;
            int votingTerm = in.getInt();
            int votingNumber = in.getInt();
            MemberSet voters = members(in);
            MemberSet leaving = members(in);
            ClusterState state = state(in);
            int clusterVersion = in.hasRemaining() ? in.getInt() : ClusterVersion.FIRST;
            Voting voting = new Voting(new Version(votingTerm, votingNumber), voters, state, clusterVersion);
            return new Scalars(term, left, voting, leaving);
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw StoreException.damaged("term and voters are damaged", e);
        }
    }

    /** Stores that are older than the state of the cluster end before it. */
    private static ClusterState state(ByteBuffer in) throws StoreException {
        ClusterState state = in.hasRemaining() ? ClusterState.of(in.getInt()) : ClusterState.ACTIVE;
        if (state == null) {
            throw StoreException.damaged("the state of the cluster is damaged");
        }
        return state;
    }

    private static MemberSet members(ByteBuffer in) {
        int[] members = new int[Math.min(in.getInt(), in.remaining() / Integer.BYTES)];
        for (int i = 0; i < members.length; i++) {
            members[i] = in.getInt();
        }
        return MemberSet.of(members);
    }
}
