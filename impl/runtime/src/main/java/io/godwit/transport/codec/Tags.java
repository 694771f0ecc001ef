package io.godwit.transport.codec;

/** Tags of the first fields of any message, which are one byte: as numbers, as eight bytes, and as bytes or a message. */
final class Tags {
    static final int NUMBER_1 = 1 << 3;
    static final int NUMBER_2 = 2 << 3;
    static final int NUMBER_3 = 3 << 3;
    static final int NUMBER_4 = 4 << 3;
    static final int NUMBER_5 = 5 << 3;

    static final int FIXED_2 = (2 << 3) | 1;

    static final int NESTED_1 = (1 << 3) | 2;
    static final int NESTED_2 = (2 << 3) | 2;
    static final int NESTED_3 = (3 << 3) | 2;
    static final int NESTED_4 = (4 << 3) | 2;
    static final int NESTED_5 = (5 << 3) | 2;
    static final int NESTED_6 = (6 << 3) | 2;
    static final int NESTED_7 = (7 << 3) | 2;

    private Tags() {}
}
