package io.godwit.transport.codec;

import static io.godwit.transport.codec.MalformedFrameException.unless;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Frame.RunAnswer;
import io.godwit.transport.frame.Frame.RunRequest;
import io.godwit.transport.frame.Frame.Verdict;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import io.godwit.transport.frame.Versions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Messages of the handshake, and lists of members. */
final class GreetingCodec {
    private static final int MAX_NAME_CHARS = 256;
    private static final int MAX_TEXT_CHARS = 4_096;
    private static final int IDENTITY_BYTES = 16;
    private static final int MAX_PORT = 65_535;

    /** The schema's number is the place from 1. */
    private static final List<Role> ROLES = List.of(Role.MEMBER, Role.CLIENT, Role.SEEKER, Role.STARTING);

    private static final List<Verdict> VERDICTS =
            List.of(Verdict.CONFIRMED, Verdict.LATER_KNOWN, Verdict.IN_USE, Verdict.MOVED, Verdict.NO_RUNS);

    private static final List<Reason> REASONS = List.of(
            Reason.WIRE_VERSION,
            Reason.CLUSTER_NAME,
            Reason.PROTOCOL,
            Reason.PARTITIONS,
            Reason.OTHER_CLUSTER,
            Reason.INCARNATION,
            Reason.NOT_READY,
            Reason.BACKUPS,
            Reason.CERTIFICATE_ROLE,
            Reason.RECOVERED,
            Reason.COPY);

    private static final int HELLO_GREATEST = 11;
    private static final int WELCOME_LEAST = 9;
    private static final int WELCOME_GREATEST = 10;
    private static final int WELCOME_FEATURES = 11;
    private static final Versions FIRST = Versions.only(ClusterVersion.FIRST);

    private GreetingCodec() {}

    static void write(FieldWriter to, Hello hello) {
        to.number(1, hello.versions().least());
        to.number(2, ROLES.indexOf(hello.role()) + 1);
        to.text(3, hello.clusterName());
        to.text(4, hello.protocol());
        to.number(5, hello.generation());
        to.number(6, hello.partitions());
        to.bytes(7, hello.cluster());
        write(to, 8, hello.self());
        to.bytes(9, hello.expected());
        if (hello.maps() != null) {
            write(to, 10, hello.maps());
        }
        writeGreatest(to, HELLO_GREATEST, hello.versions());
    }

    static Hello hello(FieldReader from) {
        int least = from.number(1);
        Role role = MapCodec.element(ROLES, from.number(2));
        String name = from.text(3, MAX_NAME_CHARS);
        String protocol = from.text(4, MAX_NAME_CHARS);
        int generation = from.number(5);
        int partitions = from.number(6);
        Bytes cluster = identity(from, 7);
        Peer self = from.message(8, GreetingCodec::peer);
        Bytes expected = identity(from, 9);
        Maps maps = from.comes(10) ? from.message(10, GreetingCodec::maps) : null;
        Versions versions = versions(from, least, HELLO_GREATEST);
        return new Hello(versions, role, name, protocol, generation, partitions, maps, cluster, self, expected);
    }

    static void write(FieldWriter to, Welcome welcome) {
        write(to, 1, welcome.self());
        to.bytes(2, welcome.cluster());
        to.number(3, welcome.partitions());
        to.number(5, welcome.parallel());
        welcome.founders().forEach(peer -> write(to, 6, peer));
        welcome.peers().forEach(peer -> write(to, 7, peer));
        write(to, 8, welcome.maps());
        if (!welcome.versions().equals(FIRST)) {
            to.number(WELCOME_LEAST, welcome.versions().least());
            writeGreatest(to, WELCOME_GREATEST, welcome.versions());
        }
        to.number(WELCOME_FEATURES, welcome.features());
    }

    static Welcome welcome(FieldReader from) {
        Peer self = from.message(1, GreetingCodec::peer);
        Bytes cluster = identity(from, 2);
        int partitions = from.number(3);
        int copies = from.number(4);
        int parallel = from.number(5);
        List<Peer> founders = from.messages(6, GreetingCodec::peer);
        List<Peer> peers = from.messages(7, GreetingCodec::peer);
        Maps maps = from.comes(8) ? from.message(8, GreetingCodec::maps) : same(copies);
        int least = from.number(WELCOME_LEAST);
        Versions versions = versions(from, least == 0 ? ClusterVersion.FIRST : least, WELCOME_GREATEST);
        int features = from.number(WELCOME_FEATURES);
        return new Welcome(self, cluster, partitions, maps, parallel, founders, peers, versions, features);
    }

