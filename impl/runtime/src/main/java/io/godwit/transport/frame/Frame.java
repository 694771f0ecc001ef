package io.godwit.transport.frame;

import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.List;

/** One frame. Immutable. */
public sealed interface Frame {
    /** The version of the wire format; processes of another one are refused. */
    int WIRE_VERSION = 4;

    /**
     * The first frame of whoever has opened the connection.
     *
     * @param wireVersion the sender's {@link #WIRE_VERSION}
     * @param role what the sender is
     * @param clusterName the name of the cluster that it looks for
     * @param protocol the protocol's name
     * @param generation the protocol's generation
     * @param partitions number of partitions of a range; 0 from a client, who takes what it finds
     * @param maps their backups, or null from a client
     * @param cluster 16 bytes of the cluster's founding; empty if the sender belongs to none
     * @param self the sender
     * @param expected whose incarnation the sender thinks it talks to; empty if it does not know
     */
    record Hello(
            int wireVersion,
            Role role,
            String clusterName,
            String protocol,
            int generation,
            int partitions,
            Maps maps,
            Bytes cluster,
            Peer self,
            Bytes expected)
            implements Frame {}

    /** What opens a connection. */
    enum Role {
        /** A member of the cluster. */
        MEMBER,
        /** A client. */
        CLIENT,
        /** A process that wants to be a member and has no number yet. */
        SEEKER
    }

    /**
     * The answer to a {@link Hello}.
     *
     * @param self who answers
     * @param cluster 16 bytes of the cluster's founding; empty as long as it belongs to none
     * @param partitions number of partitions of a range
     * @param maps their backups
     * @param parallel migrations of a member at once
     * @param founders with whom the cluster was founded
     * @param peers whom it knows
     */
    record Welcome(
            Peer self, Bytes cluster, int partitions, Maps maps, int parallel, List<Peer> founders, List<Peer> peers)
            implements Frame {
        /** Copies the lists. */
        public Welcome {
            founders = List.copyOf(founders);
            peers = List.copyOf(peers);
        }
    }

    /**
     * The other answer to a {@link Hello}; the connection is closed after it.
     *
     * @param reason for programs
     * @param text for people
     */
    record Refusal(Reason reason, String text) implements Frame {}

    /** Why a connection is refused. */
    enum Reason {
        /** Another version of the wire format. */
        WIRE_VERSION,
        /** Another cluster's name. */
        CLUSTER_NAME,
        /** Another protocol, or another generation of it. */
        PROTOCOL,
        /** Another number of partitions. */
        PARTITIONS,
        /** Other backups of some map. */
        BACKUPS,
        /** A cluster of the same name that was founded another time. */
        OTHER_CLUSTER,
        /** The number or address belongs to another incarnation. */
        INCARNATION,
        /** Not yet, or not any more. */
        NOT_READY
    }

    /** Whom the sender knows. */
    record Peers(List<Peer> peers) implements Frame {
        /** Copies the list. */
        public Peers {
            peers = List.copyOf(peers);
        }
    }

    /**
     * The sender lives.
     *
     * @param full is its disk nearly full?
     */
    record KeepAlive(boolean full) implements Frame {
        /** And has room. */
        public KeepAlive() {
            this(false);
        }
    }

    /**
     * Messages of the engine that go the same way in one step, in order.
     *
     * @param clock what had happened before it was sent; empty from a member that writes no event log
     */
    record MessageBatch(List<Message> messages, VectorTime clock) implements Frame {
        /** Copies the list. */
        public MessageBatch {
            messages = List.copyOf(messages);
        }

        /** Without a clock. */
        public MessageBatch(List<Message> messages) {
            this(messages, VectorTime.NONE);
        }
    }

    /** A message of a protocol that has a codec of its own. Members of quorum neither send nor accept it. */
    record Opaque(Bytes content) implements Frame {}

    /** What the sender knows to have happened; in front of a frame without messages of the engine. */
    record Clock(VectorTime time) implements Frame {}

