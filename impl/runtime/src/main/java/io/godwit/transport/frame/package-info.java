/** The frames of the wire format as Java values: {@code docs/protocol/wire-format.md}. */
package io.godwit.transport.frame;
