package io.godwit.cli;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.Tier;
import io.godwit.modelcheck.run.Selection;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit verify}: all the evidence there is, with a report. */
@Command(
        name = "verify",
        description = {
            "Gather the evidence: check the models, and write out/check.json, out/check.xml (JUnit)",
            "and the HTML report out/report/index.html."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:all is well", "1:a check failed", "2:wrong use or broken input", "3:a tool failed"})
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--full", description = "The pr tier instead of the quick one.")
    private boolean full;

    @Mixin
    private CheckOptions options;

    @Override
    public Integer call() throws Exception {
        Manifest manifest = options.manifest();
        Selection selection = options.selection(manifest, full ? Tier.PR : Tier.QUICK, null);
        Path out = options.root().resolve("out");
        Outputs outputs = new Outputs(out.resolve("check.json"), out.resolve("check.xml"), out.resolve("report"));
        return new CheckSession(spec.commandLine().getOut())
                .run(options.request(manifest, selection, Outputs.counterexamples(outputs.report())), outputs);
    }
}
