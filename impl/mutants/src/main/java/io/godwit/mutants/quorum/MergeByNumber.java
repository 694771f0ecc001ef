package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.master.BecomeMaster;
import io.godwit.protocol.quorum.table.Entry;

/** Without {@code MergeByTerm}: the greatest number wins, of whatever term; of equal numbers the older term. */
public final class MergeByNumber extends BecomeMaster {
    /** The mutant. */
    public MergeByNumber(Guards guards) {
        super(guards);
    }

    @Override
    protected boolean beats(Entry entry, Entry other) {
        return entry.number() > other.number() || (entry.number() == other.number() && entry.term() < other.term());
    }
}
