package io.godwit.cli;

import picocli.CommandLine.Command;

/** {@code godwit bench}. */
@Command(
        name = "bench",
        description = "Run benchmarks: migrations and operations compared with Hazelcast, event logs, planner, stamp.",
        mixinStandardHelpOptions = true)
final class BenchCommand extends ByLauncher {}
