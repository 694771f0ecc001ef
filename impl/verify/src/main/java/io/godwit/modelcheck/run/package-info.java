/** Which models to check, when, and what came out of each. */
package io.godwit.modelcheck.run;
