package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Persist;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.storage.MemberStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final Send BEAT = new Send(Members.EVERYBODY, new Heartbeat(1, 0, 0, MemberSet.of()));
    private static final Send WORD = new Send(2, new Released());

    private final BlockingQueue<Command> done = new LinkedBlockingQueue<>();

    @Test
    void signsOfLifeDoNotWaitForTheDiskAndAllElseDoes(@TempDir Path directory) throws Exception {
        QuorumState state = new QuorumProtocol(Guards.ALL).found(1, new Setup(MemberSet.of(1), 1, 1, 1));
        Persist write = new Persist(new Image(state.control(), state.data(), MemberSet.of()));
        try (MemberStore store = MemberStore.open(directory);
                Loop loop = new Loop("test", failure -> {});
                Journal journal = new Journal("test-journal", store, loop, done::add, line -> {}, failure -> {})) {
            journal.take(List.of(WORD));
            assertEquals(WORD, done.poll());
            journal.take(List.of(write, WORD, BEAT));
            journal.take(List.of(new Send(2, new Batch(List.of(new Released(), BEAT.message(), new Released())))));
            assertEquals(BEAT, done.poll());
            assertEquals(new Send(2, BEAT.message()), done.poll());
            assertEquals(null, done.poll());
            assertEquals(3, journal.waiting());

            loop.start();
            journal.start();
            assertEquals(WORD, done.poll(60, TimeUnit.SECONDS));
            assertEquals(
                    new Send(2, new Batch(List.of(new Released(), new Released()))), done.poll(60, TimeUnit.SECONDS));
        }
    }
}
