package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The events of all members in one order, in which each comes after those that its vector clock names: member after member, of each as many
 * as wait for nobody. Of each member one event is in memory. While logs are being written, an event waits until those before it are there.
 */
public final class MergedEvents implements AutoCloseable {
    private final List<MemberEvents> members;
    private final Map<Integer, MemberEvents> byNumber;
    private final MergeOrder.Reader given;
    private final MergeOrder.Writer kept;
    private boolean growing;
    private int current;
    private long count;

    /**
     * Those of all members.
     *
     * @param given the order; null if there is none
     */
    MergedEvents(Map<Integer, MemberEvents> byNumber, MergeOrder.Reader given) {
        this.byNumber = byNumber;
        this.members = new ArrayList<>(byNumber.values());
        this.given = given;
        this.kept = null;
    }

    /** Those of a run of which nothing is known yet; the order is kept. */
    MergedEvents(MergeOrder.Writer kept) {
        this.byNumber = new TreeMap<>();
        this.members = new ArrayList<>();
        this.given = null;
        this.kept = kept;
        this.growing = true;
    }

    /** Another member has appeared; logs are still being written. */
    void add(int number, MemberEvents member) {
        byNumber.put(number, member);
        members.add(member);
    }

    /** Nothing is written any more. */
    void areWhole() throws IOException {
        growing = false;
        for (MemberEvents member : members) {
            member.growsTo(LogReader.WHOLE);
        }
    }

    /**
     * The next event, or null after the last one, which is the last one up to now while logs are being written.
     *
     * @throws LogException if a log is broken, or has lost events, or if an effect has no cause
     */
    public LoggedEvent next() throws LogException, IOException {
        int next = given == null ? 0 : given.next();
        if (next != 0) {
            return ordered(next);
        }
        for (int passed = 0; passed < members.size(); passed++) {
            MemberEvents member = members.get(current);
            LoggedEvent event = member.head();
            if (event != null && !waits(event)) {
                return take(member, event);
            }
            current = (current + 1) % members.size();
        }
        if (growing) {
            return null;
        }
        List<String> stuck = new ArrayList<>();
        for (MemberEvents member : members) {
            if (member.head() != null) {
                stuck.add(member.head().place());
            }
        }
        if (!stuck.isEmpty()) {
            throw new LogException("the clocks of these events wait for each other: " + stuck);
        }
        return null;
    }

    private LoggedEvent ordered(int number) throws LogException, IOException {
        MemberEvents member = byNumber.get(number);
        LoggedEvent event = member == null ? null : member.head();
        if (event == null || waits(event)) {
            throw new LogException(
                    given + ": no event of member " + number + " can come here: it is the order of other logs");
        }
        return take(member, event);
    }

    private LoggedEvent take(MemberEvents member, LoggedEvent event) throws IOException {
        member.take();
        count++;
        if (kept != null) {
            kept.add(event.member());
        }
        return event;
    }

    /** Whether something has to happen before the event. */
    private boolean waits(LoggedEvent event) throws LogException, IOException {
        for (Iterator<Map.Entry<String, JsonNode>> it = event.line().path("c").fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> entry = it.next();
            MemberEvents other = byNumber.get(Integer.parseInt(entry.getKey()));
            long number = entry.getValue().asLong();
            if (other == null && growing) {
                return true;
            }
            if (other == null) {
                throw LoggedRun.absent(Integer.parseInt(entry.getKey()), "in a vector clock, by " + event.place());
            }
            LoggedEvent head = other.head();
            if (head != null && head.number() <= number) {
                return true;
            }
            if (head == null && other.last() < number) {
                if (growing) {
                    return true;
                }
                throw new LogException(event.place() + ": has heard of event " + number + " of member " + entry.getKey()
                        + ", whose log ends with event " + other.last());
            }
        }
        if (event.line().has("f") && !byNumber.containsKey(event.from())) {
            if (growing) {
                return true;
            }
            throw LoggedRun.absent(event.from(), "who has sent a message, by " + event.place());
        }
        return false;
    }

    /** How many events there were up to now. */
    public long count() {
        return count;
    }

    /** The members' events, by member. */
    public Map<Integer, MemberEvents> members() {
        return byNumber;
    }

    @Override
    public void close() throws IOException {
        for (MemberEvents member : members) {
            member.close();
        }
        if (given != null) {
            given.close();
        }
        if (kept != null) {
            kept.close();
        }
    }
}
