package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
import io.godwit.lab.Links.Link;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Links in the kernel: a network namespace for each member, all connected to a bridge in a separate namespace; iptables cuts links and
 * drops packets, tc delays them. Clients and this process stay in the namespace in which they were started, which only gets
 * an additional device. The lab's own HTTP requests to members pass even when links are cut.
 *
 * <p>Requires Linux, root, ip, iptables, tc and ss; delays require a kernel with netem.
 */
public final class Namespaces implements Links {
    /** The address range for network tests, RFC 2544, which is not used otherwise. */
    private static final String NET = "198.18.";

    private static final String PREFIX = "godwit-";
    private static final int SUBNETS = 250;
    private static final int CLIENTS = 254;
    private static final int MOST_PLACES = 200;
    private static final Path ROOT_NAMESPACES = Path.of("/run/netns");

    private static final AtomicInteger LABS = new AtomicInteger();

    private final long process = ProcessHandle.current().pid();
    private final int number = LABS.incrementAndGet();
    private final String prefix = PREFIX + process + "-" + number + "-";
    private final String hub = prefix + "hub";
    private final Map<String, Namespace> places = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<Link, Condition> conditions = new LinkedHashMap<>();

    @Override
    public synchronized void open(List<String> members) throws IOException {
        check();
        if (members.size() > MOST_PLACES) {
            throw new LabException("there are at most " + MOST_PLACES + " places with namespaces");
        }
        removeLeftOvers();
        String net = NET + subnet() + ".";
        run("ip", "netns", "add", hub);
        run("ip", "-n", hub, "link", "add", "br0", "type", "bridge");
        run("ip", "-n", hub, "link", "set", "br0", "up");
        for (int i = 1; i <= members.size(); i++) {
            Namespace place = new Namespace(prefix + members.get(i - 1), "eth0", net + i);
            places.put(members.get(i - 1), place);
            run("ip", "netns", "add", place.name());
            run("ip", "-n", place.name(), "link", "set", "lo", "up");
            connect(place, "p" + i, "-n", place.name());
        }
        Namespace clients = new Namespace("", "gw" + process % 10_000_000 + "x" + number % 1000, net + CLIENTS);
        places.put(Link.CLIENT, clients);
        connect(clients, "clients");
    }

    private static void check() throws LabException {
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        if (!linux || !System.getProperty("user.name").equals("root")) {
            throw new LabException("namespaces require Linux and root; relays require neither");
        }
        for (List<String> tool :
                List.of(List.of("ip", "-V"), List.of("iptables", "-V"), List.of("tc", "-V"), List.of("ss", "-V"))) {
            try {
                Shell.run(tool);
            } catch (IOException e) {
                throw new LabException("namespaces require the program " + tool.get(0)
                        + " (Debian: apt-get install iproute2 iptables): " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LabException("interrupted");
            }
        }
    }

    /** Gives a place a device whose other end is at the bridge. */
    private void connect(Namespace place, String port, String... at) throws IOException {
        List<String> ip = new ArrayList<>(List.of("ip"));
        ip.addAll(List.of(at));
        run(ip, "link", "add", place.device(), "type", "veth", "peer", "name", port, "netns", hub);
        run("ip", "-n", hub, "link", "set", port, "master", "br0", "up");
        run(ip, "addr", "add", place.address() + "/24", "dev", place.device());
        run(ip, "link", "set", place.device(), "up");
    }

    private static void run(List<String> start, String... more) throws IOException {
        List<String> command = new ArrayList<>(start);
        command.addAll(List.of(more));
        run(command.toArray(String[]::new));
    }

    private static void run(String... command) throws IOException {
        new Namespace("", "", "").run("", command);
    }

    /** One that no device of this machine is in. */
    private int subnet() throws IOException {
        String devices = Shell.ask(List.of("ip", "-o", "-4", "addr"));
        for (int i = 0; i < SUBNETS; i++) {
            int subnet = 1 + (int) ((process + number + i) % SUBNETS);
            if (!devices.contains(" " + NET + subnet + ".")) {
                return subnet;
            }
        }
        throw new LabException("all networks from " + NET + "1.0 to " + NET + SUBNETS + ".0 are in use");
    }

    /** Those of labs that have ended without removing them, and in which nothing runs. */
    private static void removeLeftOvers() throws IOException {
        if (!Files.exists(ROOT_NAMESPACES)) {
            return;
        }
        List<String> names;
        try (var files = Files.list(ROOT_NAMESPACES)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(PREFIX + "\\d+-.*"))
                    .toList();
        }
        for (String name : names) {
            long owner = Long.parseLong(name.split("-", -1)[1]);
            if (ProcessHandle.of(owner).isEmpty()
                    && Shell.ask(List.of("ip", "netns", "pids", name)).isBlank()) {
                run("ip", "netns", "delete", name);
            }
        }
    }

    @Override
    public synchronized String host(String place) {
        return places.get(place).address();
    }

    @Override
    public synchronized List<String> before(String place) {
        return places.get(place).before();
    }

