package io.godwit.member.runtime;

import io.godwit.environment.CertificateRole;
import io.godwit.environment.Clock;
import io.godwit.environment.Credentials;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.HandshakeHandler;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.ClusterId;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import io.godwit.transport.frame.Versions;
import java.util.List;
import java.util.function.Consumer;

/** Decides which connections a member accepts. Called by the connections' threads. */
final class MemberHandshakes implements HandshakeHandler {
    private final RuntimeConfig config;
    private final RefusalLog refusals;
    private volatile Peer self;
    private final RunConfirmations confirmations;
    /** A member that belongs to a cluster and is not let in yet. */
    private volatile Identity starting;

    private volatile Accepting accepting;

    /** The part of a member that accepts connections once it belongs to a cluster. */
    interface Accepting {
        Identity identity();

        /** The members that it knows. */
        List<Peer> known();

        /** Whether the member's number is free, or of that incarnation. */
        boolean allows(Peer peer);

        /** Takes frames from a member. */
        Receiver member(Peer peer, Versions versions);

        /** The cluster version by which the member goes. */
        int clusterVersion();

        /** Takes frames from a client. */
        Receiver client();
    }

    MemberHandshakes(RuntimeConfig config, RunConfirmations confirmations, Clock clock, Consumer<String> log) {
        this.config = config;
        this.confirmations = confirmations;
        this.refusals = new RefusalLog(log, clock::nanoTime);
    }

    void self(Peer newSelf) {
        self = newSelf;
    }

    /** The member belongs to a cluster, and asks to be let in. */
    void starting(Identity identity) {
        starting = identity;
    }

    /** The member belongs to a cluster. */
    void accept(Accepting member) {
        accepting = member;
    }

    @Override
    public Decision greet(Connection connection, Hello hello) {
        Accepting member = accepting;
        Versions spoken = hello.role() == Role.CLIENT || member == null
                ? config.versions()
                : config.versions().from(member.clusterVersion());
        Refusal refusal = refusal(hello, member, spoken);
        if (refusal != null) {
            return new Refuse(refusal);
        }
        CertificateRole needed = hello.role() == Role.CLIENT ? CertificateRole.CLIENT : CertificateRole.MEMBER;
        Credentials other = connection.credentials();
        if (!other.allows(needed)) {
            return new Refuse(refuse(Reason.CERTIFICATE_ROLE, other.refusal(needed)));
        }
        if (hello.role() == Role.STARTING) {
            Identity identity = member == null ? starting : member.identity();
            Peer own = member == null ? identity.self().withRun(Run.NONE) : identity.self();
            List<Peer> known = member == null ? identity.peers() : member.known();
            Welcome answer = identity.with(own, known).welcome(known).with(spoken);
            return new Accept(answer, confirmations.asked(hello.self()));
        }
        if (member == null) {
            Welcome forming = new Welcome(
                    self, Bytes.EMPTY, config.partitions(), config.maps(), config.parallel(), List.of(), List.of());
            return new Accept(forming.with(spoken), PeerConnections.CLOSING);
        }
        Welcome welcome = member.identity().welcome(member.known()).with(spoken).withFeatures(spoken.features());
        return new Accept(
                welcome,
                switch (hello.role()) {
                    case MEMBER -> member.member(hello.self(), hello.versions());
                    case CLIENT -> member.client();
                    case SEEKER, STARTING -> PeerConnections.CLOSING;
                });
    }

    private Refusal refusal(Hello hello, Accepting member, Versions spoken) {
        if (hello.versions().common(spoken) == 0) {
            String remedy = hello.versions().greatest() < spoken.least()
                    ? ": start a newer version of the program"
                    : ": members with an older program come first";
            return refuse(
                    Reason.WIRE_VERSION, "wire format " + hello.versions() + "; this member speaks " + spoken + remedy);
        } else if (!hello.clusterName().equals(config.clusterName())) {
            return refuse(
                    Reason.CLUSTER_NAME,
                    "cluster name \"" + hello.clusterName() + "\"; this cluster is \"" + config.clusterName() + "\"");
        } else if (!hello.protocol().equals(MemberRuntime.PROTOCOL) || hello.generation() != MemberRuntime.GENERATION) {
            return refuse(
                    Reason.PROTOCOL,
                    "protocol " + hello.protocol() + " of generation " + hello.generation() + "; this cluster runs "
                            + MemberRuntime.PROTOCOL + " of generation " + MemberRuntime.GENERATION);
        } else if (hello.partitions() != config.partitions() && hello.role() != Role.CLIENT) {
            return refuse(
                    Reason.PARTITIONS, hello.partitions() + " partitions; this cluster has " + config.partitions());
        } else if (hello.role() != Role.CLIENT && !config.maps().equals(hello.maps())) {
            String difference = hello.maps() == null
                    ? "it does not say how many backups maps have"
                    : hello.maps().difference(config.maps());
            return refuse(Reason.BACKUPS, difference);
        } else if (member == null && !(hello.role() == Role.STARTING && starting != null)) {
            return hello.role() == Role.SEEKER && starting == null
                    ? null
                    : refuse(
                            Reason.NOT_READY,
                            starting == null
                                    ? "this process does not belong to a cluster yet"
                                    : "this member is not let in yet");
        }
        Identity identity = member == null ? starting : member.identity();
        if (hello.cluster().length() > 0 && !hello.cluster().equals(identity.cluster())) {
            return ClusterId.isRecoveryOf(identity.cluster(), hello.cluster())
                    ? refuse(Reason.RECOVERED, "this cluster was recovered, and the sender belongs to the one before")
                    : refuse(Reason.OTHER_CLUSTER, "another cluster of the same name");
        } else if (hello.expected().length() > 0
                && !hello.expected().equals(identity.self().incarnation())) {
            return refuse(Reason.INCARNATION, "the member that was here before is gone");
        } else if (isNumbered(hello) && member != null && !member.allows(hello.self())) {
            return refuse(Reason.INCARNATION, "number " + hello.self().number() + " belongs to another incarnation");
        } else if (hello.role() == Role.MEMBER
                && hello.self().number() == identity.self().number()) {
            // A sender of version 6 does not know COPY.
            return refuse(Reason.INCARNATION, "this is member " + hello.self().number() + " itself");
        } else if (hello.role() == Role.MEMBER
                && !confirmations
                        .runs()
                        .allows(hello.self().number(), hello.self().run())) {
            return refuse(
                    Reason.COPY,
                    "run " + hello.self().run().number() + " of member "
                            + hello.self().number() + ", of which run "
                            + confirmations.runs().known(hello.self().number()).number() + " has started");
        }
        return null;
    }

    private static boolean isNumbered(Hello hello) {
        return hello.role() == Role.MEMBER || hello.role() == Role.STARTING;
    }

    private static Refusal refuse(Reason reason, String text) {
        return new Refusal(reason, text);
    }

    /** Number of refused connections. Any thread may call. */
    long refused() {
        return refusals.count();
    }

    @Override
    public void refused(String remote, String why) {
        refusals.refused(remote, why);
    }
}
