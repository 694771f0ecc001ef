package io.godwit.cli;

import io.godwit.matrix.verify.VerifyListener;
import java.io.PrintWriter;

/** Shows how a check, or a verification, goes on. */
interface ProgressView extends VerifyListener, AutoCloseable {
    /** A view that fits where the output goes: lines that are redrawn on a terminal, plain lines elsewhere. The launcher knows which. */
    static ProgressView on(PrintWriter out) {
        boolean terminal = Boolean.getBoolean("godwit.terminal") && !"dumb".equals(System.getenv("TERM"));
        return terminal ? new LiveProgress(out) : new PlainProgress(out);
    }

    @Override
    void close();
}
