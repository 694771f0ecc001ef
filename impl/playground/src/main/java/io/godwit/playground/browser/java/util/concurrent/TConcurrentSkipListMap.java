package io.godwit.playground.browser.java.util.concurrent;

import java.util.TreeMap;

/** There is one thread; it does not change the map while it iterates. */
public final class TConcurrentSkipListMap<K, V> extends TreeMap<K, V> {
    private static final long serialVersionUID = 1;
}
