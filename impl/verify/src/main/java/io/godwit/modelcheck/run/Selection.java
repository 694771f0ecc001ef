package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.Engine;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.Tier;
import java.util.ArrayList;
import java.util.List;

/**
 * Which entries of a manifest to check.
 *
 * @param tier entries of this tier and of those before it
 * @param filter part of an entry's name; null for all
 * @param engine just this engine; null for all
 */
public record Selection(Tier tier, String filter, Engine engine) {
    /** The jobs, in the order of the manifest. */
    public List<Job> jobs(Manifest manifest) {
        List<Job> jobs = new ArrayList<>();
        for (Entry entry : entries(manifest)) {
            for (Engine one : entry.engines()) {
                if (engine == null || engine == one) {
                    jobs.add(new Job(entry, one));
                }
            }
        }
        return jobs;
    }

    /** The entries, whoever checks them. */
    public List<Entry> entries(Manifest manifest) {
        return manifest.entries().stream()
                .filter(entry -> tier.includes(entry.tier()))
                .filter(entry -> filter == null || entry.name().contains(filter))
                .toList();
    }

    /** Whether every entry of the tier is in. */
    public boolean isWhole() {
        return filter == null;
    }
}
