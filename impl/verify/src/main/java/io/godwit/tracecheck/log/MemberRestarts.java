package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.tracecheck.log.LogException.InvalidLogException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a member did last before it was killed may not have become durable: the state that it starts again with tells which events were
 * lost.
 */
final class MemberRestarts {
    private MemberRestarts() {}

    /**
     * After how many events of a life the member had, at last, the state that it has kept for the next one.
     *
     * @param before the log of the life
     * @param next the log of the next life
     */
    static long durable(Path before, Path next) throws LogException, IOException {
        try (LogReader log = LogReader.open(before);
                LogReader life = LogReader.open(next)) {
            return durable(log, life);
        }
    }

    private static long durable(LogReader before, LogReader life) throws LogException, IOException {
        Map<String, String> kept = new HashMap<>();
        flatten(life.header(), kept);
        Map<String, String> now = new HashMap<>();
        flatten(before.header(), now);
        Set<String> wrong = new HashSet<>();
        Set<String> names = new HashSet<>(now.keySet());
        names.addAll(kept.keySet());
        names.forEach(name -> compare(name, now, kept, wrong));
        long found = wrong.isEmpty() ? 0 : -1;
        Set<String> nearest = new HashSet<>(wrong);
        Map<String, String> had = values(now, nearest);
        String place = before.path().getFileName() + ":1";
        for (LoggedEvent event = before.next(); event != null; event = before.next()) {
            Map<String, String> changes = new HashMap<>();
            changes(event.changes(), changes);
            changes.forEach((name, value) -> {
                now.put(name, value);
                compare(name, now, kept, wrong);
            });
            if (wrong.isEmpty()) {
                found = before.events();
            }
            if (found < 0 && wrong.size() <= nearest.size()) {
                nearest = new HashSet<>(wrong);
                had = values(now, nearest);
                place = event.place();
            }
        }
        if (found < 0) {
            Map<String, String> last = had;
            String what = life.path() + ":1: member " + life.member()
                    + " starts again with a state that it never had; at the nearest moment (" + place
                    + ") these differ: "
                    + new TreeSet<>(nearest)
                            .stream()
                                    .map(name -> name + " was " + last.getOrDefault(name, "nothing") + " and is "
                                            + kept.getOrDefault(name, "nothing"))
                                    .collect(Collectors.joining("; "));
            if (before.end() == null && LostEvents.explains(now, kept)) {
                throw new LogException(what + ". The end of " + before.path().getFileName()
                        + " may be lost: the member has not closed it, and nothing that it had at its end is newer");
            }
            throw new InvalidLogException(what);
        }
        return found;
    }

    private static Map<String, String> values(Map<String, String> state, Set<String> names) {
        Map<String, String> values = new HashMap<>();
        for (String name : names) {
            if (state.containsKey(name)) {
                values.put(name, state.get(name));
            }
        }
        return values;
    }

    private static void compare(String name, Map<String, String> now, Map<String, String> kept, Set<String> wrong) {
        if (now.getOrDefault(name, "").equals(kept.getOrDefault(name, ""))) {
            wrong.remove(name);
        } else {
            wrong.add(name);
        }
    }

    private static void flatten(JsonNode header, Map<String, String> state) {
        changes(header.path("control"), state);
        changes(header.path("data"), state);
    }

    /** What is durable of changes: not the role, nor what was proposed, nor the stamp, which follows from the registers. */
    private static void changes(JsonNode changes, Map<String, String> state) {
        changes.fields().forEachRemaining(it -> {
            String name = it.getKey();
            if (name.equals("accepted") || name.equals("committed")) {
                it.getValue().fields().forEachRemaining(p -> state.put(name + "." + p.getKey(), text(p.getValue())));
            } else if (name.equals("replicas")) {
                it.getValue().fields().forEachRemaining(p -> replica(p.getKey(), p.getValue(), state));
            } else if (name.equals("term") || name.equals("voting") || name.equals("status")) {
                state.put(name, text(it.getValue()));
            }
        });
    }

    private static void replica(String partition, JsonNode replica, Map<String, String> state) {
        if (replica.has("view")) {
            state.put("view." + partition, text(replica.get("view")));
        }
        if (replica.has("log")) {
            JsonNode log = replica.get("log");
            int length = log.get(0).asInt();
            state.put("log." + partition, length == 0 ? "" : length + " " + log.get(log.size() - 1));
        }
        if (replica.has("waits")) {
            state.put("waits." + partition, text(replica.get("waits")));
        }
    }

    private static String text(JsonNode value) {
        return value.isNull() || (value.isEmpty() && value.isArray()) ? "" : value.toString();
    }

    /**
     * Can events that are not in a log any more, because the machine lost its power, have led from the state at the end of the log to the one
     * that the member has kept? They only raise terms and versions, and under one version they only add to a log.
     */
    static final class LostEvents {
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
}
