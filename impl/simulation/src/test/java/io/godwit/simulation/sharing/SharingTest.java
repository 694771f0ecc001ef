package io.godwit.simulation.sharing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.simulation.run.Fingerprints;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Tasks of different executors of a member or client share queues, volatile fields, locked objects and immutable values only. */
class SharingTest {
    /** Seconds of a run, and seeds. */
    private static final List<String> RUNS = List.of("6", "1", "2", "3", "4");

    private static final List<String> SHORT_RUN = List.of("4", "1");

    private static final String RUNTIME = "io/godwit/member/runtime/";

    private static Object run(RecordingLoader.Planted planted, List<String> runs) throws ReflectiveOperationException {
        AccessRecorder.reset();
        Class<?> program = new RecordingLoader(planted).loadClass(Fingerprints.class.getName());
        return program.getMethod("of", List.class).invoke(null, runs);
    }

    @Test
    void executorsShareNothingThatChanges() throws ReflectiveOperationException {
        Object recorded = run(type -> {}, RUNS);
        assertEquals(Map.of(), AccessRecorder.found());
        assertEquals(
                Set.of("client", "godwit", "godwit-bootstrap", "godwit-disk", "godwit-transfer", "network"),
                AccessRecorder.roles());
        assertEquals(Fingerprints.of(RUNS), recorded, "recording changes nothing");
    }

    // ---- Mutants

    private static void assertFound(String shared, RecordingLoader.Planted planted)
            throws ReflectiveOperationException {
        run(planted, SHORT_RUN);
        Set<String> found = AccessRecorder.found().keySet();
        assertTrue(found.stream().anyMatch(it -> it.contains(shared)), shared + " in " + found);
    }

    private static void notVolatile(ClassNode type, String field, int set) {
        for (FieldNode it : type.fields) {
            if (it.name.equals(field)) {
                it.access = (it.access & ~Opcodes.ACC_VOLATILE) | set;
            }
        }
    }

    @Test
    void plainFieldIsFound() throws ReflectiveOperationException {
        assertFound("LoadMonitor.last", type -> {
            if (type.name.equals(RUNTIME + "LoadMonitor")) {
                notVolatile(type, "last", 0);
            }
        });
    }

    @Test
    void staticFieldIsFound() throws ReflectiveOperationException {
        assertFound("LoadMonitor.last", type -> {
            if (type.name.equals(RUNTIME + "LoadMonitor")) {
                notVolatile(type, "last", Opcodes.ACC_STATIC);
                type.methods.forEach(method -> makeStatic(method, "last"));
            }
        });
    }

    /** The object that the field belonged to is removed from the stack. */
    private static void makeStatic(MethodNode method, String field) {
        for (AbstractInsnNode it : method.instructions.toArray()) {
            if (it instanceof FieldInsnNode access && access.name.equals(field)) {
                if (access.getOpcode() == Opcodes.GETFIELD) {
                    method.instructions.insertBefore(access, new InsnNode(Opcodes.POP));
                    access.setOpcode(Opcodes.GETSTATIC);
                } else {
                    access.setOpcode(Opcodes.PUTSTATIC);
                    method.instructions.insert(access, new InsnNode(Opcodes.POP));
                }
            }
        }
    }

    @Test
    void plainQueueIsFound() throws ReflectiveOperationException {
        assertFound("ArrayDeque in EventLoop", type -> {
            if (type.name.equals(RUNTIME + "EventLoop")) {
                type.methods.forEach(
                        it -> replace(it, "java/util/concurrent/ConcurrentLinkedQueue", "java/util/ArrayDeque"));
            }
        });
    }

    private static void replace(MethodNode method, String type, String by) {
        for (AbstractInsnNode it : method.instructions) {
            if (it instanceof TypeInsnNode made && made.desc.equals(type)) {
                made.desc = by;
            } else if (it instanceof MethodInsnNode call && call.owner.equals(type)) {
                call.owner = by;
            }
        }
    }

    @Test
    void missingLockIsFound() throws ReflectiveOperationException {
        assertFound("DurabilityQueue", type -> {
            if (type.name.equals(RUNTIME + "DurabilityQueue")) {
                type.methods.forEach(SharingTest::removeLocks);
            }
        });
    }

    private static void removeLocks(MethodNode method) {
        for (AbstractInsnNode it : method.instructions.toArray()) {
            if (it.getOpcode() == Opcodes.MONITORENTER || it.getOpcode() == Opcodes.MONITOREXIT) {
                method.instructions.set(it, new InsnNode(Opcodes.POP));
            }
        }
    }

    @Test
    void arrayIsFound() throws ReflectiveOperationException {
        assertFound("long[] in", type -> {
            if (type.name.equals(RUNTIME + "LoadMonitor")) {
                inArray(type);
            }
        });
    }

    /** Adds an array that all methods write. */
    private static void inArray(ClassNode type) {
        type.fields.add(new FieldNode(Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, "planted", "[J", null, null));
        for (MethodNode method : type.methods) {
            MethodNode first = new MethodNode();
            if (method.name.equals("<clinit>")) {
                first.visitInsn(Opcodes.ICONST_1);
                first.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
                first.visitFieldInsn(Opcodes.PUTSTATIC, type.name, "planted", "[J");
            } else if (!method.name.equals("<init>")) {
                first.visitFieldInsn(Opcodes.GETSTATIC, type.name, "planted", "[J");
                first.visitInsn(Opcodes.ICONST_0);
                first.visitInsn(Opcodes.LCONST_1);
                first.visitInsn(Opcodes.LASTORE);
            }
            method.instructions.insert(first.instructions);
        }
    }
}
