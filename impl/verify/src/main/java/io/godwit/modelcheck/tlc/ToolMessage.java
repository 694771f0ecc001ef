package io.godwit.modelcheck.tlc;

import java.util.Optional;

/**
 * One message of TLC's {@code -tool} output.
 *
 * @param number its number; {@code tlc2.output.EC} names them all
 * @param severity its class: 0 information, 1 error, 2 defect of TLC itself, 3 warning, 4 state
 * @param body the text between the marks
 */
public record ToolMessage(int number, int severity, String body) {
    /** The code, where the number means something here. */
    public Optional<TlcCode> code() {
        return TlcCode.of(number);
    }

    /** Whether TLC calls it an error or a defect of its own. */
    public boolean isError() {
        return severity == 1 || severity == 2;
    }

    /** Whether it has this code. */
    public boolean is(TlcCode code) {
        return number == code.number();
    }
}
