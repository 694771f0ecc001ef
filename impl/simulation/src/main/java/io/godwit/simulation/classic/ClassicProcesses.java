package io.godwit.simulation.classic;

import io.godwit.baseline.ClassicAddresses;
import io.godwit.baseline.ClassicRuntime;
import io.godwit.baseline.ClassicRuntime.ClassicConfig;
import io.godwit.baseline.ClassicRuntime.ClassicHooks;
import io.godwit.environment.Environment;
import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.member.runtime.StepListener;
import io.godwit.protocol.Event;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.simulation.cluster.MemberProcess;
import java.io.IOException;

/** Makes members of the classic protocol: {@link ClassicRuntime} as it runs in processes. They keep nothing. */
final class ClassicProcesses implements MemberProcess.Factory<ClassicState> {
    private static final int SILENT_PERIODS = 10;

    private final Protocol<ClassicState> protocol;
    private final boolean checksAddressee;

    /**
     * Members that run this engine.
     *
     * @param checksAddressee whether a process drops what was sent to its predecessor
     */
    ClassicProcesses(Protocol<ClassicState> protocol, boolean checksAddressee) {
        this.protocol = protocol;
        this.checksAddressee = checksAddressee;
    }

    @Override
    public boolean hasDisks() {
        return false;
    }

    @Override
    public MemberProcess<ClassicState> create(
            MemberProcess.Start start, Environment environment, MemberProcess.Hooks<ClassicState> hooks)
            throws IOException {
        return new ClassicProcess(start, environment, hooks);
    }

    private final class ClassicProcess implements MemberProcess<ClassicState>, ClassicHooks {
        private final MemberProcess.Start start;
        private final ClassicAddresses nodes;
        private final MemberProcess.Hooks<ClassicState> hooks;
        private final ClassicRuntime runtime;

        ClassicProcess(MemberProcess.Start start, Environment environment, MemberProcess.Hooks<ClassicState> hooks)
                throws IOException {
            this.start = start;
            this.nodes = new ClassicAddresses(start.sites(), start.site() - 1);
            this.hooks = hooks;
            RuntimeConfig config = start.config();
            this.runtime = new ClassicRuntime(
                    new ClassicConfig(
                            nodes,
                            config.members().size(),
                            config.allPartitions(),
                            config.maps().backups() + 1,
                            config.parallel(),
                            pace(config),
                            checksAddressee),
                    protocol,
                    this::processesBefore,
                    environment,
                    this);
        }

        /** As in processes, members are given up after ten periods, or some more. */
        private ClassicConfig.Pace pace(RuntimeConfig config) {
            int heartbeat = config.heartbeatMillis();
            int patience = SILENT_PERIODS * heartbeat + config.suspectMillis() / 2;
            return new ClassicConfig.Pace(heartbeat, patience, patience);
        }

        /** Numbers grow: one that was given later, at whatever site, is greater. */
        private int processesBefore() {
            int before = 0;
            while (nodes.number(before) <= start.lastNumber().getAsInt()) {
                before++;
            }
            return before;
        }

        @Override
        public void start() {
            runtime.start();
            hooks.running();
        }

        @Override
        public void submit(Event event) {
            runtime.submit(event);
        }

        @Override
        public void close() {
            runtime.close();
        }

        @Override
        public StepListener<ClassicState> steps() {
            return hooks;
        }

        @Override
        public void log(String text) {
            hooks.log(text);
        }

        @Override
        public void began(ClassicState state) {
            hooks.joined(state.self(), state);
        }

        @Override
        public void left() {
            hooks.stopped();
        }

        @Override
        public void failed(Throwable cause) {
            hooks.failed(cause);
        }
    }
}
