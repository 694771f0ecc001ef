/** TLA+ values as data: what TLC prints and Apalache writes, in one form. */
package io.godwit.trace.value;
