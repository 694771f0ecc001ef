/** Everything that ties the engine to the specification, run at once: what {@code ./godwit conform} does. */
package io.godwit.conformance.run;
