package io.godwit.member.transfer;

import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import java.util.LinkedHashMap;
import java.util.Map;

/** Limits the number of exported files that a member has on its disk at the same time. Belongs to the "transfer" executor. */
final class ExportedFiles {
    static final int MAX_FILES = 2;

    private final Map<SnapshotSender, Runnable> waiting = new LinkedHashMap<>();
    private final LimitListener limits;
    private int used;

    /** Creates an instance without files. */
    ExportedFiles(LimitListener limits) {
        this.limits = limits;
    }

    /**
     * Asks for a file.
     *
     * @param granted is called when there may be one more, perhaps at once
     */
    void acquire(SnapshotSender sender, Runnable granted) {
        if (used < MAX_FILES) {
            used++;
            granted.run();
        } else {
            limits.reached(Limit.EXPORTS_WAIT);
            waiting.put(sender, granted);
        }
    }

    /** A sender does not need a file any more, and has not been granted one. */
    void remove(SnapshotSender sender) {
        waiting.remove(sender);
    }

    /** A file is gone. */
    void release() {
        if (waiting.isEmpty()) {
            used--;
        } else {
            SnapshotSender next = waiting.keySet().iterator().next();
            limits.reached(Limit.EXPORTS_CONTINUE);
            waiting.remove(next).run();
        }
    }
}
