package io.godwit.protocol.classic.data;

/** A migration as its master sees it. */
public record MigrationProgress(Stage stage, Migration migration) {
    /** How far it has come. */
    public enum Stage {
        /** The copy is under way. */
        COPY,
        /** The destination was told to apply it. */
        COMMIT
    }
}
