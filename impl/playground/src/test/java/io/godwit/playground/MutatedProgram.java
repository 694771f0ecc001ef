package io.godwit.playground;

import io.godwit.mutants.runtime.MutatingLoader;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;

/** The program with the mutants of the runtime in it, as the browser has it, in this JVM. */
final class MutatedProgram implements AutoCloseable {
    private final MutatedClassPath classPath;
    private final Method answer;

    MutatedProgram(Path root) throws IOException, ReflectiveOperationException {
        classPath = MutatedClassPath.of(PlaygroundPage.simulated(root));
        MutatingLoader loader = new MutatingLoader(List.of(), classPath);
        answer = Class.forName(Playground.class.getName(), true, loader).getDeclaredMethod("answer", List.class);
        answer.setAccessible(true);
    }

    /** As {@link Playground#answer}. */
    String answer(List<String> question) {
        try {
            return (String) answer.invoke(null, question);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class of that name, with the mutants in it. */
    Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, true, answer.getDeclaringClass().getClassLoader());
    }

    @Override
    public void close() throws IOException {
        classPath.close();
    }
}
