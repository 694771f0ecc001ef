package io.godwit.cli;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.run.CheckJob;
import java.util.Locale;

/** A line of {@code check --list}. */
final class Listing {
    private Listing() {}

    static String line(CheckJob job) {
        ManifestEntry entry = job.entry();
        return String.format(
                Locale.ROOT,
                "%-8s %-8s %-11s %-40s %s",
                lower(entry.tier()),
                lower(job.engine()),
                lower(entry.kind()),
                entry.name(),
                entry.says());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
