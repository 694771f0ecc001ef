package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.input.Suggest;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says where in the user's files the reason of a failed run lies. The parser of TLC writes its errors as prose, even with {@code -tool}; only places are
 * read from there, the text itself is passed on.
 */
final class SpecErrors {
    private static final Pattern SYNTAX = Pattern.compile("Encountered .* at line (\\d+), column \\d+");
    private static final Pattern SEMANTIC =
            Pattern.compile("line (\\d+), col \\d+ to line \\d+, col \\d+ of module (\\w+)\\s+(\\S.*)");
    private static final Pattern MISSING =
            Pattern.compile("Cannot find source file for module (\\w+)(?: imported in module (\\w+))?");
    private static final Pattern WRONG_NAME = Pattern.compile("File name '(\\w+)' does not match the name '(\\w+)'");
    private static final Pattern IN_MODULE = Pattern.compile("(?:In module|Could not parse module) (\\w+)");
    private static final Pattern PLACE =
            Pattern.compile("line (\\d+), col \\d+ to line \\d+, col \\d+ of module (\\w+)");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");

    private final Manifest manifest;
    private final ManifestEntry entry;
    private final Cfg cfg;

    SpecErrors(Manifest manifest, ManifestEntry entry, Cfg cfg) {
        this.manifest = manifest;
        this.entry = entry;
        this.cfg = cfg;
    }

    List<InputProblem> explain(Verdict.Failed failed, TlcRecord said) {
        if (failed.kind() == FailureKind.PARSE) {
            return parse(said.parserSaid(), failed.detail());
        }
        if (failed.kind() == FailureKind.ASSUMPTION) {
            return List.of(assumption(failed.detail()));
        }
        return List.of(config(failed.detail()));
    }

    private List<InputProblem> parse(String said, String detail) {
        List<InputProblem> problems = new ArrayList<>();
        Matcher semantic = SEMANTIC.matcher(said);
        while (semantic.find()) {
            problems.add(new InputProblem(
                    file(semantic.group(2)),
                    Integer.parseInt(semantic.group(1)),
                    semantic.group(3).strip(),
                    "Correct the expression, or define what it uses."));
        }
        Matcher missing = MISSING.matcher(said);
        while (missing.find()) {
            problems.add(missing(missing.group(1), missing.group(2)));
        }
        Matcher syntax = SYNTAX.matcher(said);
        if (syntax.find()) {
            Matcher module = IN_MODULE.matcher(said);
            String name = module.find() ? module.group(1) : entry.moduleName();
            problems.add(new InputProblem(
                    file(name),
                    Integer.parseInt(syntax.group(1)),
                    syntax.group(),
                    "Correct the syntax at or before this place."));
        }
        Matcher wrongName = WRONG_NAME.matcher(said);
        if (wrongName.find()) {
            problems.add(new InputProblem(
                    file(wrongName.group(1)),
                    1,
                    "the module is called " + wrongName.group(2),
                    "Give module and file the same name."));
        }
        return problems.isEmpty()
                ? List.of(new InputProblem(
                        manifest.resolve(entry.module()),
                        0,
                        "the specification does not parse\n" + detail,
                        "Correct it."))
                : problems;
    }

    private InputProblem missing(String module, String importer) {
        String user = importer == null ? entry.moduleName() : importer;
        return new InputProblem(
                file(user),
                lineOf(file(user), module),
                "the module " + module + " is missing",
                "Correct the name, or put " + module + ".tla into one of: " + String.join(", ", manifest.library())
                        + ".");
    }

    private InputProblem assumption(String detail) {
        Matcher place = PLACE.matcher(detail);
        String first = detail.lines().findFirst().orElse("");
        return place.find()
                ? new InputProblem(
                        file(place.group(2)),
                        Integer.parseInt(place.group(1)),
                        "an assumption about the constants is false",
                        "Correct the constants of " + entry.name() + " in " + entry.cfg() + ".")
                : new InputProblem(cfg.file(), 0, first, "Correct the constants.");
    }

    private InputProblem config(String detail) {
        String first = String.join(" ", detail.lines().map(String::strip).toList());
        Matcher words = WORD.matcher(first);
        while (words.find()) {
            int line = cfg.lineOf(words.group());
            if (line > 0) {
                return new InputProblem(
                        cfg.file(), line, first, "Correct the name, or define it in " + entry.module() + ".");
            }
        }
        Matcher unassigned =
                Pattern.compile("constant parameter (\\w+) is not assigned").matcher(first);
        return new InputProblem(
                cfg.file(),
                0,
                first,
                unassigned.find()
                        ? Suggest.nearest(unassigned.group(1), cfg.constants().keySet())
                                .map(near -> "Did you mean it by '" + near + "' in line " + cfg.lineOf(near) + "?")
                                .orElse("Add '" + unassigned.group(1) + " = ...' under CONSTANTS.")
                        : "Correct the cfg.");
    }

    private Path file(String module) {
        for (Path directory : manifest.searchPath(entry)) {
            Path file = directory.resolve(module + ".tla");
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        return manifest.resolve(entry.module());
    }

    private static int lineOf(Path file, String word) {
        try {
            List<String> lines = Files.readAllLines(file);
            Pattern whole = Pattern.compile("\\b" + Pattern.quote(word) + "\\b");
            for (int i = 0; i < lines.size(); i++) {
                if (whole.matcher(lines.get(i)).find()) {
                    return i + 1;
                }
            }
        } catch (java.io.IOException e) {
            return 0;
        }
        return 0;
    }
}
