package io.godwit.events;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.List;

/** The engine's values as JSON. */
final class JsonValues {
    private JsonValues() {}

    /** A number if all partitions want the same, otherwise one for each range. */
    static void copies(JsonLine line, Copies copies) {
        if (copies.ranges() == 1) {
            line.number(copies.only());
            return;
        }
        line.open('[');
        for (int count : copies.toArray()) {
            line.number(count);
        }
        line.close(']');
    }

    static void members(JsonLine line, MemberSet members) {
        line.open('[');
        for (int i = 0; i < members.size(); i++) {
            line.number(members.get(i));
        }
        line.close(']');
    }

    /** {@code [term, number, baseTerm, baseNumber, [replicas], [in sync], source, destination]}, or null. */
    static void entry(JsonLine line, Entry entry) {
        if (entry.isNone()) {
            line.nothing();
            return;
        }
        line.open('[');
        version(line, entry.version());
        version(line, entry.base());
        configuration(line, entry.configuration());
        line.close(']');
    }

    /** {@code [term, number, [replicas], [in sync], source, destination]}, or null. */
    static void view(JsonLine line, View view) {
        if (view.version().equals(Version.NONE)) {
            line.nothing();
            return;
        }
        line.open('[');
        version(line, view.version());
        configuration(line, view.configuration());
        line.close(']');
    }

    /** {@code term, number}. */
    private static void version(JsonLine line, Version version) {
        line.number(version.term()).number(version.number());
    }

    private static void configuration(JsonLine line, Configuration c) {
        line.open('[');
        for (int i = 0; i < c.size(); i++) {
            line.number(c.replica(i));
        }
        line.close(']').open('[');
        for (int i = 0; i < c.size(); i++) {
            if (c.isInSync(c.replica(i))) {
                line.number(c.replica(i));
            }
        }
        line.close(']').number(c.source() == Members.NONE ? 0 : c.source()).number(c.destination());
    }

    /** {@code [term, number, [voters]]}, or null. */
    static void voting(JsonLine line, Voting voting) {
        if (voting.version().equals(Version.NONE)) {
            line.nothing();
            return;
        }
        line.open('[');
        version(line, voting.version());
        members(line, voting.voters());
        line.close(']');
    }

    /**
     * {@code [length, [term, number, client, call], ...]}: the last writes, oldest first.
     *
     * @param last how many of them at most
     */
    static void log(JsonLine line, Log log, int last) {
        line.open('[').number(log.length());
        List<LogEntry> told = last == 0 ? List.of() : log.entries(log.length() - last + 1, log.length());
        for (LogEntry entry : told) {
            line.open('[');
            version(line, entry.epoch());
            line.number(entry.client()).number(entry.call()).close(']');
        }
        line.close(']');
    }
}
