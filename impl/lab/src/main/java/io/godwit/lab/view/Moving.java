package io.godwit.lab.view;

/**
 * A partition on its way.
 *
 * @param partition its number
 * @param version of its configuration
 * @param source from where, a member's name
 * @param destination to where, a member's name
 * @param sent keys or entries that have gone
 * @param all how many there are, 0 if nobody knows yet
 */
public record Moving(int partition, String version, String source, String destination, long sent, long all) {}
