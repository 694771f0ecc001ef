package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the members of {@code bench reference} listen, and where they are dialled: at the same ports, or at those of relays.
 *
 * @param memberPorts the ports of the members, for members; Godwit's clients use them as well
 * @param clientPorts the ports of the members for clients, where a system has two
 * @param membersDial the addresses at which members dial members, {@code host:port}
 * @param clientsDial the addresses at which clients dial members
 * @param snapshots entries of Hazelcast's log after which it takes a snapshot, 0 for as many as by default
 */
record ReferenceCluster(
        @JsonProperty("memberPorts") List<Integer> memberPorts,
        @JsonProperty("clientPorts") List<Integer> clientPorts,
        @JsonProperty("membersDial") List<String> membersDial,
        @JsonProperty("clientsDial") List<String> clientsDial,
        @JsonProperty("snapshots") int snapshots) {
    static final String HOST = "127.0.0.1";
    static final int MEMBERS = 3;

    /** The cluster that became an argument. */
    static ReferenceCluster of(String argument) throws JsonProcessingException {
        return new ObjectMapper().readValue(argument, ReferenceCluster.class);
    }

    /** As the argument of a process. */
    String argument() throws JsonProcessingException {
        return new ObjectMapper().writeValueAsString(this);
    }

    static List<String> addresses(List<Integer> ports) {
        return ports.stream().map(port -> HOST + ":" + port).toList();
    }

    /** Where to dial instead of the members' own addresses. */
    static Map<String, String> via(List<Integer> ports, List<String> dialled) {
        Map<String, String> via = new LinkedHashMap<>();
        for (int i = 0; i < ports.size(); i++) {
            via.put(HOST + ":" + ports.get(i), dialled.get(i));
        }
        return via;
    }
}
