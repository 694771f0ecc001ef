package io.godwit.bench.comparison;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Measures how long the garbage collector stops this process. Cycles of concurrent collectors do not count. */
final class ProcessPauses implements AutoCloseable {
    private final NotificationListener listener = this::take;
    private final List<NotificationEmitter> emitters = new ArrayList<>();
    private long total;
    private long longest;

    /** Looks from now on. */
    ProcessPauses() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter
                    && !collector.getName().endsWith("Cycles")) {
                emitter.addNotificationListener(listener, null, null);
                emitters.add(emitter);
            }
        }
    }

    private synchronized void take(Notification notification, Object unused) {
        if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            long millis = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo()
                    .getDuration();
            total += millis;
            longest = Math.max(longest, millis);
        }
    }

    /** All pauses, in milliseconds. */
    synchronized long total() {
        return total;
    }

    /** The longest pause, in milliseconds. */
    synchronized long longest() {
        return longest;
    }

    @Override
    public void close() {
        for (NotificationEmitter emitter : emitters) {
            try {
                emitter.removeNotificationListener(listener);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
