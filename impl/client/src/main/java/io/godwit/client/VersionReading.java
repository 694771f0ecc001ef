package io.godwit.client;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cluster version, as far as a member has heard, with a component for each key of the JSON of {@code /version}.
 *
 * @param version the cluster version by which the member goes
 * @param decided does the member know that a majority of the voters goes by it?
 * @param greatest the greatest version that each known member can go by, by number; 0 if it has not said it
 */
public record VersionReading(int version, boolean decided, SortedMap<Integer, Integer> greatest) {
    private static final Pattern OWN =
            Pattern.compile("\"version\"\\s*:\\s*(\\d+).*\"decided\"\\s*:\\s*(true|false)", Pattern.DOTALL);
    private static final Pattern OF_MEMBER = Pattern.compile("\"(\\d+)\"\\s*:\\s*(\\d+)");

    /** Copies the map. */
    public VersionReading {
        greatest = Collections.unmodifiableSortedMap(new TreeMap<>(greatest));
    }

    /**
     * What a member has answered.
     *
     * @throws IllegalArgumentException if it is no answer to {@code /version}
     */
    static VersionReading parse(String json) {
        Matcher own = OWN.matcher(json);
        if (!own.find()) {
            throw new IllegalArgumentException("no version of a cluster: " + json);
        }
        SortedMap<Integer, Integer> greatest = new TreeMap<>();
        Matcher member = OF_MEMBER.matcher(json);
        while (member.find()) {
            greatest.put(Integer.parseInt(member.group(1)), Integer.parseInt(member.group(2)));
        }
        return new VersionReading(Integer.parseInt(own.group(1)), Boolean.parseBoolean(own.group(2)), greatest);
    }

    /** Is it of a later version, or does it know that the same one is decided? */
    public boolean isAfter(VersionReading other) {
        return version > other.version || (version == other.version && decided && !other.decided);
    }

    /** In words. */
    public String text() {
        return version + (decided ? "" : ", not known to be decided");
    }

    /** The members that cannot go by a version, in words; empty if all can. */
    public String unable(int wanted) {
        StringBuilder text = new StringBuilder();
        greatest.forEach((member, most) -> {
            if (most < wanted) {
                text.append(text.length() == 0 ? "" : ", ")
                        .append("member ")
                        .append(member)
                        .append(most == 0 ? " (not heard)" : " (up to " + most + ")");
            }
        });
        return text.toString();
    }

    /** The greatest version that some member can go by. */
    public int most() {
        return greatest.values().stream().mapToInt(Integer::intValue).max().orElse(version);
    }
}
