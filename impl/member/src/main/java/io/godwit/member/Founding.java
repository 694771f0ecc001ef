package io.godwit.member;

import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Call;
import io.godwit.transport.net.Connection;
import io.godwit.transport.net.Network;
import io.godwit.transport.net.Receiver;
import io.godwit.transport.net.RefusedException;
import io.godwit.transport.net.Tls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Finds a cluster, or founds one: {@code docs/decisions/0014-membership.md}. Asks all addresses in its list, again and again,
 * until it belongs to a cluster.
 */
final class Founding {
    /** Where numbers for members come from. */
    static final String MAP = "godwit.members";

    private static final byte[] KEY = "last".getBytes(StandardCharsets.UTF_8);
    private static final long PAUSE = 100;
    private static final int IDENTITY = 16;

    private final MemberConfig config;
    private final Peer self;
    private final Tls tls;
    private final Network network;
    private final FrameCodec codec;
    private final Consumer<String> log;
    private final BooleanSupplier cancelled;
    /** What was last said about each address. */
    private final Map<String, String> said = new HashMap<>();

    Founding(
            MemberConfig config,
            Peer self,
            Tls tls,
            Network network,
            FrameCodec codec,
            Consumer<String> log,
            BooleanSupplier cancelled) {
        this.config = config;
        this.self = self;
        this.tls = tls;
        this.network = network;
        this.codec = codec;
        this.log = log;
        this.cancelled = cancelled;
    }

    static Bytes random() {
        byte[] bytes = new byte[IDENTITY];
        new SecureRandom().nextBytes(bytes);
        return Bytes.owning(bytes);
    }

    /**
     * Waits until the member belongs to a cluster.
     *
     * @throws IOException if somebody in the list refuses it for good
     */
    Identity find() throws IOException, InterruptedException {
        Set<String> addresses = new TreeSet<>(config.members());
        boolean listed = addresses.remove(self.address()) || addresses.isEmpty();
        while (!cancelled.getAsBoolean()) {
            Map<String, Welcome> answers = new LinkedHashMap<>();
            for (String address : addresses) {
                Welcome welcome = ask(address);
                if (welcome != null) {
                    answers.put(address, welcome);
                }
            }
            Identity found = decide(listed, addresses, answers);
            if (found != null) {
                return found;
            }
            Thread.sleep(PAUSE);
        }
        throw new InterruptedException("cancelled");
    }

    /** What to make of the answers of one round; null if it is too early for anything. */
    private Identity decide(boolean listed, Set<String> addresses, Map<String, Welcome> answers) {
        for (Welcome welcome : answers.values()) {
            if (welcome.cluster().length() > 0) {
                return belong(welcome);
            }
        }
        boolean first = addresses.stream().allMatch(other -> self.address().compareTo(other) < 0);
        return listed && first && answers.size() == addresses.size() ? found(answers) : null;
    }

    private Identity found(Map<String, Welcome> answers) {
        List<Peer> all = new ArrayList<>(List.of(self));
        answers.values().forEach(welcome -> all.add(welcome.self()));
        all.sort((a, b) -> a.address().compareTo(b.address()));
        List<Peer> founders = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            founders.add(all.get(i).withNumber(i + 1));
        }
        Setup setup = Identity.setup(Identity.numbers(founders), config.partitions(), config.maps(), config.parallel());
        return new Identity(
                config.clusterName(),
                own(founders),
                random(),
                Collections.unmodifiableList(founders),
                founders,
                true,
                config.maps(),
                setup);
    }

    private Peer own(List<Peer> founders) {
        return founders.stream()
                .filter(peer -> peer.incarnation().equals(self.incarnation()))
                .findFirst()
                .orElse(null);
    }

    /** There is a cluster: the member is one of its founders, or joins. */
    private Identity belong(Welcome welcome) {
        Peer asFounder = own(welcome.founders());
        if (asFounder != null) {
            return identity(asFounder, welcome, true);
        }
        List<String> addresses =
                welcome.peers().stream().map(Peer::address).distinct().toList();
        ClientConfig client =
                ClientConfig.of(config.clusterName(), addresses).with(tls).withVia(config.via());
        try (GodwitClient connected = GodwitClient.connect(client)) {
            long number =
                    connected.map(MAP).increment(KEY, 1) + welcome.founders().size();
            // The counter alone is enough. Should it ever be lost, nobody takes a number that was given away.
            int highest = welcome.peers().stream().mapToInt(Peer::number).max().orElse(0);
            return number > highest ? identity(self.withNumber(Math.toIntExact(number)), welcome, false) : null;
        } catch (CallException e) {
            // Nobody serves the counter now; a number that is lost is no loss.
            return null;
        }
    }

    private Identity identity(Peer numbered, Welcome welcome, boolean founder) {
        List<Peer> known = founder ? welcome.founders() : welcome.peers();
        Setup setup = Identity.setup(Identity.numbers(known), welcome);
        return new Identity(
                config.clusterName(),
                numbered,
                welcome.cluster(),
                welcome.founders(),
                welcome.peers(),
                founder,
                welcome.maps(),
                setup);
    }

    private Welcome ask(String address) throws IOException, InterruptedException {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon);
        int port = Integer.parseInt(address.substring(colon + 1));
        Receiver nobody = new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                connection.close();
            }

            @Override
            public void closed(Connection connection) {
                // It was opened for one answer.
            }
        };
        try {
            Call call = network.dial(host, port, hello(), codec, nobody).get(PAUSE * 20, TimeUnit.MILLISECONDS);
            call.connection().close();
            return call.welcome();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefusedException refused && refused.reason() != Reason.NOT_READY) {
                throw new IOException(address + " refuses this member: " + refused.getMessage(), refused);
            }
            say(address, e.getCause().getMessage());
            return null;
        } catch (TimeoutException e) {
            say(address, "no answer");
            return null;
        }
    }

    /** Tells why somebody cannot be asked: once, and again when it is something else. */
    private void say(String address, String why) {
        if (!why.equals(said.put(address, why))) {
            log.accept("looks for a cluster; " + address + " cannot be asked: " + why);
        }
    }

    private Hello hello() {
        return new Hello(
                Frame.WIRE_VERSION,
                Frame.Role.SEEKER,
                config.clusterName(),
                Member.PROTOCOL,
                Member.GENERATION,
                config.partitions(),
                config.maps(),
                Bytes.EMPTY,
                self,
                Bytes.EMPTY);
    }
}
