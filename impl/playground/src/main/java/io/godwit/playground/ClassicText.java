package io.godwit.playground;

import io.godwit.protocol.Event;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.data.LinkMessage;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.simulation.Cluster.MemberView;
import java.util.stream.Collectors;

/** The classic protocol. */
final class ClassicText implements ProtocolText<ClassicState> {
    @Override
    public String sentence(int member, Event event) {
        return Sentences.of(member, event, ClassicSentences::of);
    }

    @Override
    public String name(Message message) {
        Message named = message instanceof LinkMessage.Packet packet ? packet.payload() : message;
        return named.getClass().getSimpleName();
    }

    /** What is shown changes by actions only. */
    @Override
    public boolean isSame(ClassicState before, ClassicState after) {
        return true;
    }

    /** There is one version, that of the member's table; all replicas that it names count as in sync. */
    @Override
    public void view(StringBuilder text, MemberView<ClassicState> member) {
        ClassicState state = member.state();
        String view = state.view().stream().mapToObj(Integer::toString).collect(Collectors.joining(" "));
        text.append(state.leads() ? "master" : state.up() ? "follower" : "joining")
                .append('|')
                .append(role(state))
                .append('|')
                .append(Long.toHexString(state.stamp().value()))
                .append("|members ")
                .append(view)
                .append('|');
        for (int p = 0; p < state.table().size(); p++) {
            PartitionEntry entry = state.table().get(p);
            Migration migration = state.active().get(p);
            String version = entry.isLost() && entry.version() == 0 ? "no version" : "v" + entry.version();
            text.append(p == 0 ? "" : ";")
                    .append(version)
                    .append('/')
                    .append(version)
                    .append('/');
            int[] replicas = replicas(entry);
            ProtocolText.numbers(text, replicas);
            text.append('/');
            ProtocolText.numbers(text, replicas);
            text.append('/')
                    .append(migration == null ? 0 : migration.destination())
                    .append('/')
                    .append(state.replicas().get(p).content().applied());
        }
    }

    private static String role(ClassicState state) {
        return switch (state.duty()) {
            case FETCH -> "new master, asks for tables";
            case READY -> "master";
            case PROMOTE -> "master, waits for a promotion";
            case NONE -> !state.up()
                    ? "no member yet"
                    : state.master() == Members.NONE ? "knows no master" : "follows m" + state.master();
        };
    }

    private static int[] replicas(PartitionEntry entry) {
        int[] replicas = new int[entry.slots()];
        for (int i = 0; i < replicas.length; i++) {
            replicas[i] = Math.max(0, entry.replica(i));
        }
        return replicas;
    }
}
