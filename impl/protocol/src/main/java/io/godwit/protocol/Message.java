package io.godwit.protocol;

/** What members send to each other. Immutable. Each protocol has its own, under one sealed interface. */
public interface Message {}
