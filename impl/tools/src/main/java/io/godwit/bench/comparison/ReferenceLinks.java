package io.godwit.bench.comparison;

import io.godwit.lab.Condition;
import io.godwit.lab.Links.Link;
import io.godwit.lab.Relays;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The links of {@code bench reference}: what a member sends takes half of the delay, to members and to the client; what the client sends takes no
 * time. So a round trip takes the delay between members and half of it between client and member. Without a delay there are no relays.
 */
final class ReferenceLinks implements AutoCloseable {
    private static final String MEMBERS = "members";
    private static final String PING = "ping";

    /** Bytes on the way in one direction of a connection: more than eight threads' values. */
    private static final int WINDOW = 16 << 20;

    private final int delay;
    private final Relays relays;

    /**
     * Links.
     *
     * @param delay milliseconds of a round trip between members
     */
    ReferenceLinks(int delay) {
        this.delay = delay;
        this.relays = delay == 0 ? null : new Relays(WINDOW);
    }

    /** Where members dial others that listen at these addresses. */
    List<String> forMembers(List<String> addresses) throws IOException {
        return dialled(MEMBERS, "", addresses, delay / 2);
    }

    /** Where clients dial members that listen at these addresses. */
    List<String> forClients(List<String> addresses) throws IOException {
        return dialled(Link.CLIENT, "", addresses, 0);
    }

    /** Where to dial a server for pings that take as long as those between members. */
    String pingForMembers(String address) throws IOException {
        return dialled(MEMBERS, PING, List.of(address), delay / 2).get(0);
    }

    /** Where to dial a server for pings that take as long as those between the client and a member. */
    String pingForClients(String address) throws IOException {
        return dialled(Link.CLIENT, PING, List.of(address), 0).get(0);
    }

    private List<String> dialled(String from, String prefix, List<String> addresses, int there) throws IOException {
        if (relays == null) {
            return addresses;
        }
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < addresses.size(); i++) {
            named.put(prefix + (i + 1), addresses.get(i));
        }
        Map<String, String> via = relays.via(from, named);
        List<String> dialled = new ArrayList<>();
        for (Map.Entry<String, String> each : named.entrySet()) {
            Link link = new Link(from, each.getKey());
            relays.set(link, Condition.CLEAR.withDelay(there, 0));
            relays.set(link.back(), Condition.CLEAR.withDelay(delay / 2, 0));
            dialled.add(via.get(each.getValue()));
        }
        return dialled;
    }

    @Override
    public void close() {
        if (relays != null) {
            relays.close();
        }
    }
}
