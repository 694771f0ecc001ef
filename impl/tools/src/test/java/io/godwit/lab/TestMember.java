package io.godwit.lab;

import io.godwit.cli.Main;
import java.nio.file.Path;
import java.util.List;

/** The command that starts a member in a process of its own. */
public final class TestMember {
    private TestMember() {}

    /** The command, without the path of the member's configuration. */
    public static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "member",
                "--config");
    }
}
