package io.godwit.lab.view;

import io.godwit.lab.LocalMember;
import io.godwit.member.http.Status;
import io.godwit.member.transfer.Transfer;
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
public record MemberLook(
        LocalMember member, LocalMember.Condition condition, Optional<Status> status, List<Transfer> transfers) {
    /** Its number, or 0 if it has none or does not answer. */
    public int number() {
        return status.map(Status::number).orElse(0);
    }

    /** Whether it reports that it is master. */
    public boolean isMaster() {
        return status.map(it -> it.role().equals("master")).orElse(false);
    }
}
