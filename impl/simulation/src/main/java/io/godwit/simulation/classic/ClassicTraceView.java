package io.godwit.simulation.classic;

import io.godwit.protocol.Message;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.data.LinkMessage;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.simulation.subject.TraceView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A member of classic as traces show it. */
final class ClassicTraceView implements TraceView<ClassicState> {
    @Override
    public List<Cell> cells(ClassicState state) {
        List<Cell> cells = new ArrayList<>();
        for (int p = 0; p < state.table().size(); p++) {
            PartitionEntry entry = state.table().get(p);
            List<Integer> replicas = new ArrayList<>();
            for (int i = 0; i < entry.slots(); i++) {
                if (entry.replica(i) > 0) {
                    replicas.add(entry.replica(i));
                }
            }
            String frozen = state.frozen().get(p) ? ", frozen" : "";
            cells.add(new Cell(
                    "v" + entry.version(),
                    replicas,
                    List.of(),
                    state.replicas().get(p).content().applied() + " writes" + frozen));
        }
        return cells;
    }

    @Override
    public List<String> marks(ClassicState state) {
        List<String> marks = new ArrayList<>();
        if (state.master() == state.self()) {
            marks.add("master, " + state.duty().name().toLowerCase(Locale.ROOT));
        } else {
            marks.add("follows " + state.master());
        }
        return marks;
    }

    @Override
    public String stamp(ClassicState state) {
        return state.stamp().toString();
    }

    @Override
    public String name(Message message) {
        return message instanceof LinkMessage.Packet packet
                ? TraceView.super.name(packet.payload())
                : TraceView.super.name(message);
    }
}
