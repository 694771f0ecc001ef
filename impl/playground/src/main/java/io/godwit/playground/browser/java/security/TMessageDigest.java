package io.godwit.playground.browser.java.security;

import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** SHA-256 of arrays. */
public final class TMessageDigest {
    private static final int BLOCK = 64;
    private static final int ROUNDS = 64;
    private static final int WORDS = 8;
    /** The first 32 bits of the fractional parts of the cube roots of the first primes, and of the square roots. */
    private static final int[] K = new int[ROUNDS];

    private static final int[] START = new int[WORDS];

    static {
        int found = 0;
        for (int n = 2; found < ROUNDS; n++) {
            if (isPrime(n)) {
                K[found] = root(n, 3);
                if (found < WORDS) {
                    START[found] = root(n, 2);
                }
                found++;
            }
        }
    }

    private TMessageDigest() {}

    private static boolean isPrime(int n) {
        for (int i = 2; i * i <= n; i++) {
            if (n % i == 0) {
                return false;
            }
        }
        return true;
    }

    /** The fractional bits of a root, found bit by bit. */
    private static int root(int n, int power) {
        java.math.BigInteger radicand = java.math.BigInteger.valueOf(n).shiftLeft(power * Integer.SIZE);
        java.math.BigInteger root = java.math.BigInteger.ZERO;
        for (int bit = Integer.SIZE + 4; bit >= 0; bit--) {
            java.math.BigInteger more = root.setBit(bit);
            if (more.pow(power).compareTo(radicand) <= 0) {
                root = more;
            }
        }
        return root.intValue();
    }

    /** The only algorithm that there is. */
    public static TMessageDigest getInstance(String algorithm) throws NoSuchAlgorithmException {
        if (!algorithm.equals("SHA-256")) {
            throw new NoSuchAlgorithmException(algorithm);
        }
        return new TMessageDigest();
    }

    /** The digest of some bytes. */
    public byte[] digest(byte[] bytes) {
        int padded = (bytes.length + 1 + Long.BYTES + BLOCK - 1) / BLOCK * BLOCK;
        ByteBuffer in = ByteBuffer.wrap(Arrays.copyOf(bytes, padded));
        in.put(bytes.length, (byte) 0x80);
        in.putLong(padded - Long.BYTES, (long) bytes.length * Byte.SIZE);
        int[] hash = START.clone();
        while (in.hasRemaining()) {
            block(in, hash);
        }
        ByteBuffer out = ByteBuffer.allocate(WORDS * Integer.BYTES);
        for (int word : hash) {
            out.putInt(word);
        }
        return out.array();
    }

    private static void block(ByteBuffer in, int[] hash) {
        int[] w = new int[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            w[i] = i < 16
                    ? in.getInt()
                    : w[i - 16] + small(w[i - 15], 7, 18, 3) + w[i - 7] + small(w[i - 2], 17, 19, 10);
        }
        int[] v = hash.clone();
        for (int i = 0; i < ROUNDS; i++) {
            int choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
            int majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            int one = v[7] + large(v[4], 6, 11, 25) + choice + K[i] + w[i];
            int two = large(v[0], 2, 13, 22) + majority;
            System.arraycopy(v, 0, v, 1, WORDS - 1);
            v[4] += one;
            v[0] = one + two;
        }
        for (int i = 0; i < WORDS; i++) {
            hash[i] += v[i];
        }
    }

    private static int small(int x, int a, int b, int shift) {
        return Integer.rotateRight(x, a) ^ Integer.rotateRight(x, b) ^ (x >>> shift);
    }

    private static int large(int x, int a, int b, int c) {
        return Integer.rotateRight(x, a) ^ Integer.rotateRight(x, b) ^ Integer.rotateRight(x, c);
    }
}
