package io.godwit.simulation;

import io.godwit.protocol.Copies;
import java.util.List;

/**
 * All that determines a run.
 *
 * @param protocol the subject's name
 * @param seed of everything that is drawn while it runs
 * @param members founders, one per site from 1
 * @param partitions number of partitions
 * @param copies wanted replicas of each partition, the primary included
 * @param parallel migrations that a member takes part in at once
 * @param micros virtual length of the run
 * @param calmFrom when the faults end and everything heals
 * @param clients number of clients
 * @param faults in any order
 * @param skips calls that are left out; empty unless the plan was shrunk
 */
public record RunPlan(
        String protocol,
        long seed,
        int members,
        int partitions,
        Copies copies,
        int parallel,
        long micros,
        long calmFrom,
        int clients,
        List<Fault> faults,
        List<OmittedCalls> skips) {
    /** Copies the lists. */
    public RunPlan {
        faults = List.copyOf(faults);
        skips = List.copyOf(skips);
    }

    /** Sites in all: those of the founders, and spare ones for members that join. */
    public int sites() {
        return members + SPARE_SITES;
    }

    /** Sites where members can join. */
    public static final int SPARE_SITES = 2;

    /** This plan with other partitions. */
    public RunPlan withPartitions(int number, Copies wanted) {
        return new RunPlan(protocol, seed, members, number, wanted, parallel, micros, calmFrom, clients, faults, skips);
    }

    /** This plan with another number of migrations at once. */
    public RunPlan withParallel(int number) {
        return new RunPlan(
                protocol, seed, members, partitions, copies, number, micros, calmFrom, clients, faults, skips);
    }

    /** This plan with other faults. */
    public RunPlan withFaults(List<Fault> other) {
        return new RunPlan(
                protocol, seed, members, partitions, copies, parallel, micros, calmFrom, clients, other, skips);
    }

    /** This plan with other calls left out. */
    public RunPlan withSkips(List<OmittedCalls> other) {
        return new RunPlan(
                protocol, seed, members, partitions, copies, parallel, micros, calmFrom, clients, faults, other);
    }

    /**
     * Calls that a client leaves out; the others stay as they are.
     *
     * @param client from 1
     * @param from the first call that is left out, from 0
     * @param to the last one
     */
    public record OmittedCalls(int client, int from, int to) {}

    /**
     * What the user wants of every run.
     *
     * @param protocol the subject's name
     * @param members founders, 1 to 50
     * @param micros virtual length of a run
     * @param choice which faults
     */
    public record RunSettings(String protocol, int members, long micros, FaultChoice choice) {}
}
