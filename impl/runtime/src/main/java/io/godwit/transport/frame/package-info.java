/** The frames of the wire format as Java values: {@code docs/wire-format.md}. */
package io.godwit.transport.frame;
