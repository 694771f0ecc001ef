package io.godwit.cli;

import io.godwit.mutants.runtime.MutatingLoader;
import io.godwit.mutants.runtime.RuntimeMutant;
import io.godwit.mutants.runtime.RuntimeMutants;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;

/** The command line with rewritten classes, for {@code --mutant} with a mutant of the runtime. */
final class RewrittenMain {
    private static final Set<String> COMMANDS = Set.of("member", "simulate");
    private static final String OPTION = "--mutant";

    private RewrittenMain() {}

    /** Whether the command line names a mutant of the runtime and a command that runs one. */
    static boolean isFor(String... args) {
        return args.length > 0 && COMMANDS.contains(args[0]) && mutant(args).isPresent();
    }

    private static Optional<RuntimeMutant> mutant(String... args) {
        for (int i = 1; i < args.length; i++) {
            if (args[i].startsWith(OPTION + "=")) {
                return RuntimeMutants.find(args[i].substring(OPTION.length() + 1));
            } else if (args[i].equals(OPTION) && i + 1 < args.length) {
                return RuntimeMutants.find(args[i + 1]);
            }
        }
        return Optional.empty();
    }

    /** Runs the command with the mutant's classes; returns its status. */
    static int execute(String... args) {
        MutatingLoader loader = new MutatingLoader(mutant(args).orElseThrow().rewritings());
        loader.check();
        try {
            Method execute =
                    Class.forName(Main.class.getName(), true, loader).getDeclaredMethod("execute", String[].class);
            execute.setAccessible(true);
            return (Integer) execute.invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the classes that run are rewritten, so that a mutant of the runtime is what it is said to be. */
    static boolean isRewritten() {
        // The class of the loader is not that of this class's own loader: only the name is the same.
        return RewrittenMain.class.getClassLoader().getClass().getName().equals(MutatingLoader.class.getName());
    }
}
