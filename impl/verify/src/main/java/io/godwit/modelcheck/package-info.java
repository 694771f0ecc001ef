/** Model checking as a product: {@link io.godwit.modelcheck.ModelCheck} runs what a manifest lists and judges what comes out. */
package io.godwit.modelcheck;
