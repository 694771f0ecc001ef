package io.godwit.mutants.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** Loads all classes of Godwit itself, from the class path of another loader, and rewrites some of them. */
public final class MutatingLoader extends ClassLoader {
    private static final String OWN = "io.godwit.";

    private final Map<String, List<Rewriting>> rewritings = new HashMap<>();

    /** A loader that finds classes where the one of this class finds them. */
    public MutatingLoader(List<Rewriting> rewritings) {
        this(rewritings, MutatingLoader.class.getClassLoader());
    }

    /** A loader that finds classes where another one finds them. */
    public MutatingLoader(List<Rewriting> rewritings, ClassLoader classPath) {
        super(classPath);
        rewritings.forEach(it -> this.rewritings
                .computeIfAbsent(it.className(), name -> new ArrayList<>())
                .add(it));
    }

    /**
     * Loads and verifies each class that is to be rewritten, so that a rewriting that does not fit is found before anything runs.
     *
     * @throws IllegalStateException if a class has not what a rewriting names
     */
    public void check() {
        for (String name : rewritings.keySet()) {
            try {
                Class.forName(name, true, this);
            } catch (ClassNotFoundException | LinkageError e) {
                throw new IllegalStateException(name + " cannot be rewritten: " + e, e);
            }
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OWN)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes;
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        List<Rewriting> own = rewritings.getOrDefault(name, List.of());
        byte[] rewritten = own.isEmpty() ? bytes : rewrite(bytes, own);
        return defineClass(name, rewritten, 0, rewritten.length);
    }

    private static byte[] rewrite(byte[] bytes, List<Rewriting> own) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        own.forEach(it -> it.apply(node));
        // Rewritings keep the types at all targets of jumps, so that the frames of the compiler stay right.
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }
}
