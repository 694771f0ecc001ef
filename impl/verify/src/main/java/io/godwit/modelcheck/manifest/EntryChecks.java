package io.godwit.modelcheck.manifest;

import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.input.Suggest;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.Expectation;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the schema cannot say about an entry: names that refer to something, keys that need each other, files that exist. */
final class EntryChecks {
    private final Manifest manifest;
    private final List<InputProblem> problems = new ArrayList<>();

    EntryChecks(Manifest manifest) {
        this.manifest = manifest;
    }

    List<InputProblem> check() {
        Map<String, ManifestEntry> seen = new HashMap<>();
        for (ManifestEntry entry : manifest.entries()) {
            ManifestEntry earlier = seen.putIfAbsent(entry.name(), entry);
            if (earlier != null) {
                report(
                        entry,
                        "there is an entry of this name already, in line " + earlier.line(),
                        "Rename one of them.");
            }
            files(entry);
            names(entry);
            expectation(entry);
            kind(entry);
            engines(entry);
        }
        return problems;
    }

    private void files(ManifestEntry entry) {
        exists(entry, entry.module(), "module");
        if (entry.cfg() != null) {
            exists(entry, entry.cfg(), "cfg");
        } else if (entry.by(ModelChecker.TLC)) {
            report(entry, "TLC needs a cfg", "Add \"cfg\".");
        }
    }

    private void exists(ManifestEntry entry, String path, String key) {
        if (!Files.isRegularFile(manifest.resolve(path))) {
            report(
                    entry,
                    "the " + key + " " + path + " does not exist",
                    "Correct \"" + key + "\"; paths are relative to " + manifest.root() + ".");
        }
    }

    private void names(ManifestEntry entry) {
        for (String name : entry.only()) {
            if (!entry.listed().contains(name)) {
                report(
                        entry,
                        "\"only\" names " + name + ", which is in neither \"invariants\" nor \"properties\"",
                        Suggest.remedy(name, entry.listed()));
            }
        }
    }

    private void expectation(ManifestEntry entry) {
        Expectation expect = entry.expect();
        if (expect.verdict() == ExpectedVerdict.VIOLATED) {
            String property = expect.property();
            List<String> checked = Stream.concat(entry.checkedInvariants().stream(), entry.checkedProperties().stream())
                    .toList();
            if (property == null) {
                report(entry, "a violation must name the property that breaks", "Add \"property\" to \"expect\".");
            } else if (entry.by(ModelChecker.TLC) && !checked.contains(property)) {
                report(
                        entry,
                        "the expected property " + property + " is not among those that this entry checks",
                        Suggest.remedy(property, checked));
            }
            if (expect.distinct() != null || expect.generated() != null) {
                report(
                        entry,
                        "a run that ends in a violation is not complete, so its state counts mean nothing",
                        "Replace \"distinct\" and \"generated\" by \"traceLength\".");
            }
        } else if (expect.property() != null || expect.traceLength() != null) {
            report(
                    entry,
                    "\"property\" and \"traceLength\" belong to violations",
                    "Remove them, or expect \"violated\".");
        }
    }

    private void kind(ManifestEntry entry) {
        boolean holds = entry.expect().verdict() == ExpectedVerdict.HOLDS;
        if (entry.kind().holds() != holds) {
            report(
                    entry,
                    "the kind " + word(entry.kind()) + " contradicts the verdict "
                            + word(entry.expect().verdict()),
                    "benign and calibration hold; finding and mutant are violated.");
        }
        boolean flips = entry.kind() == EntryKind.MUTANT || entry.kind() == EntryKind.CALIBRATION;
        if (flips && (entry.guard() == null || entry.base() == null)) {
            report(
                    entry,
                    "a " + word(entry.kind()) + " names the switch it flips and the entry it differs from",
                    "Add \"guard\" and \"base\".");
        }
        if (!entry.replace().isEmpty() && !entry.replace().keySet().equals(Set.of(guard(entry)))) {
            report(
                    entry,
                    "\"replace\" must name the guard of a mutant, and nothing else",
                    "Replace one definition, and name it as \"guard\".");
        }
    }

    private static String guard(ManifestEntry entry) {
        return entry.kind() == EntryKind.MUTANT && entry.guard() != null ? entry.guard() : "";
    }

    private void engines(ManifestEntry entry) {
        if (entry.by(ModelChecker.APALACHE) && entry.apalache() == null) {
            report(entry, "Apalache needs to know what to check", "Add \"apalache\" with init, next, inv and length.");
        }
        if (!entry.by(ModelChecker.APALACHE) && entry.apalache() != null) {
            report(entry, "\"apalache\" is set but \"engines\" leaves it out", "Add \"apalache\" to \"engines\".");
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    private void report(ManifestEntry entry, String message, String remedy) {
        problems.add(new InputProblem(manifest.file(), entry.line(), entry.name() + ": " + message, remedy));
    }
}
