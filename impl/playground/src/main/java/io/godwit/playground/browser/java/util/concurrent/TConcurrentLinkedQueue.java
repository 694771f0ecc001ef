package io.godwit.playground.browser.java.util.concurrent;

import java.util.ArrayDeque;

/** There is one thread. */
public final class TConcurrentLinkedQueue<E> extends ArrayDeque<E> {
    private static final long serialVersionUID = 1;
}
