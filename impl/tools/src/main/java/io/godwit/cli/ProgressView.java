package io.godwit.cli;

import io.godwit.matrix.verify.Verification.VerifyListener;
import java.io.PrintWriter;

/** Shows the progress of a check or a verification. */
interface ProgressView extends VerifyListener, AutoCloseable {
    /** A view for the kind of output, which the launcher knows: redrawn lines on a terminal, plain lines elsewhere. */
    static ProgressView on(PrintWriter out) {
        boolean terminal = Boolean.getBoolean("godwit.terminal") && !"dumb".equals(System.getenv("TERM"));
        return terminal ? new LiveProgress(out) : new PlainProgress(out);
    }

    @Override
    void close();
}
