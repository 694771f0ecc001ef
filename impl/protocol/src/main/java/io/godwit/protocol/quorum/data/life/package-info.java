/** How a member starts and ends; {@code spec/quorum/Drain.tla} and the faults of {@code spec/quorum/DataPlane.tla}. */
package io.godwit.protocol.quorum.data.life;
