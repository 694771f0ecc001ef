/** Counterexamples as one JSON form, and the pages drawn from it. */
package io.godwit.trace;
