package io.godwit.simulation.cluster;

import io.godwit.simulation.disk.SimulatedDisk;

/**
 * A machine: one disk, and one process of a member at a time.
 *
 * @param <S> the state of one member
 */
final class SimulatedMachine<S> {
    private final int number;
    /** The disk; a new one after the old one was lost. */
    SimulatedDisk disk;
    /** What was to be written to the disk. */
    WrittenImages images;
    /** What restarts from the disk find. */
    Restarts restarts;
    /** How many disks there were. */
    int disks;
    /** How many processes of members were started here. */
    int processes;
    /** The process that runs here or ran here last; null if there was none. */
    SimulatedMember<S> process;

    SimulatedMachine(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
