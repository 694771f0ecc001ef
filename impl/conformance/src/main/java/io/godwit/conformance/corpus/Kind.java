package io.godwit.conformance.corpus;

/** What a value of the specification is. The order is part of the file format. */
public enum Kind {
    /** An integer. */
    NUMBER,
    /** A string, or a model value. */
    TEXT,
    /** TRUE or FALSE. */
    TRUTH,
    /** A set; its items are its elements, by ascending id. */
    SET,
    /** A record; its items are the values of its fields, which are named in alphabetical order. */
    RECORD,
    /** A tuple or sequence, and any function whose domain is 1..n. */
    SEQUENCE,
    /** Any other function; its items are its values, in the order of its domain. */
    FUNCTION
}
