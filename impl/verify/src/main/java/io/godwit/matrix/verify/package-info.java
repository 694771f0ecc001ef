/** All rungs of the evidence ladder that run on one machine, one after the other: what {@code ./godwit verify} does. */
package io.godwit.matrix.verify;
