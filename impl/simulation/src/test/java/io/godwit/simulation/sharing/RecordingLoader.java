package io.godwit.simulation.sharing;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Loads all classes of Godwit itself. Those of engine and runtime call {@link AccessRecorder} for each access, and the simulated
 * process for each task that it runs.
 */
final class RecordingLoader extends ClassLoader {
    private static final String OWN = "io.godwit.";
    private static final String RECORDER = Type.getInternalName(AccessRecorder.class);
    private static final String PROCESS = "io.godwit.simulation.cluster.SimulatedProcess";

    private static final List<String> WATCHED = List.of(
            "io.godwit.protocol.",
            "io.godwit.client.",
            "io.godwit.member.runtime.",
            "io.godwit.member.transfer.",
            "io.godwit.storage.",
            "io.godwit.transport.");

    private static final Set<String> VIEWS = Set.of(
            "descendingMap",
            "entrySet",
            "headMap",
            "iterator",
            "keySet",
            "subList",
            "subMap",
            "tailMap",
            "unmodifiableCollection",
            "unmodifiableList",
            "unmodifiableMap",
            "unmodifiableSet",
            "values");

    /** Changes a class before it is loaded; for mutants. */
    interface Planted {
        void apply(ClassNode type);
    }

    private final Planted planted;
    /** For looking up fields only. */
    private final Map<String, ClassNode> known = new HashMap<>();

    RecordingLoader(Planted planted) {
        super(RecordingLoader.class.getClassLoader());
        this.planted = planted;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OWN) || name.equals(AccessRecorder.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private ClassNode node(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, 0);
            planted.apply(node);
            return node;
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        ClassNode node = node(name);
        if (WATCHED.stream().anyMatch(name::startsWith)) {
            for (MethodNode method : node.methods) {
                watch(node, method);
            }
        } else if (name.startsWith(PROCESS)) {
            node.methods.forEach(RecordingLoader::tell);
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        byte[] bytes = writer.toByteArray();
        return defineClass(name, bytes, 0, bytes.length);
    }

    // ---- Which executor runs a task

    private static void tell(MethodNode method) {
        for (AbstractInsnNode it : method.instructions.toArray()) {
            if (method.name.equals("run")
                    && it instanceof MethodInsnNode call
                    && call.owner.equals("java/lang/Runnable")) {
                InsnList instead = new InsnList();
                instead.add(new VarInsnNode(Opcodes.ALOAD, 0));
                instead.add(record("run", "(Ljava/lang/Runnable;Ljava/lang/Object;)V"));
                method.instructions.insert(it, instead);
                method.instructions.remove(it);
            } else if (method.name.equals("create")
                    && method.desc.startsWith("(Ljava/lang/String;")
                    && it.getOpcode() == Opcodes.ARETURN) {
                InsnList more = new InsnList();
                more.add(new InsnNode(Opcodes.DUP));
                more.add(new VarInsnNode(Opcodes.ALOAD, 1));
                more.add(record("named", "(Ljava/lang/Object;Ljava/lang/String;)V"));
                method.instructions.insertBefore(it, more);
            }
        }
    }

    private static MethodInsnNode record(String method, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, RECORDER, method, descriptor, false);
    }

    // ---- What is read and written

