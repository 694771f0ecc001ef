package io.godwit.playground;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What happens, in sentences for people. */
final class Sentences {
    private Sentences() {}

    /**
     * What a member is told.
     *
     * @param says what a message says
     */
    static String of(int member, Event event, Function<Message, String> says) {
        String who = "m" + member;
        if (event instanceof Event.Deliver deliver) {
            return who + " receives from m" + deliver.from() + ": " + says.apply(deliver.message());
        } else if (event instanceof Event.Call call) {
            return who + " is asked by a client: " + of(call.operation()) + ", p" + call.partition();
        } else if (event instanceof Event.Suspect suspect) {
            return who + " takes m" + suspect.member() + " to be dead";
        } else if (event instanceof Event.Trust trust) {
            return who + " hears of m" + trust.member() + " again";
        } else if (event instanceof Event.Join join) {
            return who + " is told of a new member, m" + join.member();
        } else if (event instanceof Event.Leave) {
            return who + " is told to leave";
        } else if (event instanceof Event.ZonesKnown known) {
            return who + " knows the zones " + known.zones().names();
        } else if (event instanceof Event.VersionsKnown known) {
            return who + " knows up to which version each member can go: " + known.greatest();
        } else if (event instanceof Event.ChangeState change) {
            return who + " is asked for the state " + change.state();
        } else if (event instanceof Event.RaiseVersion raise) {
            return who + " is asked for the cluster version " + raise.clusterVersion();
        } else if (event instanceof Event.DeclareLost lost) {
            return who + " is asked to declare p" + lost.partition() + " lost; m" + lost.member() + " goes on";
        } else if (event instanceof Event.Forget forget) {
            return who + " may forget what is not needed of the log of p" + forget.partition();
        }
        return who + ": time passes";
    }

    /** A call of a client. */
    static String of(Operation operation) {
        if (operation instanceof Operation.OnMap onMap) {
            return onMap.verb() + " " + key(onMap.keyBytes());
        }
        return operation.toString();
    }

    /** Clients of the simulation have keys of eight bytes, which are numbers. */
    private static String key(Bytes key) {
        return key.isNumber() ? Long.toString(key.number()) : key.toString();
    }

    /** Members, with spaces between them. */
    static String of(MemberSet members) {
        return members.stream().mapToObj(member -> "m" + member).collect(Collectors.joining(" "));
    }
}
