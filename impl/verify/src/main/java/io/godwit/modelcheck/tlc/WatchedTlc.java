package io.godwit.modelcheck.tlc;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import tla2sany.semantic.OpDeclNode;
import tlc2.TLC;
import tlc2.TLCGlobals;
import tlc2.output.EC;
import tlc2.tool.TLCState;
import tlc2.util.IStateWriter;
import util.SimpleFilenameToStream;

/**
 * Main class: runs TLC and watches the states that it finds. At the end it prints which variables had the same value in all of them, and which invariants TLC
 * has evaluated: it drops those that are constant.
 *
 * <p>TLC shows each state and step to an object that may write it to a file; this takes that place. Another version of TLC that has no such place runs without being watched.
 */
public final class WatchedTlc implements InvocationHandler {
    /** The first state that TLC has found. */
    private volatile TLCState first;
    /** For each variable, 1 when a state has another value than the first one. */
    private AtomicIntegerArray changes;

    private WatchedTlc() {}

    /**
     * Runs TLC.
     *
     * @param args the command line of TLC
     * @throws Exception what TLC throws
     */
    public static void main(String[] args) throws Exception {
        WatchedTlc watch = new WatchedTlc();
        TLC tlc = new TLC();
        if (!watch.attach(tlc)) {
            TLC.main(args);
            return;
        }
        if (!tlc.handleParameters(args)) {
            System.exit(1);
        }
        tlc.setResolver(new SimpleFilenameToStream());
        int end = tlc.process();
        watch.report();
        System.exit(EC.ExitStatus.errorConstantToExitStatus(end));
    }

    private boolean attach(TLC tlc) {
        try {
            Field writer = TLC.class.getDeclaredField("stateWriter");
            writer.setAccessible(true);
            writer.set(
                    tlc,
                    Proxy.newProxyInstance(
                            WatchedTlc.class.getClassLoader(), new Class<?>[] {IStateWriter.class}, this));
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** A method of {@link IStateWriter}. There are several for states and for steps, and all of them begin with the states. */
    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
        for (Object argument : args == null ? new Object[0] : args) {
            if (argument instanceof TLCState state) {
                watch(state);
            }
        }
        // To TLC this is a writer that writes nothing.
        return method.getReturnType() == boolean.class ? method.getName().equals("isNoop") : null;
    }

    private void watch(TLCState state) {
        OpDeclNode[] variables = TLCState.Empty.getVars();
        if (first == null) {
            synchronized (this) {
                if (first == null) {
                    changes = new AtomicIntegerArray(variables.length);
                    first = state;
                }
            }
        }
        for (int i = 0; i < variables.length; i++) {
            if (changes.get(i) == 0 && differs(first, state, variables[i])) {
                changes.set(i, 1);
            }
        }
    }

    private static boolean differs(TLCState one, TLCState other, OpDeclNode variable) {
        try {
            return !one.lookup(variable.getName()).equals(other.lookup(variable.getName()));
        } catch (RuntimeException e) {
            // TLC does not compare values of different types; that they are of different types is a difference.
            return true;
        }
    }

    private void report() {
        if (first != null) {
            List<String> constant = new ArrayList<>();
            List<String> changing = new ArrayList<>();
            OpDeclNode[] variables = TLCState.Empty.getVars();
            for (int i = 0; i < variables.length; i++) {
                String module = variables[i]
                        .getOriginallyDefinedInModuleNode()
                        .getName()
                        .toString();
                (changes.get(i) == 0 ? constant : changing).add(module + "!" + variables[i].getName());
            }
            say(TlcRecord.CONSTANT, constant);
            say(TlcRecord.CHANGING, changing);
        }
        if (TLCGlobals.mainChecker != null) {
            say(TlcRecord.EVALUATED, List.of(TLCGlobals.mainChecker.tool.getInvNames()));
        }
    }

    private static void say(String prefix, List<String> names) {
        System.out.println((prefix + String.join(" ", names)).strip());
    }
}
