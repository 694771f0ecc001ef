package io.godwit.cli;

import io.godwit.mutants.runtime.MutatingLoader;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;

/** The command line with rewritten classes, for {@code --mutant} with a mutant of the runtime. */
final class RewrittenMain {
    private static final Set<String> COMMANDS = Set.of("member", "simulate");
    private static final String OPTION = "--mutant";

    private RewrittenMain() {}

    /** Whether the command line gives a mutant of the runtime to a command that runs one. */
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

    /** Whether the running classes are rewritten, so that a mutant of the runtime takes effect. */
    static boolean isRewritten() {
        // The loader's class was itself loaded by another loader, so only the names can be compared.
        return RewrittenMain.class.getClassLoader().getClass().getName().equals(MutatingLoader.class.getName());
    }
}
