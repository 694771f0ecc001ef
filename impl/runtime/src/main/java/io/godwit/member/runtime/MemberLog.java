package io.godwit.member.runtime;

/** Takes log messages. Any thread may call; implementations return quickly. */
@FunctionalInterface
public interface MemberLog {
    /** No partition. */
    int NO_PARTITION = -1;

    /**
     * Writes a line.
     *
     * @param member the member's number, 0 as long as it has none
     * @param term the highest term that it has promised to
     * @param partition the partition that the line is about, or {@link #NO_PARTITION}
     * @param text one line
     */
    void write(int member, int term, int partition, String text);
}
