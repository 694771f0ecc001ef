/** What came out of a model, and whether that is what must come out. */
package io.godwit.modelcheck.verdict;