    /**
     * A primary has a log for the receiver.
     *
     * @param transfer names the transfer on this connection
     * @param partition of which partition
     * @param view the version under which it is sent
     * @param length number of writes
     * @param lastEpoch of the last one
     * @param positions where versions end in it, the last of them, oldest first; none if that is not told
     */
    record SnapshotManifest(
            long transfer, int partition, View view, int length, Version lastEpoch, List<LogPosition> positions)
            implements Frame {
        /** Copies the positions. */
        public SnapshotManifest {
            positions = List.copyOf(positions);
        }

        /** Without positions. */
        public SnapshotManifest(long transfer, int partition, View view, int length, Version lastEpoch) {
            this(transfer, partition, view, length, lastEpoch, List.of());
        }
    }

    /**
     * The receiver wants it.
     *
     * @param transfer from the manifest
     * @param length of the log that it holds, without what it takes back; 0 if none
     * @param lastEpoch of that log
     * @param undone what it takes back
     * @param files can it take a file?
     */
    record SnapshotRequest(long transfer, int length, Version lastEpoch, UndoneWrites undone, boolean files)
            implements Frame {
        /** Without anything to be taken back, and without files. */
        public SnapshotRequest(long transfer, int length, Version lastEpoch) {
            this(transfer, length, lastEpoch, UndoneWrites.NONE, false);
        }
    }

    /**
     * A chunk of a log. Chunks come in order.
     *
     * @param transfer from the manifest
     * @param index from 0, one more each time
     * @param last is there no more?
     * @param difference is it only what the receiver lacks?
     * @param cells what keys hold; with a difference those that are taken back
     * @param executed each client's last write; with a difference, if something is taken back, of all clients that are in it
     * @param entries the last entries of the log, or those that the receiver lacks
     */
    record SnapshotChunk(
            long transfer,
            int index,
            boolean last,
            boolean difference,
            List<CellChunk> cells,
            List<LastWrite> executed,
            List<LogEntry> entries)
            implements Frame {
        /** Copies the lists. */
        public SnapshotChunk {
            cells = List.copyOf(cells);
            executed = List.copyOf(executed);
            entries = List.copyOf(entries);
        }
    }

    /**
     * A chunk of a file. Chunks come in order.
     *
     * @param transfer from the manifest
     * @param index from 0, one more each time
     * @param last is there no more?
     * @param data what the chunk holds: bytes that have come, or a place in a file
     */
    record FileChunk(long transfer, int index, boolean last, FileSlice data) implements Frame {}

    /** The receiver has taken all chunks up to this one, itself included. */
    record ChunkAck(long transfer, int index) implements Frame {}

    /**
     * A client calls.
     *
     * @param client a session, which makes one call at a time
     * @param number of the call, growing; the same when it is repeated
     * @param partition where the client takes the key to be
     * @param operation what it wants
     * @param relaxed may a read be answered from what is there?
     */
    record Call(long client, long number, int partition, OnMap operation, boolean relaxed) implements Frame {}

    /**
     * What came of a call. What a key holds may be too much for one frame; then it comes in several, in order.
     *
     * @param client the session
     * @param number of the call
     * @param result what came of it, or some of the values that the key holds
     * @param index from 0
     * @param more is there another answer to the same call after this one?
     */
    record Answer(long client, long number, Result result, int index, boolean more) implements Frame {
        /** All of it. */
        public Answer(long client, long number, Result result) {
            this(client, number, result, 0, false);
        }
    }

    /**
     * Who serves what?
     *
     * @param stamp of the table that the client has, 0 for none
     */
    record TableRequest(long stamp) implements Frame {}

    /**
     * Who serves what.
     *
     * @param stamp of the table
     * @param routes none if the client has that table already
     * @param peers whom the member knows
     */
    record Table(long stamp, List<Route> routes, List<Peer> peers) implements Frame {
        /** Copies the lists. */
        public Table {
            routes = List.copyOf(routes);
            peers = List.copyOf(peers);
        }
    }

    /**
     * Who serves a partition.
     *
     * @param partition the partition
     * @param version under which this was decided
     * @param primary who serves
     */
    record Route(int partition, Version version, int primary) {}
}
