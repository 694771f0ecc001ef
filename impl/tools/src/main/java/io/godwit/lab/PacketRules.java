package io.godwit.lab;

import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Links.Link;
import io.godwit.lab.Namespaces.Namespace;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** What iptables and tc have to be told, as text for {@code iptables-restore --noflush} and {@code tc -batch -}. */
final class PacketRules {
    /** A class without a limit has to have a rate all the same: far more than a machine can send to itself. */
    private static final String UNLIMITED = "100gbit";

    private static final double PERCENT = 100;

    private PacketRules() {}

    /**
     * Traffic to one other place that has to be told from the rest.
     *
     * @param link whose sender shapes it
     * @param address of the receiver
     * @param port of the member on either end, if the other end is a client; 0 for all traffic
     */
    record Flow(Link link, String address, int port) {}

    /**
     * Replaces all rules of a link's chain.
     *
     * <p>A rejected packet of a connection resets it at the end that has sent the packet; the other end learns of it when it sends
     * something itself.
     */
    static String filter(Link link, Condition condition) {
        String chain = Namespace.chain(link);
        StringJoiner text = new StringJoiner("\n", "", "\n").add("*filter").add(":" + chain + " - [0:0]");
        if (condition.cut() == Cut.RESET) {
            text.add("-A " + chain + " -p tcp -j REJECT --reject-with tcp-reset");
        }
        if (condition.cut() != Cut.NONE) {
            text.add("-A " + chain + " -j DROP");
        }
        if (condition.drop() > 0) {
            text.add(
                    "-A " + chain + " -p tcp --syn " + chance(condition.drop()) + " -j REJECT --reject-with tcp-reset");
        }
        if (condition.loss() > 0) {
            text.add("-A " + chain + " " + chance(condition.loss()) + " -j DROP");
        }
        return text.add("COMMIT").toString();
    }

    private static String chance(int percent) {
        return String.format(Locale.ROOT, "-m statistic --mode random --probability %.2f", percent / PERCENT);
    }

    /** Sends what comes from or goes to another place through the link's chain, whose rules are given later. */
    static String jump(Link link, String other, int port) {
        boolean out = link.to().equals(Link.CLIENT);
        boolean client = out || link.from().equals(Link.CLIENT);
        String which = (out ? "-A OUTPUT -d " : "-A INPUT -s ") + other;
        if (client) {
            which += " -p tcp " + (out ? "--sport " : "--dport ") + port;
        }
        return "*filter\n:" + Namespace.chain(link) + " - [0:0]\n" + which + " -j " + Namespace.chain(link)
                + "\nCOMMIT\n";
    }

    /** Does this need a class of traffic of its own? */
    static boolean isShaped(Condition condition) {
        return condition.bandwidth() > 0 || condition.delay() > 0;
    }

    /**
     * Shapes what a device sends: a class for each flow that is slow, everything else as fast as it can.
     *
     * @param flows in the order of {@code conditions}
     */
    static String shape(String device, List<Flow> flows, List<Condition> conditions) {
        StringJoiner text = new StringJoiner("\n", "", "\n").add("qdisc add dev " + device + " root handle 1: htb");
        for (int i = 0; i < flows.size(); i++) {
            Flow flow = flows.get(i);
            Condition condition = conditions.get(i);
            int number = i + 1;
            String rate = condition.bandwidth() > 0 ? condition.bandwidth() + "bps" : UNLIMITED;
            text.add("class add dev " + device + " parent 1: classid 1:" + number + " htb rate " + rate);
            if (condition.delay() > 0) {
                text.add("qdisc add dev " + device + " parent 1:" + number + " handle " + (number + 1)
                        + ": netem delay " + condition.delay() + "ms " + condition.jitter() + "ms");
            }
            String match = "match ip dst " + flow.address() + "/32";
            if (flow.port() > 0) {
                match += " match ip " + (flow.link().to().equals(Link.CLIENT) ? "sport " : "dport ") + flow.port()
                        + " 0xffff";
            }
            text.add("filter add dev " + device + " parent 1: protocol ip u32 " + match + " flowid 1:" + number);
        }
        return text.toString();
    }
}
