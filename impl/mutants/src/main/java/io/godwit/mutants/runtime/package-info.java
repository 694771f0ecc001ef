/** Mutants of the code around the engine (runtime, codec, store, client), made by rewriting classes as they are loaded. */
package io.godwit.mutants.runtime;
