/** The text of the specification, read without TLC. */
package io.godwit.conformance.spec;
