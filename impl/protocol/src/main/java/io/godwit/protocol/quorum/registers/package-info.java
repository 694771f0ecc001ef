/** What a member has of the control plane: its part in the registers, elections and voters, the messages, and stamps. */
package io.godwit.protocol.quorum.registers;
