/** Model checking as a product: {@link io.godwit.modelcheck.Check} runs what a manifest lists and judges what comes out. */
package io.godwit.modelcheck;
