package io.godwit.conformance.replay;

import io.godwit.modelcheck.spec.ActionConditions;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Where an action is specified and where it is implemented: {@code file:line}, relative to the project; and what the specification says there. */
public final class SourceLinks {
    private final Path root;

    /** Links into the project at this directory. */
    public SourceLinks(Path root) {
        this.root = root;
    }

    /** The definition of an action, in the directory of its family. */
    public String spec(String family, String module, String action) {
        String file = "spec/" + family + "/" + module + ".tla";
        return locate(file, Pattern.compile("^" + Pattern.quote(action) + "(\\(.*)?\\s*==.*"));
    }

    /** The conditions of an action, in the words of the specification; none when they cannot be read. */
    public List<String> conditions(String family, String module, String action) {
        try {
            return ActionConditions.of(root.resolve("spec"), family, module, action);
        } catch (IOException e) {
            // An explanation without them is better than none.
            return List.of();
        }
    }

    /** The method that carries an action out. One that is not part of the engine has a class and no file. */
    public String engine(Method carrier) {
        Class<?> outer = carrier.getDeclaringClass();
        while (outer.getEnclosingClass() != null) {
            outer = outer.getEnclosingClass();
        }
        String file = "impl/protocol/src/main/java/" + outer.getName().replace('.', '/') + ".java";
        if (!Files.isRegularFile(root.resolve(file))) {
            return carrier.getDeclaringClass().getName();
        }
        return locate(file, Pattern.compile(".*\\bStep<.*> " + carrier.getName() + "\\(.*"));
    }

    private String locate(String file, Pattern line) {
        try {
            List<String> lines = Files.readAllLines(root.resolve(file));
            for (int i = 0; i < lines.size(); i++) {
                if (line.matcher(lines.get(i)).matches()) {
                    return file + ":" + (i + 1);
                }
            }
        } catch (IOException e) {
            // A link that leads nowhere is better than none: the name is still right.
            return file;
        }
        return file;
    }
}
