package io.godwit.modelcheck.cfg;

/** A name in a configuration, and the line it stands in. */
public record Named(String name, int line) {}
