package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.quorum.RegisterCodec.ConfigurationCodec;
import io.godwit.conformance.replay.ReplayedState;
import io.godwit.conformance.replay.StampCodec;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.Ballot;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** States and messages of the control plane of both sides. */
final class ControlCodec implements ReplayedState.Encoder<ControlState> {
    /** The variables that a member has a part of. */
    static final List<String> VARIABLES =
            List.of("term", "role", "accepted", "committed", "outstanding", "stamp", "voting");

    private final ValueTable values;
    private final QuorumMembers members;
    private final RegisterCodec registers;
    private final ControlMessages messages;
    private final StampCodec<Long> stamps;

    ControlCodec(Corpus corpus, Stamps stamps) {
        values = corpus.values();
        members = new QuorumMembers(values);
        int pattern = values.items(corpus.states().value(0, corpus.variable("accepted")))[0];
        registers = new RegisterCodec(values, members, new ConfigurationCodec(values, members).cached(), pattern);
        messages = new ControlMessages(values, members, registers);
        this.stamps = new StampCodec<>(corpus, value -> stamp(stamps, value), Long::longValue);
    }

    QuorumMembers members() {
        return members;
    }

    RegisterCodec registers() {
        return registers;
    }

    ControlMessages messages() {
        return messages;
    }

    /**
     * A member's state, which has counted no answers yet.
     *
     * @param variables the member's part of each variable
     * @param installed who is known to go by the member's voter set
     */
    ControlState decode(int self, int[] variables, MemberSet installed) {
        return new ControlState(
                self,
                values.number(variables[0]),
                Role.valueOf(values.text(variables[1]).toUpperCase(Locale.ROOT)),
                registers.registers().decode(variables[2]),
                registers.registers().decode(variables[3]),
                registers.registers().decode(variables[4]),
                stamps.stamp(variables[VARIABLES.indexOf("stamp")]),
                registers.votings().decode(variables[6]),
                Ballot.EMPTY,
                PartitionVector.filled(registers.partitions(), Acceptances.NONE),
                installed);
    }

    @Override
    public int[] parts(ControlState state) {
        return new int[] {
            values.ofNumber(state.term()),
            values.ofText(state.role().name().toLowerCase(Locale.ROOT)),
            registers.registers().encode(state.accepted()),
            registers.registers().encode(state.committed()),
            registers.registers().encode(state.outstanding()),
            stamps.id(state.stamp()),
            registers.votings().encode(state.voting())
        };
    }

    /** The messages that a step has sent, as a set. What the specification has a member send to itself, the engine counts at once. */
    @Override
    public int sent(ControlState before, Step<ControlState> step) {
        int self = step.state().self();
        List<Integer> ids = new ArrayList<>();
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send && send.message() instanceof ControlMessage message) {
                ids.add(messages.id(self, send.to(), message));
                ControlMessage own = send.to() == Members.EVERYBODY ? ownAnswer(step.state(), message) : null;
                if (own != null) {
                    ids.add(messages.id(self, self, own));
                }
            }
        }
        return values.ofSet(ids.stream().mapToInt(Integer::intValue).toArray(), -1);
    }

    private static ControlMessage ownAnswer(ControlState state, ControlMessage message) {
        if (message instanceof Accept accept) {
            boolean counted = state.outstanding().get(accept.partition()).equals(accept.entry())
                    && state.answers().get(accept.partition()).outstanding().contains(state.self());
            return counted ? new Accepted(accept.partition(), accept.entry()) : null;
        }
        if (message instanceof VoteRequest) {
            return state.ballot().votes().get(state.self());
        }
        if (message instanceof Voters voters) {
            return state.installed().contains(state.self()) ? new VotersInstalled(voters.voting()) : null;
        }
        return null;
    }

    /** The hash for a set of contributions, each of them partition, term and number. */
    private long stamp(Stamps hashes, int value) {
        long sum = 0;
        for (int contribution : values.items(value)) {
            int[] parts = values.items(contribution);
            Entry entry = new Entry(
                    new Version(values.number(parts[1]), values.number(parts[2])),
                    new Version(0, 0),
                    Entry.NONE.configuration());
            sum += hashes.contribution(registers.partition(parts[0]), entry);
        }
        return sum;
    }
}
