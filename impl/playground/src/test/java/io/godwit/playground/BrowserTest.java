package io.godwit.playground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.godwit.member.runtime.MemberRuntime;
import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.protocol.Protocol;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.teavm.backend.javascript.JSModuleType;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.tooling.TeaVMToolException;

/** Nothing in engine, runtime and simulation keeps them from being compiled for a browser, and there they do the same. */
class BrowserTest {
    private static final Path ROOT = Path.of("../..");
    /** How the names of classes begin that the simulation does not use. */
    private static final List<String> NOT_CALLED = List.of(
            // Evidence only: what runs is compiled, the rest is for replay.
            "io.godwit.protocol.classic.",
            "io.godwit.protocol.planner.PlannedStep$Kind",
            "io.godwit.protocol.planner.run.Run",
            // Annotations, constants, and what is for replay or for event logs.
            "io.godwit.protocol.Spec",
            "io.godwit.protocol.Members",
            "io.godwit.protocol.Event$Join",
            "io.godwit.protocol.ActionListener",
            "io.godwit.protocol.quorum.engine.Timing",
            "io.godwit.member.runtime.StepListener$1",
            // Counts for users, and calls for many keys of a map with a near cache.
            "io.godwit.client.NearCacheCounts",
            "io.godwit.client.invocation.NearCache$OfMany");

    @TempDir
    static Path directory;

    private static TeaVMTool members;

    private static TeaVMTool compile(Class<?> main, Path to) throws TeaVMToolException, IOException {
        try (MutatedClassPath classPath = MutatedClassPath.of(PlaygroundPage.simulated(ROOT))) {
            TeaVMTool tool = CompiledProgram.tool(main, TeaVMTargetType.JAVASCRIPT, classPath, to);
            tool.setJsModuleType(JSModuleType.COMMON_JS);
            tool.setObfuscated(false);
            tool.generate();
            return tool;
        }
    }

    @BeforeAll
    static void compileMembers() throws TeaVMToolException, IOException {
        members = compile(BrowserProgram.class, directory);
    }

    @Test
    void membersAreCompiled() {
        assertEquals("", CompiledProgram.problems(members));
    }

    /** What nothing calls is not compiled, and would not be checked. */
    @Test
    void allOfEngineAndRuntimeIsCompiled() throws IOException, URISyntaxException {
        Set<String> missing = new TreeSet<>();
        missing.addAll(classes(Protocol.class));
        missing.addAll(classes(MemberRuntime.class));
        missing.removeAll(members.getClasses());
        missing.removeIf(name -> NOT_CALLED.stream().anyMatch(name::startsWith));
        assertEquals(Set.of(), missing);
    }

    /** Otherwise the first test would hold for ever. */
    @Test
    void missingBrowserClassIsDetected(@TempDir Path other) throws TeaVMToolException, IOException {
        String problems = CompiledProgram.problems(compile(Lacking.class, other));
        for (String missing : List.of("VarHandle", "getRecordComponents")) {
            assertTrue(problems.contains(missing), missing + " in " + problems);
        }
    }

    /** Uses reflection, and a class of which TeaVM has no form without threads. */
    static final class Lacking {
        private Lacking() {}

        public static void main(String[] args) {
            System.out.println(new ConcurrentLinkedDeque<>(List.of(args)));
            System.out.println(Arrays.toString(RuntimeConfig.class.getRecordComponents()));
        }
    }

    private static Set<String> classes(Class<?> one) throws IOException, URISyntaxException {
        Path place =
                Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return classes(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classes(jar.getPath("/"));
        }
    }

    private static Set<String> classes(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(it -> root.relativize(it).toString().replace('\\', '/'))
                    .filter(it -> it.endsWith(".class") && !it.endsWith("-info.class"))
                    .map(it -> it.substring(0, it.length() - ".class".length()).replace('/', '.'))
                    .collect(Collectors.toCollection(HashSet::new));
        }
    }

    /** All that is said of a run is the same, not only its fingerprint. */
    @Test
    void membersDoTheSameInJavaScript() throws IOException, InterruptedException, ReflectiveOperationException {
        List<List<String>> questions = Questions.all();
        Files.writeString(directory.resolve("ask.js"), script(questions));
        Process node;
        try {
            node = new ProcessBuilder("node", "ask.js")
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            abort("Node.js is not installed: the members were compiled to JavaScript, which does not run here");
            return;
        }
        String there = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, node.waitFor(), there);
        List<String> answers;
        try (MutatedProgram here = new MutatedProgram(ROOT)) {
            answers = questions.stream().map(here::answer).toList();
        }
        assertEquals(
                answers.stream().map(Questions::comparable).toList(),
                there.lines().map(Questions::comparable).toList());
        assertTrue(answers.stream().noneMatch(answer -> answer.startsWith("{\"error\"")), "runs, no errors");
    }

    /** Asks one question after the other, and prints an answer a line. */
    private static String script(List<List<String>> questions) {
        StringBuilder script = new StringBuilder(
                "const program = require('./" + CompiledProgram.file(TeaVMTargetType.JAVASCRIPT) + "');\n");
        for (List<String> question : questions) {
            script.append("program.main(['")
                    .append(String.join("', '", question))
                    .append("']);\n");
        }
        return script.toString();
    }
}
