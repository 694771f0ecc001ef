package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.Engine;
import io.godwit.modelcheck.manifest.Entry;

/** One entry, to be checked by one engine. */
public record Job(Entry entry, Engine engine) {
    private static final long STATES_PER_SECOND = 30_000;

    /** Roughly how long it will take: by its known state count, or else by its budget. Only for ordering. */
    double estimatedSeconds() {
        Long generated = entry.expect().generated();
        return generated != null && engine == Engine.TLC
                ? (double) generated / STATES_PER_SECOND
                : entry.seconds() / 4.0;
    }
}
