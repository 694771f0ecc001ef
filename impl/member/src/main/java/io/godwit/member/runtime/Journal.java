package io.godwit.member.runtime;

import io.godwit.protocol.Command;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.storage.MemberStore;
import io.godwit.storage.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Carries out commands in their order when some of them write to the disk. A thread of its own takes all that has collected,
 * makes the last image durable, which holds all those before it, and gives the other commands back to the loop.
 */
public final class Journal implements AutoCloseable {
    private static final long TRY_AGAIN = 500;

    private final MemberStore store;
    private final Loop loop;
    private final Consumer<Command> carryOut;
    private final Consumer<String> log;
    private final Thread thread;
    private final Object lock = new Object();
    private List<Command> collected = new ArrayList<>();
    private boolean closed;
    /** Commands that the loop has handed over and not got back; belongs to the loop. */
    private int away;

    /**
     * A journal that is not running yet.
     *
     * @param carryOut carries out a command that is no write, in the loop
     */
    public Journal(String name, MemberStore store, Loop loop, Consumer<Command> carryOut, Consumer<String> log) {
        this.store = store;
        this.loop = loop;
        this.carryOut = carryOut;
        this.log = log;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    /** Takes the commands of a step, in the loop: at once, or when all that is before them is durable. */
    public void take(List<Command> commands) {
        if (away == 0 && commands.stream().noneMatch(Command.Persist.class::isInstance)) {
            commands.forEach(carryOut);
            return;
        }
        away += commands.size();
        synchronized (lock) {
            collected.addAll(commands);
            lock.notifyAll();
        }
    }

    private List<Command> next() throws InterruptedException {
        synchronized (lock) {
            while (collected.isEmpty() && !closed) {
                lock.wait();
            }
            List<Command> taken = collected;
            collected = new ArrayList<>();
            return taken;
        }
    }

    private void run() {
        try {
            for (List<Command> commands = next(); !commands.isEmpty(); commands = next()) {
                write(commands);
                List<Command> done = commands;
                loop.execute(() -> {
                    away -= done.size();
                    done.stream()
                            .filter(command -> !(command instanceof Command.Persist))
                            .forEach(carryOut);
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until it works: what is not durable cannot be answered for, and a disk that is full may be emptied. */
    private void write(List<Command> commands) throws InterruptedException {
        Message image = null;
        for (Command command : commands) {
            image = command instanceof Command.Persist persist ? persist.image() : image;
        }
        boolean told = false;
        while (image != null) {
            try {
                store.write((Image) image);
                image = null;
            } catch (StoreException e) {
                if (!told) {
                    log.accept("nothing can be made durable, and nothing is answered: " + e.getMessage());
                    told = true;
                }
                Thread.sleep(TRY_AGAIN);
            }
        }
        if (told) {
            log.accept("the disk takes writes again");
        }
    }

    /** Ends; what is not durable by then is lost, and nobody was told of it. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            collected.clear();
            lock.notifyAll();
        }
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
