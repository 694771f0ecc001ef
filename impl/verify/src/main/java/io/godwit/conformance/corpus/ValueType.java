package io.godwit.conformance.corpus;

/** What a value of the specification is. */
public enum ValueType {
    /** An integer. */
    NUMBER(0),
    /** A string, or a model value. */
    TEXT(1),
    /** TRUE or FALSE. */
    TRUTH(2),
    /** A set; its items are its elements, by ascending id. */
    SET(3),
    /** A record; its items are the values of its fields, which are named in alphabetical order. */
    RECORD(4),
    /** A tuple or sequence, and any function whose domain is 1..n. */
    SEQUENCE(5),
    /** Any other function; its items are its values, in the order of its domain. */
    FUNCTION(6);

    private static final ValueType[] BY_CODE = values();

    private final int code;

    ValueType(int code) {
        this.code = code;
    }

    /** What stands for it in a file. */
    int code() {
        return code;
    }

    /** What a code stands for. */
    static ValueType of(int code) {
        return BY_CODE[code];
    }
}
