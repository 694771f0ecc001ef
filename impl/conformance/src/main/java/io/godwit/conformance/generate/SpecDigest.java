package io.godwit.conformance.generate;

import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.modelcheck.cfg.Assignment;
import io.godwit.modelcheck.cfg.Cfg;
import io.godwit.modelcheck.cfg.CfgKeyword;
import io.godwit.modelcheck.cfg.CfgWriter;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.spec.ModuleGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A hash of what a state graph follows from: of the modules, the definitions that the specification uses, directly or through others, and all
 * declarations; of the configuration, the constants. What TLC does not look at is left out: a better comment or another property is no new
 * specification. An indentation, which TLA+ gives a meaning, is.
 */
public final class SpecDigest {
    private static final Pattern BLOCK_COMMENT = Pattern.compile("\\(\\*.*?\\*\\)", Pattern.DOTALL);
    private static final Pattern LINE_COMMENT = Pattern.compile("\\\\\\*.*");
    private static final Pattern LINES_OF_DASHES = Pattern.compile("(?m)^-{4,}$");
    private static final Pattern NOT_A_LINE_END = Pattern.compile("[^\n]");

    private SpecDigest() {}

    /**
     * The hash for a model.
     *
     * @param cfg the configuration that it runs with
     */
    public static String of(Manifest manifest, Entry entry, Cfg cfg) throws IOException {
        StringBuilder text = new StringBuilder();
        StringBuilder all = new StringBuilder();
        List<Path> modules = new ModuleGraph()
                .files(manifest.resolve(entry.module()), manifest.searchPath(entry)).stream()
                        .sorted()
                        .toList();
        for (Path module : modules) {
            all.append(normalised(Files.readString(module)));
        }
        Definitions definitions = Definitions.of(all.toString());
        text.append(definitions.declarations());
        for (CfgKeyword keyword : List.of(CfgKeyword.SPECIFICATION, CfgKeyword.INIT, CfgKeyword.NEXT, CfgKeyword.VIEW)) {
            if (cfg.single().containsKey(keyword)) {
                definitions.use(cfg.single().get(keyword).name());
            }
        }
        cfg.constraints().forEach(it -> definitions.use(it.name()));
        cfg.actionConstraints().forEach(it -> definitions.use(it.name()));
        cfg.constants().values().stream().filter(Assignment::replaced).forEach(it -> definitions.use(it.value()));
        text.append(definitions.used());
        for (CfgKeyword keyword :
                List.of(CfgKeyword.SPECIFICATION, CfgKeyword.INIT, CfgKeyword.NEXT, CfgKeyword.VIEW)) {
            if (cfg.single().containsKey(keyword)) {
                text.append(keyword)
                        .append(' ')
                        .append(cfg.single().get(keyword).name())
                        .append('\n');
            }
        }
        cfg.constraints()
                .forEach(it -> text.append("CONSTRAINT ").append(it.name()).append('\n'));
        cfg.actionConstraints()
                .forEach(it ->
                        text.append("ACTION_CONSTRAINT ").append(it.name()).append('\n'));
        text.append(CfgWriter.constants(cfg));
        return CorpusFile.sha256(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** A module without comments, separators, blank lines and what is at the end of a line. */
    static String normalised(String module) {
        String code = BLOCK_COMMENT
                .matcher(module.replace("\r\n", "\n"))
                .replaceAll(match -> Matcher.quoteReplacement(
                        NOT_A_LINE_END.matcher(match.group()).replaceAll(" ")));
        code = LINE_COMMENT.matcher(code).replaceAll("");
        code = LINES_OF_DASHES.matcher(code).replaceAll("");
        StringBuilder text = new StringBuilder();
        code.lines().map(String::stripTrailing).filter(line -> !line.isEmpty()).forEach(line -> text.append(line)
                .append('\n'));
        return text.toString();
    }
}
