package io.godwit.matrix;

/**
 * What all rungs found out about a row.
 *
 * @param name the row
 * @param tlc the model checker
 * @param replay the replay
 * @param simulation the simulation
 */
public record RowResult(String name, Catch tlc, Catch replay, Catch simulation) {
    /** This result, and where nobody looked, what an older one has. */
    RowResult over(RowResult older) {
        return new RowResult(name, tlc.over(older.tlc), replay.over(older.replay), simulation.over(older.simulation));
    }

    /** Of one rung. */
    public Catch of(Rung rung) {
        return switch (rung) {
            case TLC -> tlc;
            case REPLAY -> replay;
            case SIMULATION -> simulation;
        };
    }
}
