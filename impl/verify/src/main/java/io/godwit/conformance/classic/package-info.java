/** The binding of the classic protocol. */
package io.godwit.conformance.classic;
