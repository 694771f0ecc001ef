package io.godwit.protocol.classic.run;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.Fetch;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionMap;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.table.Publication;
import java.util.Optional;

/** What the agenda looks at: as long as it stays the same there is nothing new to do. */
record Board(
        MemberSet view,
        int master,
        PartitionTable table,
        Duty duty,
        Optional<Fetch> fetch,
        PartitionMap<Flight> inflight,
        MigrationSet completed,
        Optional<Publication> publication,
        MemberSet leaving,
        MemberSet newcomers) {
    static Board of(ClassicState state) {
        return new Board(
                state.view(),
                state.master(),
                state.table(),
                state.duty(),
                state.fetch(),
                state.inflight(),
                state.completed(),
                state.publication(),
                state.leaving(),
                state.errands().newcomers());
    }
}
