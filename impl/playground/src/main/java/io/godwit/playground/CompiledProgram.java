package io.godwit.playground;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.teavm.backend.javascript.JSModuleType;
import org.teavm.tooling.EmptyTeaVMToolLog;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.tooling.TeaVMToolException;

/**
 * The simulation as a browser runs it, with the mutants of the runtime in it that the simulation finds.
 *
 * @param javaScript the text of a script that defines {@code main}
 * @param loader the text of a script that defines {@code TeaVM.wasmGC.load}, which WebAssembly needs
 * @param webAssembly the same program, compressed with gzip, in Base64
 */
record CompiledProgram(String javaScript, String loader, String webAssembly) {
    private static final String LOADER = "org/teavm/backend/wasm/wasm-gc-runtime.min.js";
    private static final String FILE = "program";

    /**
     * Compiles it twice. Takes one to two minutes.
     *
     * @param root of the project
     * @throws IOException if something is used that a browser does not have, or a file cannot be read or written
     */
    static CompiledProgram of(Path root) throws IOException {
        Path directory = Files.createTempDirectory("godwit-playground");
        try (MutatedClassPath classPath = MutatedClassPath.of(PlaygroundPage.simulated(root))) {
            return new CompiledProgram(
                    Files.readString(compiled(TeaVMTargetType.JAVASCRIPT, classPath, directory)),
                    textOfLoader(),
                    packed(Files.readAllBytes(compiled(TeaVMTargetType.WEBASSEMBLY_GC, classPath, directory))));
        } finally {
            PlaygroundPage.delete(directory);
        }
    }

    private static Path compiled(TeaVMTargetType target, ClassLoader classPath, Path directory) throws IOException {
        TeaVMTool tool = tool(BrowserProgram.class, target, classPath, directory);
        tool.setJsModuleType(JSModuleType.NONE);
        tool.setObfuscated(true);
        String problems;
        try {
            tool.generate();
            problems = problems(tool);
        } catch (TeaVMToolException e) {
            throw new IOException("cannot compile the simulation for the browser: " + e.getMessage(), e);
        }
        if (!problems.isEmpty()) {
            throw new IOException("cannot compile the simulation for the browser: " + problems);
        }
        return directory.resolve(file(target));
    }

    /** A compiler of a program to {@link #file} in a directory. */
    static TeaVMTool tool(Class<?> main, TeaVMTargetType target, ClassLoader classPath, Path directory) {
        TeaVMTool tool = new TeaVMTool();
        tool.setMainClass(main.getName());
        tool.setTargetType(target);
        tool.setTargetDirectory(directory.toFile());
        tool.setTargetFileName(file(target));
        tool.setLog(new EmptyTeaVMToolLog());
        tool.setClassLoader(classPath);
        return tool;
    }

    static String file(TeaVMTargetType target) {
        return FILE + (target == TeaVMTargetType.JAVASCRIPT ? ".js" : ".wasm");
    }

    /** The problems that the compiler has found, a line for each; empty if there are none. */
    static String problems(TeaVMTool tool) {
        return tool.getProblemProvider().getProblems().stream()
                .map(it -> it.getText() + " " + Arrays.toString(it.getParams()))
                .distinct()
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private static String textOfLoader() throws IOException {
        try (InputStream in = TeaVMTool.class.getClassLoader().getResourceAsStream(LOADER)) {
            if (in == null) {
                throw new IOException("TeaVM has no " + LOADER);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }
}
