package io.godwit.cli;

import picocli.CommandLine.Command;

/** {@code godwit bench}. */
@Command(
        name = "bench",
        description = "Measure: migrations and operations beside Hazelcast, event logs, planner, stamp.",
        mixinStandardHelpOptions = true)
final class BenchCommand extends ByLauncher {}
