/** The part of the bug matrix that is about the code around the engine: runtime, codec, store and client. */
package io.godwit.matrix.runtime;
