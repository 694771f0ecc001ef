package io.godwit.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.trace.Trace.Kind;
import io.godwit.trace.Trace.MessageEvent;
import io.godwit.trace.Trace.MessageKind;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.Trace.Scope;
import io.godwit.trace.Trace.Step;
import io.godwit.trace.page.StepDescription;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TraceBuilderTest {
    private final Trace fifo = SampleTraces.fifo();

    private Step step(int index) {
        return fifo.steps().get(index - 1);
    }

    @Test
    void findsMembersAndTellsVariablesApart() {
        assertEquals(List.of("1", "2"), fifo.memberNames());
        assertEquals(
                Map.of(
                        "table",
                        Scope.MEMBER,
                        "up",
                        Scope.MEMBER,
                        "data",
                        Scope.MEMBER,
                        "master",
                        Scope.GLOBAL,
                        "acked",
                        Scope.GLOBAL,
                        "msgs",
                        Scope.MESSAGES),
                fifo.variables().stream().collect(Collectors.toMap(Trace.Variable::name, Trace.Variable::scope)));
        assertEquals("what was acknowledged stays", fifo.meta().meaning());
        assertEquals("toy", fifo.meta().protocol());
    }

    @Test
    void followsMessagesThroughFifoChannels() {
        assertEquals("m1", only(step(2), MessageKind.SENT).id());
        assertEquals("m2", only(step(3), MessageKind.SENT).id());
        MessageEvent received = only(step(4), MessageKind.RECEIVED);
        assertEquals("m1", received.id());
        assertEquals("write 1", received.text());
        assertFalse(received.inferred());
        assertEquals("m2", only(step(5), MessageKind.LOST).id());
        assertEquals(List.of("m1", "m2"), step(3).inFlight());
        assertEquals(List.of("m2"), step(4).inFlight());
    }

    @Test
    void putsTheActingMemberFirst() {
        assertEquals(List.of("1"), step(2).actors());
        assertEquals("2", step(4).actors().get(0));
        assertEquals("1", step(5).actors().get(0));
        assertEquals("a client writes to 1", step(2).note());
    }

    @Test
    void tellsFaultsFromSteps() {
        assertEquals(
                List.of(Kind.INIT, Kind.CLIENT, Kind.CLIENT, Kind.STEP, Kind.CRASH),
                fifo.steps().stream().map(Step::kind).toList());
    }

    @Test
    void changesAreReportedAtTheirDepth() {
        assertEquals(
                List.of(
                        "data[1][1] − 1",
                        "data[1][1] − 2",
                        "table[2][1].replicas[1] 1 → 2",
                        "table[2][1].replicas[2] 2 → 0",
                        "up[1] yes → no"),
                new StepDescription(fifo).changes(step(5), 9));
        assertEquals("1 stops; lost: Backup 1 → 2", new StepDescription(fifo).headline(step(5)));
    }

    @Test
    void fillsTheMatrix() {
        Trace.Cell cell = step(5).matrix().cells().get(0).get(1);
        assertEquals("v2", cell.version());
        assertEquals("primary", cell.role());
        assertEquals("2", cell.replicas().get(0));
        assertNull(cell.replicas().get(1));
        assertTrue(cell.changed());
        assertFalse(step(4).matrix().cells().get(0).get(0).changed());
        assertEquals("backup", step(4).matrix().cells().get(0).get(1).role());
    }

    @Test
    void showsEqualStampsOfDifferentTablesAmongTheLiving() {
        assertEquals(
                step(4).matrix().stamps().get(0).code(),
                step(4).matrix().stamps().get(1).code());
        assertFalse(step(4).matrix().stamps().get(0).conflict());
        assertFalse(step(5).matrix().stamps().get(1).conflict(), "the other one is down");
    }

    @Test
    void infersWhoTookAMessageThatStays() {
        String ping = SampleTraces.message("Ping", "a", "b", 1);
        String pong = SampleTraces.message("Pong", "b", "a", 1);
        Trace soup = SampleTraces.soup(
                "Init | 0 | 0 | ",
                "SendPing | 1 | 0 | " + ping,
                "HandlePing | 1 | 5 | " + ping + ", " + pong,
                "HandlePong | 2 | 5 | " + ping + ", " + pong);
        MessageEvent taken = only(soup.steps().get(2), MessageKind.RECEIVED);
        assertTrue(taken.inferred());
        assertEquals("Ping", taken.type());
        assertEquals("Pong", only(soup.steps().get(3), MessageKind.RECEIVED).type());
    }

    @Test
    void leavesOutWhatItCannotInfer() {
        String one = SampleTraces.message("Ping", "a", "b", 7);
        String two = SampleTraces.message("Ping", "a", "b", 8);
        Trace soup =
                SampleTraces.soup("Init | 0 | 0 | " + one + ", " + two, "HandlePing | 0 | 5 | " + one + ", " + two);
        assertEquals(List.of(), soup.steps().get(1).messages());
    }

    @Test
    void choosesAmongSeveralByWhatTheReceiverTookOver() {
        String one = SampleTraces.message("Ping", "a", "b", 7);
        String two = SampleTraces.message("Ping", "a", "b", 8);
        Trace soup =
                SampleTraces.soup("Init | 0 | 0 | " + one + ", " + two, "HandlePing | 0 | 8 | " + one + ", " + two);
        MessageEvent taken = only(soup.steps().get(1), MessageKind.RECEIVED);
        assertTrue(taken.inferred());
        assertEquals("num 8", taken.text());
    }

    @Test
    void readsBags() {
        Trace bag = TraceBuilder.build(
                TraceMeta.named("bag").build(),
                List.of(
                        new RawState(1, "Init", null, ValueParser.state("/\\ x = [a |-> 0] /\\ msgs = <<>>")),
                        new RawState(
                                2,
                                "Send",
                                null,
                                ValueParser.state(
                                        "/\\ x = [a |-> 0] /\\ msgs = ([type |-> \"T\", src |-> \"a\", dst |-> \"a\"] :> 2)")),
                        new RawState(
                                3,
                                "HandleT",
                                null,
                                ValueParser.state(
                                        "/\\ x = [a |-> 1] /\\ msgs = ([type |-> \"T\", src |-> \"a\", dst |-> \"a\"] :> 1)"))),
                Lens.generic());
        assertEquals(2, bag.steps().get(1).messages().size());
        assertFalse(only(bag.steps().get(2), MessageKind.RECEIVED).inferred());
    }

    @Test
    void makesTheSameTraceOfItsOwnStates() {
        assertEquals(fifo, TraceBuilder.build(fifo.meta(), TraceBuilder.raw(fifo), SampleTraces.lens()));
    }

    @Test
    void refusesNothing() {
        assertTrue(assertThrows(
                        TraceException.class,
                        () -> TraceBuilder.build(TraceMeta.named("none").build(), List.of(), Lens.generic()))
                .getMessage()
                .contains("none has no states"));
    }

    private static MessageEvent only(Step step, MessageKind kind) {
        List<MessageEvent> found =
                step.messages().stream().filter(m -> m.kind() == kind).toList();
        assertEquals(1, found.size(), step.toString());
        return found.get(0);
    }
}
