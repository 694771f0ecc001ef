package io.godwit.member;

import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;
import io.godwit.transport.net.Door;
import io.godwit.transport.net.Receiver;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Consumer;

/** Decides who may talk to a member. Used by the connections' threads. */
final class Gate implements Door {
    private final MemberConfig config;
    private final Refusals refusals;
    private volatile Peer self;
    private volatile Running running;

    /** What is behind the gate, once the member belongs to a cluster. */
    interface Running {
        Identity identity();

        List<Peer> known();

        /** Is the number free, or of that incarnation? */
        boolean allows(Peer peer);

        Receiver member(Peer peer);

        Receiver client();
    }

    Gate(MemberConfig config, Consumer<String> log) {
        this.config = config;
        this.refusals = new Refusals(log, System::nanoTime);
    }

    void self(Peer newSelf) {
        self = newSelf;
    }

    void open(Running newRunning) {
        running = newRunning;
    }

    @Override
    public Decision greet(Connection connection, Hello hello) {
        Running behind = running;
        Refusal refusal = refusal(hello, behind);
        if (refusal != null) {
            return new Shut(refusal);
        }
        if (behind == null) {
            Welcome forming = new Welcome(
                    self, Bytes.EMPTY, config.partitions(), config.maps(), config.parallel(), List.of(), List.of());
            return new Open(forming, nobody());
        }
        Identity identity = behind.identity();
        Welcome welcome = identity.welcome(behind.known());
        return new Open(
                welcome,
                switch (hello.role()) {
                    case MEMBER -> behind.member(hello.self());
                    case CLIENT -> behind.client();
                    case SEEKER -> nobody();
                });
    }

    private Refusal refusal(Hello hello, Running behind) {
        if (hello.wireVersion() != Frame.WIRE_VERSION) {
            return refuse(
                    Reason.WIRE_VERSION,
                    "wire format " + hello.wireVersion() + "; this member speaks " + Frame.WIRE_VERSION);
        } else if (!hello.clusterName().equals(config.clusterName())) {
            return refuse(
                    Reason.CLUSTER_NAME,
                    "cluster name \"" + hello.clusterName() + "\"; this cluster is \"" + config.clusterName() + "\"");
        } else if (!hello.protocol().equals(Member.PROTOCOL) || hello.generation() != Member.GENERATION) {
            return refuse(
                    Reason.PROTOCOL,
                    "protocol " + hello.protocol() + " of generation " + hello.generation() + "; this cluster runs "
                            + Member.PROTOCOL + " of generation " + Member.GENERATION);
        } else if (hello.partitions() != config.partitions() && hello.role() != Role.CLIENT) {
            return refuse(
                    Reason.PARTITIONS, hello.partitions() + " partitions; this cluster has " + config.partitions());
        } else if (hello.role() != Role.CLIENT && !config.maps().equals(hello.maps())) {
            String difference = hello.maps() == null
                    ? "it does not say how many backups maps have"
                    : hello.maps().difference(config.maps());
            return refuse(Reason.BACKUPS, difference);
        } else if (behind == null) {
            return hello.role() == Role.SEEKER
                    ? null
                    : refuse(Reason.NOT_READY, "this process does not belong to a cluster yet");
        }
        Identity identity = behind.identity();
        if (hello.cluster().length() > 0 && !hello.cluster().equals(identity.cluster())) {
            return refuse(Reason.OTHER_CLUSTER, "a cluster of the same name that was founded another time");
        } else if (hello.expected().length() > 0
                && !hello.expected().equals(identity.self().incarnation())) {
            return refuse(Reason.INCARNATION, "the member that was here before is gone");
        } else if (hello.role() == Role.MEMBER && !behind.allows(hello.self())) {
            return refuse(Reason.INCARNATION, "number " + hello.self().number() + " belongs to another incarnation");
        }
        return null;
    }

    private static Refusal refuse(Reason reason, String text) {
        return new Refusal(reason, text);
    }

    private static Receiver nobody() {
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                connection.close();
            }

            @Override
            public void closed(Connection connection) {
                // Nothing was begun.
            }
        };
    }

    /** How many connections were refused so far. Any thread may ask. */
    long refused() {
        return refusals.count();
    }

    @Override
    public void refused(SocketAddress remote, String why) {
        refusals.refused(remote, why);
    }
}
