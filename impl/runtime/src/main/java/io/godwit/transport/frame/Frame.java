package io.godwit.transport.frame;

import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.List;

/** One frame. Immutable. */
public sealed interface Frame {
    /** The newest version of the wire format that this program speaks. */
    int WIRE_VERSION = ClusterVersion.NEWEST;

    /**
     * The first frame of the side that has opened the connection.
     *
     * @param versions the versions that the sender speaks; of a member, those from the cluster version on
     * @param role what the sender is
     * @param clusterName the name of the cluster that it looks for
     * @param protocol the protocol's name
     * @param generation the protocol's generation
     * @param partitions number of partitions of a range; 0 from a client, which accepts any number
     * @param maps their backups, or null from a client
     * @param cluster {@linkplain ClusterId identity} of the cluster; empty if the sender belongs to none
     * @param self the sender
     * @param expected the incarnation with which the sender expects to talk; empty if it does not know
     */
    record Hello(
            Versions versions,
            Role role,
            String clusterName,
            String protocol,
            int generation,
            int partitions,
            Maps maps,
            Bytes cluster,
            Peer self,
            Bytes expected)
            implements Frame {
        /** Of a sender that speaks one version. */
        public Hello(
                int wireVersion,
                Role role,
                String clusterName,
                String protocol,
                int generation,
                int partitions,
                Maps maps,
                Bytes cluster,
                Peer self,
                Bytes expected) {
            this(
                    Versions.only(wireVersion),
                    role,
                    clusterName,
                    protocol,
                    generation,
                    partitions,
                    maps,
                    cluster,
                    self,
                    expected);
        }
    }

    /** The role of the side that has opened a connection. */
    enum Role {
        /** A member of the cluster. */
        MEMBER,
        /** A client. */
        CLIENT,
        /** A process that wants to be a member and has no number yet. */
        SEEKER,
        /** A member that has started from its directory and asks the voters to confirm its run. */
        STARTING
    }

    /**
     * The answer to a {@link Hello}.
     *
     * @param self the member that answers
     * @param cluster {@linkplain ClusterId identity} of the cluster; empty as long as it belongs to none
     * @param partitions number of partitions of a range
     * @param maps their backups
     * @param parallel migrations of a member at once
     * @param founders the founders of the cluster
     * @param peers the members that it knows
     * @param versions the versions that it speaks
     * @param features what it can do for clients besides what its versions say: bits, of which {@link #CALL_BATCHES} is one
     */
    record Welcome(
            Peer self,
            Bytes cluster,
            int partitions,
            Maps maps,
            int parallel,
            List<Peer> founders,
            List<Peer> peers,
            Versions versions,
            int features)
            implements Frame {
        /** The feature of a member that takes a {@link CallBatch}. */
        public static final int CALL_BATCHES = 2;

        /** All features that this program has. */
        public static final int ALL_FEATURES = CALL_BATCHES;

        /** Of a member that does not say what it speaks: the first version, and no features. */
        public Welcome(
                Peer self,
                Bytes cluster,
                int partitions,
                Maps maps,
                int parallel,
                List<Peer> founders,
                List<Peer> peers) {
            this(self, cluster, partitions, maps, parallel, founders, peers, Versions.only(ClusterVersion.FIRST), 0);
        }

        /** The same with other versions. */
        public Welcome with(Versions spoken) {
            return new Welcome(self, cluster, partitions, maps, parallel, founders, peers, spoken, features);
        }

        /** The same with other features. */
        public Welcome withFeatures(int newFeatures) {
            return new Welcome(self, cluster, partitions, maps, parallel, founders, peers, versions, newFeatures);
        }

        /** Whether it has a feature. */
        public boolean has(int feature) {
            return (features & feature) != 0;
        }

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
        /** No version of the wire format is common, or the cluster version is higher. */
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
        NOT_READY,
        /** The certificate lacks the role that the sender has in the handshake. */
        CERTIFICATE_ROLE,
        /** The cluster was recovered without the sender. */
        RECOVERED,
        /** Another process of the same member has started later, or from a copy of the directory. */
        COPY
    }

    /** A member that {@linkplain Role#STARTING starts} asks for its run to be confirmed. */
    record RunRequest(Run run) implements Frame {}

    /**
     * The answer to a {@link RunRequest}.
     *
     * @param verdict whether the run is confirmed
     * @param run the run that is asked for
     * @param known the last run of the member that the sender has confirmed; {@link Run#NONE} if there is none
     * @param voting the newest voters that the sender knows
     */
    record RunAnswer(Verdict verdict, Run run, Run known, Voting voting) implements Frame {}

    /** Whether a run is confirmed; {@code MemberRuns!ConfirmRun}. */
    enum Verdict {
        /** It is the last one. */
        CONFIRMED,
        /** A later one is confirmed, or another one of the same number. */
        LATER_KNOWN,
        /** The process of the last one is heard. */
        IN_USE,
        /** The member has moved since it was where the process is. */
        MOVED,
        /** The sender goes by a cluster version without runs. */
        NO_RUNS
    }