    /** Processes that speak one version do not say it twice. */
    private static void writeGreatest(FieldWriter to, int field, Versions versions) {
        if (versions.greatest() > versions.least()) {
            to.number(field, versions.greatest());
        }
    }

    private static Versions versions(FieldReader from, int least, int field) {
        int greatest = from.number(field);
        unless(greatest == 0 || greatest > least, "not a range of versions");
        return new Versions(least, Math.max(least, greatest));
    }

    /** As it was stored when all maps had the same number. */
    private static Maps same(int copies) {
        unless(copies >= 1 && copies <= Maps.MOST_BACKUPS + 1, "no number of copies");
        return Maps.all(copies - 1);
    }

    static void write(FieldWriter to, Refusal refusal) {
        to.number(1, REASONS.indexOf(refusal.reason()) + 1);
        to.text(2, refusal.text());
    }

    static Refusal refusal(FieldReader from) {
        return new Refusal(MapCodec.element(REASONS, from.number(1)), from.text(2, MAX_TEXT_CHARS));
    }

    private static void write(FieldWriter to, int field, Maps maps) {
        int start = to.begin(field);
        to.number(1, maps.backups());
        maps.named().forEach((name, backups) -> {
            int named = to.begin(2);
            to.text(1, name);
            to.number(2, backups);
            to.end(named);
        });
        to.end(start);
    }

    private static Maps maps(FieldReader from) {
        int backups = from.number(1);
        Map<String, Integer> named = new HashMap<>();
        from.messages(2, it -> {
            Integer before = named.put(it.text(1, MAX_TEXT_CHARS), it.number(2));
            unless(before == null, "a map is named twice");
            return named;
        });
        try {
            return Maps.of(backups, named);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException(e.getMessage(), e);
        }
    }

    static void write(FieldWriter to, int field, Peer peer) {
        int start = to.begin(field);
        to.number(1, peer.number());
        to.bytes(2, peer.incarnation());
        to.text(3, peer.host());
        to.number(4, peer.port());
        to.text(5, peer.zone());
        if (peer.run().isDurable()) {
            write(to, 6, peer.run());
        }
        to.end(start);
    }

    static Peer peer(FieldReader from) {
        int number = from.number(1);
        Bytes incarnation = identity(from, 2);
        String host = from.text(3, MAX_NAME_CHARS);
        int port = from.number(4);
        unless(port <= MAX_PORT, "no such port");
        String zone = from.text(5, MAX_NAME_CHARS);
        Run run = from.comes(6) ? from.message(6, GreetingCodec::run) : Run.NONE;
        return new Peer(number, incarnation, host, port, zone, run);
    }

    private static void write(FieldWriter to, int field, Run run) {
        int start = to.begin(field);
        to.number(1, run.number());
        to.fixed(2, run.nonce());
        to.fixed(3, run.moved());
        to.end(start);
    }

    private static Run run(FieldReader from) {
        return new Run(from.number(1), from.fixed(2), from.fixed(3));
    }

    static void write(FieldWriter to, RunRequest request) {
        write(to, 1, request.run());
    }

    static RunRequest runRequest(FieldReader from) {
        return new RunRequest(from.message(1, GreetingCodec::run));
    }

    static void write(FieldWriter to, RunAnswer answer) {
        to.number(1, VERDICTS.indexOf(answer.verdict()) + 1);
        write(to, 2, answer.run());
        write(to, 3, answer.known());
        TableCodec.write(to, 4, answer.voting());
    }

    static RunAnswer runAnswer(FieldReader from) {
        Verdict verdict = MapCodec.element(VERDICTS, from.number(1));
        Run run = from.message(2, GreetingCodec::run);
        Run known = from.message(3, GreetingCodec::run);
        return new RunAnswer(verdict, run, known, from.message(4, TableCodec::voting));
    }

    private static Bytes identity(FieldReader from, int field) {
        Bytes identity = from.bytes(field);
        unless(identity.length() == 0 || identity.length() == IDENTITY_BYTES, "not an identity");
        return identity;
    }
}
