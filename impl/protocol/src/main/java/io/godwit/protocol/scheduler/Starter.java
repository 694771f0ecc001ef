package io.godwit.protocol.scheduler;

import io.godwit.protocol.PartitionVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** One round of starting: the most urgent step of all lines in which both members have a place, again and again. */
final class Starter<T> {
    /** The first of a line, by the numbers of the two members. */
    private record First(int urgency, int source, int destination, WaitQueues.Ticket ticket) {}

    private final Schedule<T> schedule;
    private final List<Job<T>> started = new ArrayList<>();
    private final PriorityQueue<First> firsts = new PriorityQueue<>(Comparator.comparingInt(First::urgency)
            .thenComparingLong(first -> first.ticket().number()));
    private PartitionVector<PartitionJobs<T>> lanes;
    private PartitionVector<Integer> load;
    private WaitQueues lines;

    Starter(Schedule<T> schedule) {
        this.schedule = schedule;
        this.lanes = schedule.lanes;
        this.load = schedule.load;
        this.lines = schedule.lines;
    }

    Schedule.Started<T> start() {
        for (int urgency = 0; urgency < Urgency.values().length; urgency++) {
            look(urgency, 0, 0);
            for (int i = 0; i < schedule.changed.size(); i++) {
                lookAround(urgency, lines.number(schedule.changed.get(i)));
            }
        }
        for (First first = firsts.poll(); first != null; first = firsts.poll()) {
            if (hasPlace(first.source()) && hasPlace(first.destination()) && isValid(first.ticket())) {
                run(first);
                look(first.urgency(), first.source(), first.destination());
            }
        }
        return new Schedule.Started<>(schedule.afterStart(lanes, lines, load, started.size()), started);
    }

    private void lookAround(int urgency, int number) {
        for (int other = 0; other < lines.width(); other++) {
            look(urgency, number, other);
            look(urgency, other, number);
        }
    }

    /** The first of a line is considered, if it could start. */
    private void look(int urgency, int source, int destination) {
        int index = lines.index(urgency, source, destination);
        while (!lines.line(index).isEmpty() && !isValid(lines.line(index).first())) {
            lines = lines.withoutFirst(index);
        }
        if (!lines.line(index).isEmpty() && hasPlace(source) && hasPlace(destination)) {
            firsts.add(new First(urgency, source, destination, lines.line(index).first()));
        }
    }

    private boolean isValid(WaitQueues.Ticket ticket) {
        return lanes.get(ticket.partition()).ticket() == ticket.number();
    }

    private boolean hasPlace(int number) {
        return number == 0 || load.get(number) < schedule.cap;
    }

    private void run(First first) {
        int partition = first.ticket().partition();
        lines = lines.withoutFirst(lines.index(first.urgency(), first.source(), first.destination()));
        started.add(lanes.get(partition).head());
        lanes = lanes.with(partition, lanes.get(partition).started());
        take(first.source());
        take(first.destination());
    }

    private void take(int number) {
        if (number != 0) {
            load = load.with(number, load.get(number) + 1);
        }
    }
}
