/** What all bindings need: values of the specification as Java values and back. */
package io.godwit.conformance.binding;
