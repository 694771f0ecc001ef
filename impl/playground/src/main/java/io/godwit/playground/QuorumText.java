package io.godwit.playground;

import io.godwit.protocol.Event;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.simulation.Cluster.MemberView;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The quorum protocol. */
final class QuorumText implements ProtocolText<QuorumState> {
    @Override
    public String sentence(int member, Event event) {
        return Sentences.of(member, event, QuorumSentences::of);
    }

    @Override
    public String name(Message message) {
        return message.getClass().getSimpleName();
    }

    @Override
    public List<Message> parts(Message message) {
        return message instanceof QuorumMessage.Batch batch ? batch.messages() : List.of(message);
    }

    @Override
    public boolean isSame(QuorumState before, QuorumState after) {
        return after.control().equals(before.control());
    }

    /** Members that belong to the cluster are its voters; a version that a member goes by is the one that it has activated. */
    @Override
    public void view(StringBuilder text, MemberView<QuorumState> member) {
        QuorumState state = member.state();
        ControlState control = state.control();
        String role = control.role().name().toLowerCase(Locale.ROOT);
        String voters =
                control.voting().voters().stream().mapToObj(Integer::toString).collect(Collectors.joining(" "));
        text.append(role)
                .append('|')
                .append(role)
                .append(" of term ")
                .append(control.term())
                .append('|')
                .append(Long.toHexString(control.stamp()))
                .append("|voters ")
                .append(voters)
                .append('|');
        for (int p = 0; p < control.partitions(); p++) {
            Replica replica = state.data().replica(p);
            Configuration c = replica.configuration();
            text.append(p == 0 ? "" : ";")
                    .append(QuorumSentences.of(replica.epoch()))
                    .append('/')
                    .append(QuorumSentences.of(control.committed().get(p).version()))
                    .append('/');
            ProtocolText.numbers(text, replicas(c));
            text.append('/');
            ProtocolText.numbers(text, c.inSync().stream().toArray());
            text.append('/')
                    .append(c.isMigrating() ? c.destination() : 0)
                    .append('/')
                    .append(replica.log().length());
        }
    }

    private static int[] replicas(Configuration c) {
        int[] replicas = new int[c.size()];
        for (int i = 0; i < replicas.length; i++) {
            replicas[i] = c.replica(i);
        }
        return replicas;
    }
}
