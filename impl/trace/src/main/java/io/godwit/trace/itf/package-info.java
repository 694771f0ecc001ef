/** Reads the traces that Apalache writes (ITF). */
package io.godwit.trace.itf;
