package io.godwit.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.baseline.ClassicMember.Generation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationTest {
    @Test
    void eachProcessIsAnotherMember(@TempDir Path directory) {
        Path file = directory.resolve("generation");
        assertEquals(0, new Generation(file).next());
        assertEquals(1, new Generation(file).next());
        assertEquals(2, new Generation(file).next());
    }
}
