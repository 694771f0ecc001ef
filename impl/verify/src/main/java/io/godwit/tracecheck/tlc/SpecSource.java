package io.godwit.tracecheck.tlc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tla2sany.semantic.SemanticNode;
import tla2sany.st.Location;

/** The text of the specification. */
final class SpecSource {
    private static final int WIDTH = 120;
    private static final Map<String, List<String>> MODULES = new HashMap<>();

    private SpecSource() {}

    /** A part of the specification as it is written, in one line. */
    static String text(SemanticNode node) {
        Location at = node.getLocation();
        List<String> lines = MODULES.computeIfAbsent(at.source(), SpecSource::read);
        StringBuilder text = new StringBuilder();
        for (int i = at.beginLine(); i <= at.endLine() && i <= lines.size(); i++) {
            String line = lines.get(i - 1);
            int from = i == at.beginLine() ? at.beginColumn() - 1 : 0;
            int to = i == at.endLine() ? Math.min(at.endColumn(), line.length()) : line.length();
            text.append(' ').append(line.substring(Math.min(from, to), to).strip());
        }
        String all = text.toString().strip();
        return all.length() > WIDTH ? all.substring(0, WIDTH - 3) + "..." : all;
    }

    private static List<String> read(String module) {
        for (String directory : System.getProperty("TLA-Library", "").split(File.pathSeparator, -1)) {
            Path file = Path.of(directory, module + ".tla");
            if (Files.isRegularFile(file)) {
                try {
                    return Files.readAllLines(file);
                } catch (IOException e) {
                    return List.of();
                }
            }
        }
        return List.of();
    }
}
