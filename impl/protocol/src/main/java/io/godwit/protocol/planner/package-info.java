/**
 * Who shall hold what, and in which order to get there.
 *
 * <p>{@link io.godwit.protocol.planner.Arranger} says how the partitions are to be arranged over the members;
 * {@link io.godwit.protocol.planner.PlanAndRun} turns the way from one arrangement of a partition to another into
 * ordered steps (seed 001 section 2; {@code spec/classic/MigrationPlanner.tla}). Neither has a memory: a plan is a function
 * of table and members, and is dropped and made again whenever something went wrong.
 *
 * <p>Slots are numbered from 0 here, from 1 in the specification. Slot 0 is the primary's.
 */
package io.godwit.protocol.planner;
