package io.godwit.matrix;

/**
 * The results of all rungs for a row.
 *
 * @param name the row
 * @param tlc the model checker
 * @param replay the replay
 * @param simulation the simulation
 */
public record RowResult(String name, RungOutcome tlc, RungOutcome replay, RungOutcome simulation) {
    /** This result, completed with an older one where nothing was run. */
    RowResult over(RowResult older) {
        return new RowResult(name, tlc.over(older.tlc), replay.over(older.replay), simulation.over(older.simulation));
    }

    /** Of one rung. */
    public RungOutcome of(Rung rung) {
        return switch (rung) {
            case TLC -> tlc;
            case REPLAY -> replay;
            case SIMULATION -> simulation;
        };
    }
}
