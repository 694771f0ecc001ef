package io.godwit.mutants.runtime;

import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Classes with several mutants in them, for a program that is compiled once. Each rewritten method is there beside the original one, which
 * calls it while {@link ActiveMutant} says so.
 */
public final class SwitchedMutants {
    private static final String ACTIVE = Type.getInternalName(ActiveMutant.class);

    private final ClassLoader classPath;
    private final Map<String, ClassNode> classes = new TreeMap<>();

    private SwitchedMutants(ClassLoader classPath) {
        this.classPath = classPath;
    }

    /**
     * The classes that differ from those as they were compiled, by their names.
     *
     * @param mutants which ones they have in them
     * @param classPath finds the classes as they were compiled
     * @throws IllegalStateException if a class has not what a rewriting names
     */
    public static Map<String, byte[]> classes(List<RuntimeMutant> mutants, ClassLoader classPath) {
        SwitchedMutants switched = new SwitchedMutants(classPath);
        for (int i = 0; i < mutants.size(); i++) {
            switched.add(mutants.get(i), i + 1);
        }
        String names = mutants.stream().map(RuntimeMutant::name).collect(Collectors.joining(","));
        switched.name(names);
        Map<String, byte[]> bytes = new TreeMap<>();
        switched.classes.forEach((name, node) -> bytes.put(name, bytes(node)));
        return bytes;
    }

    private ClassNode read(String name) {
        try (InputStream in = classPath.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new IllegalStateException("no class " + name);
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, 0);
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(ClassNode node) {
        // Frames stay right: those of the compiler are unchanged, and that of a new label is the one of the method's
        // beginning.
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private void add(RuntimeMutant mutant, int number) {
        Map<String, List<Rewriting>> rewritings =
                mutant.rewritings().stream().collect(Collectors.groupingBy(Rewriting::className));
        rewritings.forEach((name, own) -> {
            ClassNode changed = read(name);
            own.forEach(it -> it.apply(changed));
            ClassNode owner = classes.computeIfAbsent(name, this::read);
            for (MethodNode method : changed.methods) {
                if (own.stream().anyMatch(it -> it.concerns(method)) && method.instructions.size() > 0) {
                    add(owner, method, number);
                }
            }
        });
    }

    /** Adds a method under another name, and calls it at the beginning of the original one. */
    private static void add(ClassNode owner, MethodNode method, int number) {
        MethodNode original = owner.methods.stream()
                .filter(it -> it.name.equals(method.name) && it.desc.equals(method.desc))
                .findFirst()
                .orElseThrow();
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        method.access = Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | (isStatic ? Opcodes.ACC_STATIC : 0);
        method.name += "$mutant" + number;
        method.visibleAnnotations = null;
        method.invisibleAnnotations = null;
        owner.methods.add(method);

        LabelNode next = new LabelNode();
        InsnList first = new InsnList();
        first.add(new LdcInsnNode(number));
        first.add(new MethodInsnNode(Opcodes.INVOKESTATIC, ACTIVE, "is", "(I)Z", false));
        first.add(new JumpInsnNode(Opcodes.IFEQ, next));
        int local = 0;
        if (!isStatic) {
            first.add(new VarInsnNode(Opcodes.ALOAD, local++));
        }
        for (Type argument : Type.getArgumentTypes(method.desc)) {
            first.add(new VarInsnNode(argument.getOpcode(Opcodes.ILOAD), local));
            local += argument.getSize();
        }
        boolean isInterface = (owner.access & Opcodes.ACC_INTERFACE) != 0;
        first.add(new MethodInsnNode(
                isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
                owner.name,
                method.name,
                method.desc,
                isInterface));
        first.add(new InsnNode(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN)));
        first.add(next);
        first.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        original.instructions.insert(first);
    }

    private void name(String names) {
        ClassNode active = read(ActiveMutant.class.getName());
        MethodNode method = active.methods.stream()
                .filter(it -> it.name.equals("names"))
                .findFirst()
                .orElseThrow();
        InsnList all = new InsnList();
        all.add(new LdcInsnNode(names));
        all.add(new InsnNode(Opcodes.ARETURN));
        method.instructions = all;
        method.localVariables = null;
        classes.put(ActiveMutant.class.getName(), active);
    }
}