    /** The members that the sender knows. */
    record Peers(List<Peer> peers) implements Frame {
        /** Copies the list. */
        public Peers {
            peers = List.copyOf(peers);
        }
    }

    /**
     * A sign of life of the sender.
     *
     * @param full whether its disk or its heap is nearly full
     * @param heapOnly whether its heap is, and its disk is not
     */
    record KeepAlive(boolean full, boolean heapOnly) implements Frame {
        /** A sign of life of a sender with room. */
        public KeepAlive() {
            this(false, false);
        }
    }

    /**
     * Messages of the engine that go the same way in one step, in order.
     *
     * @param clock the sender's vector clock; empty from a member that writes no event log
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

    /** The sender's vector clock, before a frame without messages of the engine. */
    record Clock(VectorTime time) implements Frame {}

    /**
     * A primary has a log for the receiver.
     *
     * @param transfer names the transfer on this connection
     * @param partition the partition
     * @param view the version under which it is sent
     * @param length number of writes
     * @param lastEpoch version of the last one
     * @param positions the last positions at which versions end in it, oldest first; may be empty
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
     * The receiver requests the log.
     *
     * @param transfer from the manifest
     * @param length of the log that it holds, without what it takes back; 0 if none
     * @param lastEpoch of that log
     * @param undone the keys and clients of the writes that it takes back
     * @param files whether it can take a file
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
     * @param last whether it is the last one
     * @param difference whether the transfer has only what the receiver lacks
     * @param cells the values of keys; with a difference, of those that are taken back
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
     * @param last whether it is the last one
     * @param data the content: received bytes, or a place in a file
     */
    record FileChunk(long transfer, int index, boolean last, FileSlice data) implements Frame {}

    /** The receiver has taken all chunks up to this one, itself included. */
    record ChunkAck(long transfer, int index) implements Frame {}

    /**
     * A call of a client.
     *
     * @param client a session, which makes one call at a time
     * @param number of the call, growing; the same when it is repeated
     * @param partition the partition of the key, according to the client
     * @param operation the operation
     * @param relaxed whether a read may be answered from any copy
     */
    record Call(long client, long number, int partition, OnMap operation, boolean relaxed) implements Frame {}

    /**
     * The result of a call. The values of a key may be too large for one frame; then they come in several, in order.
     *
     * @param client the session
     * @param number of the call
     * @param result the result, or some of the values of the key
     * @param index from 0
     * @param more whether another answer to the same call follows
     */
    record Answer(long client, long number, Result result, int index, boolean more) implements Frame {
        /** An answer in one frame. */
        public Answer(long client, long number, Result result) {
            this(client, number, result, 0, false);
        }
    }

    /**
     * Calls of a client, each for itself. It is sent only to a member that {@linkplain Welcome#CALL_BATCHES takes} it.
     *
     * @param calls at least one, at most {@link #MAX_CALLS}
     */
    record CallBatch(List<Call> calls) implements Frame {
        /** The greatest number of calls in a frame. */
        public static final int MAX_CALLS = 256;

        /** Copies the list. */
        public CallBatch {
            calls = List.copyOf(calls);
        }
    }

    /**
     * Answers that are there together, to calls that came in batches.
     *
     * @param answers at least one
     */
    record AnswerBatch(List<Answer> answers) implements Frame {
        /** Copies the list. */
        public AnswerBatch {
            answers = List.copyOf(answers);
        }
    }

    /**
     * A call of a client for many partitions of a map, each of which carries it out for itself. The member answers for those that
     * it leads.
     *
     * @param client a session, which makes one call at a time
     * @param number of the call, growing; the same when it is repeated, and for all partitions
     * @param verb {@link Verb#SIZE} or {@link Verb#CLEAR}
     * @param map the map's name
     * @param partitions at least one
     * @param relaxed whether a read may be answered from any copy
     */
    record PartitionsCall(long client, long number, Verb verb, Bytes map, PartitionSet partitions, boolean relaxed)
            implements Frame {}

    /**
     * What has become of some partitions of a call for many. Several answers may come to one call, each for other partitions.
     *
     * @param client the session
     * @param number of the call
     * @param count the sum of what the partitions have returned that are done
     * @param done partitions that have carried it out
     * @param left partitions for which the member does not answer: another one leads them, or none does yet
     * @param refusal why the member does not carry it out; empty if it does
     */
    record PartitionsAnswer(long client, long number, long count, PartitionSet done, PartitionSet left, String refusal)
            implements Frame {}

    /**
     * Requests the routes.
     *
     * @param stamp of the table that the client has, 0 for none
     */
    record TableRequest(long stamp) implements Frame {}

    /**
     * The routes.
     *
     * @param stamp of the table
     * @param routes none if the client has that table already
     * @param peers the members that the sender knows
     */
    record Table(long stamp, List<Route> routes, List<Peer> peers) implements Frame {
        /** Copies the lists. */
        public Table {
            routes = List.copyOf(routes);
            peers = List.copyOf(peers);
        }
    }

    /**
     * The route of a partition.
     *
     * @param partition the partition
     * @param version the version of the decision
     * @param primary the primary
     */
    record Route(int partition, Version version, int primary) {}
}
