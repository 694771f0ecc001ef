package io.godwit.member.transfer;

/**
 * Progress of a log that is sent to another member.
 *
 * @param partition its partition
 * @param to the receiver
 * @param sent keys or entries that were sent
 * @param all how many there are; 0 until sending begins
 */
public record TransferProgress(int partition, int to, long sent, long all) {}
