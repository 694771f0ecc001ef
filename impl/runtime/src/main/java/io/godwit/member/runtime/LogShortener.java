package io.godwit.member.runtime;

import io.godwit.protocol.Event;
import io.godwit.protocol.quorum.data.log.Log;

/** Lets the engine forget entries of logs. For tasks of the event loop. */
final class LogShortener implements RetainedLogs.Shortening {
    private final Expiry.Primary member;
    private final DurabilityQueue durability;

    /**
     * Of a member.
     *
     * @param durability null without a data directory
     */
    LogShortener(Expiry.Primary member, DurabilityQueue durability) {
        this.member = member;
        this.durability = durability;
    }

    /**
     * Forgets entries of a log, except the last ones. Entries that are not on the disk are kept as well: the images that wait for the disk
     * have them in any case, and from an entry that the disk has the difference of two images is found.
     */
    @Override
    public void shorten(int partition, int keep) {
        Log log = member.log(partition);
        int durable = durability == null ? log.length() : durability.durableLength(partition, log);
        int kept = Math.max(keep, log.length() - durable + 1);
        if (kept <= log.length() - log.firstKept()) {
            member.take(new Event.Forget(partition, kept));
        }
    }
}
