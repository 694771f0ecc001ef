package io.godwit.lab.view;

/**
 * A leaving member.
 *
 * @param name its name
 * @param copies number of partitions that still depend on its copy
 * @param votes whether it is still a voter
 */
public record LeavingMember(String name, int copies, boolean votes) {
    /** What it is waiting for. */
    public String waitsFor() {
        if (copies == 0 && !votes) {
            return "its release";
        }
        return (copies == 1 ? "1 copy" : copies + " copies") + " to move" + (votes ? "; it still votes" : "");
    }
}
