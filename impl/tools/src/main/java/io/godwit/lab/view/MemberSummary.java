package io.godwit.lab.view;

import io.godwit.lab.LocalMember;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.transfer.TransferProgress;
import java.util.List;
import java.util.Optional;

/**
 * The state of a member.
 *
 * @param member its process
 * @param condition the state of the process
 * @param status its status, if it answers
 * @param transfers its outgoing transfers
 */
public record MemberSummary(
        LocalMember member,
        LocalMember.Condition condition,
        Optional<MemberStatus> status,
        List<TransferProgress> transfers) {
    /** Its number, or 0 if it has none or does not answer. */
    public int number() {
        return status.map(MemberStatus::number).orElse(0);
    }

    /** Whether it reports that it is master. */
    public boolean isMaster() {
        return status.map(it -> it.role().equals("master")).orElse(false);
    }
}
