/** The bindings of the classic protocol and of its planner ({@code spec/classic/PlanAndRun.tla}, arrangement by arrangement). */
package io.godwit.conformance.classic;
