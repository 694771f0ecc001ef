package io.godwit.lab.view;

import io.godwit.lab.LocalMember;
import io.godwit.member.http.Status;
import io.godwit.member.transfer.Transfer;
import java.util.List;
import java.util.Optional;

/**
 * One member.
 *
 * @param member its process
 * @param condition how that does
 * @param status what it says, if it answers
 * @param transfers what it sends to others
 */
public record MemberLook(
        LocalMember member, LocalMember.Condition condition, Optional<Status> status, List<Transfer> transfers) {
    /** Its number, or 0 if it has none or does not answer. */
    public int number() {
        return status.map(Status::number).orElse(0);
    }

    /** Does it say that it is master? */
    public boolean isMaster() {
        return status.map(it -> it.role().equals("master")).orElse(false);
    }
}
