package io.godwit.client;

import io.godwit.protocol.ClusterState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state of the cluster, as far as a member has heard, with a component for each key of the JSON of {@code /state}. Versions are
 * those of the voters' register in {@code spec/quorum/ClusterStates.tla}.
 *
 * @param state the state by which the member goes
 * @param term the term of its version; -1 if the member belongs to no cluster yet
 * @param number the number of its version in that term
 * @param acknowledged is it acknowledged? {@code PASSIVE} and {@code STOPPING} are when no write takes effect any
 *     more, the others when a majority of the voters goes by them
 * @param waiting for how many partitions the acknowledgement still waits, 0 or more; -1 if the member has not heard
 */
public record StateReading(ClusterState state, int term, int number, boolean acknowledged, int waiting) {
    private static final Comparator<StateReading> NEWEST = Comparator.comparingInt(StateReading::term)
            .thenComparingInt(StateReading::number)
            .thenComparing(StateReading::acknowledged)
            .thenComparingInt(StateReading::waiting);

    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\"\\s*:\\s*\"?(-?\\w+)\"?");

    /**
     * What a member has answered.
     *
     * @throws IllegalArgumentException if it is no answer to {@code /state}
     */
    static StateReading parse(String json) {
        Map<String, String> fields = new HashMap<>();
        Matcher field = FIELD.matcher(json);
        while (field.find()) {
            fields.put(field.group(1), field.group(2));
        }
        if (!fields.keySet().containsAll(List.of("state", "term", "number", "acknowledged", "waiting"))) {
            throw new IllegalArgumentException("no state of a cluster: " + json);
        }
        return new StateReading(
                ClusterState.valueOf(fields.get("state")),
                Integer.parseInt(fields.get("term")),
                Integer.parseInt(fields.get("number")),
                Boolean.parseBoolean(fields.get("acknowledged")),
                Integer.parseInt(fields.get("waiting")));
    }

    /** Is it of a later version, or does it know more about the same one? */
    public boolean isAfter(StateReading other) {
        return NEWEST.compare(this, other) > 0;
    }

    /** In words. */
    public String text() {
        if (acknowledged) {
            return state.toString();
        }
        String rest = waiting < 0 ? "" : ": " + waiting + (waiting == 1 ? " partition" : " partitions");
        return state + ", not yet acknowledged" + rest;
    }
}
