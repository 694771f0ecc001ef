package io.godwit.mutants.runtime;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * One change of one method. It names the instruction that it changes as the {@code n}th of {@code of} that look like it; a method with
 * another number of them is not rewritten, so that no mutant becomes something else when the code changes. Lambdas belong to the
 * method in which they stand.
 */
public final class Rewriting {
    private static final String HELPERS = Type.getInternalName(Replacements.class);

    private final String className;
    private final String method;
    private final String what;
    private final Edit edit;

    /** Changes a class. */
    private interface Edit {
        void apply(ClassNode owner, List<MethodNode> methods);
    }

    private Rewriting(String className, String method, String what, Edit edit) {
        this.className = className;
        this.method = method;
        this.what = what;
        this.edit = edit;
    }

    /** The class that is changed. */
    public String className() {
        return className;
    }

    /**
     * Changes the class.
     *
     * @throws IllegalStateException if it has not exactly what the rewriting names
     */
    void apply(ClassNode owner) {
        List<MethodNode> methods = owner.methods.stream().filter(this::concerns).toList();
        if (methods.isEmpty()) {
            throw new IllegalStateException(this + ": there is no such method");
        }
        edit.apply(owner, methods);
    }

    /** Whether a method of the class may be changed: it has the name, or is a lambda in one of that name. */
    boolean concerns(MethodNode code) {
        return code.name.equals(method) || code.name.startsWith("lambda$" + method + "$");
    }

    @Override
    public String toString() {
        return className + "." + method + ": " + what;
    }

    /** A method of a class; the place of a rewriting. */
    public record RewrittenMethod(String className, String method) {
        /** The call is left out; what it would return is nothing, zero, or null. */
        public Rewriting remove(String call, int n, int of) {
            return calls("without call " + call, call, n, of, (code, node) -> {
                InsnList instead = pops(node);
                Type result = Type.getReturnType(node.desc);
                if (result.getSort() != Type.VOID) {
                    instead.add(zero(result));
                }
                replace(code, node, instead);
            });
        }

        /** The call is left out, and its result is this one. */
        public Rewriting result(String call, int n, int of, Object value) {
            return calls("call " + call + " gives " + value, call, n, of, (code, node) -> {
                InsnList instead = pops(node);
                push(instead, value, Type.getReturnType(node.desc));
                replace(code, node, instead);
            });
        }

        /** The call is left out, and its result is the object that is called, or the first argument. */
        public Rewriting skip(String call, int n, int of) {
            return calls("call " + call + " changes nothing", call, n, of, (code, node) -> {
                List<Type> operands = operands(node);
                InsnList instead = new InsnList();
                for (int i = operands.size() - 1; i > 0; i--) {
                    instead.add(pop(operands.get(i)));
                }
                replace(code, node, instead);
            });
        }

        /** The call's result, a Boolean, is the contrary. */
        public Rewriting contrary(String call, int n, int of) {
            return calls("the contrary of " + call, call, n, of, (code, node) -> {
                InsnList more = new InsnList();
                more.add(new InsnNode(Opcodes.ICONST_1));
                more.add(new InsnNode(Opcodes.IXOR));
                code.instructions.insert(node, more);
            });
        }

        /** A method of {@link Replacements} is called instead, with the same operands. */
        public Rewriting redirect(String call, int n, int of, String helper) {
            return calls("call " + call + " is " + helper, call, n, of, (code, node) -> {
                InsnList instead = new InsnList();
                helper(instead, helper, Type.getReturnType(node.desc));
                replace(code, node, instead);
            });
        }

        /** The method does nothing, and returns this; null where it returns nothing. */
        public Rewriting body(Object value) {
            return new Rewriting(className, method, "returns " + value, (owner, methods) -> {
                MethodNode code = only(methods);
                InsnList all = new InsnList();
                Type result = Type.getReturnType(code.desc);
                if (result.getSort() != Type.VOID) {
                    push(all, value, result);
                }
                all.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
                become(code, all);
            });
        }

