package io.godwit.cli;

import picocli.CommandLine.Command;

/** {@code godwit test}. */
@Command(
        name = "test",
        description = "Build everything, check formatting, run static analysis and all unit and integration tests.",
        mixinStandardHelpOptions = true)
final class TestCommand extends ByLauncher {}
