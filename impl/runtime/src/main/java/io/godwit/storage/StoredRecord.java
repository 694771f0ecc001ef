package io.godwit.storage;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.MapKey;

/** What a key of the store stands for. {@link RecordCodec} says how it is written. */
sealed interface StoredRecord {
    /** Who the member is, and which members it knew: what it tells others when they connect. */
    record Membership(Welcome identity) implements StoredRecord {}

    /** What the member has accepted last about a partition, or knows to be decided: the key says which. */
    record Register(int partition, Entry entry) implements StoredRecord {}

    /** The version of a partition that the member has activated, with its configuration. */
    record Activated(int partition, View view) implements StoredRecord {}

    /** The members that the member waits for, as the primary of the partition that the key names. */
    record WaitedFor(MemberSet members) implements StoredRecord {}

    /** A write in the log of a partition, and its position. */
    record LoggedWrite(int partition, int position, LogEntry entry) implements StoredRecord {}

    /** What a key of a map holds, if it is one value; otherwise one item of its list, or one element of its set. */
    record CellValue(MapKey place, CellChunk.Kind kind, Bytes value) implements StoredRecord {}

    /** A client's last write and its result. */
    record LastExecuted(long client, Executed executed) implements StoredRecord {}
}
