package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.classic.data.Fetch;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Promotion;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.classic.data.StateTransition;
import io.godwit.protocol.classic.data.TableStamp;
import java.util.List;
import java.util.Optional;

/** A state in the making: the state before it, with a few parts replaced. Used within one step and then thrown away. */
public final class ClassicEdit {
    private final int self;
    private final ClassicSettings settings;
    private ProcessStatus life;
    private MemberSet view;
    private int master;
    private PartitionTable table;
    private TableStamp stamp;
    private PartitionMap<Migration> active;
    private MigrationSet completed;
    private PartitionVector<Boolean> frozen;
    private MasterPhase duty;
    private Optional<Fetch> fetch;
    private PartitionMap<MigrationProgress> inflight;
    private Optional<Promotion> promotion;
    private Optional<Publication> publication;
    private MemberSet leaving;
    private int migCount;
    private PartitionVector<Replica> replicas;
    private PartitionMap<Serving> serving;
    private PartitionMap<List<Pending>> pending;
    private StateTransition transition;
    private TimerState timers;

    ClassicEdit(ClassicState state) {
        this.self = state.self();
        this.settings = state.settings();
        this.life = state.life();
        this.view = state.view();
        this.master = state.master();
        this.table = state.table();
        this.stamp = state.stamp();
        this.active = state.active();
        this.completed = state.completed();
        this.frozen = state.frozen();
        this.duty = state.duty();
        this.fetch = state.fetch();
        this.inflight = state.inflight();
        this.promotion = state.promotion();
        this.publication = state.publication();
        this.leaving = state.leaving();
        this.migCount = state.migCount();
        this.replicas = state.replicas();
        this.serving = state.serving();
        this.pending = state.pending();
        this.transition = state.transition();
        this.timers = state.timers();
    }

    /** The new state. */
    public ClassicState done() {
        return new ClassicState(
                self,
                settings,
                life,
                view,
                master,
                table,
                stamp,
                active,
                completed,
                frozen,
                duty,
                fetch,
                inflight,
                promotion,
                publication,
                leaving,
                migCount,
                replicas,
                serving,
                pending,
                transition,
                timers);
    }

    /** Replaces {@code life}. */
    public ClassicEdit life(ProcessStatus value) {
        this.life = value;
        return this;
    }

    /** Replaces {@code view}. */
    public ClassicEdit view(MemberSet value) {
        this.view = value;
        return this;
    }

    /** Replaces {@code master}. */
    public ClassicEdit master(int value) {
        this.master = value;
        return this;
    }

    /** Replaces {@code table}. */
    public ClassicEdit table(PartitionTable value) {
        this.table = value;
        return this;
    }

    /** Replaces {@code stamp}. */
    public ClassicEdit stamp(TableStamp value) {
        this.stamp = value;
        return this;
    }

    /** Replaces {@code active}. */
    public ClassicEdit active(PartitionMap<Migration> value) {
        this.active = value;
        return this;
    }

    /** Replaces {@code completed}. */
    public ClassicEdit completed(MigrationSet value) {
        this.completed = value;
        return this;
    }

    /** Replaces {@code frozen}. */
    public ClassicEdit frozen(PartitionVector<Boolean> value) {
        this.frozen = value;
        return this;
    }

    /** Replaces {@code duty}. */
    public ClassicEdit duty(MasterPhase value) {
        this.duty = value;
        return this;
    }

    /** Replaces {@code fetch}. */
    public ClassicEdit fetch(Optional<Fetch> value) {
        this.fetch = value;
        return this;
    }

    /** Replaces {@code inflight}. */
    public ClassicEdit inflight(PartitionMap<MigrationProgress> value) {
        this.inflight = value;
        return this;
    }

    /** Replaces {@code promotion}. */
    public ClassicEdit promotion(Optional<Promotion> value) {
        this.promotion = value;
        return this;
    }

    /** Replaces {@code publication}. */
    public ClassicEdit publication(Optional<Publication> value) {
        this.publication = value;
        return this;
    }

    /** Replaces {@code leaving}. */
    public ClassicEdit leaving(MemberSet value) {
        this.leaving = value;
        return this;
    }

    /** Replaces {@code migCount}. */
    public ClassicEdit migCount(int value) {
        this.migCount = value;
        return this;
    }

    /** Replaces {@code serving}. */
    public ClassicEdit serving(PartitionMap<Serving> value) {
        this.serving = value;
        return this;
    }

    /** Replaces {@code pending}. */
    public ClassicEdit pending(PartitionMap<List<Pending>> value) {
        this.pending = value;
        return this;
    }

    /** Replaces {@code transition}. */
    public ClassicEdit transition(StateTransition value) {
        this.transition = value;
        return this;
    }

    /** Replaces {@code timers}. */
    public ClassicEdit timers(TimerState value) {
        this.timers = value;
        return this;
    }

    /** Replaces the copy of one partition. */
    public ClassicEdit replica(int partition, Replica replica) {
        this.replicas = replicas.with(partition, replica);
        return this;
    }

    /** Sets or clears the flag of one partition. */
    public ClassicEdit frozen(int partition, boolean value) {
        this.frozen = frozen.with(partition, value);
        return this;
    }
}
