package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.POSITION_NAMES_TAKEN;
import static io.godwit.protocol.quorum.QuorumRule.PROMISE_DELAYS_READ;
import static io.godwit.protocol.quorum.QuorumRule.REFUSES_NEWER_READER;
import static io.godwit.protocol.quorum.QuorumRule.SHOWS_FROM_POSITION;
import static io.godwit.protocol.quorum.QuorumRule.SHOWS_HELD;
import static io.godwit.protocol.quorum.QuorumRule.TELLS_FORGOTTEN;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation.ReadChanges;
import io.godwit.protocol.map.Operation.Scan;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Forgotten;
import io.godwit.protocol.map.Result.Scanned;
import io.godwit.protocol.map.Result.Written;
import io.godwit.protocol.map.StreamPosition;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The changes of a partition as a stream: a primary shows a reader what comes behind its position in the log, and keeps nothing of
 * the reader. {@code spec/quorum/ChangeStream.tla}.
 */
public class ChangeStream extends DataModule {
    /** Estimated size of a key of a scan in memory, without its bytes. */
    private static final long ENTRY_BYTES = 64;

    private final ReadLeases leases;

    /** The module under these rules. */
    public ChangeStream(Rules rules, ReadLeases leases) {
        super(rules);
        this.leases = leases;
    }

    /**
     * A primary shows a reader the writes behind its position that it may answer, or says that its log does not have the position
     * any more. No other member is asked: a primary that was replaced shows less, and nothing else.
     *
     * @param call a {@link ReadChanges}
     */
    @SpecAction({"quorum/ChangeStream!ReadChanges", "quorum/ChangeStream!TellGap"})
    public Step<DataState> readChanges(DataState state, Call call) {
        Replica replica = state.replica(call.partition());
        ReadChanges read = (ReadChanges) call.operation();
        StreamPosition from = read.position();
        Log log = replica.log();
        requireUp(state);
        requireLeads(state, replica);
        rules.require(
                REFUSES_NEWER_READER,
                from.shown() <= replica.epoch().toLong(),
                "{} was shown under a version after {}",
                from,
                replica.epoch());
        if (!hasPosition(log, from)) {
            Basis nothing = new Basis(call.partition(), 0);
            return Step.to(state, new Answer(call.client(), call.call(), new Forgotten(), nothing));
        }
        int last = rules.holds(SHOWS_HELD, false) ? log.length() : waits.held(state.self(), replica);
        if (last > from.index()) {
            leases.requireMayAnswer(PROMISE_DELAYS_READ, state, replica, last);
        }
        Changes changes = changes(replica, read, last);
        Basis basis = new Basis(call.partition(), changes.next().index());
        return Step.to(state, new Answer(call.client(), call.call(), changes, basis));
    }

    /** {@code HasPosition}: does the log still have the place, and the same write there? */
    private boolean hasPosition(Log log, StreamPosition at) {
        if (at.index() == 0) {
            return rules.holds(TELLS_FORGOTTEN, log.firstKept() == 1);
        }
        return at.index() <= log.length()
                && rules.holds(TELLS_FORGOTTEN, at.index() >= log.firstKept())
                && rules.holds(POSITION_NAMES_TAKEN, log.epochAt(at.index()).toLong() == at.taken());
    }

    /** The writes behind a position, up to a place in the log. */
    private Changes changes(Replica replica, ReadChanges read, int last) {
        StreamPosition from = read.position();
        List<Written> writes = new ArrayList<>();
        int first = rules.holds(SHOWS_FROM_POSITION, false) ? 1 : from.index() + 1;
        int index = Math.max(first, replica.log().firstKept()) - 1;
        Version taken = Version.NONE;
        long bytes = 0;
        for (LogEntry entry : replica.log().entries(first, last)) {
            boolean shown = read.concerns(entry.operation()) && !entry.withoutEffect();
            bytes += shown ? entry.bytes() : 0;
            if (bytes > read.maxBytes() && !writes.isEmpty()) {
                break;
            }
            index++;
            taken = entry.epoch();
            if (shown) {
                writes.add(new Written(index, entry.operation()));
            }
        }
        StreamPosition next = taken.isNone()
                ? from
                : new StreamPosition(index, taken.toLong(), replica.epoch().toLong());
        return new Changes(writes, next, index < last);
    }

    /** What a read has found; of a scan with the place in the log at which it is so ({@code AnswerScan}). */
    static Result result(Replica replica, ForRead read) {
        return read.operation() instanceof Scan scan
                ? scanned(replica, read, scan)
                : read.seen().content().read(read.operation());
    }

    private static Result scanned(Replica replica, ForRead read, Scan scan) {
        Log log = read.seen();
        StreamPosition position = new StreamPosition(
                log.length(), log.lastEpoch().toLong(), replica.epoch().toLong());
        NamedMaps maps = log.content().maps();
        if (scan.maxBytes() == 0 && scan.after() == null) {
            return new Scanned(List.of(), position, maps.size(scan.map()) > 0);
        }
        Page page = new Page(scan);
        maps.forEachOf(scan.map(), page::add);
        return new Scanned(List.copyOf(page.found.values()), position, page.end != null);
    }

    /** Collects the first entries after a key, as many as fit into an answer, from entries in any order. Holds few more than these. */
    private static final class Page {
        private final Scan scan;
        private final TreeMap<Bytes, BytesMap.Entry<Cell>> found = new TreeMap<>();
        /** The first key that has no place; null if all have. */
        private Bytes end;

        private long bytes;

        Page(Scan scan) {
            this.scan = scan;
        }

        void add(BytesMap.Entry<Cell> entry) {
            Bytes key = entry.key();
            boolean behind = scan.after() == null || key.compareTo(scan.after()) > 0;
            if (!behind || (end != null && key.compareTo(end) >= 0)) {
                return;
            }
            found.put(key, entry);
            bytes += bytes(entry);
            while (bytes > scan.maxBytes() && found.size() > (scan.maxBytes() == 0 ? 0 : 1)) {
                end = found.lastKey();
                bytes -= bytes(found.remove(end));
            }
        }

        private static long bytes(BytesMap.Entry<Cell> entry) {
            long bytes = ENTRY_BYTES + entry.key().length();
            for (Bytes value : entry.value().values()) {
                bytes += ENTRY_BYTES + value.length();
            }
            return bytes;
        }
    }
}
