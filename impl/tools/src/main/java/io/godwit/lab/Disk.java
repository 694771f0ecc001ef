package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A member's own disk of limited size, so that it can be filled: a file system in memory, which needs Linux and root. */
final class Disk {
    private static final String FILLER = "filler";
    private static final int PIECE = 4096;
    private static final Path MOUNTS = Path.of("/proc/mounts");

    private Disk() {}

    /** Mounts an empty file system of the given size at a directory. */
    static void mount(Path directory, int megabytes) throws IOException, InterruptedException {
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        if (!linux || !System.getProperty("user.name").equals("root")) {
            throw new LabException("disks of limited size require Linux and root");
        }
        Files.createDirectories(directory);
        Shell.run(List.of("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "godwit", directory.toString()));
    }

    static boolean isMounted(Path directory) throws IOException {
        return Files.exists(MOUNTS)
                && Files.readAllLines(MOUNTS).stream().anyMatch(line -> line.contains(" " + directory + " "));
    }

    static void unmount(Path directory) throws IOException, InterruptedException {
        if (isMounted(directory)) {
            Shell.run(List.of("umount", directory.toString()));
        }
    }

    /** Fills the disk. */
    static void fill(Path directory) throws IOException {
        if (!isMounted(directory)) {
            throw new LabException(directory + " is not a separate disk; start the cluster with a disk size");
        }
        try (OutputStream out = Files.newOutputStream(directory.resolve(FILLER))) {
            byte[] piece = new byte[PIECE];
            while (true) {
                out.write(piece);
            }
        } catch (IOException e) {
            if (Files.size(directory.resolve(FILLER)) == 0 && directory.toFile().getUsableSpace() > PIECE) {
                throw e;
            }
        }
    }

    /** Removes the file that fills it. */
    static void free(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(FILLER));
    }
}
