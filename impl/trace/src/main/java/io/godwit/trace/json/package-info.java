/** The JSON form of traces; {@code docs/trace-format.md} describes it. */
package io.godwit.trace.json;
