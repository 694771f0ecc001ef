package io.godwit.cli;

import io.godwit.member.LeaveTimeoutException;
import io.godwit.member.Member;
import io.godwit.member.config.ConfigException;
import io.godwit.member.config.ConfigFile;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.http.StatusServer;
import io.godwit.member.runtime.CopyException;
import io.godwit.member.runtime.MemberLog;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.storage.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit member}: runs a member in this process. */
@Command(
        name = "member",
        description = "Run a member of a cluster in this process, until it is stopped or has left.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "godwit member --config FILE [--trace-dir DIR]",
            "       godwit member --name NAME [--port PORT] [--join HOST:PORT,...] [OPTIONS]"
        },
        footer = {"", "docs/operate/configuration.md describes the file and the options."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:the member has left",
            "1:the member has stopped because it had not left in time",
            "2:invalid arguments or input",
            "3:the member could not start, or failed",
            "5:the data directory is damaged",
            "130, 143:the member was ended by Ctrl-C, by SIGTERM"
        })
final class MemberCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the member (YAML).")
    private Path file;

    @Mixin
    private MemberFlags flags;

    @Option(
            names = "--trace-dir",
            paramLabel = "DIR",
            description = "Write an event log to DIR (docs/verify/event-log.md); overrides the configuration.")
    private Path traces;

    /** For experiments: shows what clients of a real cluster notice when a guard is missing. */
    @Option(names = "--mutant", paramLabel = "NAME", hidden = true)
    private String mutant;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (mutant != null) {
            MutantOption.checkForMember(spec.commandLine(), mutant);
        }
        MemberConfig config;
        try {
            config = configured();
        } catch (ConfigException e) {
            err.println(e.getMessage());
            return ExitStatus.BROKEN_INPUT;
        }
        MemberLog log = (number, term, partition, text) ->
                print(out, config.logFormat().line(Instant.now(), config.name(), number, term, partition, text));
        Quorum quorum = MutantOption.quorum(spec.commandLine(), mutant);
        try (Member member = Member.bind(config, quorum, log)) {
            Runtime.getRuntime().addShutdownHook(new Thread(member::terminate));
            try (StatusServer http =
                    config.httpPort() < 0 ? null : new StatusServer(member, config.host(), config.httpPort())) {
                log.write(
                        0,
                        0,
                        MemberLog.NO_PARTITION,
                        "listening at " + member.address() + (http == null ? "" : ", " + http));
                member.start(config.members()).get();
                member.ended().get();
            }
            return ExitStatus.OK;
        } catch (ConfigException | SSLException e) {
            err.println(e.getMessage());
            return ExitStatus.BROKEN_INPUT;
        } catch (IOException e) {
            return failed(err, e);
        } catch (ExecutionException e) {
            return failed(err, e.getCause());
        }
    }

    private static int failed(PrintWriter err, Throwable cause) {
        err.println(ExceptionHandler.text(cause));
        if (cause instanceof LeaveTimeoutException) {
            return ExitStatus.CHECK_FAILED;
        }
        if (cause instanceof CopyException || cause.getCause() instanceof CopyException) {
            return ExitStatus.COPY;
        }
        if (StoreException.damageOf(cause).isPresent()) {
            err.println(
                    "Other members have the copies: start without that directory, as a new member (docs/operate/storage.md).");
            return ExitStatus.DAMAGED;
        }
        return ExitStatus.TOOL_FAILED;
    }

    private MemberConfig configured() throws ConfigException {
        MemberConfig config = file == null ? flags.config(spec.commandLine()) : read();
        if (traces == null) {
            return config;
        }
        if (config.leases().exist()) {
            throw new ConfigException(
                    file.toString(),
                    0,
                    "reads: lease cannot be used with --trace-dir, whose check does not know leases");
        }
        int limit = config.tracing() == null
                ? MemberConfig.TRACE_LIMIT
                : config.tracing().limit();
        return config.withTracing(new MemberConfig.Tracing(traces, limit));
    }

    private MemberConfig read() throws ConfigException {
        MemberFlags.refuse(spec.commandLine());
        return ConfigFile.read(file);
    }

    private static void print(PrintWriter out, String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }
}