        /** A method of {@link Replacements} does the work; it gets the object, if there is one, and the arguments. */
        public Rewriting body(String helper) {
            return new Rewriting(className, method, "is " + helper, (owner, methods) -> {
                MethodNode code = only(methods);
                InsnList all = new InsnList();
                int at = 0;
                if ((code.access & Opcodes.ACC_STATIC) == 0) {
                    all.add(new VarInsnNode(Opcodes.ALOAD, at++));
                }
                for (Type argument : Type.getArgumentTypes(code.desc)) {
                    all.add(new VarInsnNode(argument.getOpcode(Opcodes.ILOAD), at));
                    at += argument.getSize();
                }
                Type result = Type.getReturnType(code.desc);
                helper(all, helper, result);
                all.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
                become(code, all);
            });
        }

        /** The conditional jump always or never happens. */
        public Rewriting jump(int n, int of, boolean always) {
            return nodes(
                    "jump " + n + (always ? " always" : " never"),
                    RewrittenMethod::isCondition,
                    n,
                    of,
                    (code, node) -> {
                        JumpInsnNode jump = (JumpInsnNode) node;
                        InsnList instead = new InsnList();
                        int opcode = jump.getOpcode();
                        instead.add(new InsnNode(
                                opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE
                                        ? Opcodes.POP2
                                        : Opcodes.POP));
                        if (always) {
                            // A condition, so that what follows stays reachable, as the frames of the method say.
                            instead.add(new InsnNode(Opcodes.ICONST_0));
                            instead.add(new JumpInsnNode(Opcodes.IFEQ, jump.label));
                        }
                        replace(code, node, instead);
                    });
        }

        /** A test for a class has this result. */
        public Rewriting isA(String type, int n, int of, boolean result) {
            Predicate<AbstractInsnNode> tests = node -> node.getOpcode() == Opcodes.INSTANCEOF
                    && simple(((TypeInsnNode) node).desc).equals(type);
            return nodes("instanceof " + type + " gives " + result, tests, n, of, (code, node) -> {
                InsnList instead = new InsnList();
                instead.add(new InsnNode(Opcodes.POP));
                push(instead, result, Type.BOOLEAN_TYPE);
                replace(code, node, instead);
            });
        }

        /** A constant is another one. */
        public Rewriting constant(Object from, int n, int of, Object to) {
            Predicate<AbstractInsnNode> those = node -> node instanceof LdcInsnNode ldc && ldc.cst.equals(from);
            return nodes(from + " is " + to, those, n, of, (code, node) -> ((LdcInsnNode) node).cst = to);
        }

        /** A field is read as this value. */
        public Rewriting read(String field, int n, int of, Object value) {
            return fields("field " + field + " is " + value, field, Opcodes.GETFIELD, n, of, (code, node) -> {
                InsnList instead = new InsnList();
                instead.add(new InsnNode(Opcodes.POP));
                push(instead, value, Type.getType(((FieldInsnNode) node).desc));
                replace(code, node, instead);
            });
        }

        /** A method of {@link Replacements} gets the object and says what the field is. */
        public Rewriting readBy(String field, int n, int of, String helper) {
            return fields("field " + field + " is " + helper, field, Opcodes.GETFIELD, n, of, (code, node) -> {
                InsnList instead = new InsnList();
                helper(instead, helper, Type.getType(((FieldInsnNode) node).desc));
                replace(code, node, instead);
            });
        }

        /** A field is not changed. */
        public Rewriting keep(String field, int n, int of) {
            return fields("field " + field + " is not changed", field, Opcodes.PUTFIELD, n, of, (code, node) -> {
                InsnList instead = new InsnList();
                instead.add(pop(Type.getType(((FieldInsnNode) node).desc)));
                instead.add(new InsnNode(Opcodes.POP));
                replace(code, node, instead);
            });
        }

        private Rewriting fields(
                String what, String field, int opcode, int n, int of, Change<AbstractInsnNode> change) {
            return nodes(
                    what,
                    node -> node.getOpcode() == opcode && ((FieldInsnNode) node).name.equals(field),
                    n,
                    of,
                    change);
        }

        private Rewriting calls(String what, String call, int n, int of, Change<MethodInsnNode> change) {
            Predicate<AbstractInsnNode> those = node -> node instanceof MethodInsnNode it
                    && !it.name.equals("<init>")
                    && (simple(it.owner) + "." + it.name).equals(call);
            return nodes(what, those, n, of, (code, node) -> change.apply(code, (MethodInsnNode) node));
        }

