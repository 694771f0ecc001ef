package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Links.Link;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketRulesTest {
    private static final Link LINK = new Link("2", "1");
    private static final Link ANSWERS = new Link("1", Link.CLIENT);
    private static final Link CALLS = new Link(Link.CLIENT, "1");

    @Test
    void clearLinkHasNoRules() {
        assertEquals("*filter\n:from-2 - [0:0]\nCOMMIT\n", PacketRules.filter(LINK, Condition.CLEAR));
    }

    @Test
    void silentCutDropsAndAResetRejects() {
        assertEquals(
                "*filter\n:from-2 - [0:0]\n-A from-2 -j DROP\nCOMMIT\n",
                PacketRules.filter(LINK, Condition.CLEAR.with(Cut.SILENT)));
        assertEquals(
                "*filter\n:from-2 - [0:0]\n-A from-2 -p tcp -j REJECT --reject-with tcp-reset\n-A from-2 -j DROP\nCOMMIT\n",
                PacketRules.filter(LINK, Condition.CLEAR.with(Cut.RESET)));
    }

    @Test
    void chanceIsOfConnectionsOrOfPackets() {
        assertEquals(
                "*filter\n:from-2 - [0:0]\n"
                        + "-A from-2 -p tcp --syn -m statistic --mode random --probability 0.50 -j REJECT --reject-with tcp-reset\n"
                        + "-A from-2 -m statistic --mode random --probability 0.07 -j DROP\nCOMMIT\n",
                PacketRules.filter(LINK, Condition.CLEAR.withDrop(50).withLoss(7)));
    }

    @Test
    void clientsAreToldFromTheLabByThePort() {
        assertEquals(
                "*filter\n:from-client - [0:0]\n-A INPUT -s 198.18.1.254 -p tcp --dport 5701 -j from-client\nCOMMIT\n",
                PacketRules.jump(CALLS, "198.18.1.254", 5701));
        assertEquals(
                "*filter\n:to-client - [0:0]\n-A OUTPUT -d 198.18.1.254 -p tcp --sport 5701 -j to-client\nCOMMIT\n",
                PacketRules.jump(ANSWERS, "198.18.1.254", 5701));
        assertEquals(
                "*filter\n:from-2 - [0:0]\n-A INPUT -s 198.18.1.2 -j from-2\nCOMMIT\n",
                PacketRules.jump(LINK, "198.18.1.2", 0));
    }

    @Test
    void eachSlowFlowHasAClass() {
        assertFalse(PacketRules.isShaped(Condition.CLEAR.withLoss(7)));
        assertTrue(PacketRules.isShaped(Condition.CLEAR.withDelay(5, 0)));
        assertEquals(
                """
                qdisc add dev eth0 root handle 1: htb
                class add dev eth0 parent 1: classid 1:1 htb rate 40000bps
                filter add dev eth0 parent 1: protocol ip u32 match ip dst 198.18.1.2/32 flowid 1:1
                class add dev eth0 parent 1: classid 1:2 htb rate 100gbit
                qdisc add dev eth0 parent 1:2 handle 3: netem delay 20ms 5ms
                filter add dev eth0 parent 1: protocol ip u32 match ip dst 198.18.1.254/32 match ip sport 5701 0xffff flowid 1:2
                """,
                PacketRules.shape(
                        "eth0",
                        List.of(
                                new PacketRules.Flow(new Link("1", "2"), "198.18.1.2", 0),
                                new PacketRules.Flow(ANSWERS, "198.18.1.254", 5701)),
                        List.of(Condition.CLEAR.withBandwidth(40_000), Condition.CLEAR.withDelay(20, 5))));
    }
}
