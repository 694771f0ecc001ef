package io.godwit.events;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers as decimal digits, in bytes that have room for them. */
final class Digits {
    /** The most bytes that a number takes, with its sign. */
    static final int MOST = 20;

    private static final int TEN = 10;
    private static final int HUNDRED = 100;
    private static final int TEN_THOUSAND = 10_000;
    private static final int MILLION = 1_000_000;
    private static final int GROUP = 100_000_000;
    private static final int GROUP_DIGITS = 8;

    private static final VarHandle PAIR = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final short[] PAIRS = new short[HUNDRED];

    private static final int THOUSAND = 1000;
    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    /** The digits of numbers below a thousand, and how many there are in the byte behind them. */
    private static final int[] SHORT = new int[THOUSAND];

    static {
        for (int i = 0; i < HUNDRED; i++) {
            PAIRS[i] = (short) (('0' + i % TEN) << Byte.SIZE | ('0' + i / TEN));
        }
        for (int i = 0; i < THOUSAND; i++) {
            String digits = Integer.toString(i);
            int packed = digits.length() << (Integer.SIZE - Byte.SIZE);
            for (int at = 0; at < digits.length(); at++) {
                packed |= digits.charAt(at) << (at * Byte.SIZE);
            }
            SHORT[i] = packed;
        }
    }

    private Digits() {}

    /**
     * Writes a number.
     *
     * @param at where its first byte goes; there are {@value #MOST} from there
     * @return where the next one goes
     */
    static int write(byte[] to, int at, long number) {
        if (number >= 0 && number < THOUSAND) {
            int packed = SHORT[(int) number];
            FOUR.set(to, at, packed);
            return at + (packed >>> (Integer.SIZE - Byte.SIZE));
        }
        if (number >= 0) {
            return positive(to, at, number);
        }
        to[at] = '-';
        // The least number has no positive counterpart.
        return number == Long.MIN_VALUE
                ? group(to, positive(to, at + 1, -(number / GROUP)), (int) -(number % GROUP))
                : positive(to, at + 1, -number);
    }

    private static int positive(byte[] to, int at, long number) {
        if (number < GROUP) {
            return small(to, at, (int) number);
        }
        long groups = number / GROUP;
        return group(to, positive(to, at, groups), (int) (number - groups * GROUP));
    }

    /** A number of at most eight digits, without zeros in front of it. */
    private static int small(byte[] to, int at, int number) {
        if (number < TEN) {
            to[at] = (byte) ('0' + number);
            return at + 1;
        }
        int behind = at + length(number);
        int rest = number;
        int place = behind;
        while (rest >= HUNDRED) {
            int hundreds = rest / HUNDRED;
            place -= 2;
            PAIR.set(to, place, PAIRS[rest - hundreds * HUNDRED]);
            rest = hundreds;
        }
        if (rest < TEN) {
            to[at] = (byte) ('0' + rest);
        } else {
            PAIR.set(to, at, PAIRS[rest]);
        }
        return behind;
    }

    private static int length(int number) {
        if (number < TEN_THOUSAND) {
            return number < HUNDRED ? 2 : number < THOUSAND ? 3 : 4;
        }
        if (number < MILLION) {
            return number < MILLION / TEN ? 5 : 6;
        }
        return number < TEN * MILLION ? 7 : GROUP_DIGITS;
    }

    /** A number of eight digits, zeros in front of it included. */
    private static int group(byte[] to, int at, int number) {
        int high = number / TEN_THOUSAND;
        int low = number - high * TEN_THOUSAND;
        int first = high / HUNDRED;
        int third = low / HUNDRED;
        PAIR.set(to, at, PAIRS[first]);
        PAIR.set(to, at + 2, PAIRS[high - first * HUNDRED]);
        PAIR.set(to, at + 4, PAIRS[third]);
        PAIR.set(to, at + 6, PAIRS[low - third * HUNDRED]);
        return at + GROUP_DIGITS;
    }
}