    /** Nothing is dialled in another way: the kernel does the rest. */
    @Override
    public synchronized Map<String, String> via(String from, Map<String, String> addresses) throws IOException {
        for (Map.Entry<String, String> each : addresses.entrySet()) {
            String other = each.getKey();
            int colon = each.getValue().lastIndexOf(':');
            ports.put(other, Integer.parseInt(each.getValue().substring(colon + 1)));
            if (other.equals(from)) {
                continue;
            }
            Link link = new Link(from, other);
            conditions.put(link, Condition.CLEAR);
            places.get(other).run(jump(link), "iptables-restore", "--noflush");
            if (from.equals(Link.CLIENT)) {
                conditions.put(link.back(), Condition.CLEAR);
                places.get(other).run(jump(link.back()), "iptables-restore", "--noflush");
            }
        }
        return Map.of();
    }

    @Override
    public boolean leadToAddresses() {
        return false;
    }

    private String jump(Link link) {
        boolean out = link.to().equals(Link.CLIENT);
        String other = places.get(out ? link.to() : link.from()).address();
        return PacketRules.jump(link, other, port(link));
    }

    /** The port that distinguishes client traffic from the lab's own requests; 0 between members. */
    private int port(Link link) {
        if (link.to().equals(Link.CLIENT)) {
            return ports.get(link.from());
        }
        return link.from().equals(Link.CLIENT) ? ports.get(link.to()) : 0;
    }

    /** The member at whose end the rules of a link are. */
    private Namespace ruled(Link link) {
        return places.get(link.to().equals(Link.CLIENT) ? link.from() : link.to());
    }

    @Override
    public synchronized void set(Link link, Condition condition) {
        Condition before = known(link);
        if (condition.duplicate() > 0) {
            throw new IllegalArgumentException("namespaces cannot duplicate connections; use relays");
        }
        if (condition.slowStart() > 0) {
            throw new IllegalArgumentException("namespaces have TCP's own slow start only; use relays");
        }
        conditions.put(link, condition);
        try {
            ruled(link).run(PacketRules.filter(link, condition), "iptables-restore", "--noflush");
            if (PacketRules.isShaped(before) || PacketRules.isShaped(condition)) {
                shape(link.from());
            }
        } catch (LabException e) {
            conditions.put(link, before);
            throw new IllegalArgumentException(
                    "this machine cannot do that"
                            + (condition.delay() > 0 ? " (a delay needs a kernel with netem)" : "") + ": "
                            + e.getMessage(),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Condition known(Link link) {
        Condition condition = conditions.get(link);
        if (condition == null) {
            throw new IllegalArgumentException("no such link: " + link);
        }
        return condition;
    }

    private void shape(String from) throws IOException {
        List<PacketRules.Flow> flows = new ArrayList<>();
        List<Condition> shaped = new ArrayList<>();
        conditions.forEach((link, condition) -> {
            if (link.from().equals(from) && PacketRules.isShaped(condition)) {
                flows.add(new PacketRules.Flow(link, places.get(link.to()).address(), port(link)));
                shaped.add(condition);
            }
        });
        Namespace sender = places.get(from);
        try {
            sender.run("", "tc", "qdisc", "del", "dev", sender.device(), "root");
        } catch (LabException e) {
            // There was none.
        }
        if (!flows.isEmpty()) {
            sender.run(PacketRules.shape(sender.device(), flows, shaped), "tc", "-batch", "-");
        }
    }

    @Override
    public synchronized void reset(Link link) {
        known(link);
        boolean out = link.to().equals(Link.CLIENT);
        String peer = places.get(out ? link.to() : link.from()).address();
        try {
            if (port(link) > 0) {
                ruled(link).run("", "ss", "-K", "dst", peer, "sport", "=", ":" + port(link));
            } else {
                ruled(link).run("", "ss", "-K", "dst", peer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized Map<Link, Condition> all() {
        return new LinkedHashMap<>(conditions);
    }

    @Override
    public synchronized void close() {
        Namespace clients = places.get(Link.CLIENT);
        if (clients != null) {
            try {
                // The kernel would do it, too, with the namespace of its other end, but a while later.
                run("ip", "link", "delete", clients.device());
            } catch (IOException e) {
                // It goes with the namespace then.
            }
        }
        places.values().stream().map(Namespace::name).forEach(this::delete);
        delete(hub);
        places.clear();
        conditions.clear();
    }

    private void delete(String name) {
        try {
            if (!name.isEmpty() && Files.exists(ROOT_NAMESPACES.resolve(name))) {
                run("ip", "netns", "delete", name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The network namespace of a place.
     *
     * @param name of the network namespace, or empty for that of this process
     * @param device its network device
     * @param address the address of that device
     */
    record Namespace(String name, String device, String address) {
        /** The command prefix that runs a command there. */
        List<String> before() {
            return name.isEmpty() ? List.of() : List.of("ip", "netns", "exec", name);
        }

        /** Runs a program there, and gives it some text to read. */
        void run(String input, String... command) throws IOException {
            List<String> whole = new ArrayList<>(before());
            whole.addAll(List.of(command));
            try {
                Shell.run(whole, input);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LabException("interrupted at " + String.join(" ", whole));
            }
        }

        /** The chain of rules for what comes to this place on a link, or for what goes from it to clients. */
        static String chain(Link link) {
            return link.to().equals(Link.CLIENT) ? "to-client" : "from-" + link.from();
        }
    }
}
