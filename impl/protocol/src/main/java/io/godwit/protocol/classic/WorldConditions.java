package io.godwit.protocol.classic;

/**
 * Conditions of actions that a member cannot see, because they are about other members or about what is under way. The
 * engine's handler has all the others; the world has to keep these.
 */
public enum WorldConditions {
    /** Detect and Suspect are one handler. */
    DETECT(
            "classic/Membership!Detect",
            "the other one is gone or a link to it is cut; its channels to the member close"),
    /** Detect and Suspect are one handler. */
    SUSPECT("classic/Membership!Suspect", "the other one is up and its link works; it is one of Suspecters"),
    /** Processes start in the order of their numbers. */
    JOIN("classic/Membership!Join", "the newcomer is off and the least that is; RebornAs needs RebornOf to be gone"),
    /** A sync is not started while data are under way. */
    START_SYNC(
            "classic/Replication!StartSync",
            "AntiEntropy; the backup is up and the link to it open; no message about the partition is under way to it"),
    /** One round at a time. */
    SEND_STAMP_CHECK("classic/StampCheck!SendStampCheck", "no check and no answer to one is under way"),
    /** One request at a time. */
    REPEAT_SHUTDOWN_REQUEST(
            "classic/GracefulShutdown!RepeatShutdownRequest", "the master is up and no request to it is under way"),
    /** One answer at a time. */
    RELEASE(
            "classic/GracefulShutdown!Release",
            "no answer is under way to that address and the link to it is open; an answer to RebornOf that was late may"
                    + " be given after it has left, to RebornAs on its address");

    private final String action;
    private final String condition;

    WorldConditions(String action, String condition) {
        this.action = action;
        this.condition = condition;
    }

    /** The action: {@code "family/Module!Action"}. */
    public String action() {
        return action;
    }

    /** What the world has to keep. */
    public String condition() {
        return condition;
    }
}
