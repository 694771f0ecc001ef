/** The writes of a partition, in the order in which they take effect. */
package io.godwit.protocol.quorum.data.log;
