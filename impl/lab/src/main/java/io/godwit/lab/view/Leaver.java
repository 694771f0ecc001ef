package io.godwit.lab.view;

/**
 * A member that leaves and is not gone yet.
 *
 * @param name what it is called
 * @param copies of how many partitions others still count on its copy
 * @param votes is it still one of the voters?
 */
public record Leaver(String name, int copies, boolean votes) {
    /** What it still waits for. */
    public String waitsFor() {
        if (copies == 0 && !votes) {
            return "to be let go";
        }
        return (copies == 1 ? "1 copy" : copies + " copies") + " to move" + (votes ? "; it still votes" : "");
    }
}
