/**
 * The data plane of the quorum protocol: what a member holds of each partition, and whom it hears under which version.
 * Its specification is {@code spec/quorum/DataPlane.tla} and what that extends.
 */
package io.godwit.protocol.quorum.data;
