/**
 * The bindings of the classic protocol, of its planner ({@code spec/classic/PlanAndRun.tla}, arrangement by arrangement), and of its
 * restart from some of the disks ({@code spec/classic/PartialRestart.tla}).
 */
package io.godwit.conformance.classic;
