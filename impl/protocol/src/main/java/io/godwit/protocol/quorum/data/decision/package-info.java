/**
 * What a master decides about the data of a partition. A decision is computed from what is decided, and proposed to the
 * registers as a change of that; the registers see to it that it replaces nothing else.
 */
package io.godwit.protocol.quorum.data.decision;
