/** The planner against {@code spec/classic/PlanAndRun.tla}, arrangement by arrangement. */
package io.godwit.conformance.planner;
