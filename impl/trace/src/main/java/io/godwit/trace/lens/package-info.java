/** The lens: a data file next to the specification that defines how the pages show a state. */
package io.godwit.trace.lens;