    private void watch(ClassNode owner, MethodNode method) throws ClassNotFoundException {
        boolean isInitializer = method.name.startsWith("<");
        String where = simple(owner.name) + "." + method.name;
        for (AbstractInsnNode it : method.instructions.toArray()) {
            int opcode = it.getOpcode();
            InsnList before = new InsnList();
            if (it instanceof FieldInsnNode field) {
                boolean isOwn = field.owner.equals(owner.name);
                if (!(isInitializer && isOwn)) {
                    field(before, method, field);
                }
            } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
                before.add(new InsnNode(Opcodes.DUP2));
                before.add(new InsnNode(Opcodes.POP));
                before.add(new LdcInsnNode(where));
                before.add(record("readArray", "(Ljava/lang/Object;Ljava/lang/String;)V"));
            } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                under(before, method, List.of(Type.INT_TYPE, element(opcode)), () -> {
                    before.add(new LdcInsnNode(where));
                    before.add(record("writeArray", "(Ljava/lang/Object;Ljava/lang/String;)V"));
                });
            } else if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
                before.add(new InsnNode(Opcodes.DUP));
                before.add(record(opcode == Opcodes.MONITORENTER ? "lock" : "unlock", "(Ljava/lang/Object;)V"));
            } else if (it instanceof MethodInsnNode call) {
                call(before, method, call, where);
            }
            method.instructions.insertBefore(it, before);
        }
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            holdLock(method);
        }
    }

    private void field(InsnList before, MethodNode method, FieldInsnNode field) throws ClassNotFoundException {
        if (!isPlain(field)) {
            return;
        }
        boolean isStatic = field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC;
        boolean isRead = field.getOpcode() == Opcodes.GETFIELD || field.getOpcode() == Opcodes.GETSTATIC;
        Runnable note = () -> {
            before.add(new LdcInsnNode(simple(field.owner) + "." + field.name));
            before.add(record(isRead ? "read" : "write", "(Ljava/lang/Object;Ljava/lang/String;)V"));
        };
        if (isStatic) {
            // The name of a class is one object, as the class is.
            before.add(new LdcInsnNode(field.owner));
            note.run();
        } else if (isRead) {
            before.add(new InsnNode(Opcodes.DUP));
            note.run();
        } else {
            under(before, method, List.of(Type.getType(field.desc)), note);
        }
    }

    /** May the field change, and is it not volatile? */
    private boolean isPlain(FieldInsnNode field) throws ClassNotFoundException {
        String owner = field.owner.replace('/', '.');
        while (owner.startsWith(OWN)) {
            ClassNode node = known.get(owner);
            if (node == null) {
                node = node(owner);
                known.put(owner, node);
            }
            for (FieldNode it : node.fields) {
                if (it.name.equals(field.name)) {
                    return (it.access & (Opcodes.ACC_FINAL | Opcodes.ACC_VOLATILE)) == 0;
                }
            }
            owner = node.superName.replace('/', '.');
        }
        return false;
    }

    private static void call(InsnList before, MethodNode method, MethodInsnNode call, String where) {
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        boolean isView = VIEWS.contains(call.name)
                && (isStatic ? call.owner.equals("java/util/Collections") : call.desc.startsWith("()"));
        if (call.name.equals("arraycopy") && call.owner.equals("java/lang/System")) {
            List<Type> rest = List.of(Type.INT_TYPE, Type.getType(Object.class), Type.INT_TYPE, Type.INT_TYPE);
            under(before, method, rest, () -> {
                before.add(new LdcInsnNode(where));
                before.add(record("readArray", "(Ljava/lang/Object;Ljava/lang/String;)V"));
            });
            under(before, method, rest.subList(2, 4), () -> {
                before.add(new LdcInsnNode(where));
                before.add(record("writeArray", "(Ljava/lang/Object;Ljava/lang/String;)V"));
            });
        } else if (call.owner.startsWith("java/util/")
                && !isStatic
                && !call.name.equals("<init>")
                && isCollection(call.owner)) {
            under(before, method, List.of(Type.getArgumentTypes(call.desc)), () -> {
                before.add(new LdcInsnNode(call.name));
                before.add(new LdcInsnNode(where));
                before.add(record("call", "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;)V"));
            });
        }
        if (isView && call.owner.startsWith("java/util/")) {
            before.add(new InsnNode(Opcodes.DUP));
            InsnList after = new InsnList();
            after.add(new InsnNode(Opcodes.DUP_X1));
            after.add(record("derived", "(Ljava/lang/Object;Ljava/lang/Object;)V"));
            method.instructions.insert(call, after);
        }
    }

    private static boolean isCollection(String owner) {
        String name = owner.substring("java/util/".length());
        return name.equals("BitSet")
                || name.equals("zip/CRC32C")
                || (!name.contains("/") && name.matches(".*(Collection|List|Set|Map|Map.Entry|Queue|Deque|Iterator)"));
    }

    /** Has something done with what lies on the stack under these. */
    private static void under(InsnList to, MethodNode method, List<Type> above, Runnable note) {
        int[] locals = new int[above.size()];
        for (int i = above.size() - 1; i >= 0; i--) {
            locals[i] = method.maxLocals;
            method.maxLocals += above.get(i).getSize();
            to.add(new VarInsnNode(above.get(i).getOpcode(Opcodes.ISTORE), locals[i]));
        }
        to.add(new InsnNode(Opcodes.DUP));
        note.run();
        for (int i = 0; i < locals.length; i++) {
            to.add(new VarInsnNode(above.get(i).getOpcode(Opcodes.ILOAD), locals[i]));
        }
    }

    private static Type element(int opcode) {
        return switch (opcode) {
            case Opcodes.LASTORE -> Type.LONG_TYPE;
            case Opcodes.DASTORE -> Type.DOUBLE_TYPE;
            case Opcodes.FASTORE -> Type.FLOAT_TYPE;
            case Opcodes.AASTORE -> Type.getType(Object.class);
            default -> Type.INT_TYPE;
        };
    }

    private static void holdLock(MethodNode method) {
        for (AbstractInsnNode it : method.instructions.toArray()) {
            if (it.getOpcode() >= Opcodes.IRETURN && it.getOpcode() <= Opcodes.RETURN) {
                InsnList before = new InsnList();
                before.add(new VarInsnNode(Opcodes.ALOAD, 0));
                before.add(record("unlock", "(Ljava/lang/Object;)V"));
                method.instructions.insertBefore(it, before);
            }
        }
        InsnList first = new InsnList();
        first.add(new VarInsnNode(Opcodes.ALOAD, 0));
        first.add(record("lock", "(Ljava/lang/Object;)V"));
        method.instructions.insert(first);
    }

    private static String simple(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1);
    }
}
