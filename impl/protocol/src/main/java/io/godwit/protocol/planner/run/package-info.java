/**
 * The planner as a machine: one handler per action of {@code spec/classic/PlanAndRun.tla}, from two arrangements to ordered
 * steps, and on to the last arrangement when the steps are carried out.
 */
package io.godwit.protocol.planner.run;
