package io.godwit.simulation.sharing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.simulation.run.Fingerprints;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharingTest {
    private static Object run(SharingLoader.Planted planted, String... args) throws ReflectiveOperationException {
        Sharing.reset();
        Class<?> program = new SharingLoader(planted).loadClass(Fingerprints.class.getName());
        return program.getMethod("of", List.class).invoke(null, List.of(args));
    }

    @Test
    void x() throws ReflectiveOperationException {
        long t = System.nanoTime();
        Object f = run(it -> {}, "6", "1", "4");
        System.out.println((System.nanoTime() - t) / 1e9 + " s " + Sharing.accesses() + " " + Sharing.roles());
        Sharing.found().forEach((k, v) -> System.out.println("FOUND " + k + ": " + v));
        assertEquals(Fingerprints.of(List.of("6", "1", "4")), f);
    }
}
