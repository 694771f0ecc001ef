package io.godwit.protocol.classic;

/**
 * The actions of {@code Classic!Next} that no member carries out: faults of processes and networks, which belong to the
 * world around the engine. Nothing here is code that runs; the replay of the specification's transitions carries these
 * actions out on its own channels and members.
 */
public enum WorldActions {
    /** A process stops and loses its memory. */
    CRASH("classic/Membership!Crash", "the process is gone, and its state with it"),
    /** A link dies with what is in it. */
    CUT_LINK("classic/Membership!CutLink", "links are the world's"),
    /** A table message is lost with its connection. */
    LOSE_TABLE("classic/PartitionVersioning!LoseTable", "messages under way are the world's"),
    /** A backup message is lost with its connection. */
    LOSE_BACKUP("classic/Replication!LoseBackup", "messages under way are the world's"),
    /** A request to leave or its answer is lost. */
    LOSE_SHUTDOWN_MESSAGE("classic/GracefulShutdown!LoseShutdownMessage", "messages under way are the world's");

    private final String action;
    private final String reason;

    WorldActions(String action, String reason) {
        this.action = action;
        this.reason = reason;
    }

    /** The action: {@code "family/Module!Action"}. */
    public String action() {
        return action;
    }

    /** Why it has no handler. */
    public String reason() {
        return reason;
    }
}
