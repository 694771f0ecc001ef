package io.godwit.simulation.quorum;

import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.simulation.subject.TraceView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A member of quorum as traces show it: what it acts on, and how many writes it has. */
final class QuorumTraceView<S> implements TraceView<S> {
    private final PlaneAccess<S> parts;

    QuorumTraceView(PlaneAccess<S> parts) {
        this.parts = parts;
    }

    @Override
    public List<Cell> cells(S state) {
        List<Cell> cells = new ArrayList<>();
        for (int p = 0; p < parts.data(state).replicas().size(); p++) {
            Replica replica = parts.data(state).replica(p);
            Configuration c = replica.configuration();
            boolean none = replica.epoch().number() == 0;
            cells.add(new Cell(
                    none ? "" : "v" + replica.epoch(),
                    none ? List.of() : ordered(c),
                    none ? List.of() : c.inSync().stream().boxed().toList(),
                    replica.log().length() + " writes"));
        }
        return cells;
    }

    @Override
    public List<String> marks(S state) {
        ControlState control = parts.control(state);
        return List.of(control.role().name().toLowerCase(Locale.ROOT) + " of term " + control.term());
    }

    @Override
    public String stamp(S state) {
        return Long.toHexString(parts.control(state).stamp());
    }

    /** The primary first. */
    private static List<Integer> ordered(Configuration c) {
        List<Integer> replicas = new ArrayList<>();
        for (int i = 0; i < c.size(); i++) {
            replicas.add(c.replica(i));
        }
        return replicas;
    }

    @Override
    public String name(Message message) {
        return message instanceof QuorumMessage.Batch batch
                ? batch.messages().stream()
                        .map(TraceView.super::name)
                        .distinct()
                        .collect(Collectors.joining("And"))
                : TraceView.super.name(message);
    }
}
