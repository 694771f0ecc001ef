package io.godwit.tracecheck.log;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Can events that are not in a log any more, because the machine lost its power, have led from the state at the end of the log to the one
 * that the member has kept? They only raise terms and versions, and under one version they only add to a log.
 */
final class LostEvents {
    private static final Pattern NUMBERS = Pattern.compile("\\d+");

    private LostEvents() {}

    /**
     * Whether nothing of the first state is newer.
     *
     * @param end what was durable at the end of the log
     * @param kept what the member has started again with
     */
    static boolean explains(Map<String, String> end, Map<String, String> kept) {
        return end.keySet().stream().allMatch(name -> isPossible(name, end, kept));
    }

    private static boolean isPossible(String name, Map<String, String> end, Map<String, String> kept) {
        String was = end.get(name);
        String is = kept.getOrDefault(name, "");
        if (was.equals(is)) {
            return true;
        } else if (name.startsWith("log.")) {
            String view = "view." + name.substring("log.".length());
            boolean same = end.getOrDefault(view, "").equals(kept.getOrDefault(view, ""));
            return !same || numbers(is, 1)[0] > numbers(was, 1)[0];
        } else if (name.startsWith("waits.") || name.equals("status")) {
            return true;
        }
        boolean term = name.equals("term");
        long[] before = numbers(was, term ? 1 : 2);
        long[] after = numbers(is, term ? 1 : 2);
        return after[0] > before[0] || (!term && after[0] == before[0] && after[1] > before[1]);
    }

    /** The first numbers of a text; 0 where there is none. */
    private static long[] numbers(String text, int count) {
        long[] numbers = new long[count];
        Matcher found = NUMBERS.matcher(text);
        for (int i = 0; i < count && found.find(); i++) {
            numbers[i] = Long.parseLong(found.group());
        }
        return numbers;
    }
}
