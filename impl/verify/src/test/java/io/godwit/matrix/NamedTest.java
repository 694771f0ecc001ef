package io.godwit.matrix;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.godwit.mutants.runtime.MutatingLoader;
import io.godwit.mutants.runtime.Rewriting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * A test of another module, run with rewritten classes.
 *
 * @param className its class
 * @param method its method; empty for all of the class
 */
public record NamedTest(String className, String method) {
    /** A test as a row names it: class and method, with a dot between them. */
    public static NamedTest of(String name) {
        int dot = name.lastIndexOf('.');
        return new NamedTest(name.substring(0, dot), name.substring(dot + 1));
    }

    /** Runs it; returns how often it ran, and how often it failed. */
    public TestExecutionSummary run(List<Rewriting> rewritings) {
        try (URLClassLoader classPath = new URLClassLoader(testClasses(), NamedTest.class.getClassLoader())) {
            MutatingLoader loader = new MutatingLoader(rewritings, classPath);
            loader.check();
            Class<?> test = Class.forName(className, false, loader);
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(method.isEmpty() ? selectClass(test) : selectMethod(test, method))
                    .build();
            SummaryGeneratingListener summary = new SummaryGeneratingListener();
            LauncherFactory.create().execute(request, summary);
            return summary.getSummary();
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no test class " + className, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The classes of all modules' tests that are built. */
    static URL[] testClasses() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            return modules.map(module -> module.resolve("target/test-classes"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .map(NamedTest::url)
                    .toArray(URL[]::new);
        }
    }

    private static URL url(Path directory) {
        try {
            return directory.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
