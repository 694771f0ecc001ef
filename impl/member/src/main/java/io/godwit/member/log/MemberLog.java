package io.godwit.member.log;

/** Takes what people may want to know. Any thread may write, and must not be held up. */
@FunctionalInterface
public interface MemberLog {
    /** Of no partition in particular. */
    int NO_PARTITION = -1;

    /**
     * Writes something down.
     *
     * @param member the member's number, 0 as long as it has none
     * @param term the highest term that it has promised to
     * @param partition which one it is about, or {@link #NO_PARTITION}
     * @param text one line
     */
    void write(int member, int term, int partition, String text);
}
