/** The lens: a data file beside the specification that says what the pages show of a state. */
package io.godwit.trace.lens;
