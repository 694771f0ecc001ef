package io.godwit.tracecheck.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The events of a member, with a {@link LoggedEvent#REBOOT} between its lives. */
public final class MemberEvents implements AutoCloseable {
    /**
     * A life of a member.
     *
     * @param log its log
     * @param kept how many of its events had become durable when the next life began; the others were lost
     */
    record Life(Path log, long kept) {}

    private final List<Life> lives;
    /** Up to where the log of the last life can be read. */
    private long readable = LogReader.WHOLE;

    private final Map<String, Long> refusals = new TreeMap<>();
    private long refusalLines;
    private long own;
    private int life;
    private LogReader log;
    private LoggedEvent head;
    private long last;
    private boolean ended;

    /** Those of all lives. */
    MemberEvents(List<Life> lives) throws LogException, IOException {
        this.lives = new ArrayList<>(lives);
        this.log = LogReader.open(lives.get(0).log());
    }

    /** Those of a member that still writes the log of its first life, of which nothing can be read yet. */
    static MemberEvents growing(Path log) throws LogException, IOException {
        MemberEvents events = new MemberEvents(List.of(new Life(log, Long.MAX_VALUE)));
        events.growsTo(0);
        return events;
    }

    /** The log of the last life can be read up to this place, or is {@link LogReader#WHOLE}. */
    void growsTo(long place) throws IOException {
        readable = place;
        limit();
    }

    private void limit() throws IOException {
        log.growsTo(life + 1 < lives.size() ? LogReader.WHOLE : readable);
    }

    /**
     * The member has started again.
     *
     * @param next the log of its next life, of which nothing can be read yet
     * @param kept how many events of the life before had become durable
     * @return false if more of them have been read as if they were
     */
    boolean startsAgain(Path next, long kept) throws IOException {
        int before = lives.size() - 1;
        if (life == before && log.events() > kept) {
            return false;
        }
        lives.set(before, new Life(lives.get(before).log(), kept));
        lives.add(new Life(next, Long.MAX_VALUE));
        growsTo(0);
        return true;
    }

    /** The log of the last life that is known. */
    Path lastLog() {
        return lives.get(lives.size() - 1).log();
    }

    /** How many lives are known. */
    int knownLives() {
        return lives.size();
    }

    /** The next event, or null after the last one, which is the last one up to now while logs are being written. */
    LoggedEvent head() throws LogException, IOException {
        while (head == null && !ended) {
            LoggedEvent next = log.next();
            if (next != null) {
                head = log.events() > lives.get(life).kept() ? next.asLost() : next;
                own++;
            } else if (life + 1 < lives.size()) {
                nextLife();
            } else if (readable != LogReader.WHOLE) {
                return null;
            } else {
                endLife();
                ended = true;
            }
        }
        return head;
    }

    private void nextLife() throws LogException, IOException {
        endLife();
        life++;
        log = LogReader.open(lives.get(life).log());
        limit();
        head = new LoggedEvent(
                log.member(),
                (long) log.life() << Integer.SIZE,
                LoggedEvent.REBOOT,
                log.header(),
                log.path().getFileName() + ":1");
    }

    private void endLife() throws IOException {
        log.close();
        log.refusals().forEach((name, times) -> refusals.merge(name, times, Long::sum));
        refusalLines += log.refusalLines();
    }

    void take() {
        last = head.number();
        head = null;
    }

    /** The number of the last event that was taken. */
    long last() {
        return last;
    }

    /** How many events the logs have, up to now. */
    public long own() {
        return own;
    }

    /** How often which action was refused because of which rule, in the lives that are over. */
    public Map<String, Long> refusals() {
        return refusals;
    }

    /** Lines about a single refusal in these lives. */
    public long refusalLines() {
        return refusalLines;
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
