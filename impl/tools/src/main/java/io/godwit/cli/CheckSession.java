package io.godwit.cli;

import io.godwit.modelcheck.CheckRequest;
import io.godwit.modelcheck.ModelCheck;
import io.godwit.modelcheck.result.CheckReport;
import java.io.PrintWriter;

/** Runs a check with progress, table, result files and exit status. */
final class CheckSession {
    private final PrintWriter out;

    CheckSession(PrintWriter out) {
        this.out = out;
    }

    int run(CheckRequest request, Outputs outputs) throws Exception {
        CheckReport report = watch(request);
        new ResultTable(out).print(report);
        outputs.write(report, request.manifest(), out);
        out.flush();
        return report.passed() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    private CheckReport watch(CheckRequest request) throws Exception {
        try (ProgressView view = ProgressView.on(out)) {
            return new ModelCheck(request, view).run();
        }
    }
}
