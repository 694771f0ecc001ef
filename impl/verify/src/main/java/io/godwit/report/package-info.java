/** One HTML report over models, mutants, findings and traces. */
package io.godwit.report;
