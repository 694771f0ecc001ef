package io.godwit.tracecheck.log;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A log with one thing in it that no member writes is refused, with file and line. */
class LogSchemaTest {
    private static final String LOG =
            """
            {"format":"godwit-events","version":4,"member":1,"life":0,"began":"found","founders":[1,2],"partitions":4,"copies":2,"control":{"voting":[1,1,[1,2]],"accepted":{"3":[1,1,0,0,[1],[1],0,0]}},"data":{"status":"up"}}
            {"s":1,"a":"HandleAccept","f":2,"p":3,"v":[1,2],"c":{"2":7},"d":{"term":2,"accepted":{"3":[1,2,1,1,[1,2],[1],0,0]}}}
            {"s":2,"a":"Write","p":3,"o":[77,1,0],"l":[1,1,2]}
            {"s":3,"a":"AnswerWrite","p":3,"k":[0,1]}
            {"s":4,"a":"HandleVoters","f":2,"voting":[1,2,[1,2]],"d":{"voting":[1,2,[1,2]]}}
            {"s":5,"a":"Activate","p":0,"v":[1,2],"d":{"replicas":{"0":{"waits":[2]}}}}
            {"refused":{"HandleAccept ACCEPT_CHECKS_TERM":3}}
            {"refusal":"HandleAccept","rule":"ACCEPT_CHECKS_TERM","n":2,"text":"term 3 is before 5"}
            {"end":5,"dropped":0,"control":{"outstanding":{"3":null}},"data":{"status":"up"}}
            """;

    @TempDir
    private Path directory;

    private LogReader read(String log) throws Exception {
        try (LogReader reader = LogReader.open(Files.writeString(directory.resolve("member-1-0.ndjson"), log))) {
            while (reader.next() != null) {
                // To the end.
            }
            return reader;
        }
    }

    @Test
    void writtenEventLogIsRead() {
        LogReader file = assertDoesNotThrow(() -> read(LOG));
        assertEquals(5, file.events());
        assertEquals(Map.of("HandleAccept ACCEPT_CHECKS_TERM", 3L), file.refusals());
        assertEquals(1, file.refusalLines());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1 | "member":1           | "member":"1"          | 'member' is a number from 1
                    1 | "life":0             | "life":-1             | 'life' is a number from 0
                    1 | "began":"found"      | "began":"fly"         | 'began' is found, join or restart
                    1 | "founders":[1,2]     | "founders":[1,"2"]    | 'founders' is a list of members
                    1 | "partitions":4       | "partitions":0        | 'partitions' is a number from 1
                    1 | "began":"found"      | "began":"found","x":1 | 'x' is nothing that a log has here
                    1 | {"status":"up"}      | {"zork":1}            | 'zork' is nothing that a log has here
                    1 | [1,1,[1,2]]          | [1,1]                 | 'voting' is [term, number, [voters]]
                    1 | "3":[1,1,0,0         | "4":[1,1,0,0          | 'accepted' has no partition 4
                    2 | "a":"HandleAccept"   | "a":"Fly"             | 'a' is no action that a member carries out: Fly
                    2 | "f":2,               | ''                    | HandleAccept has an argument 'f'
                    2 | "f":2                | "f":0                 | 'f' is a member, a number from 1
                    2 | "v":[1,2]            | "v":[1]               | 'v' is a version, [term, number]
                    2 | "v":[1,2]            | "v":[1,2],"m":4       | HandleAccept has no 'm'
                    2 | {"2":7}              | {"zz":7}              | 'c' says of a member how many of its events came before, not zz=7
                    2 | {"2":7}              | {"2":"q"}             | 'c' says of a member how many of its events came before, not 2="q"
                    2 | "d":{"term":2        | "d":{"zork":2         | 'zork' is nothing that a log has here
                    2 | "3":[1,2,1,1         | "3":[1,2,1            | 'accepted' has entries of 8 values, or null, not [1,2,1,[1,2],[1],0,0]
                    3 | "o":[77,1,0]         | "o":[77]              | a write that was added is 'l', [length, term, number], with its partition 'p' and its name 'o', and without 'd'
                    4 | "p":3                | "p":4                 | 'p' is a partition from 0 to 3, not 4
                    4 | "p":3                | "p":"a"               | 'p' is a partition from 0 to 3, not "a"
                    4 | "p":3,               | ''                    | AnswerWrite has an argument 'p'
                    5 | "voting":[1,2,[1,2]],"d" | "voting":[1,2],"d" | 'voting' is [term, number, [voters]]
                    6 | {"0":{"waits"        | {"x":{"waits"         | 'replicas' has no partition x
                    6 | "waits"              | "weight"              | 'weight' is nothing that a log has here
                    7 | :3                   | :"3"                  | 'refused' has a number for each handler and guard
                    8 | "HandleAccept"       | ""                    | 'refusal' is an action, and 'rule' what has refused it
                    8 | "ACCEPT_CHECKS_TERM" | 7                     | 'refusal' is an action, and 'rule' what has refused it
                    8 | "n":2                | "n":0                 | 'n' is a number from 1
                    8 | "n":2,               | ''                    | 'n' is a number from 1
                    8 | ,"text":"term 3 is before 5" | ''            | 'text' says why
                    8 | "n":2                | "m":2                 | 'm' is nothing that a log has here
                    9 | "end":5              | "end":"5"             | 'end' and 'dropped' are numbers
                    9 | "dropped":0          | "lost":0              | 'lost' is nothing that a log has here
                    """)
    void unknownLogLineIsRefused(int number, String written, String changed, String why) {
        String[] lines = LOG.split("\n");
        String line = lines[number - 1];
        assertEquals(true, line.contains(written), written + " is not in line " + number);
        lines[number - 1] = line.replace(written, changed);
        LogException refused = assertThrows(LogException.class, () -> read(String.join("\n", lines) + "\n"));
        assertEquals("member-1-0.ndjson:" + number + ": " + why, refused.getMessage());
    }
}
