package io.godwit.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.events.EventLog.Began;
import io.godwit.events.EventLog.Origin;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
    private static final Setup SETUP = new Setup(MemberSet.of(1), 2, 1, 1);

    private final QuorumProtocol protocol = new QuorumProtocol();

    @TempDir
    private Path directory;

    private QuorumState state = protocol.found(1, SETUP);

    private EventLog begin(long limit) {
        return EventLog.begin(directory, limit, new Origin("c", "i", SETUP), Began.FOUND, state);
    }

    private void write(EventLog log, long call) {
        write(log, 7, call);
    }

    private void write(EventLog log, long client, long call) {
        state = protocol.step(state, new Event.Call(client, call, 0, new Operation.Put(1, 1)), log)
                .state();
    }

    private static List<String> lines(EventLog log) throws IOException {
        String text = Files.readString(log.path(), StandardCharsets.US_ASCII);
        return text.replace("\0", "").lines().toList();
    }

    @Test
    void lineIsInTheFileAtOnce() throws IOException {
        EventLog log = begin(1 << 30);
        log.heard(new long[] {0, 0, 5});
        write(log, 1);
        List<String> lines = lines(log);
        assertEquals(3, lines.size());
        assertTrue(lines.get(0).startsWith("{\"format\":\"godwit-events\",\"version\":4,\"member\":1,\"life\":0,"));
        assertEquals("{\"s\":1,\"a\":\"Write\",\"p\":0,\"o\":[7,1],\"c\":{\"2\":5}," + "\"l\":[1,0,1]}", lines.get(1));
        assertEquals("{\"s\":2,\"a\":\"AnswerWrite\",\"p\":0,\"o\":[7,1]}", lines.get(2));
        log.close();
    }

    /** The two clients get the same place, so that each takes it from the other one. */
    @Test
    void clientWithALongNumberIsNamedOnceAndThenByItsPlace() throws IOException {
        long one = 7_000_000_000_000_000_000L;
        ClientDictionary clients = new ClientDictionary();
        long other = one + 1;
        while (clients.place(other) != clients.place(one)) {
            other++;
        }
        int place = clients.place(one);
        EventLog log = begin(1 << 30);
        write(log, one, 1);
        write(log, other, 1);
        write(log, other, 2);
        write(log, one, 2);
        List<String> calls = lines(log).stream()
                .skip(1)
                .map(line -> line.replaceAll(".*(\"[ok]\":\\[[^]]*\\]).*", "$1"))
                .toList();
        String again = "\"k\":[" + place + ",";
        assertEquals(
                List.of(
                        "\"o\":[" + one + ",1," + place + "]",
                        again + "1]",
                        "\"o\":[" + other + ",1," + place + "]",
                        again + "1]",
                        again + "2]",
                        again + "2]",
                        "\"o\":[" + one + ",2," + place + "]",
                        again + "2]"),
                calls);
        log.close();
    }

    @Test
    void refusalsHaveALineWithTheirValuesEachTimeTheirNumberDoubles() throws IOException {
        EventLog log = begin(1 << 30);
        write(log, 1);
        for (int again = 1; again <= 9; again++) {
            write(log, 1);
        }
        log.end(state);
        List<String> refusals =
                lines(log).stream().filter(line -> line.contains("refus")).toList();
        String line =
                "{\"refusal\":\"Write\",\"rule\":\"DEDUPLICATES\",\"n\":%d,\"text\":\"call 1 of 7 is in the log\"}";
        assertEquals(
                List.of(
                        line.formatted(1),
                        line.formatted(2),
                        line.formatted(4),
                        line.formatted(8),
                        "{\"refused\":{\"Write DEDUPLICATES\":9}}"),
                refusals);
    }

    @Test
    void textsHaveNoCharactersThatWouldHaveToBeEscaped() {
        JsonLine line = new JsonLine();
        line.open('{').name("text").quoted("a \"b\" \\ \n é").end();
        assertEquals(
                "{\"text\":\"a ?b? ? ? ?\"}\n", new String(line.bytes(), 0, line.size(), StandardCharsets.US_ASCII));
    }

    @Test
    void closedLogHasNothingBehindItsEnd() throws IOException {
        EventLog log = begin(1 << 30);
        write(log, 1);
        write(log, 1);
        log.end(state);
        String text = Files.readString(log.path(), StandardCharsets.US_ASCII);
        assertEquals(-1, text.indexOf('\0'));
        List<String> lines = text.lines().toList();
        assertEquals("{\"refused\":{\"Write DEDUPLICATES\":1}}", lines.get(lines.size() - 2));
        assertTrue(lines.get(lines.size() - 1).startsWith("{\"end\":3,\"dropped\":0,\"control\":{"));
    }

    @Test
    void eventsThatDoNotFitAreCounted() throws IOException {
        EventLog log = begin(6000);
        for (int call = 1; call <= 100; call++) {
            write(log, call);
        }
        assertTrue(log.dropped() > 0);
        log.end(state);
        List<String> lines = lines(log);
        long events = lines.stream().filter(line -> line.startsWith("{\"s\"")).count();
        assertEquals(200, events + log.dropped());
        assertEquals("{\"end\":200,\"dropped\":" + log.dropped() + "}", lines.get(lines.size() - 1));
    }

    @Test
    void eachLifeHasAFileAndNumbersOfItsOwn() throws IOException {
        begin(1 << 30).close();
        EventLog second = begin(1 << 30);
        write(second, 1);
        assertEquals("member-1-1.ndjson", String.valueOf(second.path().getFileName()));
        assertTrue(lines(second).get(1).startsWith("{\"s\":4294967297,"));
        second.close();
    }
}
