package io.godwit.member;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Logs what a member that leaves still waits for, each time its timeout has passed; the member then continues, or gives up. */
final class LeaveTimer implements Runnable {
    private final Member member;
    private final CompletableFuture<Void> ended;
    private final int timeout;
    private final boolean givesUp;

    private LeaveTimer(Member member, boolean givesUp) {
        this.member = member;
        this.ended = member.ended();
        this.timeout = member.config().leaving().timeout();
        this.givesUp = givesUp;
    }

    /** Starts the timer in a thread of its own. */
    static void start(Member member, boolean givesUp) {
        Thread thread = new Thread(new LeaveTimer(member, givesUp), "godwit-leave");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        for (long seconds = timeout; !hasEnded(); seconds += timeout) {
            String waits =
                    member.state().map(Departure::of).map(Departure::words).orElse("the master has not heard of it");
            String text = "has not left within " + seconds + " s: " + waits;
            member.log(text + (givesUp ? "; it stops" : "; it continues to leave"));
            if (givesUp) {
                member.giveUp(text);
                return;
            }
        }
    }

    private boolean hasEnded() {
        try {
            ended.get(timeout, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException | ExecutionException e) {
            // It has broken down, or nobody waits for it any more.
            return true;
        }
        return true;
    }
}
