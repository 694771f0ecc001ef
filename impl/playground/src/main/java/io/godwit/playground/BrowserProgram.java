package io.godwit.playground;

import java.util.List;

/** The program that is compiled for the browser. The page calls {@link #main} for each question and reads the line that it prints. */
final class BrowserProgram {
    private BrowserProgram() {}

    /**
     * Prints the answer to a question.
     *
     * @param args as {@link Playground#answer} takes it
     */
    public static void main(String[] args) {
        System.out.println(Playground.answer(List.of(args)));
    }
}
