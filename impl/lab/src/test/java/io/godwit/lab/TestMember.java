package io.godwit.lab;

import io.godwit.member.Member;
import io.godwit.member.config.ConfigFile;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.http.StatusServer;
import java.nio.file.Path;
import java.util.List;

/** A member in a process of its own, as the command line starts one. */
final class TestMember {
    private TestMember() {}

    /** What starts it, without the path of its configuration. */
    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                TestMember.class.getName());
    }

    @SuppressWarnings("SystemOut") // what the process prints is its log
    public static void main(String[] arguments) throws Exception {
        MemberConfig config = ConfigFile.read(Path.of(arguments[0]));
        try (Member member = Member.bind(
                        config, (number, term, partition, text) -> System.out.println(number + " " + text));
                StatusServer http = new StatusServer(member, config.host(), config.httpPort())) {
            System.out.println("HTTP at " + http.port());
            member.start(config.members()).get();
            member.ended().get();
        }
    }
}
