package io.godwit.conformance.classic;

import io.godwit.conformance.binding.Constants;
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
    private final ClassicClusterState scene;

    ClassicLimits(Constants constants, ClassicCodec codec, ClassicClusterState scene) {
        this.constants = constants;
        this.codec = codec;
        this.scene = scene;
    }

    /** May this member be wrong about others? */
    boolean suspects(int n) {
        return constants.numbers("Suspecters").contains(n);
    }

    /** Is a message about the partition on its way? */
    boolean isDataUnderWay(int from, int to, int p) {
        for (int message : scene.underWay(ClassicOffers.DATA, from, to)) {
            if (((DataMessage) codec.messages().message(message)).partition() == p) {
                return true;
            }
        }
        return false;
    }

    /** How many have joined. */
    int joined() {
        int joined = 0;
        for (int n = 1; n <= scene.members(); n++) {
            boolean initial = constants.numbers("InitialMembers").contains(n);
            joined += !initial && !scene.life(n).equals("off") ? 1 : 0;
        }
        return joined;
    }

    /** Is it the newcomer's turn, and is its address free? */
    boolean mayJoin(int m, int n) {
        for (int x = 1; x <= n; x++) {
            boolean waits = !constants.numbers("InitialMembers").contains(x)
                    && scene.life(x).equals("off");
            if (waits != (x == n)) {
                return false;
            }
        }
        int before = constants.number("RebornOf");
        return n != constants.number("RebornAs")
                || (scene.life(before).equals("left")
                        && !scene.hasCrashed(m)
                        && !scene.member(m).view().contains(before));
    }

    /** May one more migration begin? */
    BooleanSupplier mayMigrate() {
        int most = constants.number("MaxMigrations");
        return () -> scene.migrations() < most;
    }

    /** Is no check of the stamp going on? */
    boolean noRound(int n) {
        for (int x = 1; x <= scene.members(); x++) {
            if (scene.isUnderWay(ClassicOffers.CONTROL, n, x, "PartitionStateCheck")
                    || scene.isUnderWay(ClassicOffers.CONTROL, x, n, "PartitionStateCheckReply")) {
                return false;
            }
        }
        return true;
    }

    /** How many leave or have left. */
    int leavers() {
        int leavers = 0;
        for (int n = 1; n <= scene.members(); n++) {
            boolean leaves = !scene.hasCrashed(n) && scene.member(n).leaving().contains(n);
            leavers += leaves || scene.life(n).equals("left") ? 1 : 0;
        }
        return leavers;
    }

    /** Is no request to the master under way? */
    boolean mayRepeat(int n) {
        if (scene.hasCrashed(n)) {
            return false;
        }
        int master = scene.member(n).master();
        return master > 0
                && scene.isUp(master)
                && !scene.isUnderWay(ClassicOffers.CONTROL, n, master, "ShutdownRequest");
    }

    /** Is no answer under way to that address? */
    boolean mayAnswer(int n, int address) {
        return address > 0
                && scene.isOpen(n, address)
                && !scene.isUnderWay(ClassicOffers.CONTROL, n, address, "ShutdownResponse");
    }

    /** Is there something left of a budget? */
    BooleanSupplier within(String budget, String limit) {
        int most = constants.number(limit);
        return () -> scene.spent(budget) < most;
    }
}
