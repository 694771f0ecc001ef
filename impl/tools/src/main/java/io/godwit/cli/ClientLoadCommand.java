package io.godwit.cli;

import io.godwit.client.CallException;
import io.godwit.client.GodwitClient;
import io.godwit.lab.SteadyLoad;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code godwit client load}. */
@Command(
        name = "load",
        description = "Read and write at a steady rate; print throughput and latency every second.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all calls succeeded",
            "1:some calls failed or have an unknown outcome",
            "2:invalid arguments, or no cluster",
            "3:no member could be reached"
        })
final class ClientLoadCommand implements Callable<Integer> {
    private static final int DIGITS = 3;
    private static final double MICROS_PER_MILLI = 1_000;

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private ClientCommand client;

    @Option(names = "--keys", paramLabel = "N", defaultValue = "10000", description = "Number of keys. Default: 10000.")
    private int keys;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "100",
            description = "Size of a value. Default: 100.")
    private int size;

    @Option(
            names = "--reads",
            paramLabel = "PERCENT",
            defaultValue = "50",
            description = "Percentage of reads. Default: 50.")
    private int reads;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "32",
            description = "Maximum number of concurrent calls. Default: 32.")
    private int concurrency;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "Calls per second; 0 for no limit. Default: 0.")
    private int rate;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = TimeSpan.class,
            description = "Duration of the load. Default: 60s.")
    private Duration duration;

    @Override
    public Integer call() throws IOException, InterruptedException {
        SteadyLoad.Plan plan;
        try {
            plan = new SteadyLoad.Plan(keys, size, reads, concurrency, rate);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        try (GodwitClient connected = client.connection().connect();
                SteadyLoad load = new SteadyLoad(connected.map(client.map()), plan)) {
            return run(load, Math.max(1, duration.toSeconds()));
        } catch (CallException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ExitStatus.TOOL_FAILED;
        }
    }

    private int run(SteadyLoad load, long seconds) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%6s %9s %9s %9s %9s %9s %9s%n",
                "second", "calls/s", "p50 ms", "p99 ms", "p99.9 ms", "max ms", "failed");
        Histogram all = new Histogram(DIGITS);
        long bad = 0;
        load.start();
        long begin = System.nanoTime();
        long last = begin;
        for (long second = 1; second <= seconds; second++) {
            long end = begin + TimeUnit.SECONDS.toNanos(second);
            TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
            SteadyLoad.Look look = load.look();
            long now = System.nanoTime();
            all.add(look.latencies());
            long lost = look.failed() + look.unknown();
            bad += lost;
            line(out, Long.toString(second), look.latencies(), now - last, lost, look.problem());
            last = now;
        }
        load.close();
        SteadyLoad.Look rest = load.look();
        all.add(rest.latencies());
        bad += rest.failed() + rest.unknown();
        line(out, "all", all, System.nanoTime() - begin, bad, rest.problem());
        return bad == 0 ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    private static void line(
            PrintWriter out, String when, Histogram latencies, long nanos, long failed, String problem) {
        out.printf(
                "%6s %9.0f %9.2f %9.2f %9.2f %9.2f %9d %s%n",
                when,
                latencies.getTotalCount() / (nanos / 1e9),
                latencies.getValueAtPercentile(50) / MICROS_PER_MILLI,
                latencies.getValueAtPercentile(99) / MICROS_PER_MILLI,
                latencies.getValueAtPercentile(99.9) / MICROS_PER_MILLI,
                latencies.getMaxValue() / MICROS_PER_MILLI,
                failed,
                problem);
        out.flush();
    }
}
