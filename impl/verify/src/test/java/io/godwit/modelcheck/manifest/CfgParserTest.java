package io.godwit.modelcheck.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.manifest.Cfg.CfgKeyword;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CfgParserTest {
    private static final Path FILE = Path.of("A.cfg");

    @Test
    void readsEveryStatement() throws Exception {
        Cfg cfg = parse(
                """
                \\* a comment
                SPECIFICATION Spec
                CONSTANT Members = {1, 2,
                    3}  (* a (* nested *) comment *)
                  None <- NoMember  Name = "a b"  Low = -1
                  Op <- [Other] Theirs
                CONSTANTS Guard = TRUE
                INVARIANTS TypeOK Bounded
                INVARIANT Third
                PROPERTIES Live
                SYMMETRY Perms
                VIEW v
                CHECK_DEADLOCK FALSE
                """);

        assertEquals("{1, 2, 3}", cfg.constants().get("Members").value());
        assertEquals("NoMember", cfg.constants().get("None").value());
        assertEquals(true, cfg.constants().get("None").replaced());
        assertEquals("\"a b\"", cfg.constants().get("Name").value());
        assertEquals("-1", cfg.constants().get("Low").value());
        assertEquals("[Other]Theirs", cfg.constants().get("Op").value());
        assertEquals(true, cfg.constants().get("Guard").isBoolean());
        assertEquals(List.of("TypeOK", "Bounded", "Third"), cfg.invariantNames());
        assertEquals(List.of("Live"), cfg.propertyNames());
        assertEquals("FALSE", cfg.single().get(CfgKeyword.CHECK_DEADLOCK).name());
        assertEquals(9, cfg.lineOf("Third"));
    }

    @Test
    void writesWhatItRead() throws Exception {
        String text =
                "SPECIFICATION Spec\nCONSTANTS\n    A = {1, {2}}\n    B <- C\nINVARIANT\n    I\n    J\nPROPERTY\n    P\n";

        assertEquals(text, CfgWriter.write(parse(text)));
    }

    @Test
    void unknownKeyword() {
        assertEquals(
                "A.cfg:1: 'SPECIFICATON' is no keyword of a cfg\n    Did you mean 'SPECIFICATION'?",
                problem("SPECIFICATON Spec\nINIT Init NEXT Next"));
    }

    @Test
    void misspeltKeywordAfterConstants() {
        assertEquals(
                "A.cfg:4: 'INVARIANTZ' is no keyword of a cfg\n    Did you mean 'INVARIANT'?",
                problem("INIT Init NEXT Next\nCONSTANTS\nA = 1\nINVARIANTZ Bounded"));
    }

    @Test
    void misspeltKeywordAmongInvariants() {
        assertEquals(
                "A.cfg:3: 'PROPERTYS' is no keyword of a cfg\n    Did you mean 'PROPERTY'?",
                problem("INIT Init NEXT Next\nINVARIANTS Bounded\nPROPERTYS Live"));
    }

    @Test
    void constantAssignedTwice() {
        assertEquals(
                "A.cfg:3: the constant A is assigned twice, first in line 2\n    Remove one of the two.",
                problem("SPECIFICATION Spec CONSTANTS\nA = 1\nA = 2"));
    }

    @Test
    void constantWithoutValue() {
        assertEquals(
                "A.cfg:2: 'A' has no value\n    Write a name, a number, a string or a set.",
                problem("SPECIFICATION Spec CONSTANTS\nA =\nINVARIANT I"));
    }

    @Test
    void invariantListedTwice() {
        assertEquals(
                "A.cfg:2: I is listed twice\n    Remove one of the two.", problem("SPECIFICATION S\nINVARIANT I I"));
    }

    @Test
    void nothingToCheck() {
        assertEquals(
                "A.cfg: nothing says what to check\n    Add SPECIFICATION, or INIT and NEXT.", problem("INIT Init"));
    }

    @Test
    void twoWaysToSayWhatToCheck() {
        assertEquals(
                "A.cfg:1: SPECIFICATION together with INIT or NEXT\n    Keep one of the two ways.",
                problem("SPECIFICATION S\nINIT Init"));
    }

    @Test
    void unclosedComment() {
        assertEquals("A.cfg:2: a comment (* is not closed\n    Add the closing *).", problem("SPECIFICATION S\n(* so"));
    }

    @Test
    void reportsSeveralProblemsAtOnce() {
        BadInputException e = assertThrows(
                BadInputException.class, () -> parse("SPECIFICATION S\nCONSTANTS A = 1 A = 2\nINVARIANT I I"));

        assertEquals(2, e.problems().size());
    }

    private static Cfg parse(String text) throws BadInputException {
        return CfgParser.parse(FILE, text);
    }

    private static String problem(String text) {
        BadInputException e = assertThrows(BadInputException.class, () -> parse(text));
        InputProblem first = e.problems().get(0);
        return first.toString();
    }
}
