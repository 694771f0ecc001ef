package io.godwit.member.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.member.log.LogFormat;
import io.godwit.member.runtime.LogRetention;
import io.godwit.member.runtime.MapSettings;
import io.godwit.member.runtime.MapSettings.EvictionPolicy;
import io.godwit.member.runtime.MapSettings.SizeLimit;
import io.godwit.member.runtime.OnLoss;
import io.godwit.protocol.LeaseTimes;
import io.godwit.transport.frame.Maps;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
    private static void refuses(String expected, String text) {
        ConfigException wrong = assertThrows(ConfigException.class, () -> ConfigFile.parse("m.yaml", text));
        assertEquals(expected, wrong.getMessage());
    }

    @Test
    void readsEverything() throws ConfigException {
        MemberConfig config = ConfigFile.parse(
                "m.yaml",
                """
                cluster: prod
                name: a
                host: 10.0.0.1
                zone: north-1
                port: 6000
                http-port: 6001
                token-file: /etc/godwit/token
                members: [10.0.0.1:6000, 10.0.0.2:6000]
                partitions: 1999
                backups: 2
                maps:
                  cache-*:
                    backups: 0
                    on-loss: empty
                  cache-of-prices: {backups: 3, time-to-live: 60}
                  sessions-*: {time-to-live: 3600000}
                  sessions-of-staff: {time-to-live: none, max-entries: none}
                  pages: {max-entries: 2147483647, evict: random}
                  orders: {max-entries: 1, evict: none}
                  stock: {max-entries: 7, max-idle: 90}
                  images: {max-bytes: 9223372036854775807, evict: random, max-idle: none}
                  texts: {max-bytes: 1}
                parallel-migrations: 4
                heartbeat: 50
                suspect-after: 700
                tls:
                  certificate: a.pem
                  key: a.key
                  authorities: ca.pem
                  verify-host: false
                  require-role: true
                data-dir: /data/a
                via:
                  10.0.0.2:6000: localhost:7000
                log-format: json
                session-expiry: 7200
                log-entries: 500
                log-memory: 20
                log-age: 60
                disk-reserve: 1024
                heap-reserve: 8
                disk-delay: 20
                reads: confirm
                on-sigterm: leave
                leave-timeout: 25
                on-leave-timeout: stop
                max-version: 6
                on-loss-delay: 40
                trace-dir: /traces
                trace-limit: 100
                """);
        assertEquals(
                new MemberConfig(
                        "prod",
                        "a",
                        "10.0.0.1",
                        "north-1",
                        6000,
                        6001,
                        Path.of("/etc/godwit/token"),
                        List.of("10.0.0.1:6000", "10.0.0.2:6000"),
                        1999,
                        Maps.of(2, Map.of("cache-*", 0, "cache-of-prices", 3)),
                        new MapSettings(
                                Map.of("cache-of-prices", 60, "sessions-*", 3_600_000, "sessions-of-staff", 0),
                                Map.of("stock", 90, "images", 0),
                                Map.of(
                                        "sessions-of-staff",
                                        SizeLimit.NONE,
                                        "pages",
                                        new SizeLimit(Integer.MAX_VALUE, EvictionPolicy.RANDOM),
                                        "orders",
                                        new SizeLimit(1, EvictionPolicy.NONE),
                                        "stock",
                                        new SizeLimit(7, EvictionPolicy.NONE)),
                                Map.of(
                                        "images",
                                        new SizeLimit(Long.MAX_VALUE, EvictionPolicy.RANDOM),
                                        "texts",
                                        new SizeLimit(1, EvictionPolicy.NONE))),
                        4,
                        50,
                        700,
                        new MemberConfig.TlsFiles(Path.of("a.pem"), Path.of("a.key"), Path.of("ca.pem"), false, true),
                        Path.of("/data/a"),
                        Map.of("10.0.0.2:6000", "localhost:7000"),
                        LogFormat.JSON,
                        7200,
                        new LogRetention(500, 20 << 20, 60),
                        1024,
                        8,
                        20,
                        new MemberConfig.Tracing(Path.of("/traces"), 100),
                        LeaseTimes.NONE,
                        new LeavePolicy(LeavePolicy.OnSigterm.LEAVE, 25, LeavePolicy.OnTimeout.STOP),
                        6,
                        new OnLoss(OnLoss.Action.EMPTY, 40)),
                config);
    }

    @Test
    void zoneThatIsNoNameIsRefused() {
        String words = "zone has at most 64 letters, digits, dots, hyphens and underscores, not ";
        refuses("m.yaml:2: " + words + "a b", "cluster: c\nzone: a b");
        refuses("m.yaml:2: " + words + "z".repeat(65), "cluster: c\nzone: " + "z".repeat(65));
        refuses("m.yaml:2: one value is expected here", "cluster: c\nzone:");
    }

    @Test
    void backupsOfMapsThatMakeNoSenseAreRefusedWithTheirLine() {
        refuses(
                "m.yaml:2: maps has names of maps, or beginnings of names and a *, and below each its settings",
                "cluster: c\nmaps: 2");
        refuses("m.yaml:3: keys with values are expected here", "cluster: c\nmaps:\n  a: 2");
        refuses(
                "m.yaml:3: map a needs a setting: backups, evict, max-bytes, max-entries, max-idle, on-loss, time-to-live",
                "cluster: c\nmaps:\n  a: {}");
        refuses(
                "m.yaml:4: unknown key backup; known are backups, evict, max-bytes, max-entries, max-idle, on-loss, time-to-live",
                "cluster: c\nmaps:\n  a:\n    backup: 2");
        refuses("m.yaml:4: backups is a whole number from 0 to 6, not 7", "cluster: c\nmaps:\n  a:\n    backups: 7");
        refuses(
                "m.yaml:4: backups is a whole number from 0 to 6, not many",
                "cluster: c\nmaps:\n  a:\n    backups: many");
        refuses("m.yaml:4: map a is there twice", "cluster: c\nmaps:\n  a: {backups: 1}\n  a: {backups: 1}");
        refuses("m.yaml:3: a pattern has one *, at its end: a*b", "cluster: c\nmaps:\n  a*b: {backups: 1}");
        refuses(
                "m.yaml:3: a pattern begins with something before the *; the backups of all other maps are said by backups",
                "cluster: c\nmaps:\n  '*': {backups: 1}");
        refuses(
                "m.yaml:3: maps whose names begin with godwit. are the members' own: godwit.members",
                "cluster: c\nmaps:\n  godwit.members: {backups: 1}");
        String longest = "n".repeat(257);
        refuses(
                "m.yaml:3: the name of a map has 1 to 256 bytes: " + longest,
                "cluster: c\nmaps:\n  " + longest + ": {backups: 1}");
        refuses(
                "m.yaml:2: 20000 partitions for each of 3 numbers of backups are more than 50021 in all",
                "cluster: c\npartitions: 20000\nmaps:\n  a: {backups: 0}\n  b: {backups: 2}");
    }

    @Test
    void lifetimesOfMapsThatMakeNoSenseAreRefusedWithTheirLine() {
        for (String wrong : List.of("0", "-1", "1.5", "60s", "3600001")) {
            refuses(
                    "m.yaml:4: time-to-live is a whole number from 1 to 3600000, or none, not " + wrong,
                    "cluster: c\nmaps:\n  a:\n    time-to-live: " + wrong);
            refuses(
                    "m.yaml:4: max-idle is a whole number from 1 to 3600000, or none, not " + wrong,
                    "cluster: c\nmaps:\n  a:\n    max-idle: " + wrong);
        }
        refuses("m.yaml:4: one value is expected here", "cluster: c\nmaps:\n  a:\n    time-to-live: [60]");
        refuses("m.yaml:3: backups is a whole number from 0 to 6, not none", "cluster: c\nmaps:\n  a: {backups: none}");
    }

    @Test
    void limitsOfMapsThatMakeNoSenseAreRefusedWithTheirLine() {
        for (String wrong : List.of("0", "-1", "many", "2147483648")) {
            refuses(
                    "m.yaml:4: max-entries is a whole number from 1 to 2147483647, or none, not " + wrong,
                    "cluster: c\nmaps:\n  a:\n    max-entries: " + wrong);
        }
        for (String wrong : List.of("0", "-1", "1 GB", "9223372036854775808")) {
            refuses(
                    "m.yaml:4: max-bytes is a whole number from 1 to 9223372036854775807, or none, not " + wrong,
                    "cluster: c\nmaps:\n  a:\n    max-bytes: " + wrong);
        }
        refuses(
                "m.yaml:5: evict is one of none, random, not oldest",
                "cluster: c\nmaps:\n  a:\n    max-entries: 1\n    evict: oldest");
        for (String without : List.of("backups: 1", "max-entries: none", "max-bytes: none")) {
            refuses(
                    "m.yaml:5: evict is for maps with a limit: map a needs max-entries or max-bytes",
                    "cluster: c\nmaps:\n  a:\n    " + without + "\n    evict: random");
        }
    }

    @Test
    void mapsWithoutBackupsMayBeginAgainEmpty() throws ConfigException {
        OnLoss empty = new OnLoss(OnLoss.Action.EMPTY, 0);
        assertEquals(
                OnLoss.WAIT,
                ConfigFile.parse("m.yaml", "cluster: c\nbackups: 0\nmaps:\n  a: {backups: 0, on-loss: wait}")
                        .onLoss());
        assertEquals(
                empty,
                ConfigFile.parse("m.yaml", "cluster: c\nmaps:\n  a*: {backups: 0, on-loss: empty}")
                        .onLoss());
        assertEquals(
                empty,
                ConfigFile.parse(
                                "m.yaml",
                                "cluster: c\nbackups: 0\non-loss: empty\nmaps:\n  a: {backups: 0, on-loss: empty}\n  b: {backups: 1}")
                        .onLoss());
        assertEquals(
                new OnLoss(OnLoss.Action.EMPTY, OnLoss.DURABLE_DELAY),
                ConfigFile.parse("m.yaml", "cluster: c\nbackups: 0\non-loss: empty\ndata-dir: d")
                        .onLoss());
    }

    @Test
    void whatBecomesOfLostPartitionsIsRefusedWhereItMakesNoSense() {
        refuses(
                "m.yaml:3: on-loss is one of wait, empty, not drop",
                "cluster: c\nmaps:\n  a: {backups: 0, on-loss: drop}");
        refuses(
                "m.yaml:5: on-loss: empty is for maps with 0 backups; the number of map a is 2",
                "cluster: c\nmaps:\n  a:\n    backups: 2\n    on-loss: empty");
        refuses(
                "m.yaml:2: on-loss: empty is for maps with 0 backups; the number of maps that are not named is 1",
                "cluster: c\non-loss: empty");
        refuses(
                "m.yaml:4: on-loss is empty for map a and wait for map b; maps with 0 backups share their partitions and need the same",
                "cluster: c\nmaps:\n  a: {backups: 0, on-loss: empty}\n  b: {backups: 0}");
        refuses(
                "m.yaml:4: on-loss is wait for maps that are not named and empty for map a; maps with 0 backups share their partitions and need the same",
                "cluster: c\nbackups: 0\nmaps:\n  a: {backups: 0, on-loss: empty}");
        refuses(
                "m.yaml:4: on-loss is for maps with 0 backups: map a needs backups: 0",
                "cluster: c\nmaps:\n  a:\n    on-loss: wait");
        refuses(
                "m.yaml:2: on-loss-delay is for maps with on-loss: empty, and there are none",
                "cluster: c\non-loss-delay: 5");
        refuses(
                "m.yaml:4: on-loss-delay is a whole number from 0 to 3600000, not -1",
                "cluster: c\nbackups: 0\non-loss: empty\non-loss-delay: -1");
    }

    @Test
    void readsAreConfirmedUnlessTheyAreLeased() throws ConfigException {
        assertEquals(
                LeaseTimes.NONE,
                ConfigFile.parse("m.yaml", "cluster: c\nreads: confirm").leases());
        assertEquals(
                LeaseTimes.within(800_000_000, 10_000),
                ConfigFile.parse("m.yaml", "cluster: c\nreads: lease").leases());
        assertEquals(
                LeaseTimes.within(900_000_000, 2_000),
                ConfigFile.parse("m.yaml", "cluster: c\nreads: lease\nlease-time: 900\nclock-drift: 2000")
                        .leases());
        refuses(
                "m.yaml:3: trace-dir cannot be used with reads: lease, because the check of event logs does not know leases",
                "cluster: c\nreads: lease\ntrace-dir: t");
        refuses("m.yaml:2: reads is confirm or lease, not local", "cluster: c\nreads: local");
        refuses("m.yaml:2: lease-time is for read leases: reads is confirm, not lease", "cluster: c\nlease-time: 900");
        refuses(
                "m.yaml:3: clock-drift is for read leases: reads is confirm, not lease",
                "cluster: c\nreads: confirm\nclock-drift: 1");
        refuses(
                "m.yaml:3: lease-time is a whole number from 100 to 3600000, not 99",
                "cluster: c\nreads: lease\nlease-time: 99");
        refuses(
                "m.yaml:3: clock-drift is a whole number from 0 to 500000, not 500001",
                "cluster: c\nreads: lease\nclock-drift: 500001");
    }

    @Test
    void waysToLeaveThatDoNotExistAreRefused() {
        refuses("m.yaml:2: on-sigterm is one of stop, leave, not kill", "cluster: c\non-sigterm: kill");
        refuses("m.yaml:2: leave-timeout is a whole number from 1 to 3600000, not 0", "cluster: c\nleave-timeout: 0");
        refuses("m.yaml:2: leave-timeout is a whole number from 1 to 3600000, not 8s", "cluster: c\nleave-timeout: 8s");
        refuses(
                "m.yaml:2: on-leave-timeout is one of continue, stop, stop-after-sigterm, not STOP",
                "cluster: c\non-leave-timeout: STOP");
        assertThrows(
                IllegalArgumentException.class,
                () -> new LeavePolicy(LeavePolicy.OnSigterm.STOP, 0, LeavePolicy.OnTimeout.STOP));
    }

    @Test
    void clusterNameIsEnough() throws ConfigException {
        MemberConfig config = ConfigFile.parse("m.yaml", "cluster: c");
        assertEquals(MemberConfig.of("c", "127.0.0.1:5701").withPorts(5701, -1), config);
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        refuses("m.yaml: it is empty; at least cluster is needed", "");
        refuses("m.yaml: cluster is missing: the name of the cluster", "name: a");
        refuses("m.yaml:1: keys with values are expected here", "[]");
        refuses(
                "m.yaml:2: unknown key prot; known are authorities, certificate, key, require-role, verify-host",
                "tls:\n  prot: 1\ncluster: c");
        refuses("m.yaml:2: cluster is there twice", "cluster: c\ncluster: d");
        refuses("m.yaml:1: one value is expected here", "cluster: ' '");
        refuses("m.yaml:2: host is a name or an IPv4 address, not a b", "cluster: c\nhost: a b");
        refuses("m.yaml:2: host is a name or an IPv4 address, not ::1", "cluster: c\nhost: '::1'");
        refuses("m.yaml:2: port is a whole number from 0 to 65535, not high", "cluster: c\nport: high");
        refuses("m.yaml:2: port is a whole number from 0 to 65535, not 65536", "cluster: c\nport: 65536");
        refuses("m.yaml:2: backups is a whole number from 0 to 6, not 7", "cluster: c\nbackups: 7");
        refuses("m.yaml:2: partitions is a whole number from 1 to 50021, not 0", "cluster: c\npartitions: 0");
        refuses("m.yaml:3: not host:port: b", "cluster: c\nmembers:\n- b\n");
        refuses("m.yaml:2: not a port from 1 to 65535: b:70000", "cluster: c\nmembers: [b:70000]");
        refuses("m.yaml:3: not host:port: b", "cluster: c\nvia:\n  a:1: b");
        refuses("m.yaml:4: a:1 is there twice", "cluster: c\nvia:\n  a:1: b:1\n  a:1: b:2");
        refuses("m.yaml:2: via has an address as key and another one as value, each host:port", "cluster: c\nvia: b:1");
        refuses("m.yaml:2: log-format is text or json, not xml", "cluster: c\nlog-format: xml");
        refuses(
                "m.yaml:2: session-expiry is a whole number from 1200 to 3600000, not 60",
                "cluster: c\nsession-expiry: 60");
        refuses("m.yaml:2: log-entries is a whole number from 1 to 1000000, not 0", "cluster: c\nlog-entries: 0");
        refuses("m.yaml:2: log-memory is a whole number from 1 to 1048576, not 0", "cluster: c\nlog-memory: 0");
        refuses("m.yaml:2: log-memory is a whole number from 1 to 1048576, not 1g", "cluster: c\nlog-memory: 1g");
        refuses("m.yaml:2: log-age is a whole number from 1 to 3600000, not 0", "cluster: c\nlog-age: 0");
        refuses("m.yaml:2: heap-reserve is a whole number from 0 to 1048576, not 20%", "cluster: c\nheap-reserve: 20%");
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        refuses(
                "m.yaml:2: heap-reserve (" + heap + " MiB) has to be less than the heap, which has " + heap
                        + " MiB; -Xmx sets its size",
                "cluster: c\nheap-reserve: " + heap);
        refuses("m.yaml:2: disk-reserve is a whole number from 0 to 1048576, not -1", "cluster: c\ndisk-reserve: -1");
        refuses(
                "m.yaml:2: trace-limit is for an event log: trace-dir says where it is written",
                "cluster: c\ntrace-limit: 5");
        refuses("m.yaml:2: members is a list of host:port", "cluster: c\nmembers: a:1");
        refuses("m.yaml:1: one value is expected here", "cluster: [c]");
        refuses(
                "m.yaml:2: suspect-after (100 ms) has to be longer than heartbeat (100 ms)",
                "cluster: c\nsuspect-after: 100");
        refuses("m.yaml:3: tls needs authorities: a PEM file", "cluster: c\ntls:\n  certificate: a\n  key: b");
        refuses(
                "m.yaml:6: verify-host is true or false, not maybe",
                "cluster: c\ntls:\n  certificate: a\n  key: b\n  authorities: c\n  verify-host: maybe");
    }

    @Test
    void namesTheLineOfBrokenYaml() {
        ConfigException wrong =
                assertThrows(ConfigException.class, () -> ConfigFile.parse("m.yaml", "cluster: c\nport: [1"));
        assertEquals("m.yaml:2: not YAML: ", wrong.getMessage().substring(0, 20));
    }

    @Test
    void pathIsOne() {
        refuses("m.yaml:2: not a path: Nul character not allowed", "cluster: c\ndata-dir: \"a\\0b\"\n");
    }

    @Test
    void missingFileIsAnError(@TempDir Path directory) {
        ConfigException wrong =
                assertThrows(ConfigException.class, () -> ConfigFile.read(directory.resolve("none.yaml")));
        assertEquals(directory.resolve("none.yaml") + ": there is no such file", wrong.getMessage());
    }
}
