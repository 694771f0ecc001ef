/** Which lines of the module {@code runtime} the simulation executes, and which only tests do. */
package io.godwit.matrix.coverage;
