/** The JSON form of traces; {@code docs/verify/trace-format.md} describes it. */
package io.godwit.trace.json;
