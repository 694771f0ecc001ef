package io.godwit.tracecheck.log;

import java.io.IOException;
import java.nio.file.Path;
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
    private final Map<String, Long> refusals = new TreeMap<>();
    private long refusalLines;
    private long own;
    private int life;
    private LogReader log;
    private LoggedEvent head;
    private long last;
    private boolean ended;

    MemberEvents(List<Life> lives) throws LogException, IOException {
        this.lives = lives;
        this.log = LogReader.open(lives.get(0).log());
    }

    /** The next event, or null after the last one. */
    LoggedEvent head() throws LogException, IOException {
        while (head == null && !ended) {
            LoggedEvent next = log.next();
            if (next != null) {
                head = log.events() > lives.get(life).kept() ? next.asLost() : next;
                own++;
            } else if (life + 1 < lives.size()) {
                nextLife();
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
