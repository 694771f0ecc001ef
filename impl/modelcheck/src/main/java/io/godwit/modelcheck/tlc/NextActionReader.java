package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.cfg.Cfg;
import io.godwit.modelcheck.cfg.CfgKeyword;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.sany.NextActions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks the parser which actions a next-state relation is made of, in a process of its own. */
public final class NextActionReader {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int HEAP_MB = 256;

    private final Manifest manifest;
    private final Path tools;

    /** A reader that uses the parser in this jar. */
    public NextActionReader(Manifest manifest, Path tools) {
        this.manifest = manifest;
        this.tools = tools;
    }

    /**
     * The names of the actions.
     *
     * @param entry an entry of the module
     * @param cfg its configuration, which says what the next-state relation is called
     * @return empty when the parser cannot tell
     */
    public Set<String> read(Entry entry, Cfg cfg) throws IOException, InterruptedException {
        boolean split = cfg.single().containsKey(CfgKeyword.NEXT);
        CfgKeyword keyword = split ? CfgKeyword.NEXT : CfgKeyword.SPECIFICATION;
        Path module = manifest.resolve(entry.module());
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        try (WorkDir work = new WorkDir()) {
            List<String> line = new ArrayList<>(TlcCommand.jvm(HEAP_MB, manifest.searchPath(entry), work.path()));
            line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", TlcCommand.classPath(tools)));
            line.addAll(List.of(
                    NextActions.class.getName(),
                    module.getFileName().toString(),
                    keyword.name(),
                    cfg.single().get(keyword).name()));
            ToolProcess.start(line, module.getParent(), Map.of(), said::add).await(PATIENCE);
        }
        Set<String> actions = new LinkedHashSet<>();
        for (String text : List.copyOf(said)) {
            if (text.startsWith(NextActions.PREFIX)) {
                actions.add(text.substring(NextActions.PREFIX.length()));
            }
        }
        return actions;
    }
}
