/** Which decision comes next on the way of a partition from its configuration to the arrangement that is wanted. */
package io.godwit.protocol.quorum.plan;
