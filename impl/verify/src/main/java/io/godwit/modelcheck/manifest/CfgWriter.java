package io.godwit.modelcheck.manifest;

import io.godwit.modelcheck.manifest.Cfg.CfgKeyword;
import io.godwit.modelcheck.manifest.Cfg.Named;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a configuration in TLC's syntax. */
public final class CfgWriter {
    private CfgWriter() {}

    /** The text of the configuration, one name a line. */
    public static String write(Cfg cfg) {
        StringBuilder text = new StringBuilder();
        cfg.single()
                .forEach((keyword, named) ->
                        text.append(keyword).append(' ').append(named.name()).append('\n'));
        text.append(constants(cfg));
        names(text, CfgKeyword.INVARIANT, cfg.invariants());
        names(text, CfgKeyword.PROPERTY, cfg.properties());
        names(text, CfgKeyword.CONSTRAINT, cfg.constraints());
        names(text, CfgKeyword.ACTION_CONSTRAINT, cfg.actionConstraints());
        names(text, CfgKeyword.SYMMETRY, cfg.symmetry());
        return text.toString();
    }

    /** Only the constants. */
    public static String constants(Cfg cfg) {
        StringBuilder text = new StringBuilder();
        if (!cfg.constants().isEmpty()) {
            text.append("CONSTANTS\n");
            cfg.constants().values().forEach(it -> text.append("    ")
                    .append(it.name())
                    .append(it.replaced() ? " <- " : " = ")
                    .append(it.value())
                    .append('\n'));
        }
        return text.toString();
    }

    private static void names(StringBuilder text, CfgKeyword keyword, List<Named> names) {
        if (!names.isEmpty()) {
            text.append(keyword)
                    .append(names.stream().map(Named::name).collect(Collectors.joining("\n    ", "\n    ", "\n")));
        }
    }
}
