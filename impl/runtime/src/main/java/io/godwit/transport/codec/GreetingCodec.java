package io.godwit.transport.codec;

import static io.godwit.transport.codec.MalformedFrameException.unless;
import static io.godwit.transport.codec.TableCodec.notNegative;

import com.google.protobuf.ByteString;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Peers;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.wire.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The handshake, and who knows whom. */
final class GreetingCodec {
    private static final int NAME = 256;
    private static final int TEXT = 4_096;
    private static final int IDENTITY = 16;
    private static final int PORT = 65_535;

    void encode(Wire.Frame.Builder wire, Frame frame) {
        if (frame instanceof Hello hello) {
            Wire.Hello.Builder builder = Wire.Hello.newBuilder()
                    .setWireVersion(hello.wireVersion())
                    .setRole(
                            switch (hello.role()) {
                                case MEMBER -> Wire.Role.MEMBER;
                                case CLIENT -> Wire.Role.CLIENT;
                                case SEEKER -> Wire.Role.SEEKER;
                            })
                    .setClusterName(hello.clusterName())
                    .setProtocol(hello.protocol())
                    .setGeneration(hello.generation())
                    .setPartitions(hello.partitions())
                    .setCluster(MapCodec.encode(hello.cluster()))
                    .setSelf(encode(hello.self()))
                    .setExpectedIncarnation(MapCodec.encode(hello.expected()));
            if (hello.maps() != null) {
                builder.setMaps(encode(hello.maps()));
            }
            wire.setHello(builder);
        } else if (frame instanceof Welcome welcome) {
            wire.setWelcome(Wire.Welcome.newBuilder()
                    .setSelf(encode(welcome.self()))
                    .setCluster(MapCodec.encode(welcome.cluster()))
                    .setPartitions(welcome.partitions())
                    .setMaps(encode(welcome.maps()))
                    .setParallel(welcome.parallel())
                    .addAllFounders(encode(welcome.founders()))
                    .addAllPeers(encode(welcome.peers())));
        } else if (frame instanceof Refusal refusal) {
            wire.setRefusal(Wire.Refusal.newBuilder()
                    .setReason(Wire.Refusal.Reason.valueOf(refusal.reason().name()))
                    .setText(refusal.text()));
        } else if (frame instanceof Peers peers) {
            wire.setPeers(Wire.Peers.newBuilder().addAllPeers(encode(peers.peers())));
        } else {
            throw new IllegalArgumentException("no such frame: " + frame);
        }
    }

    private static List<Wire.Peer> encode(List<Peer> peers) {
        return peers.stream().map(GreetingCodec::encode).toList();
    }

    static Wire.Peer encode(Peer peer) {
        return Wire.Peer.newBuilder()
                .setNumber(peer.number())
                .setIncarnation(MapCodec.encode(peer.incarnation()))
                .setHost(peer.host())
                .setPort(peer.port())
                .build();
    }

    Frame decode(Wire.Frame wire) {
        return switch (wire.getKindCase()) {
            case HELLO -> hello(wire.getHello());
            case WELCOME -> welcome(wire.getWelcome());
            case REFUSAL -> new Refusal(
                    reason(wire.getRefusal().getReason()),
                    text(wire.getRefusal().getText(), TEXT));
            case PEERS -> new Peers(peers(wire.getPeers().getPeersList()));
            default -> throw new MalformedFrameException("no greeting");
        };
    }

    private static Hello hello(Wire.Hello wire) {
        return new Hello(
                wire.getWireVersion(),
                switch (wire.getRole()) {
                    case MEMBER -> Frame.Role.MEMBER;
                    case CLIENT -> Frame.Role.CLIENT;
                    case SEEKER -> Frame.Role.SEEKER;
                    case ROLE_UNKNOWN, UNRECOGNIZED -> throw new MalformedFrameException("no such role");
                },
                text(wire.getClusterName(), NAME),
                text(wire.getProtocol(), NAME),
                wire.getGeneration(),
                notNegative(wire.getPartitions()),
                wire.hasMaps() ? maps(wire.getMaps()) : null,
                identity(wire.getCluster()),
                peer(wire.getSelf()),
                identity(wire.getExpectedIncarnation()));
    }

    private static Welcome welcome(Wire.Welcome wire) {
        return new Welcome(
                peer(wire.getSelf()),
                identity(wire.getCluster()),
                notNegative(wire.getPartitions()),
                wire.hasMaps() ? maps(wire.getMaps()) : before(wire.getCopies()),
                notNegative(wire.getParallel()),
                peers(wire.getFoundersList()),
                peers(wire.getPeersList()));
    }

    private static Wire.Maps encode(Maps maps) {
        Wire.Maps.Builder wire = Wire.Maps.newBuilder().setBackups(maps.backups());
        maps.named()
                .forEach((name, backups) ->
                        wire.addNamed(Wire.Maps.Named.newBuilder().setName(name).setBackups(backups)));
        return wire.build();
    }

    private static Maps maps(Wire.Maps wire) {
        Map<String, Integer> named = new HashMap<>();
        for (Wire.Maps.Named it : wire.getNamedList()) {
            unless(named.put(it.getName(), it.getBackups()) == null, "a map is named twice");
        }
        try {
            return Maps.of(wire.getBackups(), named);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException(e.getMessage(), e);
        }
    }

    /** As it was stored when all maps had the same number. */
    private static Maps before(int copies) {
        unless(copies >= 1 && copies <= Maps.MOST_BACKUPS + 1, "no number of copies");
        return Maps.all(copies - 1);
    }

    private static Frame.Reason reason(Wire.Refusal.Reason wire) {
        unless(
                wire != Wire.Refusal.Reason.UNRECOGNIZED && wire != Wire.Refusal.Reason.REASON_UNKNOWN,
                "no such reason");
        return Frame.Reason.valueOf(wire.name());
    }

    static List<Peer> peers(List<Wire.Peer> wire) {
        return wire.stream().map(GreetingCodec::peer).toList();
    }

    private static Peer peer(Wire.Peer wire) {
        unless(wire.getPort() >= 0 && wire.getPort() <= PORT, "no such port");
        return new Peer(
                notNegative(wire.getNumber()),
                identity(wire.getIncarnation()),
                text(wire.getHost(), NAME),
                wire.getPort());
    }

    private static Bytes identity(ByteString wire) {
        unless(wire.isEmpty() || wire.size() == IDENTITY, "not an identity");
        return MapCodec.decode(wire);
    }

    private static String text(String text, int longest) {
        unless(text.length() <= longest, "a name is too long");
        return text;
    }
}
