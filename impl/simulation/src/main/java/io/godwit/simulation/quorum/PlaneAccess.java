package io.godwit.simulation.quorum;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.ControlState;

/**
 * Where the two planes are in a member's state.
 *
 * @param <S> the state
 */
interface PlaneAccess<S> {
    ControlState control(S state);

    DataState data(S state);

    /** Who wants to leave, as far as the member knows. */
    MemberSet leaving(S state);
}
