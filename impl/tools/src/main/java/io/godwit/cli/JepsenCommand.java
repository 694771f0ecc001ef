package io.godwit.cli;

import picocli.CommandLine.Command;

/** {@code godwit jepsen}. */
@Command(
        name = "jepsen",
        description = "Run Jepsen against a real cluster on this machine.",
        mixinStandardHelpOptions = true)
final class JepsenCommand extends ByLauncher {}