        private Rewriting nodes(
                String what, Predicate<AbstractInsnNode> which, int n, int of, Change<AbstractInsnNode> change) {
            String named = what + " (" + n + " of " + of + ")";
            return new Rewriting(className, method, named, (owner, methods) -> {
                List<FoundInstruction> found = new ArrayList<>();
                for (MethodNode code : methods) {
                    for (AbstractInsnNode node : code.instructions) {
                        if (which.test(node)) {
                            found.add(new FoundInstruction(code, node));
                        }
                    }
                }
                if (found.size() != of || n < 1 || n > of) {
                    throw new IllegalStateException(
                            className + "." + method + ": " + named + ": there are " + found.size());
                }
                change.apply(found.get(n - 1).code(), found.get(n - 1).node());
            });
        }

        private static boolean isCondition(AbstractInsnNode node) {
            return node instanceof JumpInsnNode && node.getOpcode() != Opcodes.GOTO;
        }

        private MethodNode only(List<MethodNode> methods) {
            List<MethodNode> named =
                    methods.stream().filter(it -> it.name.equals(method)).toList();
            if (named.size() != 1) {
                throw new IllegalStateException(className + "." + method + ": there are " + named.size());
            }
            return named.get(0);
        }
    }

    /** Changes an instruction. */
    private interface Change<T> {
        void apply(MethodNode code, T node);
    }

    private record FoundInstruction(MethodNode code, AbstractInsnNode node) {}

    private static String simple(String internalName) {
        return internalName.substring(Math.max(internalName.lastIndexOf('/'), internalName.lastIndexOf('$')) + 1);
    }

    private static void replace(MethodNode code, AbstractInsnNode node, InsnList instead) {
        code.instructions.insert(node, instead);
        code.instructions.remove(node);
    }

    private static void become(MethodNode code, InsnList all) {
        code.instructions = all;
        code.tryCatchBlocks = new ArrayList<>();
        code.localVariables = new ArrayList<>();
        code.visibleLocalVariableAnnotations = null;
        code.invisibleLocalVariableAnnotations = null;
    }

    private static List<Type> operands(MethodInsnNode call) {
        List<Type> operands = new ArrayList<>();
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            operands.add(Type.getObjectType(call.owner));
        }
        operands.addAll(List.of(Type.getArgumentTypes(call.desc)));
        return operands;
    }

    private static InsnList pops(MethodInsnNode call) {
        List<Type> operands = operands(call);
        InsnList pops = new InsnList();
        for (int i = operands.size() - 1; i >= 0; i--) {
            pops.add(pop(operands.get(i)));
        }
        return pops;
    }

    private static AbstractInsnNode pop(Type type) {
        return new InsnNode(type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }

    private static AbstractInsnNode zero(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> new InsnNode(Opcodes.LCONST_0);
            case Type.DOUBLE -> new InsnNode(Opcodes.DCONST_0);
            case Type.OBJECT, Type.ARRAY -> new InsnNode(Opcodes.ACONST_NULL);
            default -> new InsnNode(Opcodes.ICONST_0);
        };
    }

    /** Pushes a constant; {@code @name} is what a method of {@link Replacements} gives. */
    private static void push(InsnList to, Object value, Type type) {
        if (value == null) {
            to.add(zero(type));
        } else if (value instanceof Boolean bool) {
            to.add(new InsnNode(bool ? Opcodes.ICONST_1 : Opcodes.ICONST_0));
        } else if (value instanceof String name) {
            helper(to, name.substring(1), type);
        } else {
            to.add(new LdcInsnNode(value));
        }
    }

    private static void helper(InsnList to, String name, Type result) {
        for (Method found : Replacements.class.getDeclaredMethods()) {
            if (found.getName().equals(name)) {
                to.add(new MethodInsnNode(Opcodes.INVOKESTATIC, HELPERS, name, Type.getMethodDescriptor(found), false));
                if (result.getSort() == Type.OBJECT) {
                    to.add(new TypeInsnNode(Opcodes.CHECKCAST, result.getInternalName()));
                }
                return;
            }
        }
        throw new IllegalStateException("no replacement is called " + name);
    }
}
