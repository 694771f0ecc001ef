package io.godwit.protocol.scheduler;

import java.util.List;

/**
 * One partition's work, strictly in order: what runs, and what waits behind it.
 *
 * @param running what runs, or null
 * @param waiting what waits, the first first
 * @param ticket the number under which the first of those that wait stands in line; 0 when it does not stand in line
 */
record PartitionJobs<T>(Job<T> running, List<Job<T>> waiting, long ticket) {
    static <T> PartitionJobs<T> empty() {
        return new PartitionJobs<>(null, List.of(), 0);
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

    PartitionJobs<T> inLine(long newTicket) {
        return new PartitionJobs<>(running, waiting, newTicket);
    }

    PartitionJobs<T> planned(List<Job<T>> jobs) {
        return new PartitionJobs<>(running, List.copyOf(jobs), 0);
    }

    PartitionJobs<T> started() {
        return new PartitionJobs<>(head(), waiting.subList(1, waiting.size()), 0);
    }

    PartitionJobs<T> finished() {
        return new PartitionJobs<>(null, waiting, 0);
    }
}
