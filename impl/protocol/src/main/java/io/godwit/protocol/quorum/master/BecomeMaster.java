package io.godwit.protocol.quorum.master;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.Answers;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.List;

/**
 * A candidate with the votes of a majority is master. It takes the newest value of each register among those that came with
 * the votes, and proposes it again in its own term. This completes what an earlier master had proposed and somebody in the
 * majority has accepted, and ends what nobody of them has seen. The event is the majority.
 *
 * <p>Guards, from {@code BecomeMaster} in {@code spec/quorum/MasterFailover.tla}: {@code IS_CANDIDATE}, {@code VOTED},
 * {@code SUSPICION_KEEPS_MAJORITY}.
 */
@SpecAction({"quorum/MasterFailover!BecomeMaster", "quorum/DurableControlPlane!BecomeMasterAndStore"})
public class BecomeMaster extends ControlHandler<MemberSet> {
    /** The action with these guards. */
    public BecomeMaster(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, MemberSet quorum) {
        if (state.role() != Role.CANDIDATE) {
            return Step.refuse(state, QuorumGuard.IS_CANDIDATE);
        }
        if (!state.ballot().voters().containsAll(quorum)) {
            return Step.refuse(state, QuorumGuard.VOTED);
        }
        if (!isMajority(quorum, state)) {
            return Step.refuse(state, QuorumGuard.SUSPICION_KEEPS_MAJORITY);
        }
        List<Vote> votes = new ArrayList<>();
        quorum.forEach(n -> votes.add(state.ballot().votes().get(n)));
        int partitions = state.partitions();
        Entry[] outstanding = new Entry[partitions];
        Entry[] accepted = new Entry[partitions];
        Entry[] committed = new Entry[partitions];
        List<Command> commands = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            Entry found = recovered(state, votes, p);
            if (isDecided(votes, p, found)) {
                outstanding[p] = Entry.NONE;
                accepted[p] = state.accepted().get(p);
                committed[p] = found;
            } else {
                Entry restamped = found.restamped(state.term());
                outstanding[p] = restamped;
                accepted[p] = stored(state, p, restamped);
                committed[p] = state.committed().get(p);
                commands.add(new Command.Send(Members.EVERYBODY, new Accept(p, restamped)));
            }
        }
        PartitionVector<Entry> registers = PartitionVector.of(partitions, p -> accepted[p]);
        ControlState master = state.withRole(Role.MASTER)
                .withAccepted(registers, stamps.of(registers))
                .withCommitted(PartitionVector.of(partitions, p -> committed[p]))
                .withOutstanding(
                        PartitionVector.of(partitions, p -> outstanding[p]),
                        PartitionVector.filled(partitions, Answers.NONE.proposedBy(state.self())))
                .withInstalled(goingBy(state));
        return Step.to(master, commands);
    }

    /** The newest value of a register among those of a majority. */
    protected Entry recovered(ControlState state, List<Vote> votes, int partition) {
        Entry newest = Entry.NONE;
        for (Vote vote : votes) {
            Entry entry = vote.registers().get(partition);
            if (beats(entry, newest)) {
                newest = entry;
            }
        }
        return newest;
    }

    /** Is the entry newer? That is: of a later term, or later in the same term. */
    protected boolean beats(Entry entry, Entry other) {
        return entry.newerThan(other);
    }

    /** Does a value that was found need no proposal in the own term? It always does, also when all votes agree on it. */
    protected boolean isDecided(List<Vote> votes, int partition, Entry found) {
        return false;
    }

    /** What the new master holds for a register that it proposes again: the proposal, which it accepts. */
    protected Entry stored(ControlState state, int partition, Entry restamped) {
        return restamped;
    }

    private static MemberSet goingBy(ControlState state) {
        return state.ballot()
                .voters()
                .filter(n -> state.ballot().votes().get(n).voting().equals(state.voting()));
    }
}
