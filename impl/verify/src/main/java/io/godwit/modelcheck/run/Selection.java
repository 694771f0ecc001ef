package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import java.util.ArrayList;
import java.util.List;

/**
 * Which entries of a manifest to check.
 *
 * @param tier entries of this tier and of those before it
 * @param filter part of an entry's name; null for all
 * @param engine just this engine; null for all
 */
public record Selection(Tier tier, String filter, ModelChecker engine) {
    /** The jobs, in the order of the manifest. */
    public List<CheckJob> jobs(Manifest manifest) {
        List<CheckJob> jobs = new ArrayList<>();
        for (ManifestEntry entry : entries(manifest)) {
            for (ModelChecker one : entry.engines()) {
                if (engine == null || engine == one) {
                    jobs.add(new CheckJob(entry, one));
                }
            }
        }
        return jobs;
    }

    /** The entries, whoever checks them. */
    public List<ManifestEntry> entries(Manifest manifest) {
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
