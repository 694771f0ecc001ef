package io.godwit.member.transfer;

/**
 * How far the sending of a log is.
 *
 * @param partition which one
 * @param to the member that gets it
 * @param sent keys or entries that were given away
 * @param all how many there are; 0 as long as the receiver has not asked for them
 */
public record Transfer(int partition, int to, long sent, long all) {}
