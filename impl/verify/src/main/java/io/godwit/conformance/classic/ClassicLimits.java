package io.godwit.conformance.classic;

import io.godwit.conformance.replay.Constants;
import io.godwit.protocol.classic.DataMessage;
import java.util.function.BooleanSupplier;

/** Where a model allows less than members would do: budgets, and what members cannot see. */
final class ClassicLimits {
    static final String BUDGET = "spent < Max";
    static final String DETECT = "~Up(d) \\/ <<n, d>> \\in cut \\/ <<d, n>> \\in cut";
    static final String SUSPECT = "Up(d) /\\ <<d, n>> \\notin cut /\\ n \\in Suspecters";
    static final String JOIN = "life[n] = \"off\", the least such n, and nobody on its address";
    static final String START_SYNC = "Up(b) /\\ Open(n, b), and no message about p is under way to b";
    static final String ONE_ROUND = "no check and no answer to one is under way";
    static final String ONE_REQUEST = "Up(master[n]), and no request to it is under way";
    static final String ONE_RELEASE = "no answer is under way to that address, and the link is open";

    private final Constants constants;
    private final ClassicCodec codec;
    private final ClassicClusterState clusterState;

    ClassicLimits(Constants constants, ClassicCodec codec, ClassicClusterState clusterState) {
        this.constants = constants;
        this.codec = codec;
        this.clusterState = clusterState;
    }

    /** May this member be wrong about others? */
    boolean suspects(int n) {
        return constants.numbers("Suspecters").contains(n);
    }

    /** Is a message about the partition on its way? */
    boolean isDataUnderWay(int from, int to, int p) {
        for (int message : clusterState.underWay(ClassicOffers.DATA, from, to)) {
            if (((DataMessage) codec.messages().message(message)).partition() == p) {
                return true;
            }
        }
        return false;
    }

    /** How many have joined. */
    int joined() {
        int joined = 0;
        for (int n = 1; n <= clusterState.members(); n++) {
            boolean initial = constants.numbers("InitialMembers").contains(n);
            joined += !initial && !clusterState.life(n).equals("off") ? 1 : 0;
        }
        return joined;
    }

    /** Is it the newcomer's turn, and is its address free? */
    boolean mayJoin(int m, int n) {
        for (int x = 1; x <= n; x++) {
            boolean waits = !constants.numbers("InitialMembers").contains(x)
                    && clusterState.life(x).equals("off");
            if (waits != (x == n)) {
                return false;
            }
        }
        int before = constants.number("RebornOf");
        return n != constants.number("RebornAs")
                || (clusterState.life(before).equals("left")
                        && !clusterState.hasCrashed(m)
                        && !clusterState.member(m).view().contains(before));
    }

    /** May one more migration begin? */
    BooleanSupplier mayMigrate() {
        int most = constants.number("MaxMigrations");
        return () -> clusterState.migrations() < most;
    }

    /** Is no check of the stamp going on? */
    boolean noRound(int n) {
        for (int x = 1; x <= clusterState.members(); x++) {
            if (clusterState.isUnderWay(ClassicOffers.CONTROL, n, x, "PartitionStateCheck")
                    || clusterState.isUnderWay(ClassicOffers.CONTROL, x, n, "PartitionStateCheckReply")) {
                return false;
            }
        }
        return true;
    }

    /** How many leave or have left. */
    int leavers() {
        int leavers = 0;
        for (int n = 1; n <= clusterState.members(); n++) {
            boolean leaves = !clusterState.hasCrashed(n)
                    && clusterState.member(n).leaving().contains(n);
            leavers += leaves || clusterState.life(n).equals("left") ? 1 : 0;
        }
        return leavers;
    }

    /** Is no request to the master under way? */
    boolean mayRepeat(int n) {
        if (clusterState.hasCrashed(n)) {
            return false;
        }
        int master = clusterState.member(n).master();
        return master > 0
                && clusterState.isUp(master)
                && !clusterState.isUnderWay(ClassicOffers.CONTROL, n, master, "ShutdownRequest");
    }

    /** Is no answer under way to that address? */
    boolean mayAnswer(int n, int address) {
        return address > 0
                && clusterState.isOpen(n, address)
                && !clusterState.isUnderWay(ClassicOffers.CONTROL, n, address, "ShutdownResponse");
    }

    /** Is there something left of a budget? */
    BooleanSupplier within(String budget, String limit) {
        int most = constants.number(limit);
        return () -> clusterState.spent(budget) < most;
    }
}
