package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ClusterOptionsTest {
    @Test
    void invalidOptionIsRefusedByName() {
        refused("--clock-drift requires --leases", "--clock-drift=5");
        refused("--clock-drift must be 0 to 500000, not 500001", "--leases", "--clock-drift=500001");
        refused("--lease-time requires --leases", "--lease-time=500");
        refused("--lease-time must be 100 to 10000, not 99", "--leases", "--lease-time=99");
        refused("--leases and --trace exclude each other", "--leases", "--trace");
        refused("--zones must be 0 to 10000, not -1", "--zones=-1");
        refused("--disk requires --durable", "--disk=64");
    }

    private static void refused(String why, String... arguments) {
        List<String> all = new ArrayList<>(List.of("cluster", "start"));
        all.addAll(List.of(arguments));
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err, true));
        assertEquals(2, line.execute(all.toArray(String[]::new)));
        assertTrue(err.toString().startsWith(why), err::toString);
    }
}
