package io.godwit.member.runtime;

import io.godwit.protocol.MemberSet;

/**
 * The members that have no room for more data.
 *
 * @param disks members whose disks are nearly full: they are given no writes of clients
 * @param heaps members whose heaps are nearly full: they are given no writes of clients that add data
 */
record FullMembers(MemberSet disks, MemberSet heaps) {
    static final FullMembers NONE = new FullMembers(MemberSet.of(), MemberSet.of());
}
