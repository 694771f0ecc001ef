package io.godwit.cli;

import io.godwit.client.StateReading;
import io.godwit.lab.LocalCluster;
import io.godwit.protocol.ClusterState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A note in the directory of a cluster that {@code STOPPING} is acknowledged and nothing else was asked for since: {@code Stopped} in
 * {@code spec/quorum/ClusterStates.tla}. It also holds under a later master, which does not know of it: that master asks all primaries
 * again, of which some may have stopped.
 */
final class AcknowledgedStop {
    /** Of the file. */
    static final String NAME = "acknowledged-stop";

    private static final Pattern VERSION = Pattern.compile("(\\d{1,9}) (\\d{1,9})");

    private final Path file;

    AcknowledgedStop(LocalCluster cluster) {
        this.file = cluster.file(NAME);
    }

    /** Notes a reading, if it is that of an acknowledged {@code STOPPING}. */
    void note(StateReading reading) throws IOException {
        if (reading.state() == ClusterState.STOPPING && reading.acknowledged()) {
            Files.writeString(file, reading.term() + " " + reading.number());
        }
    }

    /** Deletes the note: something else is asked for, or a member comes back. */
    void forget() throws IOException {
        Files.deleteIfExists(file);
    }

    /**
     * Is {@code STOPPING} still acknowledged? Under another version of the same master it is not: something else was asked for in between.
     * If the master has changed since then, a state that was asked for in between is not noticed.
     */
    boolean holds(StateReading now) throws IOException {
        Matcher noted = VERSION.matcher(Files.exists(file) ? Files.readString(file) : "");
        if (now.state() != ClusterState.STOPPING || !noted.matches()) {
            return false;
        }
        int term = Integer.parseInt(noted.group(1));
        return now.term() > term || (now.term() == term && now.number() == Integer.parseInt(noted.group(2)));
    }
}
