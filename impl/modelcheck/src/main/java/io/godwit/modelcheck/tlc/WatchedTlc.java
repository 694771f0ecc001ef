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
 * Main class: runs TLC and watches its steps. At the end it prints which variables no step has changed, and which invariants TLC has evaluated: it drops those
 * that are constant.
 *
 * <p>TLC shows each step to an object that may write it to a file; this takes that place. Another version of TLC that has no such place runs without being watched.
 */
public final class WatchedTlc implements InvocationHandler {
    /** Changes of each variable that were seen: 0 or 1. Null until TLC has read the specification. */
    private volatile AtomicIntegerArray changed;

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
            writer.set(tlc, Proxy.newProxyInstance(WatchedTlc.class.getClassLoader(), new Class<?>[] {IStateWriter.class
            }, this));
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** A method of {@link IStateWriter}. There are several for a step, and all of them begin with its two states. */
    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
        if (args != null && args.length > 1 && args[0] instanceof TLCState from && args[1] instanceof TLCState to) {
            step(from, to);
        }
        // To TLC this is a writer that writes nothing.
        return method.getReturnType() == boolean.class ? method.getName().equals("isNoop") : null;
    }

    private void step(TLCState from, TLCState to) {
        OpDeclNode[] variables = TLCState.Empty.getVars();
        if (changed == null) {
            synchronized (this) {
                changed = changed == null ? new AtomicIntegerArray(variables.length) : changed;
            }
        }
        for (int i = 0; i < variables.length; i++) {
            if (changed.get(i) == 0 && differs(from, to, variables[i])) {
                changed.set(i, 1);
            }
        }
    }

    private static boolean differs(TLCState from, TLCState to, OpDeclNode variable) {
        try {
            return !from.lookup(variable.getName()).equals(to.lookup(variable.getName()));
        } catch (RuntimeException e) {
            // TLC does not compare values of different types; that they are of different types is a difference.
            return true;
        }
    }

    private void report() {
        if (changed != null) {
            List<String> unchanged = new ArrayList<>();
            OpDeclNode[] variables = TLCState.Empty.getVars();
            for (int i = 0; i < variables.length; i++) {
                if (changed.get(i) == 0) {
                    unchanged.add(variables[i].getName().toString());
                }
            }
            say(TlcRecord.UNCHANGED, unchanged);
        }
        if (TLCGlobals.mainChecker != null) {
            say(TlcRecord.EVALUATED, List.of(TLCGlobals.mainChecker.tool.getInvNames()));
        }
    }

    private static void say(String prefix, List<String> names) {
        System.out.println((prefix + String.join(" ", names)).strip());
    }
}
