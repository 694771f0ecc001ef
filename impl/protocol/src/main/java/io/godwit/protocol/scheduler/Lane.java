package io.godwit.protocol.scheduler;

import java.util.List;

/**
 * One partition's work, strictly in order: what runs, and what waits behind it.
 *
 * @param running what runs, or null
 * @param waiting what waits, the first first
 * @param ticket the number under which the first of those that wait stands in line; 0 when it does not stand in line
 */
record Lane<T>(Job<T> running, List<Job<T>> waiting, long ticket) {
    static <T> Lane<T> empty() {
        return new Lane<>(null, List.of(), 0);
    }

    Job<T> head() {
        return waiting.get(0);
    }

    /** Does the first of those that wait stand in line? */
    boolean isInLine() {
        return ticket != 0;
    }

    /** May the first of those that wait stand in line? */
    boolean isReady() {
        return running == null && !waiting.isEmpty();
    }

    /** As urgent as the most urgent step of the partition, because that one waits for the first. */
    Urgency urgency() {
        Urgency most = Urgency.BALANCE;
        for (Job<T> job : waiting) {
            most = job.urgency().compareTo(most) < 0 ? job.urgency() : most;
        }
        return most;
    }

    Lane<T> inLine(long newTicket) {
        return new Lane<>(running, waiting, newTicket);
    }

    Lane<T> planned(List<Job<T>> jobs) {
        return new Lane<>(running, List.copyOf(jobs), 0);
    }

    Lane<T> started() {
        return new Lane<>(head(), waiting.subList(1, waiting.size()), 0);
    }

    Lane<T> finished() {
        return new Lane<>(null, waiting, 0);
    }
}
