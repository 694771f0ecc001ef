package io.godwit.trace;

/** A place in a specification: module and lines, counted from 1. */
public record SourceLocation(String module, int line, int endLine) {
    @Override
    public String toString() {
        return module + ":" + line;
    }
}
