package io.godwit.protocol.classic;

/**
 * What all members are configured with alike.
 *
 * @param partitions number of partitions, 1 or more
 * @param copies replicas of a partition, the owner included, 1 to 7
 * @param parallel migrations at once per member, as source or destination, 1 or more
 * @param batch completed migrations that trigger a publication, 1 or more
 */
public record ClassicSettings(int partitions, int copies, int parallel, int batch) {}
