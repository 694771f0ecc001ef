package io.godwit.simulation.cluster;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.RunResult.Violation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The images that members have given to one disk to be written. A member that starts from the disk has to find one of them: the last
 * one that an answer depended on, or a later one.
 */
final class WrittenImages {
    private final List<Image> images = new ArrayList<>();
    /** Number of images that were dropped: they are older than one on which an answer depended. */
    private int dropped;
    /** The number of the image that an answer depends on, until it has left. */
    private final IdentityHashMap<Command.Answer, Integer> answers = new IdentityHashMap<>();

    /** A step has given these commands. */
    void stepped(List<Command> commands) {
        for (Command command : commands) {
            if (command instanceof Command.Persist persist) {
                images.add((Image) persist.image());
            }
        }
        for (Command command : commands) {
            if (command instanceof Command.Answer answer && answer.basis() != null && !images.isEmpty()) {
                answers.put(answer, dropped + first(answer.basis()));
            }
        }
    }

    /** The first image that has what an answer depends on, as all after it do: the entries, under the version of today. */
    private int first(Basis basis) {
        Version version = replica(images.size() - 1, basis).epoch();
        int at = images.size() - 1;
        while (at > 0
                && replica(at - 1, basis).epoch().equals(version)
                && replica(at - 1, basis).log().length() >= basis.length()) {
            at--;
        }
        return at;
    }

    private Replica replica(int number, Basis basis) {
        return images.get(number).data().replica(basis.partition());
    }

    /** An answer leaves: the image that it depends on is durable, and older ones do not count any more. */
    void answered(Command.Answer answer) {
        Integer number = answers.remove(answer);
        if (number != null && number > dropped) {
            images.subList(0, number - dropped).clear();
            dropped = number;
        }
    }

    /** A member starts. What it has found is durable. */
    Violation started(QuorumState found) {
        answers.clear();
        if (images.isEmpty()) {
            images.add(new Image(
                    found.control(), found.data(), found.local().peers().leaving()));
            return null;
        }
        String last = difference(images.get(images.size() - 1), found);
        int at = images.size() - 1;
        while (at >= 0 && !difference(images.get(at), found).isEmpty()) {
            at--;
        }
        if (at < 0) {
            return new Violation(
                    "RestartFinds", "none of " + images.size() + " images; the last one has another " + last);
        }
        images.subList(at + 1, images.size()).clear();
        images.subList(0, at).clear();
        dropped += at;
        return null;
    }

    /** The differences between the state of a member that has started and an image; empty if there are none. */
    private static String difference(Image image, QuorumState found) {
        ControlState control = found.control();
        if (control.term() != image.control().term()) {
            return "term: " + image.control().term() + ", not " + control.term();
        } else if (!control.voting().equals(image.control().voting())) {
            return "set of voters: " + image.control().voting() + ", not " + control.voting();
        } else if (!control.accepted().equals(image.control().accepted())) {
            return "accepted table";
        } else if (!control.committed().equals(image.control().committed())) {
            return "committed table";
        } else if (!found.local().peers().leaving().equals(image.leaving())) {
            return "set of members that leave";
        }
        for (int p = 0; p < control.partitions(); p++) {
            String difference = difference(
                    found.self(), image.data().replica(p), found.data().replica(p));
            if (!difference.isEmpty()) {
                return "part in partition " + p + ": another " + difference;
            }
        }
        return "";
    }

    private static String difference(int self, Replica image, Replica found) {
        if (!image.view().equals(found.view())) {
            return "view: " + image.view() + ", not " + found.view();
        } else if (!image.waits().equals(found.waits())) {
            return "set of members that the primary waits for";
        } else if (!found.log().isEmpty()
                && found.primaryState().equals(PrimaryState.NONE)
                        == (found.configuration().primary() == self)) {
            // A primary sends what it has once more; others send nothing.
            return "primary state: " + found.primaryState() + " of a member in " + found.configuration();
        } else if (!image.log().equals(found.log())
                || image.log().firstKept() != found.log().firstKept()
                || !image.log().content().equals(found.log().content())) {
            return "log";
        }
        return "";
    }
}
