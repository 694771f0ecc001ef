/**
 * The registers: one per partition, kept by the voters; the state of a member's part in them, the messages, and a master
 * that proposes and commits ({@code spec/quorum/Registers.tla}).
 */
package io.godwit.protocol.quorum.registers;
